// How near estimates come to the truth, and how well they rank, with intervals over persons.
import {type Random, randomOf} from "../../../generate/seed.js";

export interface Estimated {
  value: number;
  low: number;
  high: number;
}

const REPLICATES = 300;

/** Root mean squared error. */
export function rmse(estimates: readonly number[], truth: readonly number[]): number {
  return Math.sqrt(estimates.reduce((sum, each, i) => sum + (each - truth[i]!) ** 2, 0) / estimates.length);
}

/** Spearman's rank correlation: Pearson's of midranks. NaN where either side does not vary. */
export function spearman(a: readonly number[], b: readonly number[]): number {
  return pearson(midranks(a), midranks(b));
}

function pearson(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [middleA, middleB] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i]! - middleA, b[i]! - middleB];
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return aa > 0 && bb > 0 ? ab / Math.sqrt(aa * bb) : Number.NaN;
}

function midranks(values: readonly number[]): number[] {
  const order = values.map((_, i) => i).sort((a, b) => values[a]! - values[b]!);
  const ranks = new Array<number>(values.length);
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to + 1 < order.length && values[order[to + 1]!] === values[order[from]!]) to++;
    for (let k = from; k <= to; k++) ranks[order[k]!] = (from + to) / 2;
    from = to + 1;
  }
  return ranks;
}

/** A statistic of persons with its 95 % percentile interval over a bootstrap of persons. */
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

/** 2.5 and 97.5 % of finite values; NaN of none. */
export function percentiles(values: readonly number[]): {low: number; high: number} {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
  const at = (q: number) => sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(q * (sorted.length - 1))))] ?? Number.NaN;
  return {low: at(0.025), high: at(0.975)};
}
