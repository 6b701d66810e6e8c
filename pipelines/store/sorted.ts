// A staged table → sorted Parquet, within the memory that DuckDB may have.
import {rm} from "node:fs/promises";
import {join} from "node:path";
import type {DuckDBConnection} from "@duckdb/node-api";
import {replaceFile} from "./files.js";

/** Rows of one Parquet row group. Fixed, so that equal rows give equal bytes. */
const ROW_GROUP = 122_880;
/** Text that is sorted at a time. DuckDB's sort pins long texts in memory and fails where several times as much would be needed. */
const SLICE_BYTES = 96 * 2 ** 20;

export interface SortColumn {
  /** SQL that orders as the column does. */
  column: string;
  /** Smallest and largest value of a whole number, and whether there is a null. */
  low?: number;
  high?: number;
  nulls?: boolean;
}

interface Sorting {
  table: string;
  /** What is written, as SQL over the table under the name `t`. */
  selected: readonly string[];
  keys: readonly SortColumn[];
  /** Columns whose text may be long. */
  texts: readonly string[];
  rowGroup: number | undefined;
  file: string;
  /** Folder of temporary files. */
  spill: string;
}

/** Long texts are sorted slice by slice of the key's range, each into a file of its own, and these then copied one after the other. */
export async function copySorted(
  connection: DuckDBConnection,
  {table, selected, keys, texts, rowGroup, file, spill}: Sorting
): Promise<void> {
  const key = sortKey(keys);
  const slice = (where: string) => `select ${selected.join(", ")} from (from ${quoted(table)} where ${where} order by ${key}) t`;
  const bounds = isWhole(keys) ? await boundsOf(connection, {table, key, texts}) : [];
  if (bounds.length === 0) return copyToParquet(connection, slice("true"), file, {rowGroup});
  const parts: string[] = [];
  try {
    for (const [i, above] of [null, ...bounds].entries()) {
      const part = join(spill, `${table}-${i}.parquet`);
      const below = bounds[i];
      const where = [above === null ? "true" : `${key} > ${above}`, below === undefined ? "true" : `${key} <= ${below}`];
      parts.push(part);
      await connection.run(`copy (${slice(where.join(" and "))}) to ${literal(part)} (format parquet, compression snappy)`);
    }
    await copyToParquet(connection, `from read_parquet([${parts.map(literal).join(", ")}])`, file, {rowGroup});
  } finally {
    for (const part of parts) await rm(part, {force: true});
  }
}

/** Where the key's range is cut so that each slice holds about as much text; nowhere if all of it fits. */
async function boundsOf(
  connection: DuckDBConnection,
  {table, key, texts}: {table: string; key: string; texts: readonly string[]}
): Promise<bigint[]> {
  if (texts.length === 0) return [];
  const bytes = texts.map(column => `coalesce(sum(strlen(${quoted(column)})), 0)`).join(" + ");
  const [row] = (await connection.runAndReadAll(`select (${bytes})::DOUBLE from ${quoted(table)}`)).getRows();
  const slices = Math.ceil(Number(row![0]) / SLICE_BYTES);
  if (slices <= 1) return [];
  const shares = Array.from({length: slices - 1}, (_, i) => (i + 1) / slices);
  const cuts = await connection.runAndReadAll(
    `select distinct unnest(quantile_disc(${key}, [${shares.join(", ")}]))::BIGINT as cut from ${quoted(table)} order by cut`
  );
  return cuts.getRows().map(([cut]) => cut as bigint);
}

/** The key is one whole number that is never null. */
const isWhole = (keys: readonly SortColumn[]): boolean =>
  keys.every(({low, high, nulls}) => low !== undefined && high !== undefined && !nulls) && !sortKey(keys).includes(", ");

/** Largest number that a packed sort key may reach: a signed 64-bit integer. */
const LARGEST_KEY = 2 ** 63;

/**
 * Columns to sort by, adjacent whole ones packed into one integer: sorting by one key takes half the time of sorting by nine.
 * Sorting by a dictionary's rank is sorting by its words.
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
    if (radix === 1) continue; // the same in every row
    if (reach * radix >= LARGEST_KEY) close();
    const digit: string = low === 0 ? `${column}::BIGINT` : `(${column}::BIGINT - (${low}))`;
    packed = packed === null ? digit : `(${packed} * ${radix}::BIGINT + ${digit})`;
    reach *= radix;
  }
  close();
  return keys.length > 0 ? keys.join(", ") : "1";
}

/** Writes a query's rows as Parquet in one step that either happens or does not: temporary file in the same folder, sync, rename. */
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

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
