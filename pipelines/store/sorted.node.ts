// Writes a staged table as a sorted Parquet file within DuckDB's memory limit.

import {rm} from "node:fs/promises";
import {join} from "node:path";
import type {DuckDBConnection} from "@duckdb/node-api";
import {forEachConcurrent} from "../book/concurrency.js";
import {literal} from "../rows/literal.js";
import {parquetSource} from "../rows/parquet.js";
import {withMemory} from "./duckdb.node.js";
import {replaceFile} from "./files.node.js";

/** Rows of one Parquet row group. It is fixed, so that equal rows give equal bytes. */
const ROW_GROUP = 122_880;
/**
 * Bytes of text that are sorted at a time. DuckDB's sort keeps long texts in memory and fails where it needs several times as much as it
 * may use.
 */
const SLICE_BYTES = 64 * 2 ** 20;
/** Longest row, bytes, of a table of which two slices are sorted at a time. */
const LONGEST_BESIDE = 2 ** 16;
/** Bytes of text that one row group may hold, since DuckDB keeps a row group in memory until it is written. */
const GROUP_BYTES = 4 * SLICE_BYTES;

interface SortColumn {
  /** SQL expression with the order of the column. */
  column: string;
  /** For whole numbers: smallest and largest value, and whether there is a null. */
  low?: number;
  high?: number;
  nulls?: boolean;
}

interface Sorting {
  table: string;
  /** Columns to write, as SQL over the table under the name `t`. */
  selected: readonly string[];
  keys: readonly SortColumn[];
  /** Column with the bytes of a row's texts, where these may be long. */
  bytes: string | undefined;
  rowGroup: number | undefined;
  file: string;
  /** Folder for temporary files. */
  spill: string;
  /** Whether its rows stand in order already. */
  isSorted?: boolean;
  /** Does work in which the database uses one thread (`oneThread`). */
  onOneThread?: <T>(work: () => Promise<T>) => Promise<T>;
  /** Opens a further connection, by which every other slice is sorted beside the first one's, and gives the columns as SQL there. */
  beside?: (() => Promise<{connection: DuckDBConnection; selected: readonly string[]}>) | undefined;
}

/**
 * Writes a table in order. Long texts are sorted slice by slice, each into a file of its own, and these are then copied one after the
 * other, in smaller row groups where the usual ones would hold too much. Where memory does not suffice, it is done again with more.
 */
export const copySorted = (connection: DuckDBConnection, sorting: Sorting): Promise<void> =>
  withMemory(connection, () => copyOnce(connection, sorting));

async function copyOnce(
  connection: DuckDBConnection,
  {
    table,
    selected,
    keys,
    bytes,
    rowGroup = ROW_GROUP,
    file,
    spill,
    isSorted = false,
    onOneThread = oneThread(connection),
    beside
  }: Sorting
): Promise<void> {
  const key = sortKey(keys);
  const name = quoted(table);
  if (isSorted)
    return onOneThread(() => copyToParquet(connection, `select ${selected.join(", ")} from ${name} t`, file, {rowGroup}));
  const sorted = (rows: string, columns = selected) => `select ${columns.join(", ")} from (${rows} order by ${key}) t`;
  const text = bytes === undefined ? null : await textOf(connection, {name, bytes});
  if (!text || text.all <= SLICE_BYTES) return copyToParquet(connection, sorted(`from ${name}`), file, {rowGroup});
  const second = text.longest <= LONGEST_BESIDE ? await beside?.() : undefined;
  const sliceBytes = second ? SLICE_BYTES / 2 : SLICE_BYTES; // two at a time take the memory of one
  // The keys alone are sorted first, which takes little memory; they determine to which slice each row belongs.
  await connection.run(
    `create temp table places as select place, coalesce(sum(bytes) over (order by number rows between unbounded preceding and 1 preceding), 0) // ${sliceBytes} as slice
     from (select rowid as place, ${quoted(bytes!)} as bytes, row_number() over (order by ${key}) as number from ${name})`
  );
  await connection.run(`alter table ${name} add column ${SLICE} integer`);
  await connection.run(`update ${name} set ${SLICE} = places.slice from places where places.place = ${name}.rowid`);
  await connection.run("drop table places");
  const sizes = await rowsOf<[number, number]>(
    connection,
    `select ${SLICE}, count(*)::DOUBLE from ${name} group by 1 order by 1`
  );
  const parts = sizes.map(([slice, rows]) => ({slice, rows, file: join(spill, `${table}-${slice}.parquet`)}));
  const lanes = [{connection, selected}, ...(second ? [second] : [])];
  try {
    await forEachConcurrent(parts, lanes.length, (part, lane) => {
      const {connection, selected} = lanes[lane]!;
      return copyPart(connection, sorted(`from ${name} where ${SLICE} = ${part.slice}`, selected), part.file, {rowGroup});
    });
    const partsPerGroup = text.longest > LONGEST_BESIDE ? 1 : GROUP_BYTES / sliceBytes;
    await onOneThread(() => joinParts(connection, parts, file, {rowGroup, partsPerGroup}));
  } finally {
    await connection.run(`alter table ${name} drop column ${SLICE}`);
    for (const part of parts) await rm(part.file, {force: true});
  }
}

/** A temporary file of rows that stand in order. */
export interface Part {
  file: string;
  rows: number;
}

/** Writes a query's rows as a temporary file. */
export const copyPart = (
  connection: DuckDBConnection,
  query: string,
  file: string,
  {rowGroup = ROW_GROUP}: {rowGroup?: number | undefined} = {}
) => connection.run(`copy (${query}) to ${literal(file)} (format parquet, compression snappy, row_group_size ${rowGroup})`);

/** Writes parts one after the other as Parquet, in row groups that hold no more rows than so many of the smallest of them. */
export function joinParts(
  connection: DuckDBConnection,
  parts: readonly Part[],
  file: string,
  {rowGroup = ROW_GROUP, partsPerGroup = 1}: {rowGroup?: number | undefined; partsPerGroup?: number} = {}
): Promise<void> {
  const fewest = Math.min(...parts.slice(0, -1).map(({rows}) => rows)); // the last part is no whole one
  const all = `from ${parquetSource(parts.map(part => part.file))}`;
  return copyToParquet(connection, all, file, {rowGroup: Math.min(rowGroup, partsPerGroup * fewest)});
}

/**
 * Has a database use one thread while any such work goes on, and as many as before afterwards. Where several threads read files to write one,
 * ends of row groups depend on which of them is faster: equal rows would give other bytes.
 */
export function oneThread(connection: DuckDBConnection): <T>(work: () => Promise<T>) => Promise<T> {
  let before: Promise<number> | null = null;
  let users = 0;
  const single = async () => {
    const [[threads] = [1]] = await rowsOf<[number]>(connection, "select current_setting('threads')::INTEGER");
    await connection.run("set threads to 1");
    return threads;
  };
  return async work => {
    users++;
    const threads = await (before ??= single());
    try {
      return await work();
    } finally {
      if (--users === 0) {
        before = null;
        await connection.run(`set threads to ${threads}`);
      }
    }
  };
}

/** SQL for the bytes of a row's texts. */
export const textBytes = (columns: readonly string[]): string =>
  columns.map(column => `coalesce(strlen(${column}), 0)`).join(" + ") || "0";

const SLICE = quoted("#slice");

/** Bytes of all texts of a table, and of its longest row. */
async function textOf(
  connection: DuckDBConnection,
  {name, bytes}: {name: string; bytes: string}
): Promise<{all: number; longest: number}> {
  const [[all, longest] = []] = await rowsOf<[number | null, number | null]>(
    connection,
    `select sum(${quoted(bytes)})::DOUBLE, max(${quoted(bytes)})::DOUBLE from ${name}`
  );
  return {all: all ?? 0, longest: longest ?? 0};
}

const rowsOf = async <Row extends unknown[]>(connection: DuckDBConnection, query: string): Promise<Row[]> =>
  (await connection.runAndReadAll(query)).getRows() as Row[];

/** Bound of a packed sort key: a signed 64-bit integer. */
const LARGEST_KEY = 2 ** 63;

/**
 * Columns to sort by, with adjacent whole-number columns packed into one integer: sorting by one key takes half the time of sorting by
 * nine. Sorting by a dictionary's rank is equivalent to sorting by its texts.
 */
export function sortKey(columns: readonly SortColumn[]): string {
  const keys: string[] = [];
  let packed: string | null = null;
  let reach = 1;
  const close = () => {
    if (packed !== null) keys.push(packed);
    packed = null;
    reach = 1;
  };
  for (const {column, low, high, nulls} of columns) {
    if (low === undefined || high === undefined || nulls || !(high >= low)) {
      close();
      keys.push(column);
      continue;
    }
    const radix = high - low + 1;
    if (radix === 1) continue; // the column has one value in all rows
    if (reach * radix >= LARGEST_KEY) close();
    const digit: string = low === 0 ? `${column}::BIGINT` : `(${column}::BIGINT - (${low}))`;
    packed = packed === null ? digit : `(${packed} * ${radix}::BIGINT + ${digit})`;
    reach *= radix;
  }
  close();
  return keys.length > 0 ? keys.join(", ") : "1";
}

/** Writes a query's rows as Parquet atomically: into a temporary file in the same folder, which is synced and renamed. */
export async function copyToParquet(
  connection: DuckDBConnection,
  query: string,
  file: string,
  {rowGroup = ROW_GROUP}: {rowGroup?: number | undefined} = {}
): Promise<void> {
  await replaceFile(file, async temporary => {
    await connection.run(
      `copy (${query}) to ${literal(temporary)} (format parquet, compression zstd, row_group_size ${rowGroup})`
    );
  });
}

/** A name as an SQL identifier. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
