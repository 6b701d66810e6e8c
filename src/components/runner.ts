import {openDatabase, type TableFile} from "./database.js";

export interface Result {
  columns: readonly {name: string; type: string}[];
  /** the first rows, at most KEPT_ROWS */
  rows: readonly Record<string, unknown>[];
  /** all rows that the query returned */
  total: number;
  milliseconds: number;
}

export interface Runner {
  /** Runs one query; rejects with a sentence in plain words. One at a time. */
  run(text: string): Promise<Result>;
  /** Ends the running query: its promise rejects, the database is reopened. */
  cancel(reason?: string): void;
  close(): void;
}

/** Rows that the page keeps, for the plot and the CSV file. */
export const KEPT_ROWS = 50_000;

/**
 * Runs queries that may never end. DuckDB in the browser cannot be interrupted reliably, so a query that is cancelled
 * or takes longer than `limit` milliseconds loses its worker; the next one gets a new worker.
 */
export function runner(files: Record<string, TableFile>, {limit = 30_000} = {}): Runner {
  let database = openDatabase(files);
  let stop: ((error: Error) => void) | undefined;

  async function collect(text: string): Promise<Omit<Result, "milliseconds">> {
    let columns: Result["columns"] = [];
    const rows: Record<string, unknown>[] = [];
    let total = 0;
    for await (const batch of database.batches(text)) {
      if (total === 0) columns = batch.schema.fields.map(({name, type}) => ({name, type: String(type)}));
      total += batch.numRows;
      for (const row of batch) {
        if (rows.length >= KEPT_ROWS) break;
        rows.push(Object.fromEntries(columns.map(({name}) => [name, row[name]])));
      }
    }
    return {columns, rows, total};
  }

  function cancel(reason = "cancelled"): void {
    if (!stop) return;
    database.close();
    database = openDatabase(files);
    stop(new Error(reason));
  }

  return {
    async run(text) {
      if (stop) throw new Error("a query is still running; cancel it first");
      const start = performance.now();
      const stopped = new Promise<never>((_, reject) => (stop = reject));
      const timer = setTimeout(
        () => cancel(`stopped after ${limit / 1000} seconds; narrow the query with where or limit`),
        limit
      );
      try {
        const result = await Promise.race([collect(text.trim().replace(/;\s*$/, "")), stopped]);
        return {...result, milliseconds: performance.now() - start};
      } catch (error) {
        throw new Error(plainError(error instanceof Error ? error.message : String(error)));
      } finally {
        clearTimeout(timer);
        stop = undefined;
      }
    },
    cancel,
    close: () => database.close()
  };
}

/** DuckDB's message without its class and its exclamation marks, with a way out where we know one. */
export function plainError(message: string): string {
  const text = message
    .replace(/^(Error: )*/, "")
    .trim()
    .split("\n")[0]!;
  if (/out of memory/i.test(text)) return "the result does not fit into this browser tab; aggregate, or add a limit";
  if (/https?:|XMLHttpRequest|opened? file|Failed to open/i.test(text) && /IO Error|NetworkError|Failed/i.test(text))
    return "this page reads its own tables only; other files and addresses are closed";
  const named = text
    .replace(
      /^(Catalog|Binder|Parser|Conversion|Invalid Input|Not implemented|IO|Out of Range|Constraint|Permission) Error:\s*/i,
      ""
    )
    .replaceAll("!", ".");
  const first = named.charAt(0).toLowerCase() + named.slice(1);
  return /^Parser Error/i.test(text) ? `not valid SQL: ${first}` : first;
}
