// Counts all samples in the bins that page Explore draws first. DuckDB groups the samples by their values, of which there are few, and these
// are sorted into bins by the functions that the page itself uses.
import type {DuckDBConnection} from "@duckdb/node-api";
import {alikeQuery, BINNED_KEYS, type BinnedKey, extentQuery} from "./binned.sql.js";
import {type BinRow, binOf, binsOf, type CellRow, divide, type ExploredBins, firstAxes, UNKNOWN_BIN} from "./crossFilter.js";

type Column = ExploredBins & {key: BinnedKey};
/** Where the samples are read. */
interface Among {
  connection: DuckDBConnection;
  index: string;
}
/** How many samples are wrong, right and truncated. */
type Counts = [incorrect: number, correct: number, truncated: number];

/**
 * The rows of tables `sample_bins` and `sample_cells`; none for a store without samples.
 * @param index a relation with the columns of table `sample_index`
 */
export async function countedBins(connection: DuckDBConnection, index: string): Promise<{bins: BinRow[]; cells: CellRow[]}> {
  const among: Among = {connection, index};
  const bins: BinRow[] = [];
  const columns: Column[] = [];
  for (const key of BINNED_KEYS) {
    const [extent] = (await connection.runAndReadAll(extentQuery(index, key))).getRows();
    const [n, low, high, unknown, whole] = extent as [number, number, number, number, boolean];
    if (n === 0) return {bins, cells: []};
    const column = {key, ...divide({low, high, unknown, whole})};
    bins.push(...(await binsOfNumber(column, among)));
    if (binsOf(column) > 0) columns.push(column);
  }
  const {x, y} = firstAxes(columns);
  const cells = columns.length === 0 ? [] : await cellsOf(columns[x]!, columns[y]!, among);
  return {bins, cells};
}

async function binsOfNumber({key, edges, log, whole, unknown}: Column, among: Among): Promise<BinRow[]> {
  const counts: Counts[] = Array.from({length: Math.max(0, edges.length - 1)}, () => [0, 0, 0]);
  const missing: Counts = [0, 0, 0];
  for await (const alike of alikeOnes(among, [key])) {
    const [value] = alike.values;
    add(value === null ? missing : counts[binOf(edges, value)]!, alike.counts);
  }
  const rows = counts.map((each, bin) => ({
    number: key,
    bin,
    low: edges[bin]!,
    high: edges[bin + 1]!,
    log,
    whole,
    ...named(each)
  }));
  return unknown > 0 ? [{number: key, bin: UNKNOWN_BIN, low: null, high: null, log, whole, ...named(missing)}, ...rows] : rows;
}

async function cellsOf(x: Column, y: Column, among: Among): Promise<CellRow[]> {
  const height = binsOf(y);
  const cells = new Map<number, Counts>();
  for await (const alike of alikeOnes(among, [x.key, y.key])) {
    const [across, up] = alike.values;
    if (across === null || up === null) continue;
    const cell = binOf(x.edges, across) * height + binOf(y.edges, up);
    if (!cells.has(cell)) cells.set(cell, [0, 0, 0]);
    add(cells.get(cell)!, alike.counts);
  }
  return Array.from(cells, ([cell, each]) => ({x_bin: Math.floor(cell / height), y_bin: cell % height, ...named(each)}));
}

/** Values of one or two numbers, null where they are unknown, and how many samples of each status have them. */
async function* alikeOnes<K extends [BinnedKey] | [BinnedKey, BinnedKey]>(
  {connection, index}: Among,
  keys: K
): AsyncIterable<{values: {[I in keyof K]: number | null}; counts: Counts}> {
  const result = await connection.stream(alikeQuery(index, keys));
  for await (const rows of result.yieldRows())
    for (const row of rows as (number | null)[][])
      yield {values: row.slice(0, keys.length) as {[I in keyof K]: number | null}, counts: row.slice(keys.length) as Counts};
}

const add = (counts: Counts, more: Counts): void => {
  for (const status of [0, 1, 2] as const) counts[status] += more[status];
};
const named = ([incorrect, correct, truncated]: Counts) => ({incorrect, correct, truncated});
