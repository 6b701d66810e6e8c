// Effects of parameters on the text that a model receives: points that differ in one parameter only are compared in pairs.

import {clusteredRatio} from "../../stats/clustered.js";
import {groupBy} from "../../stats/groupBy.js";
import {distance, shape} from "./bands.js";

export interface Described {
  base_task: string;
  params: Record<string, unknown>;
  tokens: number;
  tokens_per_character: number;
  /** Levels of the mean spectrum's bands, in decibels. */
  levels: Float64Array;
}

/** A mean over pairs of points with its 95 % interval, clustered by group of points; null for a single group. */
export interface EffectEstimate {
  value: number;
  low: number | null;
  high: number | null;
}

export interface ParameterEffect {
  base_task: string;
  param: string;
  /** Values that were compared. */
  values: string[];
  /** Number of pairs of points that differ in this parameter only, and of the groups of points that are equal in all others. */
  n: number;
  groups: number;
  /** Root mean square difference between the shapes of their spectra, in decibels. */
  shape: EffectEstimate;
  /** Longer prompt ÷ shorter prompt − 1. */
  length: EffectEstimate;
  /** Larger ÷ smaller number of tokens per character − 1. */
  density: EffectEstimate;
}

/** The effect of every parameter that varies with all others fixed, largest change of shape first. */
export function effects(points: readonly Described[]): ParameterEffect[] {
  const found: ParameterEffect[] = [];
  for (const [base_task, own] of groupBy(points, point => point.base_task))
    for (const param of new Set(own.flatMap(({params}) => Object.keys(params)))) {
      const groups = [...groupBy(own, ({params}) => JSON.stringify(without(params, param))).values()]
        .map(group => pairsOf(group).filter(([a, b]) => a.params[param] !== b.params[param]))
        .filter(pairs => pairs.length > 0);
      const differing = groups.flat();
      if (differing.length === 0) continue;
      const mean = (of: (a: Described, b: Described) => number) => estimate(groups.map(pairs => pairs.map(([a, b]) => of(a, b))));
      const ratio = (a: number, b: number) => Math.max(a, b) / Math.min(a, b) - 1;
      found.push({
        base_task,
        param,
        values: [...new Set(differing.flat().map(({params}) => String(params[param])))],
        n: differing.length,
        groups: groups.length,
        shape: mean((a, b) => distance(shape(a.levels), shape(b.levels))),
        length: mean((a, b) => ratio(a.tokens, b.tokens)),
        density: mean((a, b) => ratio(a.tokens_per_character, b.tokens_per_character))
      });
    }
  return found.sort((a, b) => b.shape.value - a.shape.value);
}

/** Mean over all pairs. Pairs of one group share points, so that groups are the clusters. */
function estimate(groups: readonly (readonly number[])[]): EffectEstimate {
  const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
  const {value, low, high} = clusteredRatio(groups.map(values => ({y: sum(values), x: values.length})))!;
  return {value, low: low === null ? null : Math.max(0, low), high};
}

const without = (params: Record<string, unknown>, param: string): [string, unknown][] =>
  Object.entries(params)
    .filter(([name]) => name !== param)
    .sort();

function pairsOf<T>(group: readonly T[]): [T, T][] {
  return group.flatMap((a, i) => group.slice(i + 1).map((b): [T, T] => [a, b]));
}
