/* biome-ignore-all lint/suspicious/noTemplateCurlyInString: cells of a page hold it as text */
// First views of pages that the build works out, on tables made here whose sums are known by hand.
import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterEach, beforeEach, expect, test} from "vitest";
import {writeFirstViews} from "../../pipelines/site/firstView.js";
import {openDuckDB} from "../../pipelines/store/duckdb.node.js";
import {type FirstView, isFirst, queryKey} from "../../pipelines/store/firstView.js";
import {asRows} from "../../src/components/shared/firstView.js";

let folder: string;
let told: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reasonbook-first-"));
  told = [];
  for (const each of ["src", "dist", "tables"]) mkdirSync(join(folder, each));
});
afterEach(() => rmSync(folder, {recursive: true, force: true}));

const ATTACHED = '```js\nconst sql = tables({points: FileAttachment("data/points.parquet")}, invalidation);\n```\n';
const TWO_SUITES = {
  suites: {a: {id: "first", tiers: {easy: ["x"]}}, b: {id: "second", tiers: {easy: ["x"]}}},
  evaluations: [{suites: ["a", "b"]}]
};

/** Writes a page, its built form and a table of points, and returns the page's first view; null where it has none. */
async function built(markdown: string, {points, manifest = {}}: {points: string; manifest?: object}): Promise<FirstView | null> {
  writeFileSync(join(folder, "src", "page.md"), markdown);
  writeFileSync(join(folder, "dist", "page.html"), "<!DOCTYPE html>\n<html>\n<body></body>\n</html>\n");
  writeFileSync(join(folder, "tables", "manifest.json"), JSON.stringify(manifest));
  const {connection, close} = await openDuckDB();
  await connection.run(`copy (${points}) to '${join(folder, "tables", "points.parquet")}' (format parquet)`);
  close();
  const [dist, src, tables] = ["dist", "src", "tables"].map(each => join(folder, each));
  await writeFirstViews({report: {info: text => told.push(text)}, dist: dist!, src: src!, tables: tables!});
  const html = readFileSync(join(dist!, "page.html"), "utf8");
  const [, text] = /id="rb-first-view">(.*)<\/script>/.exec(html) ?? [];
  return text ? (JSON.parse(text) as FirstView) : null;
}

const POINTS = `select * from (values
  ('m1', 'first', 3::bigint, 4::bigint), ('m1', 'second', 50::bigint, 60::bigint), ('m2', 'first', null, 2::bigint)) t(model, suite, correct, n)`;
const page = (first: string, query: string) => `---\ntitle: T\n${first}\n---\n\n${ATTACHED}\n\`\`\`sql id=r\n${query}\n\`\`\`\n`;

test("a query is worked out with the values of first, however its lines are broken", async () => {
  const view = await built(
    page("first: {f: {model: m1}}", "select sum(correct)::double as k\n  from points where model = ${f.model}"),
    {
      points: POINTS
    }
  );
  const result = view!.results[queryKey("select sum(correct)::double as k from points where model = ?", ["m1"])]!;
  expect(result.rows).toEqual([[53]]);
  expect(view!.results[queryKey("select sum(correct)::double as k from points where model = ?", ["m2"])]).toBeUndefined();
  expect(told).toEqual([]);
});

test("where a page shows one suite at a time, the first view is of the first suite", async () => {
  const view = await built(
    page("first: {dataset: {one: true}}", "select model, sum(n)::double as n from points group by 1 order by 1"),
    {
      points: POINTS,
      manifest: TWO_SUITES
    }
  );
  expect(view!.shown).toEqual({evaluations: null, suite: "first"});
  expect(Object.values(view!.results)[0]!.rows).toEqual([
    ["m1", 4],
    ["m2", 2]
  ]);
});

test("a value that first does not name, and a result that JSON would change, are left to the browser", async () => {
  const one = await built(page("first: {f: {}}", "select * from points where model = ${f.nothing} or n > ${2 + 2}"), {
    points: POINTS
  });
  expect(one!.results).toEqual({});
  expect(told).toEqual([expect.stringContaining("f.nothing"), expect.stringContaining("2 + 2")]);
  const two = await built(page("first: {}", "select 'nan'::double as x, now() as t from points"), {points: POINTS});
  expect(two!.results).toEqual({});
});

test("a page without first, and a first view larger than DuckDB, stay as they are, the latter with a note", async () => {
  expect(await built(page("toc: true", "select 1 as one from points"), {points: POINTS})).toBeNull();
  expect(told).toEqual([]);
  const wide = "select repeat('x', 1000) as model from range(2000)";
  expect(await built(page("first: {}", "select * from points"), {points: wide})).toBeNull();
  expect(told).toEqual([expect.stringMatching(/first view takes 2\.0 MB/)]);
});

test("text of a table cannot end the element that holds it", async () => {
  const view = await built(page("first: {}", "select model from points"), {
    points: "select '</script><script>alert(1)</script>' as model"
  });
  expect(Object.values(view!.results)[0]!.rows).toEqual([["</script><script>alert(1)</script>"]]);
  expect(readFileSync(join(folder, "dist", "page.html"), "utf8")).not.toContain("alert(1)</script>");
});

test("an empty table, and a result of no rows, are read as such", async () => {
  const view = await built(page("first: {}", "select model, n from points"), {points: `${POINTS} where false`});
  const rows = asRows(Object.values(view!.results)[0]!);
  expect([...rows]).toEqual([]);
  expect(rows.numRows).toBe(0);
  expect(rows.schema.fields.map(({name}) => name)).toEqual(["model", "n"]);
});

test("rows give their values by name, as a copy, and by column", () => {
  const rows = asRows({
    columns: ["a", "b"],
    types: ["VARCHAR", "DOUBLE"],
    rows: [
      ["x", 1],
      ["y", null]
    ]
  });
  expect(Array.from(rows, row => (row as unknown as {toJSON(): object}).toJSON())).toEqual([
    {a: "x", b: 1},
    {a: "y", b: null}
  ]);
  expect(rows.getChildAt(1)!.toArray()).toEqual([1, null]);
  expect(rows.getChildAt(2)).toBeNull();
  expect(Object.keys([...rows][0]!)).toEqual(["a", "b"]);
});

test("results are not those of other tables under the same name, nor of another choice", () => {
  const view: FirstView = {source: "own", tables: ["points", "scores"], shown: null, results: {}};
  const files = {points: {name: "points.parquet"}, scores: {name: "scores.parquet"}};
  expect(isFirst(view, {files, shown: null})).toBe(true);
  expect(isFirst(view, {files: {...files, points: {name: "adjusted_points.parquet"}}, shown: null})).toBe(false);
  expect(isFirst(view, {files: {...files, samples: {name: "samples.parquet"}}, shown: null})).toBe(false);
  expect(isFirst(view, {files: {scores: files.scores}, shown: null})).toBe(false);
  expect(isFirst(view, {files, shown: {evaluations: null, suite: "first"}})).toBe(false);
});
