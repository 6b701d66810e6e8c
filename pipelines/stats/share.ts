// The share of answers with a property, where several answers may be about one thing.
import {clusteredProportion, type RatioPart} from "./clustered.js";
import {groupBy} from "./groupBy.js";
import {wilson} from "./intervals.js";

/** A share with its 95 % interval; all but n null without an answer. */
export interface Share {
  n: number;
  value: number | null;
  low: number | null;
  high: number | null;
}

/** The share of answers that hit, over clusters of answers (clusteredParts). */
export const clusteredShare = (answers: readonly {cluster: string; hit: boolean}[]): Share =>
  clusteredParts(
    [...groupBy(answers, ({cluster}) => cluster).values()].map(own => ({y: own.filter(({hit}) => hit).length, x: own.length}))
  );

/**
 * The share of trials that succeed, in clusters with y successes in x trials: Wilson's interval where each cluster has one trial, else on the
 * effective number of trials (clusteredProportion).
 */
export function clusteredParts(parts: readonly RatioPart[]): Share {
  const sums = {clusters: parts.length, n: 0, k: 0, kk: 0, kn: 0, nn: 0};
  for (const {y, x} of parts) {
    sums.n += x;
    sums.k += y;
    sums.kk += y * y;
    sums.kn += y * x;
    sums.nn += x * x;
  }
  const {n, k, clusters} = sums;
  if (n === 0) return {n, value: null, low: null, high: null};
  const value = k / n;
  const {center, margin} = wilson(value, n);
  const {low, high} = clusters < n ? clusteredProportion(sums) : {low: center - margin, high: center + margin};
  // At 0 and 1 the interval ends there but for rounding.
  return {n, value, low: Math.min(value, Math.max(0, low!)), high: Math.max(value, Math.min(1, high!))};
}
