// Comparisons of two groups within points (strata), so that hard points, which hold more of one group and longer texts, do not confound the
// difference.

import {type ClusteredEstimate, clusteredRatio} from "./clustered.js";
import {normalUpper} from "./distributions.js";

/** Comparison of a first group (m values) with a second group (n values) at one point. */
export interface Stratum {
  m: number;
  n: number;
  /** Mann–Whitney's U: pairs in which the first value is larger, ties counted as half. */
  u: number;
  /** Σ(t³ − t) over groups of t tied values. */
  ties: number;
  /** Mean of the first group minus mean of the second, of values and of their logarithms. */
  difference: number;
  logDifference: number;
}

/**
 * Compares two groups of counts at one point; null where one group is empty. The logarithm of 0, an empty answer, is taken as that of 1.
 */
export function stratumOf(first: ArrayLike<number>, second: ArrayLike<number>): Stratum | null {
  const [m, n] = [first.length, second.length];
  if (m === 0 || n === 0) return null;
  const [a, b] = [Float64Array.from(first).sort(), Float64Array.from(second).sort()];
  let [u, ties, i, j] = [0, 0, 0, 0];
  while (i < m || j < n) {
    const value = Math.min(i < m ? a[i]! : Infinity, j < n ? b[j]! : Infinity);
    const [fromI, fromJ] = [i, j];
    while (i < m && a[i] === value) i++;
    while (j < n && b[j] === value) j++;
    const tied = i - fromI + j - fromJ;
    u += (i - fromI) * (fromJ + (j - fromJ) / 2);
    ties += tied ** 3 - tied;
  }
  return {m, n, u, ties, difference: mean(a) - mean(b), logDifference: mean(a, logOf) - mean(b, logOf)};
}

const logOf = (count: number): number => Math.log(Math.max(1, count));

function mean(values: Float64Array, of: (x: number) => number = x => x): number {
  let sum = 0;
  for (const value of values) sum += of(value);
  return sum / values.length;
}

/**
 * Van Elteren's test (1960, Bulletin de l'Institut International de Statistique 37, 351–361): Wilcoxon's rank sums of the strata, each
 * divided by the stratum's size + 1, with the tie correction; two-sided by the normal approximation. H₀: the groups differ within no point.
 * Null where no stratum has values that differ.
 */
export function vanElteren(strata: readonly Stratum[]): {z: number; p: number} | null {
  let [sum, variance] = [0, 0];
  for (const {m, n, u, ties} of strata) {
    const size = m + n;
    sum += (u - (m * n) / 2) / (size + 1);
    if (size > 1) variance += ((m * n) / 12 / (size + 1) ** 2) * (size + 1 - ties / (size * (size - 1)));
  }
  if (!(variance > 0)) return null;
  const z = sum / Math.sqrt(variance);
  return {z, p: Math.min(1, 2 * normalUpper(Math.abs(z)))};
}

/**
 * Probability that a value of the first group exceeds a value of the second at the same point, ties counted as half: the mean over points
 * with van Elteren's weights mn ÷ (m + n + 1), so that it is exactly ½ where his z is 0. The interval is over points, on the logit scale.
 */
export const superiority = (strata: readonly Stratum[]): ClusteredEstimate | null =>
  clusteredRatio(
    strata.map(({m, n, u}) => ({y: u / (m + n + 1), x: (m * n) / (m + n + 1)})),
    {scale: "logit"}
  );

type Sizes = Pick<Stratum, "m" | "n">;
const weighted = <Each extends Sizes>(strata: readonly Each[], of: (stratum: Each) => number): ClusteredEstimate | null =>
  clusteredRatio(strata.map(stratum => ({y: weight(stratum) * of(stratum), x: weight(stratum)})));
/** The weight of a stratum in a least squares fit in which each stratum has its own intercept. */
const weight = ({m, n}: Sizes): number => (m * n) / (m + n);

/**
 * Mean difference within points, equal to the group's coefficient in a regression with an intercept for each point; the interval is over
 * points.
 */
export const differenceWithin = (strata: readonly (Sizes & Pick<Stratum, "difference">)[]): ClusteredEstimate | null =>
  weighted(strata, ({difference}) => difference);

/** Ratio of geometric means within points: the mean difference of logarithms within points, exponentiated. */
export function ratioWithin(strata: readonly Stratum[]): ClusteredEstimate | null {
  const estimate = weighted(strata, ({logDifference}) => logDifference);
  if (!estimate) return null;
  const back = (x: number | null) => (x === null ? null : Math.exp(x));
  return {...estimate, value: Math.exp(estimate.value), low: back(estimate.low), high: back(estimate.high)};
}
