// Predictive distribution of an unobserved value, from a prior and from observed values of the same kind.
import {normal} from "../../generate/normal.js";
import type {Random} from "../../generate/seed.js";

/**
 * Belief about normally distributed values with unknown mean and unknown standard deviation: the conjugate normal–inverse-χ² distribution
 * (Gelman et al., Bayesian Data Analysis, 3rd ed., section 3.3).
 */
export interface Belief {
  mean: number;
  /** Number of values that the mean counts for. */
  weight: number;
  /** Standard deviation of single values around the mean. */
  spread: number;
  /** Number of values that the standard deviation counts for. */
  df: number;
}

/** The posterior belief after some values; without values it is the prior. */
export function learn(prior: Belief, values: readonly number[]): Belief {
  const n = values.length;
  if (n === 0) return prior;
  const average = values.reduce((sum, value) => sum + value, 0) / n;
  const squares = values.reduce((sum, value) => sum + (value - average) ** 2, 0);
  const weight = prior.weight + n;
  const df = prior.df + n;
  const between = ((prior.weight * n) / weight) * (average - prior.mean) ** 2;
  return {
    mean: (prior.weight * prior.mean + n * average) / weight,
    weight,
    spread: Math.sqrt((prior.df * prior.spread ** 2 + squares + between) / df),
    df
  };
}

/** One draw of the unknown mean and standard deviation, common to all values that a belief is about. */
export interface Shared {
  mean: number;
  spread: number;
}

/** Draws the mean and the standard deviation. The mean is relative to the belief's own. */
export function drawShared({weight, spread, df}: Belief, random: Random): Shared {
  let chiSquared = 0;
  for (let i = 0; i < df; i++) chiSquared += normal(random) ** 2;
  const drawn = spread * Math.sqrt(df / chiSquared);
  return {mean: (drawn / Math.sqrt(weight)) * normal(random), spread: drawn};
}

/** Draws one value, given the drawn mean and standard deviation. */
export const drawValue = ({mean, spread}: Shared, random: Random): number => mean + spread * normal(random);

/** An estimate with its 90 % interval. */
export interface Expected {
  estimate: number;
  low: number;
  high: number;
}

/** Mean and 5 % and 95 % quantiles of draws. The interval is extended to the mean where a few extreme draws put the mean outside it. */
export function expectedOf(draws: Float64Array): Expected {
  const sorted = draws.toSorted();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
  const estimate = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
  return {estimate, low: Math.min(at(0.05), estimate), high: Math.max(at(0.95), estimate)};
}

/** A value that is known exactly. */
export const exactly = (value: number): Expected => ({estimate: value, low: value, high: value});
