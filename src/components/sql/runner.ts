// Runs a reader's query and shows its rows.

import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {drawPlot, type Rows} from "../shared/charts.js";
import {type DatabaseOptions, openDatabase, type TableFile} from "../shared/database.js";
import {plain} from "../shared/download.js";
import {hasCrashed} from "../shared/plainError.js";
import {visible} from "../shared/visible.js";

// Runs SQL queries that can be cancelled.

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

// A plot of a query's result.

export interface Encoding {
  mark: "auto" | "dot" | "line" | "bar";
  x: string;
  y: string;
  color: string;
}

const MOST_MARKS = 5_000;
const MOST_COLORS = 20;

/** A plot of a query's first rows by three chosen columns; values other than numbers and times become text. */
export function quickPlot({rows}: Result, {mark, x, y, color}: Encoding, {width = 640} = {}): Node {
  if (!x || !y) return html`<p class="rb-muted">Choose a column for x and one for y.`;
  const value = (column: string) => (row: Record<string, unknown>) => scalar(row[column]);
  const shown = rows.slice(0, MOST_MARKS);
  const numeric = (column: string) =>
    shown.every(row => row[column] == null || typeof row[column] === "number" || row[column] instanceof Date);
  const categories = color && !numeric(color) ? new Set(shown.map(value(color))).size : 0;
  const paint = color && categories <= MOST_COLORS ? value(color) : "var(--theme-blue)";
  const place = {x: value(x), y: value(y), tip: true};
  const marks = {
    auto: () => Plot.auto(shown, {x: place.x, y: place.y, color: paint}),
    dot: () => Plot.dot(shown, {...place, stroke: paint}),
    line: () => Plot.lineY(shown, {...place, stroke: paint}),
    bar: () => (numeric(x) && !numeric(y) ? Plot.barX(shown, {...place, fill: paint}) : Plot.barY(shown, {...place, fill: paint}))
  };
  const crowded = !numeric(x) && new Set(shown.map(value(x))).size > 12;
  const longest = (column: string) => Math.max(4, ...shown.map(row => Math.min(28, String(scalar(row[column])).length)));
  const plot = drawPlot({
    ariaLabel: `${mark} of the result`,
    width,
    height: 380 + (crowded ? 6.3 * longest(x) : 0),
    marginLeft: Math.max(numeric(y) ? 60 : 16 + 6.3 * longest(y), numeric(x) || crowded ? 0 : 5 * longest(x)),
    marginBottom: numeric(x) ? 40 : 44 + (crowded ? 6.3 : 4.2) * longest(x),
    marginRight: 30,
    grid: true,
    x: {
      label: x,
      labelOffset: numeric(x) ? undefined : 36 + (crowded ? 6.3 : 4.2) * longest(x),
      tickRotate: numeric(x) ? 0 : crowded ? -90 : -40
    },
    y: {label: y},
    color: {legend: Boolean(color) && categories <= MOST_COLORS},
    marks: [marks[mark]()]
  });
  const notes = [
    rows.length > MOST_MARKS && `first ${MOST_MARKS.toLocaleString("en-US")} rows`,
    categories > MOST_COLORS && `${color} has more than ${MOST_COLORS} values: not coloured`
  ].filter(Boolean);
  return html`<div class="rb-scroll">${plot}${notes.length > 0 ? html`<p class="rb-muted">${notes.join("; ")}` : ""}</div>`;
}

function scalar(value: unknown): number | string | Date | null {
  if (value === null || value === undefined || typeof value === "number" || value instanceof Date) return value ?? null;
  const text = visible(plain(value));
  return text.length > 28 ? `${text.slice(0, 27)}…` : text;
}

// Where in a query DuckDB found a mistake.

export interface Place {
  from: number;
  to: number;
}

/**
 * The place that DuckDB's message marks by `LINE 2: …` and a caret below; null where it marks none. Long lines are shown in part, between
 * dots, so that the shown part is looked for in the line.
 * @param text the query as it was asked, white space around it included
 */
export function errorPlace(message: string, text: string): Place | null {
  const [, number, shown, gap] = /^LINE (\d+): (.*)\n( *)\^/m.exec(message) ?? [];
  if (number === undefined || shown === undefined || gap === undefined) return null;
  const leading = text.length - text.trimStart().length; // queries are asked without it
  const lines = text.trimStart().split("\n");
  const line = lines[Number(number) - 1];
  if (line === undefined) return null;
  const caret = gap.length - `LINE ${number}: `.length;
  const part = shown.replace(/^\.\.\./, "").replace(/\.\.\.$/, "");
  const start = line.indexOf(part);
  if (start < 0 || caret < 0) return null;
  const column = Math.min(line.length, start + Math.max(0, caret - (shown.startsWith("...") ? 3 : 0)));
  const before = lines.slice(0, Number(number) - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const from = leading + before + column;
  const word = /^(?:"[^"]*"?|'[^']*'?|[\w.]+|\S)/.exec(line.slice(column))?.[0] ?? "";
  return {from, to: from + Math.max(word.length, 0)};
}
