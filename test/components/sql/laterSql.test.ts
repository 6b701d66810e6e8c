import {readFileSync} from "node:fs";
import {join} from "node:path";
import type {DuckDBConnection} from "@duckdb/node-api";
import {afterAll, beforeAll, describe, expect, test} from "vitest";
import {openDuckDB} from "../../../pipelines/store/duckdb.node.js";
import {
  COMMAND_VERSION,
  differences,
  LATER_CONSTRUCTS,
  LATER_FUNCTIONS,
  laterTable,
  NESTED_NUMBERS,
  PAGE_VERSION,
  replacement
} from "../../../src/components/sql/laterSql.js";
import {openPageEngine, type PageConnection} from "./pageEngine.js";

type Row = Record<string, unknown>;

const TABLE =
  "create view t as select * from (values ('a', 1, 0.5::double), ('a', 2, 0.75), ('b', 3, null)) rows(g, x, accuracy)";

let page: PageConnection;
let command: DuckDBConnection;
let close: () => void;
beforeAll(async () => {
  page = await openPageEngine();
  ({connection: command, close} = await openDuckDB());
  page.query(TABLE);
  await command.run(TABLE);
});
afterAll(() => close?.());

/** Rows as plain values, so that both versions' can be compared. */
const plain = (value: unknown): unknown => {
  if (typeof value === "bigint") return Number(value);
  if (value instanceof Map) return plain(Object.fromEntries(value));
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  if ("toJSON" in value) return plain((value as {toJSON(): unknown}).toJSON());
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
};
const inPage = (text: string): Row[] =>
  page
    .query(text)
    .toArray()
    .map(row => plain(row) as Row);
const inCommand = async (text: string): Promise<Row[]> =>
  (await command.runAndReadAll(text)).getRowObjectsJS().map(row => plain(row) as Row);
function messageInPage(text: string): string | null {
  try {
    page.query(text);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

test("the versions are those that pages and commands run", async () => {
  expect(inPage("select version() as v")).toEqual([{v: `v${PAGE_VERSION}`}]);
  expect(await inCommand("select version() as v")).toEqual([{v: `v${COMMAND_VERSION}`}]);
});

describe.each(LATER_CONSTRUCTS.map(each => [each.construct, each] as const))("%s", (_, each) => {
  test("its replacement has in both versions the rows that it has in the later one", async () => {
    const rows = await inCommand(each.example);
    expect(rows.length).toBeGreaterThan(0);
    expect(await inCommand(each.replacement)).toEqual(rows);
    expect(inPage(each.replacement)).toEqual(rows);
  });

  test("pages name it, and nothing else, where it fails or differs", async () => {
    const message = messageInPage(each.example);
    if (each.message === null) {
      expect(message).toBeNull();
      expect(inPage(each.example)).not.toEqual(await inCommand(each.example));
      expect(differences(each.example, [])).toEqual([expect.stringContaining(each.construct)]);
    } else {
      expect(message).not.toBeNull();
      expect(replacement(each.example, message!)).toContain(`\`${each.construct}\`; write ${each.instead}`);
    }
    expect(differences(each.replacement, inPage(each.replacement))).toEqual([]);
  });
});

test("each further function is in the later version alone", async () => {
  const names = "select distinct lower(function_name) as name from duckdb_functions()";
  const pageFunctions = new Set(inPage(names).map(({name}) => name));
  const commandFunctions = new Set((await inCommand(names)).map(({name}) => name));
  for (const name of LATER_FUNCTIONS)
    expect([name, pageFunctions.has(name), commandFunctions.has(name)]).toEqual([name, false, true]);
  expect(replacement("select url_encode('a b')", messageInPage("select url_encode('a b')")!)).toMatch(
    /`url_encode`; `npm run sql`/
  );
});

test.each([
  "select nothing from t",
  "selec 1",
  "select sume(x) from t",
  "select max(x, g, 1, 2) from u",
  "select 'max(x, 2)' from t where y = 1 -- lambda v: v"
])("a mistake that both versions refuse is left to DuckDB's own message: %s", async query => {
  const message = messageInPage(query);
  await expect(inCommand(query)).rejects.toThrow();
  expect(replacement(query, message!)).toBeNull();
});

test.each([
  ["select '1_000', x from t", []],
  ["select g from t -- except all", []],
  ["select s['a'] from (select {'a': 1} as s)", []],
  ["select list(x) as v from t", []]
])("a query that both versions answer alike has no note: %s", (query, notes) => {
  expect(differences(query, inPage(query))).toEqual(notes);
});

test.each([
  "select range(3) as v",
  "select {'n': count(*)} as v from t",
  "select [[count(*)]] as v from t",
  "select [1.5, 2.5] as v"
])("numbers in lists and structs that pages misread are named: %s", query => {
  expect(differences(query, inPage(query))).toEqual([NESTED_NUMBERS]);
});

test("docs/sql.md has the table", () => {
  expect(readFileSync(join(import.meta.dirname, "../../../docs/sql.md"), "utf8")).toContain(laterTable());
});
