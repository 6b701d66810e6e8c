// Confidence intervals of ratios of sums over points. Samples of one point share its difficulty, so each point is one cluster and variance
// is taken between points.

import {studentTrials, tQuantile} from "./distributions.js";
import {wilsonInterval} from "./intervals.js";

/** An estimate with its 95 % interval from `clusters` clusters; both ends are null where fewer than two clusters contribute. */
export interface ClusteredEstimate {
  value: number;
  low: number | null;
  high: number | null;
  clusters: number;
}

/** Numerator y and denominator x of one cluster. A weighted mean is such a ratio of sums, with y = weight × value and x = weight. */
export interface RatioPart {
  y: number;
  x: number;
}

const SCALES = {
  identity: [(x: number) => x, (x: number) => x],
  log: [Math.log, Math.exp],
  logit: [(p: number) => Math.log(p / (1 - p)), (x: number) => 1 / (1 + Math.exp(-x))]
} as const;
/** Scale on which the interval is symmetric: `log` for amounts, `logit` for probabilities. */
export type IntervalScale = keyof typeof SCALES;

/**
 * Σy ÷ Σx with its 95 % interval by the jackknife that leaves out one cluster at a time (Efron & Stein 1981, doi:10.1214/aos/1176345462;
 * for ratios Cochran 1977, §6.17), with Student's t. Its degrees of freedom are the effective number of clusters (Σx)² ÷ Σx² (Kish 1965)
 * less 1: with plain clusters − 1, intervals over 3 to 8 clusters of very unequal weight cover only 92 %. Null where Σx is 0.
 */
export function clusteredRatio(
  parts: readonly RatioPart[],
  {scale = "identity"}: {scale?: IntervalScale} = {}
): ClusteredEstimate | null {
  const own = parts.filter(({x, y}) => x !== 0 || y !== 0);
  const [sumY, sumX] = [own.reduce((sum, {y}) => sum + y, 0), own.reduce((sum, {x}) => sum + x, 0)];
  if (!(sumX > 0)) return null;
  const without = own.map(({y, x}) => (sumY - y) / (sumX - x));
  return jackknife(sumY / sumX, without, {scale, weights: own.map(({x}) => x)});
}

/** The interval from an estimate, the estimates that each leave out one cluster, and the clusters' weights. */
function jackknife(
  value: number,
  without: readonly number[],
  {scale, weights}: {scale: IntervalScale; weights: readonly number[]}
): ClusteredEstimate {
  const clusters = without.length;
  const [to, back] = SCALES[scale];
  const squares = without.reduce((sum, each) => sum + (to(each) - to(value)) ** 2, 0);
  const error = Math.sqrt(((clusters - 1) / clusters) * squares);
  const [sum, sumOfSquares] = weights.reduce(([a, b], weight) => [a + weight, b + weight * weight], [0, 0]);
  const freedom = (sum * sum) / sumOfSquares - 1;
  if (!(freedom > 1e-3) || !Number.isFinite(error)) return {value, low: null, high: null, clusters};
  const half = tQuantile(0.975, freedom) * error;
  return {value, low: back(to(value) - half), high: back(to(value) + half), clusters};
}

/** Trials and successes in clusters, as sums: Σnᵢ, Σkᵢ, Σkᵢ², Σkᵢnᵢ and Σnᵢ² over `clusters` clusters. */
export interface ClusteredCounts {
  clusters: number;
  n: number;
  k: number;
  kk: number;
  kn: number;
  nn: number;
}

/** The sums over clusters with y successes in x trials. */
export function sumClusters(parts: readonly RatioPart[]): ClusteredCounts {
  const sums = {clusters: parts.length, n: 0, k: 0, kk: 0, kn: 0, nn: 0};
  for (const {y, x} of parts) {
    sums.n += x;
    sums.k += y;
    sums.kk += y * y;
    sums.kn += y * x;
    sums.nn += x * x;
  }
  return sums;
}

/**
 * Wilson's interval of Σk ÷ Σn on the effective number of trials: n divided by the design effect, at most n (Korn & Graubard 1998, Survey
 * Methodology 24, 193–201). At 0 and 1, where the design effect cannot be estimated, each cluster counts as one trial.
 */
export function clusteredProportion({clusters, n, k, kk, kn, nn}: ClusteredCounts): ClusteredEstimate {
  if (n <= 0) return {value: Number.NaN, low: null, high: null, clusters: 0};
  const p = k / n;
  const variance = clusters > 1 ? ((clusters / (clusters - 1)) * Math.max(0, kk - 2 * p * kn + p * p * nn)) / (n * n) : 0;
  const freedom = studentTrials(clusters - 1);
  const trials = variance > 0 ? Math.min(n, (p * (1 - p)) / variance) * freedom : Math.min(n, clusters);
  return {value: p, ...wilsonInterval(p, trials), clusters};
}

/** A measured point: x, y, its weight, and the group whose intercept it shares. */
export interface Measured {
  x: number;
  y: number;
  weight: number;
  group: string;
}

/**
 * Slope of y on x within groups (weighted least squares with an intercept for each group) with its jackknife interval over points. Null
 * where x varies within no group.
 */
export function slopeWithin(points: readonly Measured[]): ClusteredEstimate | null {
  const own = points.filter(({weight}) => weight > 0);
  const fit = slope(own);
  if (!fit) return null;
  const without = own.map((_, i) => slope(own.filter((_, j) => j !== i))?.value ?? Number.NaN);
  return jackknife(fit.value, without, {scale: "identity", weights: fit.leverage});
}

/** The slope, and each point's share of the variation of x (its leverage). */
function slope(points: readonly Measured[]): {value: number; leverage: number[]} | null {
  const means = new Map<string, {w: number; x: number; y: number}>();
  for (const {x, y, weight, group} of points) {
    const sum = means.get(group) ?? {w: 0, x: 0, y: 0};
    means.set(group, {w: sum.w + weight, x: sum.x + weight * x, y: sum.y + weight * y});
  }
  let [xx, xy] = [0, 0];
  const leverage = points.map(({x, y, weight, group}) => {
    const mean = means.get(group)!;
    const dx = x - mean.x / mean.w;
    xx += weight * dx * dx;
    xy += weight * dx * (y - mean.y / mean.w);
    return weight * dx * dx;
  });
  return xx > 1e-12 ? {value: xy / xx, leverage} : null;
}
