// A DuckDB of its own worker over a page's tables, which can be ended at any moment.
import * as duckdb from "npm:@duckdb/duckdb-wasm";
import {statsMacros} from "../pipelines/score/stats.sql.js";

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

/** An Arrow table or batch, as far as pages use it. */
export interface Rows extends Iterable<Record<string, unknown>> {
  numRows: number;
  schema: {fields: readonly {name: string; type: {toString(): string}}[]};
  getChildAt(column: number): {get(row: number): unknown; toArray(): ArrayLike<number>} | null;
}

export interface Database {
  query(text: string, params?: readonly unknown[]): Promise<Rows>;
  /** The result batch by batch, so that a large one need not fit into memory. */
  batches(text: string): AsyncIterable<Rows>;
  /** Ends the worker at once; what was asked before never settles. */
  close(): void;
}

/** Larger files are read by ranges as queries need them, smaller ones in one request. */
const WHOLE_FILE_BYTES = 4_000_000;
const WASM = import.meta.resolve("npm:@duckdb/duckdb-wasm/dist/duckdb-eh.wasm");
const WORKER = import.meta.resolve("npm:@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js");

/** Opens a database with one view per file and the macros of statistics. Returns at once; queries wait until it is ready. */
export function openDatabase(files: Record<string, TableFile | File>): Database {
  let worker: Worker | undefined;
  let closed = false;
  const contents = Object.entries(files).map(([name, file]) => [name, file, read(file)] as const);
  const ready = start();
  ready.catch(() => {}); // each query reports it

  async function start(): Promise<duckdb.AsyncDuckDBConnection> {
    const source = URL.createObjectURL(new Blob([ownOriginOnly(), await (await fetch(WORKER)).blob()]));
    if (closed) return new Promise(() => {});
    worker = new Worker(source);
    globalThis.reasonbookWorkers = (globalThis.reasonbookWorkers ?? 0) + 1;
    const database = new duckdb.AsyncDuckDB(new duckdb.VoidLogger(), worker);
    await database.instantiate(WASM);
    URL.revokeObjectURL(source);
    await database.open({query: {castBigIntToDouble: true, castTimestampToDate: true, castDecimalToDouble: true}});
    const connection = await database.connect();
    for (const [name, file, content] of contents) {
      const source = await content;
      if (typeof source === "string") await database.registerFileURL(file.name, source, duckdb.DuckDBDataProtocol.HTTP, false);
      else await database.registerFileBuffer(file.name, source);
      await connection.query(`create view "${name}" as from parquet_scan('${file.name}')`);
    }
    await connection.query(statsMacros.join(";\n"));
    return connection;
  }

  return {
    async query(text, params = []) {
      const connection = await ready;
      if (params.length === 0) return asRows(await connection.query(text));
      const statement = await connection.prepare(text);
      try {
        return asRows(await statement.query(...params));
      } finally {
        await statement.close();
      }
    },
    async *batches(text) {
      for await (const batch of await (await ready).send(text)) yield asRows(batch);
    },
    close() {
      if (closed) return;
      closed = true;
      if (!worker) return;
      worker.terminate();
      globalThis.reasonbookWorkers = (globalThis.reasonbookWorkers ?? 1) - 1;
    }
  };
}

/** SQL may name any address. The site's policy stops what would leave; this also holds in preview, which has no policy. */
function ownOriginOnly(): string {
  return `{const {open} = XMLHttpRequest.prototype;
XMLHttpRequest.prototype.open = function (method, url, ...rest) {
  if (new URL(url).origin !== ${JSON.stringify(location.origin)}) throw new Error("closed address: " + url);
  return open.call(this, method, url, ...rest);
};}
`;
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

/** The package brings an Arrow's types of its own; at run time all share one Arrow. */
const asRows = (arrow: unknown): Rows => arrow as Rows;
