// A DuckDB of its own worker over a page's tables, which can be ended at any moment.

import * as duckdb from "npm:@duckdb/duckdb-wasm";
import type {Rows} from "../../pipelines/charts/shared/sql.js";
import {statsMacros} from "../../pipelines/score/stats.sql.js";
import {plainError} from "./plainError.js";

declare global {
  /** Live DuckDB workers of this page; a test holds it constant over redraws. */
  var reasonbookWorkers: number | undefined;
}

/** What a FileAttachment is to us. */
export interface TableFile {
  name: string;
  size: number;
  url(): Promise<string>;
}

export interface Database {
  query(text: string, params?: readonly unknown[]): Promise<Rows>;
  /** The result batch by batch, so that a large one need not fit into memory. */
  batches(text: string): AsyncIterable<Rows>;
  /** Ends the worker at once; what was asked before fails, since a cell that waited for ever could never be computed anew. */
  close(): void;
}

/** Larger files are read by ranges as queries need them, smaller ones in one request. */
const WHOLE_FILE_BYTES = 4_000_000;
/** What a query says that asks which tables there are. */
const CATALOGUE = /\b(show|describe|pragma|information_schema|duckdb_\w+|sqlite_master|pg_\w+)\b/i;
const WASM = import.meta.resolve("npm:@duckdb/duckdb-wasm/dist/duckdb-eh.wasm");
const WORKER = import.meta.resolve("npm:@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js");

export interface DatabaseOptions {
  /** identities of the evaluations that are left; null for all */
  evaluations?: readonly string[] | null;
  /** open a table when a query first names it, where most are never asked for */
  onDemand?: boolean;
}

/**
 * Opens a database with one view per file and the macros of statistics. Returns at once; queries wait until it is ready.
 * Of chosen evaluations alone, tables that tell evaluations apart have only their rows, and tables of tests only what these were asked.
 */
export function openDatabase(
  files: Record<string, TableFile | File>,
  {evaluations = null, onDemand = false}: DatabaseOptions = {}
): Database {
  let worker: Worker | undefined;
  let closed = false;
  let end: (reason: Error) => void;
  const ended = new Promise<never>((_, reject) => (end = reject));
  ended.catch(() => {}); // each query reports it
  const opened = new Map<string, Promise<void>>();
  const contents = onDemand ? new Map() : new Map(Object.entries(files).map(([name, file]) => [name, read(file)]));
  const started = start();
  const ready = started.then(async ({connection}) => {
    if (!onDemand) for (const name of Object.keys(files)) await open(name);
    return connection;
  });
  ready.catch(() => {}); // each query reports it

  async function start(): Promise<{database: duckdb.AsyncDuckDB; connection: duckdb.AsyncDuckDBConnection}> {
    const source = URL.createObjectURL(new Blob([prelude(), await (await fetch(WORKER)).blob()]));
    if (closed) return new Promise(() => {});
    worker = new Worker(source);
    globalThis.reasonbookWorkers = (globalThis.reasonbookWorkers ?? 0) + 1;
    const database = new duckdb.AsyncDuckDB(new duckdb.VoidLogger(), worker);
    await database.instantiate(WASM);
    URL.revokeObjectURL(source);
    await database.open({query: {castBigIntToDouble: true, castTimestampToDate: true, castDecimalToDouble: true}});
    const connection = await database.connect();
    await connection.query(statsMacros.join(";\n"));
    return {database, connection};
  }

  /** Makes the view of a table, once. */
  function open(name: string): Promise<void> {
    let opening = opened.get(name);
    if (!opening) opened.set(name, (opening = view(name)));
    return opening;
  }
  async function view(name: string): Promise<void> {
    const {database, connection} = await started;
    const file = files[name]!;
    const content = await (contents.get(name) ?? read(file));
    if (typeof content === "string") await database.registerFileURL(file.name, content, duckdb.DuckDBDataProtocol.HTTP, false);
    else await database.registerFileBuffer(file.name, content);
    const scan = `from parquet_scan('${file.name}')`;
    await connection.query(`create view "${name}" as select * ${scan}${evaluations ? await chosenRows(scan) : ""}`);
  }
  /** The rows of a file that belong to the chosen evaluations, as the end of a query. */
  async function chosenRows(scan: string): Promise<string> {
    const columns = Array.from(
      asRows(await (await started).connection.query(`describe select * ${scan}`)),
      row => row.column_name
    );
    if (columns.includes("eval_id")) return ` where eval_id in (${["", ...evaluations!].map(quoted).join(", ")})`;
    if (!columns.includes("item_id") || !files.samples) return "";
    await open("samples");
    return " where item_id in (select item_id from samples)";
  }
  /** Tables that a query names; all of them where it asks which there are. */
  async function prepare(text: string): Promise<duckdb.AsyncDuckDBConnection> {
    const names = Object.keys(files).filter(name => CATALOGUE.test(text) || new RegExp(`\\b${name}\\b`, "i").test(text));
    if (onDemand) await Promise.all(names.map(open));
    return ready;
  }

  async function answer(text: string, params: readonly unknown[]): Promise<Rows> {
    const connection = await prepare(text);
    if (params.length === 0) return asRows(await connection.query(text));
    const statement = await connection.prepare(text);
    try {
      return asRows(await statement.query(...params));
    } finally {
      await statement.close();
    }
  }

  return {
    query: (text, params = []) => Promise.race([answer(text, params).catch(plainly), ended]),
    async *batches(text) {
      try {
        for await (const batch of await (await prepare(text)).send(text)) yield asRows(batch);
      } catch (error) {
        plainly(error);
      }
    },
    close() {
      if (closed) return;
      closed = true;
      end(new Error("these tables were closed: the page reads others by now"));
      if (!worker) return;
      worker.terminate();
      globalThis.reasonbookWorkers = (globalThis.reasonbookWorkers ?? 1) - 1;
    }
  };
}

/**
 * What runs in the worker before DuckDB. SQL may name any address: the site's policy stops what would leave, this also holds in preview, which
 * has no policy. And a plain server may not know what a .wasm file is, which browsers insist on before they compile it.
 */
function prelude(): string {
  return `{const {open} = XMLHttpRequest.prototype;
XMLHttpRequest.prototype.open = function (method, url, ...rest) {
  if (new URL(url).origin !== ${JSON.stringify(location.origin)}) throw new Error("closed address: " + url);
  return open.call(this, method, url, ...rest);
};
for (const name of ["compileStreaming", "instantiateStreaming"]) {
  const streaming = WebAssembly[name];
  WebAssembly[name] = async (source, ...rest) => {
    const {ok, status, body} = await source;
    if (!ok) throw new Error("the server answered " + status + " for DuckDB's program");
    return streaming.call(WebAssembly, new Response(body, {headers: {"content-type": "application/wasm"}}), ...rest);
  };
}}
`;
}

/** Throws an error again as one clear line. */
function plainly(error: unknown): never {
  throw new Error(plainError(error instanceof Error ? error.message : String(error)), {cause: error});
}

/** The bytes of a small file and of a reader's own, a large one's absolute address. */
async function read(file: TableFile | File): Promise<Uint8Array | string> {
  if (file instanceof File) return new Uint8Array(await file.arrayBuffer());
  const url = new URL(await file.url(), document.baseURI).href;
  if (file.size > WHOLE_FILE_BYTES) return url;
  const response = await fetch(url);
  if (!response.ok) throw new Error(`cannot load ${file.name}: the server answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The package brings an Arrow's types of its own; at run time all share one Arrow. */
const asRows = (arrow: unknown): Rows => arrow as Rows;
