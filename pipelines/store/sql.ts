// Ad-hoc SQL over a store's tables, in Node.
import {existsSync, readdirSync} from "node:fs";
import {resolve} from "node:path";
import {type DuckDBConnection, DuckDBInstance, type DuckDBResultReader} from "@duckdb/node-api";
import {UserError} from "../book/error.js";
import {readDataset} from "../book.js";
import {statsMacros} from "../score/stats.sql.js";
import {DATASET, select} from "./selection.js";
import {literal, quoted} from "./sorted.js";

export interface QueryResult {
  columns: string[];
  /** Values as JSON can hold them: lists and maps nested, 64-bit integers as numbers where exact, else as text. */
  rows: unknown[][];
}

/**
 * A connection that sees every Parquet file of a folder as a view named after it, with the stats macros loaded.
 * @param source a folder, or a dataset's file (.yaml): then its store, with only its evaluations and with its facets
 */
export async function openTables(source: string): Promise<{connection: DuckDBConnection; tables: string[]; close(): void}> {
  const dataset = /\.ya?ml$/u.test(source) ? await readDataset(source) : null;
  const folder = dataset?.store ?? source;
  const files = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith(".parquet") && !name.startsWith(".")) : [];
  if (files.length === 0) throw new UserError(`no tables in ${folder}; run npm run run first`);
  const instance = await DuckDBInstance.create(":memory:", {threads: "2"});
  const connection = await instance.connect();
  for (const macro of statsMacros) await connection.run(macro);
  const tables = files.map(file => file.slice(0, -".parquet".length)).sort();
  const sources = new Map(tables.map(table => [table, `read_parquet(${literal(resolve(folder, `${table}.parquet`))})`]));
  try {
    if (dataset) await select(connection, sources, dataset);
    else for (const [table, from] of sources) await connection.run(`create view ${quoted(table)} as from ${from}`);
  } catch (error) {
    connection.closeSync();
    instance.closeSync();
    throw error;
  }
  return {
    connection,
    tables: dataset ? [...tables, DATASET].sort() : tables,
    close() {
      connection.closeSync();
      instance.closeSync();
    }
  };
}

/**
 * The rows of a Parquet file, a batch in memory at a time; 64-bit integers as numbers.
 * @param query may select, order and join: the file is `t`, the others go by their names
 */
export async function* readRows(
  file: string,
  {query = "from t", others = {}}: {query?: string; others?: Record<string, string>} = {}
): AsyncGenerator<Record<string, unknown>> {
  const instance = await DuckDBInstance.create(":memory:", {threads: "2"});
  const connection = await instance.connect();
  try {
    for (const [name, path] of Object.entries({t: file, ...others}))
      await connection.run(`create view ${name} as from read_parquet(${literal(resolve(path))})`);
    const result = await connection.stream(query);
    for await (const batch of result.yieldRowObjectJs()) for (const row of batch) yield narrowed(row);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** A result with numbers as numbers, lists as lists and maps as objects: the column's type decides, never the look of a value. */
export function typedRows(reader: DuckDBResultReader): QueryResult {
  const value = (each: unknown): unknown => {
    if (typeof each === "bigint") return narrow(each);
    if (!Array.isArray(each)) return each;
    const pairs = each.length > 0 && each.every(item => item !== null && typeof item === "object" && "key" in item);
    return pairs ? Object.fromEntries(each.map(item => [String(item.key), value(item.value)])) : each.map(value);
  };
  return {columns: reader.deduplicatedColumnNames(), rows: reader.getRowsJS().map(row => row.map(value))};
}

/** A number where it is exact; ids beyond 2⁵³ as text, or neighbours would be one. */
const narrow = (each: bigint): number | string => (Number.isSafeInteger(Number(each)) ? Number(each) : String(each));

function narrowed(row: Record<string, unknown>): Record<string, unknown> {
  for (const name in row) if (typeof row[name] === "bigint") row[name] = narrow(row[name]);
  return row;
}

/** Runs one query. A mistake in it is a UserError with DuckDB's words. */
export async function query(text: string, {folder}: {folder: string}): Promise<QueryResult> {
  const {connection, tables, close} = await openTables(folder);
  try {
    const reader = await connection.runAndReadAll(text);
    return {columns: reader.deduplicatedColumnNames(), rows: reader.getRowsJson().map(row => row.map(plain))};
  } catch (error) {
    throw new UserError(`${(error as Error).message.trim()}\ntables: ${tables.join(", ")}`);
  } finally {
    close();
  }
}

/** DuckDB's JSON form writes 64-bit integers as text and maps as pairs; readers expect numbers and objects. */
function plain(value: unknown): unknown {
  if (typeof value === "string" && /^-?\d{1,15}$/.test(value) && String(Number(value)) === value) return Number(value);
  if (Array.isArray(value)) {
    const pairs =
      value.length > 0 && value.every(each => each !== null && typeof each === "object" && "key" in each && "value" in each);
    return pairs
      ? Object.fromEntries(value.map(each => [String((each as {key: unknown}).key), plain((each as {value: unknown}).value)]))
      : value.map(plain);
  }
  return value;
}
