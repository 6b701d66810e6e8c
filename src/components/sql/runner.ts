// Runs SQL queries that can be cancelled.
import type {Rows} from "../../pipelines/charts/shared/sql.js";
import {type DatabaseOptions, openDatabase, type TableFile} from "../shared/database.js";
import {hasCrashed} from "../shared/plainError.js";

export interface Result {
  columns: readonly {name: string; type: string}[];
  /** the first rows, at most KEPT_ROWS */
  rows: readonly Record<string, unknown>[];
  /** number of rows that the query returned */
  total: number;
  milliseconds: number;
}

export interface Runner {
  /** Runs one query at a time; rejects with a sentence in plain words. */
  run(text: string): Promise<Result>;
  /** Cancels the running query: its promise is rejected, and the database is reopened. */
  cancel(reason?: string): void;
  /** The whole result of a query as a file. */
  saved(text: string, format: "parquet" | "arrow"): Promise<Uint8Array>;
  close(): void;
}

/** Statements that access files, extensions or other databases: none are available here, and some would never return. */
const OUTWARD = /^\s*(attach|copy|detach|export|import|install|load)\b/i;

/** Most rows that the page keeps, for the plot and the CSV file. */
export const KEPT_ROWS = 50_000;

/**
 * Runs queries that may never end. DuckDB in the browser cannot be interrupted reliably, so that a query that is cancelled or takes longer
 * than `limit` milliseconds loses its worker; the next one gets a new worker.
 */
export function runner(
  files: Record<string, TableFile>,
  {limit = 30_000, shown = null}: {limit?: number; shown?: DatabaseOptions["shown"]} = {}
): Runner {
  const opened = () => openDatabase(files, {shown, onDemand: true});
  let database = opened();
  let stop: ((error: Error) => void) | undefined;

  async function collect(text: string): Promise<Omit<Result, "milliseconds">> {
    let columns: Result["columns"] = [];
    const rows: Record<string, unknown>[] = [];
    let total = 0;
    for await (const batch of database.batches(text)) {
      if (total === 0) columns = columnsOf(batch);
      const readers = columns.map(({name, type}, i) => [name, reader(type, batch.getChildAt(i))] as const);
      for (let row = 0; row < batch.numRows && rows.length < KEPT_ROWS; row++)
        rows.push(Object.fromEntries(readers.map(([name, get]) => [name, get(row)])));
      total += batch.numRows;
    }
    return {columns, rows, total};
  }

  const reopen = () => {
    database.close();
    database = opened();
  };
  function cancel(reason = "cancelled"): void {
    if (!stop) return;
    reopen();
    stop(new Error(reason));
  }
  /** Asks a new database once where DuckDB's program has failed: what an earlier query has left in its memory may be why. */
  const once = (text: string) => (error: Error) => {
    if (!hasCrashed(error.cause instanceof Error ? error.cause.message : error.message)) throw error;
    reopen();
    return collect(bare(text));
  };

  return {
    async run(text) {
      if (stop) throw new Error("a query is still running; cancel it first");
      refuseOutward(text);
      const start = performance.now();
      const stopped = new Promise<never>((_, reject) => (stop = reject));
      const timer = setTimeout(
        () => cancel(`stopped after ${limit / 1000} seconds; narrow the query with where or limit`),
        limit
      );
      try {
        const result = await Promise.race([collect(bare(text)).catch(once(text)), stopped]);
        return {...result, milliseconds: performance.now() - start};
      } finally {
        clearTimeout(timer);
        stop = undefined;
      }
    },
    cancel,
    async saved(text, format) {
      refuseOutward(text);
      return database.saved(bare(text), format);
    },
    close: () => database.close()
  };
}

/** A query without the semicolon at its end. */
const bare = (text: string): string => text.trim().replace(/;\s*$/, "");

function refuseOutward(text: string): void {
  const statement = OUTWARD.exec(text)?.[1];
  if (statement) throw new Error(`${statement.toLowerCase()} is closed here: this page reads its own tables only`);
}

/** Columns of a batch; repeated names are numbered, so that no column hides another. */
function columnsOf({schema}: Rows): Result["columns"] {
  const seen = new Map<string, number>();
  return schema.fields.map(({name, type}) => {
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return {name: count === 0 ? name : `${name}_${count}`, type: String(type)};
  });
}

/** Reader of a column's values; Arrow returns dates and timestamps as milliseconds since 1970. */
function reader(type: string, vector: ReturnType<Rows["getChildAt"]>): (row: number) => unknown {
  if (!/^(Date|Timestamp)/.test(type)) return row => vector?.get(row);
  return row => {
    const value = vector?.get(row);
    return typeof value === "number" ? new Date(value) : value;
  };
}
