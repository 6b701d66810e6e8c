// What a parameter changes in the text that a model sees: points that differ in nothing else are compared pair by pair.
import {tQuantile} from "../distributions.js";
import {distance, shape} from "./bands.js";

export interface Described {
  base_task: string;
  params: Record<string, unknown>;
  tokens: number;
  tokens_per_character: number;
  /** Levels of the mean spectrum's bands, decibels. */
  levels: Float64Array;
}

/** A mean over pairs of points with its 95 % interval; without an interval (null) for a single pair. */
export interface Estimate {
  value: number;
  low: number | null;
  high: number | null;
}

export interface Effect {
  base_task: string;
  param: string;
  /** Values that were compared. */
  values: string[];
  /** Pairs of points that differ in this parameter alone. */
  n: number;
  /** Root mean square difference between the shapes of their spectra, decibels. */
  shape: Estimate;
  /** Longer ÷ shorter prompt, less 1. */
  length: Estimate;
  /** Larger ÷ smaller number of tokens per character, less 1. */
  density: Estimate;
}

/** The effect of every parameter that varies while all others stay, strongest change of shape first. */
export function effects(points: readonly Described[]): Effect[] {
  const found: Effect[] = [];
  for (const [base_task, own] of groupBy(points, point => point.base_task))
    for (const param of new Set(own.flatMap(({params}) => Object.keys(params)))) {
      const pairs = [...groupBy(own, ({params}) => JSON.stringify(without(params, param))).values()].flatMap(pairsOf);
      const differing = pairs.filter(([a, b]) => a.params[param] !== b.params[param]);
      if (differing.length === 0) continue;
      const ratio = (a: number, b: number) => Math.max(a, b) / Math.min(a, b) - 1;
      found.push({
        base_task,
        param,
        values: [...new Set(differing.flat().map(({params}) => String(params[param])))],
        n: differing.length,
        shape: estimate(differing.map(([a, b]) => distance(shape(a.levels), shape(b.levels)))),
        length: estimate(differing.map(([a, b]) => ratio(a.tokens, b.tokens))),
        density: estimate(differing.map(([a, b]) => ratio(a.tokens_per_character, b.tokens_per_character)))
      });
    }
  return found.sort((a, b) => b.shape.value - a.shape.value);
}

/** Mean and t interval. */
function estimate(values: readonly number[]): Estimate {
  const n = values.length;
  const value = values.reduce((a, b) => a + b, 0) / n;
  if (n < 2) return {value, low: null, high: null};
  const variance = values.reduce((sum, each) => sum + (each - value) ** 2, 0) / (n - 1);
  const half = tQuantile(0.975, n - 1) * Math.sqrt(variance / n);
  return {value, low: Math.max(0, value - half), high: value + half};
}

const without = (params: Record<string, unknown>, param: string): [string, unknown][] =>
  Object.entries(params)
    .filter(([name]) => name !== param)
    .sort();

function pairsOf<T>(group: readonly T[]): [T, T][] {
  return group.flatMap((a, i) => group.slice(i + 1).map((b): [T, T] => [a, b]));
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}
