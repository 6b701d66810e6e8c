// Repetitions in a store of several suites: each suite has what it would have alone, and a point that two share counts in both.
import {mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {expect, onTestFinished, test} from "vitest";
import {readBook} from "../../../pipelines/book/read.node.js";
import {run} from "../../../pipelines/run/run.js";
import {query} from "../../../pipelines/store/sql.node.js";
import {study} from "../../../pipelines/studies/make.node.js";
import {silent} from "../../silent.js";
import {workbook} from "../../workbook.js";

const sampler = "max_tokens: 2048\ntemperature: 0.8\ntrials: 3\n";
const ONE = "tasks: [{task: boolean, params: {length: [6, 12]}, tiers: {easy: {length: 6}}}]\n";
const OTHER =
  "tasks: [{task: boolean, params: {length: 6}, tiers: {easy: {length: 6}}}, {task: letters, params: {}, tiers: {easy: {}}}]\n";

test("each of two suites has its own rows, equal to those of a store of it alone", async () => {
  const bookOf = (suites: string) =>
    `${suites}\nmodels: [models/reference.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 8, max: 8}\nseed: 7\n`;
  const out = mkdtempSync(join(tmpdir(), "reasonbook-suites-"));
  onTestFinished(() => rmSync(out, {recursive: true}));
  await using place = await workbook({
    "book.yaml": bookOf("suites: [suites/one.yaml, suites/other.yaml]"),
    "suites/one.yaml": ONE,
    "suites/other.yaml": OTHER,
    "samplers/greedy.yaml": sampler
  });
  const rowsOf = async (name: string, where = "true") => {
    const folder = join(out, name);
    await run(await readBook(undefined, {root: place.root}), {folder, report: silent});
    await study("estimates", folder, {report: silent});
    const text = `select model, base_task, reducer, k, value, low, high, items, answers from repetitions where ${where} order by all`;
    return {rows: (await query(text, {folder})).rows, folder};
  };
  const both = await rowsOf("both");
  expect((await query("select distinct suite from repetitions order by 1", both)).rows).toEqual([["one"], ["other"]]);
  for (const name of ["one", "other"]) {
    const own = (await rowsOf("both", `suite = '${name}'`)).rows;
    writeFileSync(join(place.root, "data/book.yaml"), bookOf(`suite: suites/${name}.yaml`));
    const alone = (await rowsOf(name)).rows;
    writeFileSync(join(place.root, "data/book.yaml"), bookOf("suites: [suites/one.yaml, suites/other.yaml]"));
    expect(alone.length).toBeGreaterThan(0);
    expect(own).toEqual(alone);
  }
  // Items of a suite: 8 a point, of two points each; the point that both have counts in both.
  const items = "select distinct suite, items from repetitions where base_task = '' and reducer = 'mean' order by 1";
  expect((await query(items, both)).rows).toEqual([
    ["one", 16],
    ["other", 16]
  ]);
  const printed = await place.command(
    "analyze",
    "repetitions",
    "--store",
    both.folder,
    "--suite",
    "other",
    "--by",
    "task",
    "--format",
    "json"
  );
  expect(printed.code, printed.stderr).toBe(0);
  const printedRows = JSON.parse(printed.stdout) as {suite: string; base_task: string}[];
  expect(new Set(printedRows.map(row => row.suite))).toEqual(new Set(["other"]));
  expect(new Set(printedRows.map(row => row.base_task))).toEqual(new Set(["boolean", "letters"]));

  const models = (await query("select distinct model from samples order by 1", both)).rows.map(([model]) => String(model));
  const [A, B] = [models[0]!, models.at(-1)!];
  const passes = await place.command("analyze", "passes", "--store", both.folder, "--a", A, "--b", B, "--format", "json");
  expect(passes.code, passes.stderr).toBe(0);
  const pairs = JSON.parse(passes.stdout) as {
    kind: string;
    k: number;
    a_pass: number;
    b_pass: number;
    n: number;
    value: number;
  }[];
  // 16 tests of each suite, 8 of which both have; by SQL, over the same three answers of each
  const counts = "with solved as (select model, item_id, sum((status = 1)::int) as c from samples group by all)";
  const shares = `select avg((c = 3)::int), avg((c > 0)::int), avg(c / 3), count(*)::int from solved where model = `;
  const [[ofA], [ofB]] = (await Promise.all(
    [A, B].map(async model => (await query(`${counts} ${shares}'${model}'`, both)).rows)
  )) as [[number[]], [number[]]];
  const passOf = (kind: string, k: number) => pairs.find(row => row.kind === kind && row.k === k)!;
  for (const [i, row] of [passOf("pass_hat", 3), passOf("pass_at", 3), passOf("pass_hat", 1)].entries()) {
    expect(row.a_pass).toBeCloseTo(ofA[i]!, 12);
    expect(row.b_pass).toBeCloseTo(ofB[i]!, 12);
    expect(row.value).toBeCloseTo(ofA[i]! - ofB[i]!, 12);
    expect(row.n).toBe(ofA[3]);
  }
  expect(pairs.map(({kind, k}) => `${kind} ${k}`)).toEqual(["pass_hat 1", "pass_hat 2", "pass_at 2", "pass_hat 3", "pass_at 3"]);
});
