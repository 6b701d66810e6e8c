// The area under the ROC: how often a value of one group exceeds one of another.
import {Z975} from "./distributions.js";
import {stratumOf} from "./stratified.js";

/** An area under the ROC with its 95 % interval; null where a group is empty, and nothing is known of it then. */
export interface Area {
  value: number | null;
  low: number;
  high: number;
}

/** The probability that a value of the first group is larger than one of the second, ties counted as half. */
export function areaOf(first: ArrayLike<number>, second: ArrayLike<number>): Area {
  const stratum = stratumOf(first, second);
  if (!stratum) return {value: null, low: 0, high: 1};
  const {u, m, n} = stratum;
  return {value: u / (m * n), ...areaInterval(u / (m * n), {m, n})};
}

/**
 * Interval of an area θ = U/(mn): the θ that lie within z standard errors of it, each by the variance that it would have itself, with
 * N = (m + n)/2 − 1 for both sizes (Newcombe 2006, Statistics in Medicine 25, 559–573, method 5; the variance is Hanley and McNeil's of
 * 1982). Its width is never 0. The m + n values count as independent.
 */
export function areaInterval(area: number, {m, n, z = Z975}: {m: number; n: number; z?: number}): {low: number; high: number} {
  const size = (m + n) / 2 - 1;
  const error = (t: number) => Math.sqrt((t * (1 - t) * (1 + size * ((1 - t) / (2 - t) + t / (1 + t)))) / (m * n));
  const end = (outer: number): number => {
    let [inside, outside] = [area, outer];
    for (let i = 0; i < 60; i++) {
      const middle = (inside + outside) / 2;
      if (Math.abs(area - middle) <= z * error(middle)) inside = middle;
      else outside = middle;
    }
    return (inside + outside) / 2;
  };
  return {low: end(0), high: end(1)};
}
