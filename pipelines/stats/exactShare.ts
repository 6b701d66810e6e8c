// Exact one-sided tests and intervals of a share.
import {binomialCdf} from "./distributions.js";

/**
 * One-sided p-values of k successes in n trials against a share p₀: of "at most this many" and of "at least this many", binomial. Where trials
 * have different chances with mean p₀, both are upper bounds on their side of n p₀ (Hoeffding 1956, doi:10.1214/aoms/1177728178). Both are 1
 * for n = 0.
 */
export function shareTests(k: number, n: number, share: number): {few: number; many: number} {
  if (n <= 0) return {few: 1, many: 1};
  if (share <= 0) return {few: 1, many: k > 0 ? 0 : 1};
  if (share >= 1) return {few: k < n ? 0 : 1, many: 1};
  return {few: binomialCdf(k, n, share), many: 1 - binomialCdf(k - 1, n, share)};
}

/**
 * The interval of Clopper & Pearson (1934, doi:10.1093/biomet/26.4.404), whose ends are the shares that `shareTests` no longer rejects at
 * half of 1 − confidence each; [0, 1] for n = 0.
 */
export function exactInterval(k: number, n: number, {confidence = 0.95} = {}): {low: number; high: number} {
  const tail = (1 - confidence) / 2;
  return {
    low: k <= 0 || n <= 0 ? 0 : root(share => shareTests(k, n, share).many - tail),
    high: k >= n || n <= 0 ? 1 : root(share => tail - shareTests(k, n, share).few)
  };
}

/** Halvings of [0, 1]: to beyond the digits of a double. */
const HALVINGS = 60;

/** The place in [0, 1] where an increasing function changes its sign. */
function root(of: (share: number) => number): number {
  let [low, high] = [0, 1];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (of(middle) < 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
