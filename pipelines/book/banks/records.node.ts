// Reads the records of an item bank's files: JSON lines, JSON, CSV, TSV and Parquet, each also gzipped.
import {isUtf8} from "node:buffer";
import {createReadStream, createWriteStream} from "node:fs";
import {mkdtemp, readFile, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import type {Readable} from "node:stream";
import {pipeline} from "node:stream/promises";
import {createGunzip, gunzipSync} from "node:zlib";
import {dsvFormat} from "d3-dsv";
import {FORMATS, type Format} from "../bankSchemas.js";
import {UserError} from "../error.js";
import {exactJson} from "../json.js";
import {jsonFault, jsonLines, type Placed, RECORD_DEPTH} from "../jsonLines.js";
import {at, isMap} from "./fields.js";

/** How a layout arranges its records within a file. */
export interface Arrangement {
  /** Names of the columns of a table without a heading; a first row of `heading` names is one. */
  columns?: readonly string[];
  heading?: readonly string[];
  /** The records of a JSON document that is no list. */
  unfold?: (document: unknown) => readonly unknown[] | undefined;
  /** Fields of which a JSON document that is one record has some. */
  needs?: readonly string[];
}

/** The format that a file's name tells; undefined where it tells none. */
export function formatOf(file: string): Format | undefined {
  const ending = /\.(\w+)(?:\.gz)?$/u.exec(file.toLowerCase())?.[1];
  return ending === "ndjson" ? "jsonl" : FORMATS.find(format => format === ending);
}

/** Levels of a document around its records: an object with a list of them. */
const LIST_DEPTH = 2;

/** What to do with a file of the ending .jsonl that is one JSON list. */
export const LIST = "give it the ending .json, or write format: json";

/** The records of a file in batches, in order. Throws a UserError where the file as a whole cannot be read. */
export async function* recordsOf(file: string, format: Format, arrangement: Arrangement = {}): AsyncGenerator<Placed[]> {
  switch (format) {
    case "jsonl":
      yield* jsonLines(readable(file), {file, list: LIST});
      return;
    case "json":
      yield documentOf(file, await textOf(file), arrangement);
      return;
    case "csv":
    case "tsv":
      yield tableOf(await textOf(file), format === "csv" ? "," : "\t", arrangement);
      return;
    case "parquet":
      yield* rowsOf(file);
  }
}

const isGzip = (file: string) => file.toLowerCase().endsWith(".gz");

function bytesOf(file: string): Readable {
  const stream = createReadStream(file, {highWaterMark: 2 ** 17});
  if (!isGzip(file)) return stream;
  const unpacked = createGunzip();
  stream.on("error", error => unpacked.destroy(error));
  return stream.pipe(unpacked);
}

/** The bytes of a file, unpacked where it is gzipped. */
export async function* readable(file: string): AsyncGenerator<Buffer> {
  try {
    yield* bytesOf(file) as AsyncIterable<Buffer>;
  } catch (error) {
    throw new UserError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

async function textOf(file: string): Promise<string> {
  try {
    const bytes = await readFile(file);
    const text = isGzip(file) ? gunzipSync(bytes) : bytes;
    if (!isUtf8(text)) throw new Error("it is not UTF-8 text; save it as UTF-8");
    return new TextDecoder("utf-8").decode(text);
  } catch (error) {
    throw new UserError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

function documentOf(file: string, text: string, {unfold, needs = []}: Arrangement): Placed[] {
  let document: unknown;
  try {
    document = exactJson(text, RECORD_DEPTH + LIST_DEPTH);
  } catch (error) {
    throw new UserError(`${file} is not JSON: ${jsonFault(error)}; for a record a line, format: jsonl`);
  }
  const rows = viewerRows(document);
  if (rows) return rows;
  const records = unfold?.(document) ?? (Array.isArray(document) ? document : undefined);
  if (records) return records.map((value, i) => ({line: i + 1, value}));
  if (isMap(document) && needs.some(field => at(document, field) !== undefined)) return [{line: 1, value: document}];
  throw new UserError(`${file} has no list of records`);
}

/** The records of an answer of Hugging Face's dataset viewer (`/rows`, `/first-rows`), which cuts long cells; undefined for other documents. */
function viewerRows(document: unknown): Placed[] | undefined {
  const rows = isMap(document) && Array.isArray(document.rows) ? document.rows : [];
  if (rows.length === 0 || !rows.every(each => isMap(each) && isMap(each.row))) return undefined;
  return rows.map(({row, truncated_cells: cut}, i): Placed => {
    const line = i + 1;
    return Array.isArray(cut) && cut.length > 0 ? {line, bad: `only the beginning of ${cut.join(", ")}`} : {line, value: row};
  });
}

function tableOf(text: string, separator: string, {columns, heading}: Arrangement): Placed[] {
  const rows = dsvFormat(separator).parseRows(text);
  const [first] = rows;
  if (!first) return [];
  const isHeading = columns ? first.some(name => heading?.includes(name.trim().toLowerCase())) : true;
  const names = columns && !isHeading ? columns : first.map(name => name.trim());
  const found: Placed[] = [];
  let line = 1;
  for (const [i, row] of rows.entries()) {
    const at = line;
    line += 1 + row.reduce((breaks, cell) => breaks + (cell.split("\n").length - 1), 0);
    if ((i === 0 && isHeading) || (row.length === 1 && row[0]!.trim() === "")) continue;
    if (row.length !== names.length)
      found.push({line: at, bad: `${row.length} columns, where there should be ${names.length} (${names.join(", ")})`});
    else found.push({line: at, value: Object.fromEntries(names.map((name, k) => [name, row[k]]))});
  }
  return found;
}

async function* rowsOf(file: string): AsyncGenerator<Placed[]> {
  const {DuckDBInstance} = await import("@duckdb/node-api");
  const folder = isGzip(file) ? await mkdtemp(join(tmpdir(), "reasonbook-bank-")) : null;
  const unpacked = folder ? join(folder, "items.parquet") : file;
  const instance = await DuckDBInstance.create(":memory:", {threads: "2", autoinstall_known_extensions: "false"});
  const connection = await instance.connect();
  try {
    if (folder) await pipeline(createReadStream(file), createGunzip(), createWriteStream(unpacked));
    const result = await connection.stream(`select * from read_parquet('${unpacked.replaceAll("'", "''")}')`);
    const names = result.columnNames();
    let line = 0;
    for await (const rows of result.yieldRowsJs())
      yield rows.map(row => ({line: ++line, value: Object.fromEntries(names.map((name, i) => [name, row[i]]))}));
  } catch (error) {
    throw new UserError(`${file} is not readable Parquet: ${(error as Error).message.split("\n")[0]}`);
  } finally {
    connection.closeSync();
    instance.closeSync();
    if (folder) await rm(folder, {recursive: true, force: true});
  }
}
