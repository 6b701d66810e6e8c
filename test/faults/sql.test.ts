// SQL of the command line reads: nothing that a query says writes a file, changes a setting or fetches an extension, unless --write is given.
import {existsSync, mkdirSync, readdirSync, readFileSync} from "node:fs";
import {cp, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, test} from "vitest";
import {openQueries, query} from "../../pipelines/store/sql.node.js";
import {studyTables} from "../../pipelines/studies/registry.js";
import {type Workbook, workbook} from "../workbook.js";

let book: Workbook;
let folder: string;
beforeAll(async () => {
  book = await workbook();
  const {code, stderr} = await book.command("run", "--limit", "8");
  expect(code, stderr).toBe(0);
  folder = join(book.root, "data/store");
});
afterAll(() => book[Symbol.asyncDispose]());

const filesIn = (root: string) => (readdirSync(root, {recursive: true}) as string[]).sort();
const sql = (text: string, options: {write?: boolean} = {}) => query(text, {folder, ...options});
const points = () => join(folder, "points.parquet");

const WRITES: Record<string, () => string> = {
  copy: () => `copy (select 1) to '${points()}' (format parquet)`,
  "a copy behind a query": () => `select 1; copy (select 1) to '${points()}'`,
  "a copy behind a comment": () => `/* only */ -- reading\ncopy (select 1) to '${points()}'`,
  "a copy that is explained by running it": () => `explain analyze copy (select 1) to '${points()}'`,
  "with a comment between": () => `explain /**/ ANALYZE copy (select 1) to '${points()}'`,
  "a copy that is prepared": () => `prepare p as copy (select 1) to '${points()}'`,
  "a copy beside a pivot": () => `pivot points on model using sum(correct); copy (select 1) to '${points()}'`,
  export: () => `export database '${join(folder, "copy")}'`,
  import: () => `import database '${folder}'`,
  attach: () => `attach '${join(folder, "new.db")}'`,
  "create secret": () => "create persistent secret s (type s3)",
  "create table": () => "create table points2 as from points",
  drop: () => "drop view points",
  pragma: () => `pragma profiling_output = '${points()}'`,
  set: () => `set temp_directory = '${folder}'`,
  call: () => "call enable_logging()",
  "a copy of a pivot": () => `copy (pivot points on model using sum(correct)) to '${points()}'`,
  "a table of a pivot": () => "create table p as pivot points on model using sum(correct)"
};

describe("a statement that writes is refused in one line that names the way out, and leaves every file as it was", () => {
  test.each(Object.entries(WRITES))("%s", async (_, of) => {
    const text = of();
    const before = readdirSync(folder).sort();
    const bytes = readFileSync(points());
    await expect(sql(text), text).rejects.toThrow(
      /^sql only reads, and this is not a query; add --write to let it write files and settings$/
    );
    expect(readdirSync(folder).sort()).toEqual(before);
    expect(readFileSync(points()).equals(bytes)).toBe(true);
  });
});

/** A call of a table function with arguments that it may take, some of which name a file to write. */
const ARGUMENTS = [
  "",
  "'QueryLog', storage = 'file', storage_path = 'FOLDER/written'",
  "'FOLDER/written'",
  "'select 1'",
  "'points'",
  "1",
  "1, 2"
];

test("of all functions and settings that DuckDB documents none makes a file, changes a setting or ends the process", async () => {
  const {rows} = await sql(
    "select distinct function_name, function_type from duckdb_functions() where function_type in ('table', 'pragma')"
  );
  expect(rows.length).toBeGreaterThan(100);
  const {rows: names} = await sql("select name from duckdb_settings()");
  const before = filesIn(book.root);
  const cwd = readdirSync(".").sort();
  const queries = await openQueries({folder});
  const settings = async () => (await queries.ask("select name, value from duckdb_settings() order by name")).rows;
  const initial = await settings();
  const texts = rows.flatMap(([name, type]) =>
    ARGUMENTS.flatMap(given => {
      const words = given.replaceAll("FOLDER", book.root);
      const called = `${name}(${words})`;
      if (type === "pragma") return [`pragma ${called}`];
      return [
        `from ${called}`,
        `from "${name}"(${words})`,
        `from system.main.${called}`,
        `from points where 1 in (from ${called})`,
        `call ${called}`
      ];
    })
  );
  const hidden = `from enable_logging(storage = 'file', storage_path = '${join(book.root, "written")}')`;
  const more = [
    `pivot (${hidden}) on 1 using count(*)`,
    `with x as (${hidden}) pivot x on 1 using count(*)`,
    `explain analyze ${hidden}`,
    `select write_log('x')`,
    `from query('${hidden.replaceAll("'", "''")}')`,
    `from query('from enable' || '_logging()')`,
    `from json_execute_serialized_sql(json_serialize_sql('${hidden.replaceAll("'", "''")}'))`,
    `select 1 /* /* */; copy (select 1) to '${points()}'; -- */ */`,
    `select e'\\''; copy (select 1) to '${points()}'; --'`,
    `from (pivot points on model); copy (select 1) to '${points()}'; from (points`,
    ...names.flatMap(([name]) => [`set ${name} = '${join(book.root, "written")}'`, `reset ${name}`])
  ];
  const bytes = readFileSync(points());
  for (const text of [...texts, ...more]) await queries.ask(text).catch(() => {});
  expect(await settings()).toEqual(initial);
  expect((await queries.ask("from points")).rows.length).toBeGreaterThan(0);
  queries.close();
  expect(filesIn(book.root)).toEqual(before);
  expect(readdirSync(".").sort()).toEqual(cwd);
  expect(readFileSync(points()).equals(bytes)).toBe(true);
});

test("files other than the store's tables cannot be read without --write", async () => {
  const file = join(book.root, "data/book.yaml");
  for (const text of [
    `from read_text('${file}')`,
    `from glob('${book.root}/*')`,
    `from read_csv('${file}')`,
    `from '${file}.csv'`
  ])
    await expect(sql(text), text).rejects.toThrow(/; sql reads the tables of the store alone; add --write/u);
  expect((await sql(`select count(*) from read_text('${file}')`, {write: true})).rows).toEqual([[1]]);
});

test("no extension is fetched, with --write neither", async () => {
  for (const text of ["install httpfs", "load httpfs", "force install spatial", "update extensions"])
    for (const write of [false, true]) await expect(sql(text, {write}), text).rejects.toThrow(/extensions are never downloaded/);
  const home = join(book.root, "home");
  mkdirSync(home);
  const {code, stderr} = await book.start(["sql", "from read_parquet('https://localhost:9/points.parquet')"], {HOME: home}).ended;
  expect(code).toBe(2);
  expect(stderr).toMatch(/^Cannot access file "https:\S+"; sql reads the tables of the store alone; add --write to let it/);
  expect(readdirSync(home)).toEqual([]);
});

test("what reads still reads", async () => {
  for (const text of [
    "from points",
    "describe points",
    "show tables",
    "summarize points",
    "explain select 1",
    "EXPLAIN ANALYZE select 1",
    "select 1; from points",
    "show points",
    "from (pivot points on base_task using sum(correct))",
    "values (1)",
    "with x as (select 1 as a) from x",
    "pivot points on base_task using sum(correct) group by model",
    `from read_parquet('${points()}')`,
    "select excess_accuracy(1, 2, 0)"
  ])
    expect((await sql(text)).rows.length, text).toBeGreaterThan(0);
  await expect(sql("")).rejects.toThrow(/empty query/);
  await expect(sql("selec 1")).rejects.toThrow(/Parser Error/);
});

test("--write lets it write", async () => {
  const file = join(book.root, "points.csv");
  const {code} = await book.command("sql", "--write", `copy (from points) to '${file}'`);
  expect(code).toBe(0);
  expect(existsSync(file)).toBe(true);
  const former = await book.command("sql", "--out", "data/store", "from points");
  expect({code: former.code, stderr: former.stderr}).toEqual({
    code: 2,
    stderr: "--out is where a command writes; the store that it reads is --store\n"
  });
  const refused = await book.command("sql", `copy (from points) to '${file}2'`);
  expect(refused).toMatchObject({
    code: 2,
    stderr: "sql only reads, and this is not a query; add --write to let it write files and settings\n"
  });
});

test("of a study's table that is not made yet it is said which command makes it; of other names what DuckDB says", async () => {
  const told = async (...words: string[]) => {
    const {code, stderr} = await book.command("sql", ...words);
    expect(code).toBe(2);
    return stderr.split("\n")[0];
  };
  expect(await told("from categories")).toBe(
    "table categories of data/store has not been made yet; npm run refresh categories makes it"
  );
  expect(await told("from hallucination")).toBe(
    "table hallucination of data/store has not been made yet; npm run refresh estimates makes it"
  );
  expect(await told("--store", "./data/store/", 'select * from points join "IRT_Items" using (base_task)')).toBe(
    "table irt_items of ./data/store/ has not been made yet; npm run refresh irt_items makes it"
  );
  await cp(join(book.root, "data/store"), join(book.root, "kept"), {recursive: true});
  expect(await told("--store", "kept", "from spectra")).toBe(
    "table spectra of kept has not been made yet; npm run refresh -- spectra --store kept makes it"
  );
  await writeFile(join(book.root, "data/kept.yaml"), 'title: Kept\nstore: kept\nsimulated: true\nevaluations: [{model: "*"}]\n');
  expect(await told("--store", "data/kept.yaml", "from spectra")).toMatch(/ -- spectra --store kept makes it$/u);
  expect(await told("from nobodys")).toMatch(/^Catalog Error: Table with name nobodys /u);
  expect(await told("from constructor")).toMatch(/^Catalog Error: Table with name constructor /u);
  expect(await told("select nothing from points")).toMatch(/^Binder Error/u);
  // What is recommended is possible: `refresh` knows a table by its loader.
  const loaders = new Set(readdirSync("loaders").map(file => file.split(".")[0]));
  expect(Object.keys(studyTables).filter(table => !loaders.has(table))).toEqual([]);
});

test("text stays text and numbers are numbers: the column's type decides", async () => {
  const {rows} =
    await sql(`select '007' a, '12' b, 12::bigint c, 9007199254740993::bigint d, 1.50 e, 12345678901234567.89::decimal(20,2) f,
    ['1'] g, [1::bigint] h, {'n': 2::bigint, 't': '3'} i, map {'k': 4::bigint} j, map {}::map(varchar, int) k, [{'key': 'x', 'value': '5'}] l,
    'nan'::double m, null n, true o, '-1' p`);
  expect(rows[0]).toEqual([
    "007",
    "12",
    12,
    "9007199254740993",
    1.5,
    "12345678901234567.89",
    ["1"],
    [1],
    {n: 2, t: "3"},
    {k: 4},
    {},
    [{key: "x", value: "5"}],
    Number.NaN,
    null,
    true,
    "-1"
  ]);
  const {stdout} = await book.command("sql", "--json", "select '42' as text, 42::hugeint as number");
  expect(JSON.parse(stdout)).toEqual([{text: "42", number: 42}]);
  const csv = await book.command("sql", "--csv", "select '=1+1' as a, '-2' as b, -2 as c, '@x' as d, -1.5::decimal(9,1) as e");
  expect(csv.stdout).toBe("a,b,c,d,e\n'=1+1,-2,-2,'@x,-1.5\n");
});
