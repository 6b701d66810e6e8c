// `npm run sql -- --shell` and `--export`: queries one after the other, and a store as one file.
import {execFile} from "node:child_process";
import {existsSync} from "node:fs";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {afterAll, beforeAll, expect, test} from "vitest";
import {tables as described} from "../../pipelines/store/tables.js";
import {wilsonRoots} from "../analyze/store.js";
import {fixtureBook} from "../fixtureStore.js";
import type {Workbook} from "../workbook.js";

let book: Workbook;
beforeAll(async () => {
  book = await fixtureBook();
});
afterAll(() => book?.[Symbol.asyncDispose]());

const shell = (stdin: string, ...more: string[]) => book.commandWith({stdin}, ["sql", "--shell", ...more]);

test("a file of queries: several lines each, results and mistakes in their order, and the exit code remembers a mistake", async () => {
  const {stdout, stderr, code} = await shell(
    "-- a comment; no query\nselect 1 as one,\n  ';' as two; select 2 as three;\n.mode csv\nselect nothing from nowhere;\n\nselect count(distinct model) as models from points"
  );
  expect(stdout).toContain("one  two");
  expect(stdout.indexOf("one  two")).toBeLessThan(stdout.indexOf("three"));
  expect(stdout).toMatch(/models\n\d+\n$/);
  expect(stdout).not.toContain("sql>");
  expect([code, stderr.trim().split("\n")]).toEqual([2, [expect.stringContaining("nowhere")]]);
});

test("dot commands list tables, columns with their meaning, and say what there is", async () => {
  const {stdout, stderr, code} = await shell(
    ".tables\n.schema points\n.schema pionts\n.mode xml\n.nothing\n.help\n.exit\nselect 'never' as never;\n"
  );
  expect(stdout).toMatch(/^items\n/m);
  expect(stdout).toContain(described.points.columns.correct.description);
  expect(stdout).toContain("Ctrl-D");
  expect(stdout).not.toContain("never");
  expect(stderr.trim().split("\n")).toEqual([
    'no table pionts; did you mean "points"?',
    'no mode "xml"; there are table, csv, json',
    expect.stringMatching(/^no command \.nothing; there are \.tables/)
  ]);
  expect(code).toBe(2);
});

test("it only reads unless --write is given, and then one statement sees what another has made", async () => {
  const made = "create temp table mine as select 41 as n; select n + 1 as sum from mine;\n";
  expect((await shell(made)).stderr).toContain("sql only reads");
  const {stdout, code} = await shell(made, "--write", "--json");
  expect([code, stdout]).toEqual([0, expect.stringContaining('"sum": 42')]);
});

test("nothing to read is nothing to do; a store without tables is a mistake", async () => {
  expect(await shell("")).toMatchObject({code: 0, stdout: "", stderr: ""});
  expect(await shell("select 1;", "--store", "data/nowhere")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("no tables in data/nowhere")
  });
});

test("at a terminal it prompts, goes on in the next line, drops it at Ctrl-C and ends at Ctrl-D", async context => {
  const there = await new Promise(resolve => execFile("script", ["--version"], error => resolve(error === null)));
  if (!there) context.skip("no program script to give the shell a terminal");
  const {spawn} = await import("node:child_process");
  const {COMMAND_LINE} = await import("../workbook.js");
  const child = spawn("script", ["-qec", `${COMMAND_LINE} sql --shell`, "/dev/null"], {
    cwd: book.root,
    env: {...process.env, TERM: "dumb"}
  });
  let output = "";
  const until = (pattern: RegExp) =>
    new Promise<void>(resolve => {
      const look = () => {
        if (!pattern.test(output)) return;
        child.stdout.off("data", look);
        resolve();
      };
      child.stdout.on("data", look);
      look();
    });
  child.stdout.on("data", chunk => (output += chunk));
  const ended = new Promise(resolve => child.once("close", resolve));
  await until(/sql> /);
  child.stdin.write("select 6 *\n");
  await until(/\.\.\.> /);
  child.stdin.write("7 as answer;\n");
  await until(/42\s/);
  output = "";
  child.stdin.write("select broken\n");
  await until(/\.\.\.> /);
  child.stdin.write("\u0003");
  await until(/sql> /);
  child.stdin.write("\u0004");
  await ended;
  expect(output).not.toContain("Error");
});

test("all tables of a store in one file: the same rows, what columns mean, and the macros", async () => {
  const {stdout, stderr, code} = await book.command("sql", "--export", "results.duckdb");
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^results\.duckdb: \d+ tables, [\d,]+ rows, [\d.]+ MB\n$/);
  const database = await DuckDBInstance.create(join(book.root, "results.duckdb"), {access_mode: "READ_ONLY"});
  const connection = await database.connect();
  try {
    const rows = async (text: string) => (await connection.runAndReadAll(text)).getRowObjectsJson();
    for (const table of ["points", "samples", "items", "responses", "scores"]) {
      const file = join(book.root, `data/store/${table}.parquet`);
      const [differ] = await rows(
        `select count(*)::int as n from ((from ${table} except all from '${file}') union all (from '${file}' except all from ${table}))`
      );
      expect(differ, table).toEqual({n: 0});
    }
    expect(await rows("select comment from duckdb_columns() where table_name = 'points' and column_name = 'correct'")).toEqual([
      {comment: described.points.columns.correct.description}
    ]);
    expect(await rows("select round(excess_accuracy(15, 20, 10), 3) as e")).toEqual([{e: 0.5}]);
  } finally {
    connection.closeSync();
    database.closeSync();
  }
  const again = await book.command("sql", "--export", "results.duckdb");
  expect([again.code, again.stderr]).toEqual([2, "--export results.duckdb exists already; delete it, or name another file\n"]);
});

test.each([
  [[], /^give one of a query, --shell or --export, such as /],
  [["from points", "--shell"], /^give one of a query, --shell or --export, not a query and --shell$/m],
  [["--export", "results.csv"], /results\.csv: expected a name that ends in \.duckdb or \.db/],
  [["--export", "nowhere/results.duckdb"], /there is no folder/]
])("%j is refused in one line", async (words, message) => {
  const {code, stderr} = await book.command("sql", ...words);
  expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
});

test("results: the shares of samples, one row per evaluation, suite and task, with Wilson's interval", async () => {
  type Result = {score: number; low: number; high: number; n: number; truncated: number; simulated: boolean};
  const rows = async <Row>(text: string) => JSON.parse((await book.command("sql", text, "--json")).stdout) as Row[];
  const results = await rows<Result & {k: number; cut: number; counted: number}>(`with counts as (
      select model, template, sampler, base_task as task, count(*) filter (status = 1)::int as k, count(*) filter (status = 2)::int as cut,
        count(*) filter (status <> 2)::int as counted from samples where trial = 0 group by all)
    select r.*, k, cut, counted from results r join counts using (model, template, sampler, task) where suite <> 'lengths'`);
  expect(results.length).toBeGreaterThan(20);
  for (const {score, low, high, n, truncated, simulated, k, cut, counted} of results) {
    expect({n, truncated, simulated}).toEqual({n: counted, truncated: cut, simulated: true});
    if (n === 0) expect([score, low, high]).toEqual([null, null, null]);
    else for (const [i, end] of wilsonRoots(k, n).entries()) expect([low, high][i]).toBeCloseTo(end, 9);
    if (n > 0) expect(score).toBeCloseTo(k / n, 12);
  }
  expect(results.some(({score}) => score === 0) || results.some(({score}) => score === 1)).toBe(true);
  expect((await shell(".schema results\n")).stdout).toContain("share of right answers");
});

test("evals of a store with several suites has the scores of the first, and names the others", async () => {
  const [bare, one, part] = await Promise.all([
    book.command("analyze", "evals", "--format", "json"),
    book.command("analyze", "evals", "--suite", "starter", "--format", "json"),
    book.command("analyze", "evals", "--task", "needles", "--format", "json")
  ]);
  expect(bare.stderr).toMatch(/^suite starter; --suite reads another: narratives, lengths\b/);
  expect(bare.stdout).toBe(one.stdout);
  expect((JSON.parse(bare.stdout) as {score: number | null}[]).every(({score}) => score !== null)).toBe(true);
  expect([one.stderr, part.stderr]).toEqual(["", ""]);
  expect((JSON.parse(part.stdout) as unknown[]).length).toBe(3);
});

test("an export that fails leaves no file", async () => {
  await writeFile(join(book.root, "data/store/damaged.parquet"), "no parquet");
  const {code} = await book.command("sql", "--export", "other.duckdb");
  expect(code).not.toBe(0);
  expect(existsSync(join(book.root, "other.duckdb"))).toBe(false);
});
