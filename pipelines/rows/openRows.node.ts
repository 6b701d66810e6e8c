// The one reader of rows in Node: CSV, TSV, JSON lines, JSON, Parquet, Arrow and YAML, each also packed by gzip or zstd, from files, folders and standard input.
import {createWriteStream, existsSync, statSync} from "node:fs";
import {mkdtemp, readdir, rm, stat} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {Readable} from "node:stream";
import {pipeline} from "node:stream/promises";
import {type ArrowTable, arrowCells, arrowRows} from "./arrow.js";
import {rawBytes, Unreadable, unpacked} from "./bytes.node.js";
import {fieldNames, recordNamer, refuseOtherColumns} from "./columns.js";
import {type HeaderOptions, recordMaker} from "./delimited.js";
import {textCells} from "./delimited.node.js";
import {type DocumentOptions, documentRows, yamlRows} from "./document.js";
import {UserError} from "./error.js";
import {formatOf, formatOfName, packingOf, type RowFormat} from "./format.js";
import {jsonLines} from "./jsonLines.js";
import type {CellRow, ColumnChoice, Row} from "./row.js";
import {decoded} from "./text.js";

export interface RowOptions
  extends Pick<HeaderOptions, "columns" | "heading" | "kind" | "isTyped" | "decimalComma">,
    Pick<DocumentOptions, "unfold"> {
  /** format of the files, where their names and first bytes do not count */
  format?: RowFormat | undefined;
  /** chooses the columns of Parquet that are read; those of a closed kind, or all, if absent */
  select?: ColumnChoice | undefined;
  /** levels of a record whose integers beyond 2⁵³ become texts (`exactJson`) */
  depth?: number | undefined;
  /** what to do with a file of JSON lines that is one list, for its message */
  list?: string | undefined;
  signal?: AbortSignal | undefined;
  /** is called with the bytes of the file that have been read, and with all that it has (0 for standard input) */
  progress?: ((bytes: number, total: number) => void) | undefined;
}

/** A row together with its file. */
export interface FileRow extends Row {
  file: string;
}

/**
 * The rows of files, in order. The format follows from a file's first bytes and name.
 * @param source a file, several, a folder (its files in the order of their names), or "-" for standard input
 * @throws UserError where a file as a whole cannot be read; what is wrong with a single record is its `bad`
 */
export async function* openRows(source: string | readonly string[], options: RowOptions = {}): AsyncGenerator<FileRow> {
  for (const file of await filesOf(source))
    for await (const batch of rowBatches(file, options)) for (const row of batch) yield Object.assign(row, {file});
}

/** The rows of one file in batches. */
export async function* rowBatches(file: string, options: RowOptions = {}): AsyncGenerator<Row[]> {
  yield* rowsOf(await openFile(file, options), file, options);
}

/** The rows of an open file in batches. */
export async function* rowsOf(open: OpenFile, file: string, options: RowOptions = {}): AsyncGenerator<Row[]> {
  const {kind} = options;
  if (kind === undefined || TABLES.has(open.format)) return yield* plainRows(open, file, options);
  const named = recordNamer(kind, file);
  for await (const batch of plainRows(open, file, options)) yield batch.map(named);
}
/** Formats with a header, in which a column's name occurs once. */
const TABLES = new Set<RowFormat>(["csv", "tsv", "parquet"]);

async function* plainRows({format, text, bytes, cells}: OpenFile, file: string, options: RowOptions): AsyncGenerator<Row[]> {
  switch (format) {
    case "jsonl":
      yield* jsonLines(bytes(), {file, list: options.list ?? "give it the ending .json", depth: options.depth});
      return;
    case "json":
      yield documentRows(await text(), {file, ...options});
      return;
    case "yaml":
      yield yamlRows(await text(), {file, ...options});
      return;
    case "arrow":
      yield await inArrow(file, bytes(), arrowRows);
      return;
    case "parquet":
      yield* parquetRows(cells, file, options);
      return;
    default: {
      const record = recordMaker({file, ...options});
      for await (const batch of cells()) yield batch.map(record).filter(row => row !== undefined);
    }
  }
}

/** The files that a source names. */
async function filesOf(source: string | readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const each of [source].flat()) {
    if (each !== "-" && !existsSync(each)) throw new UserError(`no such file: ${each}`);
    if (each === "-" || !statSync(each).isDirectory()) files.push(each);
    else {
      const names = (await readdir(each)).filter(name => !name.startsWith(".") && formatOfName(name) !== undefined).sort();
      if (names.length === 0)
        throw new UserError(`${each} has no file of rows; expected .csv, .tsv, .json, .jsonl, .parquet, .arrow or .yaml`);
      files.push(...names.map(name => join(each, name)));
    }
  }
  return files;
}

export interface OpenFile {
  format: RowFormat;
  /** its first bytes, unpacked */
  head: Buffer;
  /**
   * The rows of CSV, TSV, Parquet and Arrow, the header like any other row.
   * @param select chooses columns of Parquet by their names; all if absent or null
   */
  cells(select?: ColumnChoice): AsyncGenerator<CellRow[]>;
  /** Its bytes, unpacked. */
  bytes(): AsyncGenerator<Buffer>;
  /** The whole file as text. */
  text(): Promise<string>;
  /** Stops reading. */
  close(): Promise<unknown>;
}

/** Bytes of a file, unpacked, that show its format. */
const LOOKED_AT = 2 ** 16;
/** Longest text, bytes, that is read whole; the longest string of V8 is slightly longer. */
const MAX_TEXT = 500e6;

/** Opens one file. */
export async function openFile(file: string, {format: set, signal, progress, columns}: RowOptions = {}): Promise<OpenFile> {
  const total = file === "-" ? 0 : await sizeOf(file);
  let done = 0;
  const raw = await peek(rawBytes(file), 4, file);
  const packing = packingOf(raw.head);
  const plain = await peek(
    unpacked(raw.bytes(), packing, chunk => {
      signal?.throwIfAborted();
      progress?.((done += chunk.length), total);
    }),
    LOOKED_AT,
    file
  );
  const {head, bytes} = plain;
  const format = set ?? formatOf(head, file);
  const text = async (): Promise<string> => {
    const parts: Buffer[] = [];
    let size = 0;
    for await (const chunk of bytes()) {
      parts.push(chunk);
      if ((size += chunk.length) > MAX_TEXT)
        throw new UserError(
          `${file} is one document of more than ${MAX_TEXT / 1e6} MB, more than can be held at once; write it as JSON lines or in parts`
        );
    }
    return decoded(Buffer.concat(parts), file);
  };
  const isPlain = packing === null && file !== "-";
  return {
    format,
    head,
    bytes,
    text,
    close: plain.close,
    async *cells(select) {
      if (format === "arrow") yield await inArrow(file, bytes(), table => [...arrowCells(table)]);
      else if (format !== "parquet") yield* textCells(bytes(), {file, isTabbed: format === "tsv", width: columns?.length});
      else if (isPlain) {
        await plain.close();
        yield* (await import("./parquetCells.node.js")).parquetCells(file, {name: file, select});
      } else yield* spooledCells(file, bytes(), select);
    }
  };
}

/** The names of a table's columns. */
export async function columnsOf(file: string): Promise<string[]> {
  const {cells} = await openFile(file);
  for await (const [header] of cells()) return header!.cells.map(String);
  return [];
}

/** The format of one file. */
export async function formatOfFile(file: string): Promise<RowFormat> {
  const {format, close} = await openFile(file);
  await close();
  return format;
}

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => null);
  if (!found) throw new UserError(`no such file: ${file}`);
  if (found.isDirectory()) throw new UserError(`${file} is a folder, not a file`);
  return found.size;
}

/** Reads the beginning of a stream, and gives all of it. */
async function peek(
  stream: AsyncIterable<Buffer>,
  size: number,
  file: string
): Promise<{head: Buffer; bytes(): AsyncGenerator<Buffer>; close(): Promise<unknown>}> {
  const iterator = stream[Symbol.asyncIterator]();
  const parts: Buffer[] = [];
  let length = 0;
  let isDone = false;
  let fault: unknown;
  const next = async (): Promise<Buffer | null> => {
    const result = await iterator.next();
    return result.done ? null : result.value;
  };
  while (length < size && !isDone) {
    try {
      const chunk = await next();
      isDone = chunk === null;
      if (chunk) length += parts.push(chunk) && chunk.length;
    } catch (error) {
      [fault, isDone] = [error, true];
    }
  }
  const head = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  if (head.length === 0 && fault !== undefined) throw readFault(fault, file);
  return {
    head,
    async *bytes() {
      try {
        if (head.length > 0) yield head;
        if (fault !== undefined) throw fault;
        while (!isDone) {
          const chunk = await next();
          if (chunk === null) return;
          yield chunk;
        }
      } catch (error) {
        throw readFault(error, file);
      } finally {
        await iterator.return?.();
      }
    },
    close: async () => iterator.return?.()
  };
}

/** An error of reading as a message for the user. */
function readFault(error: unknown, file: string): unknown {
  const {code, message, name} = error as NodeJS.ErrnoException;
  if (error instanceof UserError || name === "AbortError") return error;
  if (error instanceof Unreadable || code !== undefined) return new UserError(`${file} cannot be read: ${message}`);
  return error;
}

/** Unpacks a Parquet file into a temporary one, since its rows are found from its end. */
async function* spooledCells(file: string, bytes: AsyncIterable<Buffer>, select?: ColumnChoice): AsyncGenerator<CellRow[]> {
  const folder = await mkdtemp(join(tmpdir(), "reasonbook-rows-"));
  try {
    const path = join(folder, "rows.parquet");
    await pipeline(Readable.from(bytes), createWriteStream(path));
    yield* (await import("./parquetCells.node.js")).parquetCells(path, {name: file, select});
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}

async function* parquetRows(cells: OpenFile["cells"], file: string, {kind, select}: RowOptions): AsyncGenerator<Row[]> {
  let names: readonly string[] | undefined;
  const columns: ColumnChoice = header => {
    if (select || !kind) return select?.(header) ?? null;
    const fields = fieldNames(header, kind);
    refuseOtherColumns(fields, {kind, place: `${file}:1`});
    return kind.isClosed ? header.filter((_, i) => Object.hasOwn(kind.fields, fields[i]!)) : null;
  };
  for await (const batch of cells(columns)) {
    if (names === undefined) {
      names = batch[0]!.cells as readonly string[];
      if (kind) names = fieldNames(names, kind);
      continue;
    }
    const header = names;
    yield batch.map(({line, cells}) => ({
      line,
      number: line,
      value: Object.fromEntries(header.map((name, i) => [name, cells[i]]))
    }));
  }
}

async function inArrow<Found>(
  file: string,
  bytes: AsyncIterable<Buffer>,
  read: (table: ArrowTable) => Found[]
): Promise<Found[]> {
  const {tableFromIPC} = await import("apache-arrow");
  const parts: Buffer[] = [];
  for await (const chunk of bytes) parts.push(chunk);
  try {
    return read(tableFromIPC(Buffer.concat(parts)));
  } catch (error) {
    throw new UserError(`${file} is not readable Arrow: ${(error as Error).message.split("\n")[0]}`);
  }
}
