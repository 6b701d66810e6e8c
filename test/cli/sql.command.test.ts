// `npm run sql -- --shell` and `--export`: queries one after the other, and a store as one file.
import {execFile} from "node:child_process";
import {existsSync} from "node:fs";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {afterAll, beforeAll, expect, test} from "vitest";
import {tables as described} from "../../pipelines/store/tables.js";
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

test("an export that fails leaves no file", async () => {
  await writeFile(join(book.root, "data/store/damaged.parquet"), "no parquet");
  const {code} = await book.command("sql", "--export", "other.duckdb");
  expect(code).not.toBe(0);
  expect(existsSync(join(book.root, "other.duckdb"))).toBe(false);
});
