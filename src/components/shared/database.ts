// Runs DuckDB in a worker over a page's tables; the worker can be ended at any time.

import * as duckdb from "npm:@duckdb/duckdb-wasm";
import {tableToIPC} from "npm:apache-arrow";
import type {Rows} from "../../pipelines/charts/shared/sql.js";
import {parquetSource} from "../../pipelines/rows/parquet.js";
import {statsMacros} from "../../pipelines/score/stats.sql.js";
import {emptyQuery} from "../../pipelines/store/columns.js";
import {ESTIMATES, estimateViews, viewsOver} from "../../pipelines/store/estimates.sql.js";
import {makesResults, RESULTS, resultsQuery} from "../../pipelines/store/results.sql.js";
import {restricted, type Shown} from "../../pipelines/store/shown.js";
import {completed, isCompleted} from "../../pipelines/store/views.sql.js";
import {NO_WORKER, notLoaded, plainError} from "./plainError.js";

declare global {
  /** Number of live DuckDB workers on the page; a test checks that redraws do not increase it. */
  var reasonbookWorkers: number | undefined;
}

/** The part of a FileAttachment that is needed. */
export interface TableFile {
  name: string;
  size: number;
  url(): Promise<string>;
}

/** A table without rows, of a source that does not have its file. */
export interface EmptyTable {
  name: string;
  size: 0;
  /** name of the table, which its columns follow from */
  emptyTable: string;
}

/** A table that a query makes from others of the page. */
export interface DerivedTable {
  name: string;
  /** bytes of the tables that it is made from */
  size: number;
  derivedTable: string;
  /** names of those tables */
  sources: readonly string[];
}

export interface Database {
  query(text: string, params?: readonly unknown[]): Promise<Rows>;
  /** The result in batches, so that a large one need not fit into memory. */
  batches(text: string): AsyncIterable<Rows>;
  /** The result as an Arrow stream, in the bytes that DuckDB made. */
  stream(text: string): Promise<Uint8Array>;
  /** Makes a table of a Parquet file: of its bytes, or of an address that is read by ranges. The view of a name is made once. */
  attach(name: string, content: Uint8Array | string): Promise<void>;
  /** The result of a query as a file. */
  saved(text: string, format: "parquet" | "arrow"): Promise<Uint8Array>;
  /** Ends the worker at once; pending queries are rejected, since a cell that waits forever could never be recomputed. */
  close(): void;
}

type OpenedFile = TableFile | EmptyTable | DerivedTable;

/** Larger files are read by range requests as queries need them, smaller ones in one request. */
const WHOLE_FILE_BYTES = 4_000_000;
/** Matches queries that ask for the list of tables. */
const CATALOGUE = /\b(show|describe|pragma|information_schema|duckdb_\w+|sqlite_master|pg_\w+)\b/i;
const WASM = import.meta.resolve("npm:@duckdb/duckdb-wasm/dist/duckdb-eh.wasm");
/** The shortest module: its magic number and version. */
const EMPTY_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
const WORKER = import.meta.resolve("npm:@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js");

export interface DatabaseOptions {
  /** what tables are restricted to (datasets.ts); null for everything */
  shown?: Shown | null;
  /** open a table only when a query first names it, for pages that have many tables; the views `results` and those over `estimates` are available too */
  onDemand?: boolean;
  /** an origin beside the site's own that tables may be read from */
  beside?: string | null;
}

/**
 * Opens a database with one view per file and the macros of statistics. Returns at once; queries wait until it is ready. If evaluations are
 * chosen, tables with evaluations contain only their rows, and tables of tests only the tests that they were asked; if a suite is, tables of
 * points, tests and answers contain only what belongs to it.
 */
export function openDatabase(
  files: Record<string, OpenedFile | File>,
  {shown = null, onDemand = false, beside = null}: DatabaseOptions = {}
): Database {
  let worker: Worker | undefined;
  let closed = false;
  let end: (reason: Error) => void;
  const ended = new Promise<never>((_, reject) => (end = reject));
  ended.catch(() => {}); // each query reports the error
  const opened = new Map<string, Promise<void>>();
  const contents = onDemand ? new Map() : new Map(Object.entries(files).map(([name, file]) => [name, read(file)]));
  const started = start();
  const views = viewsOver(Object.keys(files)).filter(name => !(name in files));
  const names = [...Object.keys(files), ...views];
  const ready = started.then(async ({connection}) => {
    if (!onDemand) for (const name of names) await open(name);
    return connection;
  });
  ready.catch(() => {}); // each query reports the error

  async function start(): Promise<{database: duckdb.AsyncDuckDB; connection: duckdb.AsyncDuckDBConnection}> {
    new WebAssembly.Module(EMPTY_MODULE); // throws where a policy forbids it, for which DuckDB would wait without end
    const source = URL.createObjectURL(new Blob([prelude(beside), await (await fetch(WORKER)).blob()]));
    if (closed) return new Promise(() => {});
    worker = new Worker(source);
    globalThis.reasonbookWorkers = (globalThis.reasonbookWorkers ?? 0) + 1;
    const database = new duckdb.AsyncDuckDB(new duckdb.VoidLogger(), worker);
    const blocked = new Promise<never>((_, reject) =>
      worker!.addEventListener("error", () => reject(new Error(NO_WORKER)), {once: true})
    );
    await Promise.race([database.instantiate(WASM), blocked]);
    URL.revokeObjectURL(source);
    await database.open({query: {castBigIntToDouble: true, castTimestampToDate: true, castDecimalToDouble: true}});
    const connection = await database.connect();
    await connection.query(statsMacros.join(";\n"));
    return {database, connection};
  }

  /** Creates the view of a table on its first use. */
  function open(name: string): Promise<void> {
    let opening = opened.get(name);
    if (!opening) {
      const making = views.includes(name) ? estimateView(name) : view(name).catch(error => failed(name, error));
      opened.set(name, (opening = making));
    }
    return opening;
  }
  async function estimateView(name: string): Promise<void> {
    await open(ESTIMATES);
    const {connection} = await started;
    await connection.query(`create view "${name}" as ${estimateViews[name]!.query}`);
  }
  /** Throws why a table cannot be opened: that its file is gone, or what DuckDB says. */
  async function failed(name: string, error: unknown): Promise<never> {
    const content = await (contents.get(name) ?? read(files[name]!));
    if (typeof content !== "string") throw error;
    const {status} = await fetch(content, {method: "HEAD"});
    throw status === 404 ? new Error(notLoaded(name, status)) : error;
  }
  async function view(name: string): Promise<void> {
    const {database, connection} = await started;
    const file = files[name]!;
    const content = await (contents.get(name) ?? read(file));
    const source = `${name}.parquet`; // a reader's file may have a name that looks like a pattern
    let query = `select * from ${parquetSource(source)}`;
    if (content instanceof File)
      await database.registerFileHandle(source, content, duckdb.DuckDBDataProtocol.BROWSER_FILEREADER, true);
    else if (typeof content === "object" && "emptyTable" in content) query = await emptyTableQuery(content.emptyTable);
    else if (typeof content === "object" && "derivedTable" in content) {
      for (const other of content.sources) await open(other);
      await connection.query(`create table "${name} rows" as ${await derivedTableQuery(content.derivedTable)}`);
      query = `select * from "${name} rows"`;
    } else if (typeof content === "string")
      await database.registerFileURL(source, content, duckdb.DuckDBDataProtocol.HTTP, false);
    else await database.registerFileBuffer(source, content);
    const columnsOf = async (text: string) =>
      Array.from(asRows(await connection.query(`describe ${text}`)), row => String(row.column_name));
    if (isCompleted(name) && (typeof content === "string" || content instanceof Uint8Array))
      query = `select * from ${completed(name, parquetSource(source), await columnsOf(query))}`;
    if (shown) {
      const columns = await columnsOf(query);
      const there = Object.keys(files).filter(other => other !== name); // a table that waited for itself would never open
      const narrow = restricted(query, {columns, shown, there});
      for (const other of narrow.needs) await open(other);
      return void (await connection.query(`create view "${name}" as ${narrow.query}`));
    }
    await connection.query(`create view "${name}" as ${query}`);
  }
  async function add(name: string, content: Uint8Array | string): Promise<void> {
    const {database, connection} = await started;
    const file = `${name}.parquet`;
    if (typeof content === "string") await database.registerFileURL(file, content, duckdb.DuckDBDataProtocol.HTTP, false);
    else await database.registerFileBuffer(file, content.slice()); // the worker takes what it is given
    await connection.query(`create or replace view "${name}" as select * from ${parquetSource(file)}`);
  }
  /** Makes a table of a file once; one that failed may be tried again. */
  function attach(name: string, content: Uint8Array | string): Promise<void> {
    const adding = added.get(name) ?? add(name, content);
    added.set(name, adding);
    adding.catch(() => added.delete(name));
    return adding;
  }
  const added = new Map<string, Promise<void>>();
  const hasResults = onDemand && "points" in files && !(RESULTS in files);
  const addResults = async (): Promise<void> => {
    await open("points");
    const {connection} = await started;
    const columns = Array.from(asRows(await connection.query("describe points")), row => String(row.column_name));
    if (makesResults(columns)) await connection.query(`create view ${RESULTS} as ${resultsQuery}`);
  };
  let results: Promise<void> | undefined;
  /** Opens the tables that a query names, or all of them where it asks for the list of tables. */
  async function prepare(text: string): Promise<duckdb.AsyncDuckDBConnection> {
    const isNamed = (name: string) => CATALOGUE.test(text) || new RegExp(`\\b${name}\\b`, "i").test(text);
    if (onDemand) await Promise.all(names.filter(isNamed).map(open));
    if (hasResults && isNamed(RESULTS)) await (results ??= addResults());
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

  async function stream(text: string): Promise<Uint8Array> {
    const connection = await prepare(text);
    return connection.useUnsafe((bindings, id) => bindings.runQuery(id, text));
  }

  async function save(text: string, format: "parquet" | "arrow"): Promise<Uint8Array> {
    const connection = await prepare(text);
    if (format === "arrow") return tableToIPC((await connection.query(text)) as never, "file");
    const {database} = await started;
    const name = `saved-${++savedFiles}.parquet`;
    try {
      await connection.query(`copy (${text}) to '${name}' (format parquet)`);
      return await database.copyFileToBuffer(name);
    } finally {
      await database.dropFile(name).catch(() => {});
    }
  }
  let savedFiles = 0;

  return {
    query: (text, params = []) => Promise.race([answer(text, params).catch(plainly(text)), ended]),
    attach: (name, content) => Promise.race([attach(name, content).catch(plainly("")), ended]),
    stream: text => Promise.race([stream(text).catch(plainly(text)), ended]),
    saved: (text, format) => Promise.race([save(text, format).catch(plainly(text)), ended]),
    async *batches(text) {
      try {
        for await (const batch of await (await prepare(text)).send(text)) yield asRows(batch);
      } catch (error) {
        await plainly(text)(error);
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
 * Code that runs in the worker before DuckDB. A query may contain any address: the site's policy blocks requests to other sites than those that
 * tables are read from, and this code blocks them in preview too, which has no policy. It also sets the content type of .wasm files, which a plain server may not know and
 * browsers require for compilation.
 */
function prelude(beside: string | null): string {
  return `{const {open} = XMLHttpRequest.prototype;
XMLHttpRequest.prototype.open = function (method, url, ...rest) {
  if (!${JSON.stringify([location.origin, beside])}.includes(new URL(url).origin)) throw new Error("closed address: " + url);
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

/** Rethrows an error of a query as one clear line, which names the SQL to write where a later version of DuckDB would have answered. */
const plainly =
  (text: string) =>
  async (error: unknown): Promise<never> => {
    const message = error instanceof Error ? error.message : String(error);
    const laterSql = text === "" ? null : await import("../sql/laterSql.js").catch(() => null); // a page that works never loads it
    throw new Error(laterSql?.replacement(text, message) ?? plainError(message), {cause: error});
  };

/** The bytes of a small file, the absolute address of a large one, or a reader's file as it is, of which DuckDB reads what it needs. */
async function read(file: OpenedFile | File): Promise<Uint8Array | string | EmptyTable | DerivedTable | File> {
  if (file instanceof File || "emptyTable" in file || "derivedTable" in file) return file;
  const url = new URL(await file.url(), document.baseURI).href;
  if (file.size > WHOLE_FILE_BYTES) return url;
  const response = await fetch(url);
  if (!response.ok) throw new Error(notLoaded(file.name, response.status));
  return new Uint8Array(await response.arrayBuffer());
}

/** A query for a table without rows. Descriptions of all tables are loaded only where a table is missing. */
async function emptyTableQuery(name: string): Promise<string> {
  const {everyTable} = await import("../../pipelines/studies/everyTable.js");
  return emptyQuery(everyTable[name]!);
}

/** A query for a table over the files of those that it is made from. */
async function derivedTableQuery(name: string): Promise<string> {
  const {derivedQuery} = await import("../../pipelines/studies/samples/derived.sql.js");
  return derivedQuery(name as Parameters<typeof derivedQuery>[0], table =>
    parquetSource(`${table}.parquet`, "file_row_number = true")
  );
}

/** The package has its own copy of Arrow's types; at run time there is only one Arrow. */
const asRows = (arrow: unknown): Rows => arrow as Rows;
