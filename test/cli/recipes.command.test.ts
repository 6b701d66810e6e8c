// The recipes of docs/recipes.md, run as they stand there, give the same numbers as the store.
import {execFile} from "node:child_process";
import {readFileSync} from "node:fs";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {promisify} from "node:util";
import {DuckDBInstance} from "@duckdb/node-api";
import {afterAll, beforeAll, expect, test} from "vitest";
import {fixtureBook} from "../fixtureStore.js";
import type {Workbook} from "../workbook.js";

const run = promisify(execFile);
const document = readFileSync(new URL("../../docs/recipes.md", import.meta.url), "utf8");
/** The block of code in a language that holds a word. */
function recipe(language: string, word: string): string {
  const found = [...document.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].find(
    ([, name, code]) => name === language && code!.includes(word)
  );
  if (!found) throw new Error(`no ${language} with ${word}`);
  return found[2]!;
}
const commandOf = (word: string): string[] => {
  const line = document.split("\n").find(each => each.startsWith("    npm run") && each.includes(word))!;
  return [...line.replace(/ > \S+$/, "").matchAll(/"([^"]*)"|(\S+)/g)]
    .map(([, quoted, plain]) => quoted ?? plain!)
    .slice(3)
    .filter(each => each !== "--");
};

interface Row {
  model: string;
  correct: number;
  n: number;
  accuracy: number;
  low: number;
  high: number;
}
let book: Workbook;
let right: Row[];
beforeAll(async () => {
  book = await fixtureBook();
  const counted = "sum(correct), sum(correct + incorrect), sum(guess_sum)";
  const {stdout} = await book.command(
    "sql",
    `select model, sum(correct)::int as correct, sum(correct + incorrect)::int as n, excess_accuracy(${counted}) as accuracy, excess_low(${counted}) as low, excess_high(${counted}) as high from points group by 1 order by 1`,
    "--json"
  );
  right = JSON.parse(stdout);
  expect(right).toHaveLength(3);
  const {stdout: csv} = await book.command(...(commandOf('from points" --csv') as [string]));
  await writeFile(join(book.root, "points.csv"), csv);
  expect((await book.command("sql", "--export", "results.duckdb")).code).toBe(0);
});
afterAll(() => book?.[Symbol.asyncDispose]());

async function asked(text: string, prepare = ""): Promise<Row[]> {
  const database = await DuckDBInstance.create(prepare ? ":memory:" : join(book.root, "results.duckdb"));
  const connection = await database.connect();
  try {
    if (prepare) await connection.run(prepare);
    return (await connection.runAndReadAll(text)).getRowObjectsJS() as unknown as Row[];
  } finally {
    connection.closeSync();
    database.closeSync();
  }
}
const byModel = (rows: Row[]) => rows.toSorted((a, b) => (a.model < b.model ? -1 : 1));
const installed = (command: string, ...words: string[]) =>
  run(command, words).then(
    () => true,
    () => false
  );

test("DuckDB's CLI: its SQL on the exported file, and its data dictionary", async () => {
  const rows = byModel(await asked(recipe("sql", "duckdb results.duckdb")));
  expect(rows.map(({model, correct, n, accuracy, low, high}) => ({model, correct, n, accuracy, low, high}))).toEqual(right);
  const dictionary = await asked("select table_name, column_name, comment from duckdb_columns() where comment is not null");
  expect(dictionary.length).toBeGreaterThan(100);
});

test("Python's duckdb and Observable ask SQL that the file answers", async () => {
  const python = /db\.sql\("""([\s\S]*?)"""\)/.exec(recipe("python", "duckdb.connect"))![1]!;
  expect(byModel(await asked(python)).map(({accuracy}) => accuracy)).toEqual(right.map(({accuracy}) => accuracy));
  const observable = /db\.query\(`([\s\S]*?)`\)/.exec(recipe("js", "DuckDBClient"))![1]!;
  const points = join(book.root, "data/store/points.parquet");
  expect(byModel(await asked(observable, `create view points as from '${points}'`))).toEqual(
    right.map(({model, correct, n}) => ({model, correct, n}))
  );
});

test("R's duckdb asks SQL that the file answers", async () => {
  const [, text] = /dbGetQuery\(db, "([^"]*)"\)/.exec(recipe("r", "dbGetQuery"))!;
  expect(byModel(await asked(text!)).map(({n}) => Number(n))).toEqual(right.map(({n}) => n));
});

test("pandas, from CSV", async context => {
  const python = (await installed("python3", "-c", "import pandas")) ? "python3" : "/usr/bin/python3";
  if (!(await installed(python, "-c", "import pandas"))) context.skip("no Python with pandas: apt-get install python3-pandas");
  const code = `${recipe("python", "read_csv").replace(/^print.*$/m, "")}\nprint(scores.reset_index().to_json(orient="records", double_precision=15))`;
  const {stdout} = await run(python, ["-c", code], {cwd: book.root});
  for (const [i, {guess_sum: _, ...row}] of byModel(JSON.parse(stdout))
    .map(each => each as Row & {guess_sum: number})
    .entries())
    for (const name of ["correct", "n", "accuracy", "low", "high"] as const)
      expect(row[name], name).toBeCloseTo(right[i]![name], 9);
});

test("R, from CSV", async context => {
  if (!(await installed("Rscript", "--version"))) context.skip("no R: apt-get install r-base-core");
  const code = `${recipe("r", "read.csv").replace(/^print.*$/m, "")}\nfor (i in order(scores$model)) cat(scores$model[i], scores$correct[i], scores$n[i], sprintf("%.12f", scores$accuracy[i]), "\\n")`;
  const {stdout} = await run("Rscript", ["-e", code], {cwd: book.root});
  const rows = stdout
    .trim()
    .split("\n")
    .map(line => line.trim().split(" "));
  expect(rows.map(([model, correct, n, accuracy]) => [model, Number(correct), Number(n), Number(accuracy).toFixed(9)])).toEqual(
    right.map(({model, correct, n, accuracy}) => [model, correct, n, accuracy.toFixed(9)])
  );
});

test("the matrix of answers is one that item response theory takes", async () => {
  const {stdout, code, stderr} = await book.command(...(commandOf("pivot (select") as [string]));
  expect([code, stderr]).toEqual([0, ""]);
  const [header, ...rows] = stdout
    .trim()
    .split("\n")
    .map(line => line.split(","));
  expect(header![0]).toBe("model");
  expect(header!.length).toBeGreaterThan(10);
  expect(rows.map(([model]) => model).toSorted()).toEqual(right.map(({model}) => model));
  expect(new Set(rows.flatMap(row => row.slice(1)))).toEqual(
    new Set(["0", "1"].concat(rows.some(row => row.includes("")) ? [""] : []))
  );
  await writeFile(join(book.root, "answers.csv"), stdout);
  expect((await book.command("irt", "fit", "--responses", "answers.csv")).code).toBe(0);
});
