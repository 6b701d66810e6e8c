// Counts samples in bins of several columns at once, under a range of each: a million in one pass over typed arrays. The library crossfilter2
// was tried in its place: it took 9 s to take in a million samples of eight columns, and up to a second for a jump of a range, where one
// pass takes some 50 ms.
import type {Range, SampleIndex} from "./select.js";

/** Most bins of a column. */
const MOST_BINS = 48;
/** The bin of a value that is unknown. */
const UNKNOWN = 255;
/** Columns whose largest value is so many times their smallest are binned on a logarithmic scale. */
const LOG_BEYOND = 50;

/** How a column of numbers is divided. */
interface Bins {
  /** bin b reaches from edge b to edge b + 1, that one left out but in the last bin; without a known value there is none */
  edges: Float64Array;
  /** how many values are unknown */
  unknown: number;
  /** whether bins are equally wide on a logarithmic scale */
  log: boolean;
  /** whether all values are whole */
  whole: boolean;
}

/** A column of numbers, sorted into bins. */
interface Binned extends Bins {
  values: Numbers;
  bin: Uint8Array;
}

/** Whole numbers, of which those below 0 are unknown; or any, of which those that are not finite are. */
export type Numbers = Int32Array | Float64Array;

/** Sorts values into bins. Bins of whole numbers begin at whole numbers. */
export function binned(values: Numbers, {bins = MOST_BINS} = {}): Binned {
  const least = values instanceof Int32Array ? 0 : -Infinity;
  const isKnown = (value: number): boolean => value >= least && Number.isFinite(value);
  let [low, high, unknown, whole] = [Infinity, -Infinity, 0, true];
  for (const value of values) {
    if (!isKnown(value)) {
      unknown++;
      continue;
    }
    if (value < low) low = value;
    if (value > high) high = value;
    if (whole && value % 1 !== 0) whole = false;
  }
  const divided = divide({low, high, unknown, whole}, {bins});
  const bin = new Uint8Array(values.length).fill(UNKNOWN);
  for (let i = 0; i < values.length; i++) if (isKnown(values[i]!)) bin[i] = binOf(divided.edges, values[i]!);
  return {...divided, values, bin};
}

/** What bins follow from. */
interface Extent {
  /** the smallest known value; not finite where none is known */
  low: number;
  high: number;
  unknown: number;
  /** whether all known values are whole */
  whole: boolean;
}

/** The bins of values that reach from one to another. */
export function divide({low, high, unknown, whole}: Extent, {bins = MOST_BINS} = {}): Bins {
  const log = low > 0 && high / low > LOG_BEYOND;
  return {edges: low <= high ? edgesOf(low, high, {bins, log, whole}) : new Float64Array(), unknown, log, whole};
}

function edgesOf(low: number, high: number, {bins, log, whole}: {bins: number; log: boolean; whole: boolean}): Float64Array {
  // the last whole number has a bin of its own width, and a single value some width
  const end = whole ? high + 1 : high > low ? high : low + (Math.abs(low) || 1);
  const at = (share: number) => (log ? low * (end / low) ** share : low + (end - low) * share);
  const count = whole ? Math.min(bins, end - low) : bins;
  const edges = Array.from({length: count + 1}, (_, i) => (i === 0 ? low : i === count ? end : at(i / count)));
  return Float64Array.from(whole ? new Set(edges.map(Math.round)) : edges);
}

/** How many bins there are. */
export const binsOf = ({edges}: Bins): number => Math.max(0, edges.length - 1);

/** The bin in which a value lies; values outside belong to the first or last one. */
export function binOf(edges: Float64Array, value: number): number {
  let [low, high] = [0, edges.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (edges[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

interface Counted {
  /** samples that pass everything, by status: incorrect, correct, truncated */
  statuses: readonly [number, number, number];
  /** for each column, how many of the samples that pass all other columns' ranges are in each bin */
  bins: readonly Uint32Array[];
}

/** Samples that pass everything, by the bins of two columns: cell x · (bins of y) + y. */
export interface CountedPairs {
  samples: Uint32Array;
  correct: Uint32Array;
  truncated: Uint32Array;
}

export interface CrossFilter {
  /** Keeps samples whose value of a column is in a closed range; null keeps all, those whose value is unknown too. */
  choose(column: number, range: Range | null): void;
  /** Keeps samples that are marked with 1; null keeps all. */
  restrict(mask: Uint8Array | null): void;
  counted(): Counted;
  pairs(x: number, y: number): CountedPairs;
}

/** Most columns: each has a bit, and the restriction has one. */
const MOST_COLUMNS = 15;

/**
 * Counts under ranges of several columns.
 * @param status of each sample: 0 incorrect, 1 correct, 2 truncated
 */
export function crossFilter(columns: readonly Binned[], status: Uint8Array): CrossFilter {
  if (columns.length > MOST_COLUMNS) throw new RangeError(`at most ${MOST_COLUMNS} columns, not ${columns.length}`);
  const n = status.length;
  /** Of each sample, a bit for each column whose range it fails. */
  const failed = new Uint16Array(n);
  const mark = (bit: number, fails: (i: number) => boolean): void => {
    for (let i = 0; i < n; i++) failed[i] = fails(i) ? failed[i]! | bit : failed[i]! & ~bit;
  };
  return {
    choose(column, range) {
      const {values, bin} = columns[column]!;
      const [low, high] = [range?.low ?? -Infinity, range?.high ?? Infinity];
      mark(1 << column, range === null ? () => false : i => bin[i] === UNKNOWN || values[i]! < low || values[i]! > high);
    },
    restrict(mask) {
      mark(1 << MOST_COLUMNS, mask === null ? () => false : i => mask[i] !== 1);
    },
    counted() {
      const statuses: [number, number, number] = [0, 0, 0];
      const bins = columns.map(({bin}) => ({bin, counts: new Uint32Array(UNKNOWN + 1)}));
      for (let i = 0; i < n; i++) {
        const bits = failed[i]!;
        if (bits === 0) {
          statuses[status[i] as 0 | 1 | 2]++;
          for (const {bin, counts} of bins) counts[bin[i]!]!++;
        } else if ((bits & (bits - 1)) === 0 && bits < 1 << MOST_COLUMNS) {
          const {bin, counts} = bins[31 - Math.clz32(bits)]!;
          counts[bin[i]!]!++;
        }
      }
      return {statuses, bins: bins.map(({counts}, k) => counts.slice(0, binsOf(columns[k]!)))};
    },
    pairs(x, y) {
      const [across, up] = [columns[x]!, columns[y]!];
      const [width, height] = [binsOf(across), binsOf(up)];
      const [samples, correct, truncated] = [0, 1, 2].map(() => new Uint32Array(width * height)) as [
        Uint32Array,
        Uint32Array,
        Uint32Array
      ];
      for (let i = 0; i < n; i++) {
        if (failed[i] !== 0 || across.bin[i] === UNKNOWN || up.bin[i] === UNKNOWN) continue;
        const cell = across.bin[i]! * height + up.bin[i]!;
        samples[cell]!++;
        if (status[i] === 1) correct[cell]!++;
        else if (status[i] === 2) truncated[cell]!++;
      }
      return {samples, correct, truncated};
    }
  };
}

/**
 * How hard each sample's test was for the others: the share of the other answers to it that are wrong or truncated. NaN where nobody else
 * was asked.
 * @param item number of each sample's test, from 0
 */
export function othersWrong(item: Int32Array, status: Uint8Array): Float64Array {
  const most = item.reduce((max, each) => Math.max(max, each), -1);
  const [asked, wrong] = [new Uint32Array(most + 1), new Uint32Array(most + 1)];
  for (let i = 0; i < item.length; i++) {
    asked[item[i]!]!++;
    if (status[i] !== 1) wrong[item[i]!]!++;
  }
  // where nobody else was asked, 0 of 0
  return Float64Array.from(item, (test, i) => (wrong[test]! - Number(status[i] !== 1)) / (asked[test]! - 1));
}

// The numbers of samples that page Explore draws, how each is named, and their counts before a reader restricts any.

/** What can be drawn of a sample, those first that pages are asked for most often, by their names in addresses. */
export const EXPLORED = {
  tokens: "Completion tokens",
  prompt: "Prompt tokens",
  characters: "Characters written",
  cost: "US dollars per 1,000 answers like it",
  latency: "Latency (ms)",
  difficulty: "Other models wrong on the test (%)",
  index: "Number of the test in its list"
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
