// The arithmetic mean, and its interval.
import {tQuantile} from "./distributions.js";

/** The sum divided by the number of values; NaN for none. */
export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** A mean with Student's t interval, 95 %. Of one value, and of values that are all alike, nothing is known of the error. */
export function studentMean({mean, sd, n}: {mean: number; sd: number | null; n: number}): {
  value: number;
  low: number | null;
  high: number | null;
} {
  if (!(n > 1 && sd !== null && sd > 0)) return {value: mean, low: null, high: null};
  const margin = (tQuantile(0.975, n - 1) * sd) / Math.sqrt(n);
  return {value: mean, low: mean - margin, high: mean + margin};
}
