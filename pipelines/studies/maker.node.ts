// Makes the tables of a study: opens a stage for them and the store that they are made from, and writes each table.
import {join} from "node:path";
import type {DuckDBConnection} from "@duckdb/node-api";
import {type Report, report as stderrReport} from "../infer/progress.node.js";
import {groupBy} from "../stats/groupBy.js";
import type {Table} from "../store/columns.js";
import {fileOf} from "../store/publish.node.js";
import type {EvaluationKey} from "../store/rows.node.js";
import {openTables} from "../store/sql.node.js";
import {openStage, type Stage} from "../store/writer.node.js";

/** The tables of a store, as a study reads them. */
export interface StudyStore {
  connection: DuckDBConnection;
  tables: readonly string[];
  /** Returns the rows of a query as objects. */
  rows<Row = Record<string, unknown>>(sql: string): Promise<Row[]>;
  /** Returns whether the store has a table with these columns; stores of older versions lack some. */
  has(table: string, ...columns: string[]): Promise<boolean>;
}

export interface StudyWork<Name extends string> {
  folder: string;
  report: Report;
  stage: Stage;
  /** Opens the store once; it is closed before tables are written. */
  open(): Promise<StudyStore>;
  /** Writes a table that others are made from; all others are written at the end. */
  write(name: Name): Promise<void>;
  /** Seconds since the start, with one decimal. */
  seconds(): string;
}

/** Returns a study's `make`, which writes its tables into a folder, also those that `fill` leaves without rows. */
export const maker =
  <Name extends string>(definitions: Readonly<Record<Name, Table>>, fill: (work: StudyWork<Name>) => Promise<void>) =>
  async (folder: string, {report = stderrReport()}: {report?: Report} = {}): Promise<void> => {
    const started = performance.now();
    await using stage = await openStage(definitions, {folder});
    const remaining = new Set(Object.keys(definitions) as Name[]);
    const write = async (name: Name) => {
      await stage.write(name, join(folder, fileOf(name)), {allowEmpty: true});
      remaining.delete(name);
    };
    let opened: Awaited<ReturnType<typeof openStore>> | undefined;
    const open = async () => (opened ??= await openStore(folder));
    const seconds = () => ((performance.now() - started) / 1000).toFixed(1);
    try {
      await fill({folder, report, stage, open, write, seconds});
    } finally {
      opened?.close();
    }
    for (const name of remaining) await write(name);
  };

async function openStore(folder: string): Promise<StudyStore & {close(): void}> {
  const {connection, tables, close} = await openTables(folder);
  const rows = async <Row>(sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJS() as unknown as Row[];
  const has = async (table: string, ...columns: string[]) => {
    if (!tables.includes(table)) return false;
    const names = (await rows<{column_name: string}>(`describe ${table}`)).map(({column_name}) => column_name);
    return columns.every(name => names.includes(name));
  };
  return {connection, tables, rows, has, close};
}

/** Reads from the tables of a store. */
export async function withStore<Result>(folder: string, read: (store: StudyStore) => Promise<Result>): Promise<Result> {
  const {close, ...store} = await openStore(folder);
  try {
    return await read(store);
  } finally {
    close();
  }
}

/** SQL columns with the names of an evaluation in rows grouped by it. */
export const NAMES = "any_value(model) as model, any_value(template) as template, any_value(sampler) as sampler";

/** The columns that identify the evaluation of a row. */
export const evaluationOf = ({eval_id, model, template, sampler}: EvaluationKey): EvaluationKey => ({
  eval_id,
  model,
  template,
  sampler
});

/** A set of rows that share the values of some columns. */
interface PartOf<Row> {
  /** The part's name, and all columns that tell parts apart; empty where they do not tell this one. */
  columns: Record<string, string>;
  rows: Row[];
}

/** Divides rows by each named list of columns. Rows of which a column is not known (empty) are in no part that it tells apart. */
export function* partsOf<Key extends string, Row extends Record<Key, string>>(
  rows: readonly Row[],
  parts: Readonly<Record<string, readonly Key[]>>
): Generator<PartOf<Row>> {
  const blank = Object.fromEntries(
    Object.values(parts)
      .flat()
      .map(key => [key, ""])
  );
  for (const [part, keys] of Object.entries(parts)) {
    const known = rows.filter(row => keys.every(key => row[key] !== ""));
    for (const own of groupBy(known, row => JSON.stringify(keys.map(key => row[key]))).values())
      yield {columns: {part, ...blank, ...Object.fromEntries(keys.map(key => [key, own[0]![key]]))}, rows: own};
  }
}
