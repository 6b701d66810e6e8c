// Reliability of a test by the answers of several persons to the same items: Cronbach's alpha, for right and wrong answers KR-20.
import {incompleteBeta} from "./distributions.js";

export interface Alpha {
  persons: number;
  items: number;
  /** At most 1; below 0 where items run against one another. */
  alpha: number;
  /** 95 % interval. */
  low: number;
  high: number;
}

/**
 * Cronbach's alpha (Cronbach 1951, doi:10.1007/BF02310555) with Feldt's interval (Feldt 1965, doi:10.1007/BF02289499): (1 − α) ÷ (1 − α̂) has
 * an F distribution with n − 1 and (n − 1)(k − 1) degrees of freedom. Null with fewer than two persons or items, and where all persons have
 * the same sum, of whom nothing can be told apart.
 * @param scores a row for each person, with a score for each item
 */
export function cronbachAlpha(scores: readonly ArrayLike<number>[]): Alpha | null {
  const persons = scores.length;
  const items = scores[0]?.length ?? 0;
  if (persons < 2 || items < 2) return null;
  const sums = scores.map(row => Array.prototype.reduce.call(row, (sum, value) => (sum as number) + value, 0) as number);
  const total = variance(sums);
  if (!(total > 0)) return null;
  let within = 0;
  for (let item = 0; item < items; item++) within += variance(scores.map(row => row[item]!));
  const alpha = (items / (items - 1)) * (1 - within / total);
  const [one, other] = [persons - 1, (persons - 1) * (items - 1)];
  const end = (p: number) => 1 - (1 - alpha) * fQuantile(p, one, other);
  return {persons, items, alpha, low: end(0.975), high: end(0.025)};
}

function variance(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
}

/** Quantile of the F distribution with these degrees of freedom, 0 < p < 1: halving of an interval of the beta distribution's. */
export function fQuantile(p: number, one: number, other: number): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 200 && high - low > Number.EPSILON * high; step++) {
    const middle = (low + high) / 2;
    if (incompleteBeta(middle, one / 2, other / 2) < p) low = middle;
    else high = middle;
  }
  const x = (low + high) / 2;
  return (other * x) / (one * (1 - x));
}
