// Slices of a manifold: points pooled into the cells of one or two axes. Pure: the explorer and `npm run analyze -- surface` share it.
import {excessAccuracy, rescaledInterval, wilson} from "../score/accuracy.js";

/** A parameter's value; null where a point lacks the parameter. */
export type Value = number | string | boolean | null;

/** A point's place in the task-complexity plane; points of many evaluations share one. */
export interface Place {
  base_task: string;
  params: Readonly<Record<string, Value>>;
  /** canonical JSON of `params` */
  params_json: string;
  generator_version: number;
  tiers: readonly string[];
  surfaces: readonly string[];
  projections: readonly string[];
}

/** A row of `points`: where it lies and its raw counters. */
export interface PlacedPoint {
  place: Place;
  correct: number;
  incorrect: number;
  truncated: number;
  guess_sum: number;
  tokens_completion: number;
}

/** Points that agree on the axes, pooled. Shares are of one. */
export interface Cell {
  x: Value;
  /** null on a slice of one axis */
  y: Value;
  /** excess accuracy with its rescaled 95 % interval over `n` untruncated samples; null without any */
  accuracy: number | null;
  low: number;
  high: number;
  n: number;
  /** share of `samples` that the token limit stopped, with its 95 % Wilson interval */
  truncated: number;
  truncated_low: number;
  truncated_high: number;
  samples: number;
  /** mean completion tokens of all samples */
  tokens: number;
  /** canonical params of the distinct points inside */
  params: string[];
}

export interface Axes {
  x: string;
  y?: string | undefined;
}

/** Numbers by size, then texts by their order in a dictionary that counts (`a2` before `a10`), what is missing last. */
export function compareValues(a: Value, b: Value): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  const rank = (value: Value) => (typeof value === "number" ? 0 : value === null ? 2 : 1);
  return rank(a) - rank(b) || String(a).localeCompare(String(b), "en", {numeric: true});
}

/** A function of an array that is computed once for each array. Arrays handed to it must not change afterwards. */
export function remembered<Item, Result>(compute: (items: readonly Item[]) => Result): (items: readonly Item[]) => Result {
  const known = new WeakMap<readonly Item[], Result>();
  return items => {
    let result = known.get(items);
    if (result === undefined) known.set(items, (result = compute(items)));
    return result;
  };
}

/** Every parameter of the points with its distinct values in order. */
export const valuesOf = remembered((points: readonly PlacedPoint[]): Map<string, Value[]> => {
  const found = new Map<string, Set<Value>>();
  const places = new Set<Place>();
  for (const {place} of points) places.add(place);
  for (const {params} of places) for (const name in params) if (!found.has(name)) found.set(name, new Set());
  for (const {params} of places) for (const [name, values] of found) values.add(params[name] ?? null);
  return new Map(
    [...found.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, values]) => [name, [...values].sort(compareValues)])
  );
});

/** The parameters in which the points differ: those with most values first. */
export function varying(points: readonly PlacedPoint[]): string[] {
  return [...valuesOf(points)]
    .filter(([, values]) => values.length > 1)
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([name]) => name);
}

interface Pool {
  x: Value;
  y: Value;
  correct: number;
  total: number;
  guessSum: number;
  truncated: number;
  tokens: number;
  version: number;
  places: Set<string>;
}

/**
 * The cells of a slice, ordered by y, then x; cells without a point are absent.
 * Throws where a cell would mix two versions of a generator: their tests differ.
 */
export function cellsOf(points: readonly PlacedPoint[], {x, y}: Axes): Cell[] {
  const pools = new Map<Value, Map<Value, Pool>>();
  for (const {place, correct, incorrect, truncated, guess_sum, tokens_completion} of points) {
    const [column, row] = [place.params[x] ?? null, y === undefined ? null : (place.params[y] ?? null)];
    let columns = pools.get(row);
    if (!columns) pools.set(row, (columns = new Map()));
    let pool = columns.get(column);
    if (!pool) {
      const nothing = {correct: 0, total: 0, guessSum: 0, truncated: 0, tokens: 0};
      columns.set(column, (pool = {x: column, y: row, ...nothing, version: place.generator_version, places: new Set()}));
    }
    if (pool.version !== place.generator_version) {
      throw new Error(
        `${place.base_task}: versions ${pool.version} and ${place.generator_version} of the generator cannot be pooled; choose one`
      );
    }
    pool.correct += correct;
    pool.total += correct + incorrect;
    pool.guessSum += guess_sum;
    pool.truncated += truncated;
    pool.tokens += tokens_completion;
    pool.places.add(place.params_json);
  }
  return [...pools.values()]
    .flatMap(columns => [...columns.values()].map(cellOf))
    .sort((a, b) => compareValues(a.y, b.y) || compareValues(a.x, b.x));
}

function cellOf({x, y, correct, total, guessSum, truncated, tokens, places}: Pool): Cell {
  const counts = {correct, total, guessSum};
  const samples = total + truncated;
  const share = samples > 0 ? truncated / samples : 0;
  const {center, margin} = wilson(share, samples);
  return {
    x,
    y,
    accuracy: excessAccuracy(counts),
    ...rescaledInterval(counts),
    n: total,
    truncated: share,
    truncated_low: Math.max(0, center - margin),
    truncated_high: Math.min(1, center + margin),
    samples,
    tokens: samples > 0 ? tokens / samples : 0,
    params: [...places].sort()
  };
}
