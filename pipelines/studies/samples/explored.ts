// The numbers of samples that page Explore draws, how each is named, and their counts before a reader restricts any.
import {
  type Binned,
  type Bins,
  binned,
  binsOf,
  type Counted,
  type CountedPairs,
  crossFilter,
  othersWrong
} from "./crossFilter.js";
import type {SampleIndex} from "./select.js";

/** What can be drawn of a sample, those first that pages are asked for most often, by their names in addresses. */
export const EXPLORED = {
  tokens: "Completion tokens",
  prompt: "Prompt tokens",
  characters: "Characters written",
  cost: "US dollars per 1,000 answers like it",
  latency: "Latency (ms)",
  difficulty: "Others wrong on the test (%)",
  index: "Position of the test in its point"
} as const;
type ExploredKey = keyof typeof EXPLORED;

/** Bins of a column that is drawn. */
export interface ExploredBins extends Bins {
  key: ExploredKey;
}
export interface ExploredColumn extends Binned {
  key: ExploredKey;
}

/** The columns of which some value is known, in the order of `EXPLORED`. Latencies are milliseconds in the order of samples; NaN where one is unknown. */
export function exploredColumns(samples: SampleIndex, latencies: Float64Array | null = null): ExploredColumn[] {
  const values = {
    tokens: samples.completion,
    prompt: samples.prompt,
    characters: samples.characters,
    cost: samples.cost.map(cost => 1_000 * cost),
    latency: latencies,
    difficulty: othersWrong(samples.item, samples.status).map(share => 100 * share),
    index: samples.index
  };
  return keys.flatMap(key => (values[key] ? [{key, ...binned(values[key])}] : [])).filter(column => binsOf(column) > 0);
}

const keys = Object.keys(EXPLORED) as ExploredKey[];

/** The columns that the chart of two shows before a reader chooses others. */
export const firstAxes = (columns: readonly ExploredBins[]): {x: number; y: number} => ({
  x: 0,
  y: Math.max(
    0,
    columns.findIndex(({key}) => key === "difficulty")
  )
});

/** What a histogram and the chart of two columns show before a reader restricts anything. */
export interface FirstCounts {
  columns: ExploredBins[];
  counted: Counted;
  /** of the first axes */
  pairs: CountedPairs;
}

/** The counts of samples that have been read. */
export function countsOf(columns: readonly ExploredColumn[], status: Uint8Array): FirstCounts {
  const filter = crossFilter(columns, status);
  const {x, y} = firstAxes(columns);
  return {columns: [...columns], counted: filter.counted(), pairs: filter.pairs(x, y)};
}

/** A row of table `sample_bins`. */
export interface BinRow {
  number: string;
  bin: number;
  low: number | null;
  high: number | null;
  log: boolean;
  whole: boolean;
  incorrect: number;
  correct: number;
  truncated: number;
}

/** A row of table `sample_cells`. */
export interface CellRow {
  x_bin: number;
  y_bin: number;
  incorrect: number;
  correct: number;
  truncated: number;
}

/** The bin that stands for values that are unknown, in table `sample_bins`. */
export const UNKNOWN_BIN = -1;

/** The counts that the tables hold; null where no number of any sample is known. */
export function firstCounts(bins: readonly BinRow[], cells: readonly CellRow[]): FirstCounts | null {
  const read = keys.flatMap(key => {
    const rows = bins.filter(({number}) => number === key);
    const known = rows.filter(({bin}) => bin !== UNKNOWN_BIN).sort((a, b) => a.bin - b.bin);
    if (known.length === 0) return [];
    const {log, whole} = known[0]!;
    const edges = Float64Array.from([known[0]!.low!, ...known.map(({high}) => high!)]);
    const unknown = rows.filter(({bin}) => bin === UNKNOWN_BIN).reduce((sum, row) => sum + totalOf(row), 0);
    return [{column: {key, edges, unknown, log, whole}, counts: Uint32Array.from(known, totalOf), rows}];
  });
  if (read.length === 0) return null;
  // each sample stands in one bin of each column
  const statuses = (["incorrect", "correct", "truncated"] as const).map(status =>
    bins.filter(({number}) => number === bins[0]!.number).reduce((sum, row) => sum + row[status], 0)
  ) as [number, number, number];
  const columns = read.map(({column}) => column);
  return {columns, counted: {statuses, bins: read.map(({counts}) => counts)}, pairs: pairsOf(columns, cells)};
}

const totalOf = ({incorrect, correct, truncated}: CellRow | BinRow): number => incorrect + correct + truncated;

/** The cells of the first axes. */
function pairsOf(columns: readonly ExploredBins[], cells: readonly CellRow[]): CountedPairs {
  const {x, y} = firstAxes(columns);
  const height = columns.length > 0 ? binsOf(columns[y]!) : 0;
  const size = columns.length > 0 ? binsOf(columns[x]!) * height : 0;
  const [samples, correct, truncated] = [new Uint32Array(size), new Uint32Array(size), new Uint32Array(size)];
  for (const row of cells) {
    const cell = row.x_bin * height + row.y_bin;
    [samples[cell], correct[cell], truncated[cell]] = [totalOf(row), row.correct, row.truncated];
  }
  return {samples, correct, truncated};
}
