// The Wilson score interval of a proportion.
import {Z975} from "./distributions.js";

/**
 * Wilson score interval of a proportion (Wilson 1927, doi:10.1080/01621459.1927.10502953).
 * @param p successes ÷ trials, 0…1
 * @param n trials, may be fractional; n ≤ 0 gives centre and margin 0
 */
export function wilson(p: number, n: number, {z = Z975} = {}): {center: number; margin: number} {
  if (!(n > 0)) return {center: 0, margin: 0};
  const k = 1 + (z * z) / n;
  return {center: (p + (z * z) / (2 * n)) / k, margin: (z / k) * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))};
}

/** Wilson's 95 % interval of p in 0…1, which holds p and stays within 0 and 1. @param n trials, may be fractional */
export function wilsonInterval(p: number, n: number): {low: number; high: number} {
  const {center, margin} = wilson(p, n);
  // At 0 and 1 the interval ends there but for rounding.
  return {low: Math.max(0, Math.min(p, center - margin)), high: Math.min(1, Math.max(p, center + margin))};
}

/** A share of `n` cases with its 95 % interval; without cases nothing is known: null, and [0, 1]. */
export interface WilsonShare {
  n: number;
  value: number | null;
  low: number;
  high: number;
}

/** The share `found` ÷ `n` of independent cases with Wilson's 95 % interval, which holds the share and stays within 0 and 1. */
export function shareOf(found: number, n: number): WilsonShare {
  if (n === 0) return {n, value: null, low: 0, high: 1};
  const value = found / n;
  return {n, value, ...wilsonInterval(value, n)};
}
