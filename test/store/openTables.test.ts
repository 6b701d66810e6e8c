// Tables of a folder as views that are made when a statement first names them.
import {mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {emptyQuery} from "../../pipelines/store/columns.js";
import {openDuckDB} from "../../pipelines/store/duckdb.node.js";
import {estimatesTable, estimateViews} from "../../pipelines/store/estimates.sql.js";
import {openTables} from "../../pipelines/store/sql.node.js";

const folder = mkdtempSync(join(tmpdir(), "reasonbook-open-"));
beforeAll(async () => {
  const {connection, close} = await openDuckDB();
  for (const [name, query] of Object.entries({one: "select 1 as n", Two: "select 2 as n", "odd name": "select 3 as n"}))
    await connection.run(`copy (${query}) to '${join(folder, `${name}.parquet`)}' (format parquet)`);
  close();
});
afterAll(() => rmSync(folder, {recursive: true, force: true}));

const asked = async (listed: boolean, ...queries: string[]) => {
  const {connection, close} = await openTables(folder, {listed});
  try {
    const rows: unknown[] = [];
    for (const query of queries) rows.push(...(await connection.runAndReadAll(query)).getRowsJson().flat());
    return rows;
  } finally {
    close();
  }
};

test("names in other case, between quotes, with a space, in a view of one's own and in a statement with values are found as if all views were there", async () => {
  const queries = [
    "select n from ONE",
    'select n from "Two"',
    'select n from "odd name"',
    "create temp view both_of as select n from one union all select n from two; select sum(n)::int from both_of",
    "select round(wilson_low(0.5, 10), 6)"
  ];
  const all = await asked(true, ...queries);
  expect(all.slice(0, 3)).toEqual([1, 2, 3]);
  expect(all.at(-1)).toBeCloseTo(0.236593, 6); // R: prop.test(5, 10, correct = FALSE)
  expect(await asked(false, ...queries)).toEqual(all);
  const {connection, close} = await openTables(folder);
  expect((await connection.runAndReadAll("select n from one where n = ?", [1])).getRowsJson()).toEqual([[1]]);
  close();
});

test("a damaged file is no matter until its name is", async () => {
  const damaged = join(folder, "damaged.parquet");
  writeFileSync(damaged, "PAR1 and nothing that follows");
  try {
    expect(await asked(false, "select n from one")).toEqual([1]);
    await expect(asked(false, "select * from damaged")).rejects.toThrow();
  } finally {
    rmSync(damaged);
  }
});

test("a view over estimates has the columns of its schema, hides an older file of its name, and is missing without estimates", async () => {
  const {query, table} = estimateViews.hallucination!;
  const row = `select 'hallucination' as study, 'e' as eval_id, 'm' as model, 't' as template, 's' as sampler, 'facts' as base_task, 'subject' as facet,
    'elements' as facet_value, 'accuracy' as measure, 0.5 as value, 0.2 as low, 0.8 as high, 4::integer as n, 3::integer as clusters,
    1::integer as truncated, 'clustered wilson' as method, false as simulated`;
  const files = {
    estimates: `${row} union all (select * replace ('code' as study) from (${row}))`,
    hallucination: "select 'older' as rate"
  };
  const {connection, close} = await openDuckDB();
  const write = (name: string, sql: string) =>
    connection.run(`copy (${sql}) to '${join(folder, `${name}.parquet`)}' (format parquet)`);
  try {
    await write("hallucination", files.hallucination);
    expect(await asked(false, "select rate from hallucination")).toEqual(["older"]);
    await write("estimates", files.estimates);
    for (const listed of [true, false]) {
      const open = await openTables(folder, {listed});
      expect(open.tables.filter(name => name === "hallucination")).toHaveLength(1);
      const reader = await open.connection.runAndReadAll("select * from Hallucination");
      expect(reader.deduplicatedColumnNames()).toEqual(Object.keys(table.columns));
      expect(reader.getRowsJson()).toEqual([
        ["e", "m", "t", "s", "facts", "elements", "accuracy", 0.5, 0.2, 0.8, 4, 3, 1, false]
      ]);
      open.close();
    }
    await connection.run(`create table estimates as ${emptyQuery(estimatesTable)}`);
    expect((await connection.runAndReadAll(query)).getRows()).toEqual([]); // the columns of the schema are enough
  } finally {
    close();
    for (const name of Object.keys(files)) rmSync(join(folder, `${name}.parquet`));
  }
});

test("views over estimates read k from measures and kind and language from facet values; an absent measure is 0 or null", async () => {
  const {connection, close} = await openDuckDB();
  try {
    await connection.run(`create table estimates as ${emptyQuery(estimatesTable)}`);
    const row = (study: string, facet: string, facet_value: string, measure: string, value: number) =>
      connection.run(`insert into estimates values ('${study}', 'e', 'm', 't', 's', 'bank', '${facet}', '${facet_value}', '${measure}', ${value},
        null, null, 7, 5, 1, '', false)`);
    for (const measure of ["pass^16", "pass@2", "mean", "majority"]) await row("repetitions", "suite", "", measure, 0.5);
    await row("languages", "kind and language", "two  words de-AT", "accuracy", 0.25);
    await row("languages", "kind and language", "two  words ", "unscored", 3);
    await row("languages", "language", "", "gap", -0.5);
    const rowsOf = async (name: string, columns: string) =>
      (await connection.runAndReadAll(`select ${columns} from (${estimateViews[name]!.query})`)).getRowsJson();
    expect(await rowsOf("repetitions", "reducer, k, value, items, answers")).toEqual([
      ["majority", null, 0.5, 5, 7],
      ["mean", null, 0.5, 5, 7],
      ["pass", 2, 0.5, 5, 7],
      ["pass_hat", 16, 0.5, 5, 7]
    ]);
    expect(await rowsOf("language_gaps", "kind, language, n, truncated, accuracy, unscored, pairs, gap, q")).toEqual([
      ["", "", 0, 0, null, 0, 7, -0.5, null],
      ["two  words", "", 0, 0, null, 3, 0, null, null],
      ["two  words", "de-AT", 7, 1, 0.25, 0, 0, null, null]
    ]);
    expect(await rowsOf("multimodal", "category")).toEqual([]);
  } finally {
    close();
  }
});
