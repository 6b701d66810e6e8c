// The share of answers with a property, where several answers may be about one thing.
import {type ClusteredCounts, clusteredProportion, type RatioPart, sumClusters} from "./clustered.js";
import {groupBy} from "./groupBy.js";
import {shareOf} from "./intervals.js";

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

/** The share of trials that succeed, in clusters with y successes in x trials (shareOfClusters). */
export const clusteredParts = (parts: readonly RatioPart[]): Share => shareOfClusters(sumClusters(parts));

/** The share k ÷ n with Wilson's interval: of n trials where each cluster has one, else of their effective number (clusteredProportion). */
export function shareOfClusters(counts: ClusteredCounts): Share {
  const {n, k, clusters} = counts;
  if (n === 0) return {n, value: null, low: null, high: null};
  const {low, high} = clusters < n ? clusteredProportion(counts) : shareOf(k, n);
  return {n, value: k / n, low, high};
}
