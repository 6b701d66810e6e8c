// Accuracy of estimates and of their ranking, with intervals over persons.
import {type Random, randomOf} from "../../generate/seed.js";

export interface Estimated {
  value: number;
  low: number;
  high: number;
}

/** Bootstrap samples. */
const REPLICATES = 300;

/** Root mean squared error. */
export function rmse(estimates: readonly number[], truth: readonly number[]): number {
  return Math.sqrt(estimates.reduce((sum, each, i) => sum + (each - truth[i]!) ** 2, 0) / estimates.length);
}

/** A statistic of persons with its 95 % percentile interval from a bootstrap of persons. */
export function overPersons(
  persons: number,
  statistic: (chosen: readonly number[]) => number,
  {replicates = REPLICATES, random = randomOf("adaptive quality")}: {replicates?: number; random?: Random} = {}
): Estimated {
  const value = statistic(Array.from({length: persons}, (_, i) => i));
  const drawn = Array.from({length: replicates}, () =>
    statistic(Array.from({length: persons}, () => random.integer(0, persons - 1)))
  );
  return {value, ...percentiles(drawn)};
}

/** The 2.5 % and 97.5 % quantiles of the finite values; NaN where there are none. */
export function percentiles(values: readonly number[]): {low: number; high: number} {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
  const at = (q: number) => sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(q * (sorted.length - 1))))] ?? Number.NaN;
  return {low: at(0.025), high: at(0.975)};
}
