// Selects samples by their numbers: a million in one pass over typed arrays, without a query.

/** Columns of table `sample_index`, each in the order of `place`. */
export interface SampleIndex {
  n: number;
  point: Int32Array;
  item: Int32Array;
  index: Int32Array;
  trial: Int32Array;
  status: Uint8Array;
  /** position of its finish reason in `finishes` */
  finish: Uint8Array;
  finishes: readonly string[];
  prompt: Int32Array;
  completion: Int32Array;
  characters: Int32Array;
  /** NaN where it is unknown */
  cost: Float64Array;
  corrected: Uint8Array;
}

/** A closed range of numbers; an open end is null. */
export interface Range {
  low: number | null;
  high: number | null;
}

export interface Filter {
  /** 1 for each point that passes, by its row; points without a row do not pass unless this is null */
  points?: Uint8Array | null;
  status?: number | null;
  finish?: number | null;
  /** completion tokens */
  tokens?: Range | null;
  characters?: Range | null;
  corrected?: boolean;
  /** 1 for each place that a search has found */
  found?: Uint8Array | null;
}

/** How samples can be ordered. */
export const ORDERS = ["test", "tokens", "-tokens", "characters", "-characters", "cost", "-cost"] as const;
export type Order = (typeof ORDERS)[number];

/**
 * Places of the samples, or of those from `first` to before `end`, in the order of point, test and repetition: three counting sorts, so that a
 * million take some 50 ms.
 */
export function naturalOrder({n, point, index, trial}: SampleIndex, {first, end} = {first: 0, end: n}): Int32Array {
  let places = Int32Array.from({length: end - first}, (_, i) => first + i);
  for (const keys of [trial, index, point]) places = countingSort(places, keys);
  return places;
}

function countingSort(places: Int32Array, keys: Int32Array): Int32Array<ArrayBuffer> {
  let [low, high] = [Infinity, -Infinity];
  for (const place of places) {
    const key = keys[place]!;
    if (key < low) low = key;
    if (key > high) high = key;
  }
  if (high - low > MOST_BUCKETS) return stable(places, keys);
  const sorted = new Int32Array(places.length);
  const starts = new Int32Array(Math.max(0, high - low) + 2);
  for (const place of places) starts[keys[place]! - low + 1]!++;
  for (let i = 1; i < starts.length; i++) starts[i]! += starts[i - 1]!;
  for (const place of places) sorted[starts[keys[place]! - low]!++] = place;
  return sorted;
}

/** Widest range of keys that are counted: beyond, as for indexes of other hands, memory would be wasted. */
const MOST_BUCKETS = 8_000_000;
const stable = (places: Int32Array, keys: Int32Array): Int32Array<ArrayBuffer> =>
  Int32Array.from(Array.from(places).sort((a, b) => keys[a]! - keys[b]!));

/** Places of the samples that pass, in the given order. */
export function selected(samples: SampleIndex, order: Int32Array, filter: Filter): Int32Array {
  const {points = null, status = null, finish = null, tokens = null, characters = null, corrected = false, found = null} = filter;
  const [least, most] = ends(tokens);
  const [shortest, longest] = ends(characters);
  const passing = new Int32Array(order.length);
  let count = 0;
  for (let i = 0; i < order.length; i++) {
    const place = order[i]!;
    if (points !== null && points[samples.point[place]!] !== 1) continue;
    if (status !== null && samples.status[place] !== status) continue;
    if (finish !== null && samples.finish[place] !== finish) continue;
    if (corrected && samples.corrected[place] !== 1) continue;
    if (found !== null && found[place] !== 1) continue;
    if (tokens !== null && !(samples.completion[place]! >= least && samples.completion[place]! <= most)) continue;
    if (characters !== null && !(samples.characters[place]! >= shortest && samples.characters[place]! <= longest)) continue;
    passing[count++] = place;
  }
  return passing.subarray(0, count);
}

/** Ends of a range. What nobody counted is −1 and in no range. */
const ends = (range: Range | null): [number, number] => [Math.max(0, range?.low ?? 0), range?.high ?? Infinity];

/** The same places in another order; equal ones keep theirs, and what is unknown comes last. */
export function ordered(samples: SampleIndex, places: Int32Array, order: Order): Int32Array {
  if (order === "test") return places;
  const descending = order.startsWith("-");
  const name = order.replace("-", "") as "tokens" | "characters" | "cost";
  const values = {tokens: samples.completion, characters: samples.characters, cost: samples.cost}[name];
  const unknown = (value: number) => Number.isNaN(value) || value < 0;
  // Floats of which the first is the key sort without a comparison in JavaScript, and the position keeps ties in order.
  const keys = Float64Array.from(places, place => (unknown(values[place]!) ? Infinity : (descending ? -1 : 1) * values[place]!));
  const positions = Int32Array.from({length: places.length}, (_, i) => i);
  positions.sort((a, b) => (keys[a] === keys[b] ? a - b : keys[a]! < keys[b]! ? -1 : 1));
  return positions.map(position => places[position]!);
}

/** How many of the places have each status: incorrect, correct, truncated. */
export function statusCounts({status}: SampleIndex, places: Int32Array): [number, number, number] {
  const counts: [number, number, number] = [0, 0, 0];
  for (const place of places) counts[status[place] as 0 | 1 | 2]++;
  return counts;
}

/** Places of all answers to the test of a sample, the sample's own included, in the order of place. */
export function answersTo({item}: SampleIndex, place: number): number[] {
  const places: number[] = [];
  const wanted = item[place];
  for (let i = 0; i < item.length; i++) if (item[i] === wanted) places.push(i);
  return places;
}

/** Reads `100-500`, `100-`, `-500`, `100` or the same with decimals; null for nothing, undefined for what is no range. */
export function rangeOf(text: string): Range | null | undefined {
  const trimmed = text.replaceAll(/[\s,]/g, "").replaceAll("–", "-");
  if (trimmed === "") return null;
  const parts = /^(\d+(?:\.\d+)?|)(-?)(\d+(?:\.\d+)?|)$/.exec(trimmed);
  if (!parts || trimmed === "-") return undefined;
  const [, low, dash, high] = parts;
  const number = (digits: string | undefined) => (digits ? Number(digits) : null);
  return dash ? {low: number(low), high: number(high)} : {low: number(low), high: number(low)};
}
