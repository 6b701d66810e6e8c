// Excess accuracy: how much better than guessing, 0 = guessing, 1 = knowing. Two intervals, both always computed (docs/scoring.md).
import {wilson, Z95} from "../stats/intervals.js";

/** Counts over untruncated samples, which may be pooled over any grouping. */
export interface Counts {
  /** Samples answered correctly. */
  correct: number;
  /** Untruncated samples, right or wrong. */
  total: number;
  /** Sum of the samples' guess chances, 0…total. */
  guessSum: number;
}

const clamp01 = (x: number): number => Math.min(1, Math.max(0, x));

/** Excess accuracy as a point estimate: (correct − Σg)/(total − Σg). May be negative; null where nothing can be said (total ≤ Σg). */
export function excessAccuracy({correct, total, guessSum}: Counts): number | null {
  const n = total - guessSum;
  return n > 0 ? (correct - guessSum) / n : null;
}

/**
 * The published interval (ReasonScape): guesses are taken off both successes and trials before Wilson is applied. It enters ReasonScore.
 * It covers too little at high guess chances; `rescaledInterval` is what pages show.
 * `total ≤ Σg` gives centre and margin 0.
 */
export function adjustedInterval(counts: Counts, {z = Z95} = {}): {center: number; margin: number} {
  const p = excessAccuracy(counts);
  return p === null ? {center: 0, margin: 0} : wilson(clamp01(p), counts.total - counts.guessSum, {z});
}

/**
 * Wilson on the raw proportion, carried to the scale on which ḡ, the mean guess chance, is 0 and 1 stays 1. Like the estimate that it holds it
 * may be negative, down to −ḡ ÷ (1 − ḡ) for nothing right. Without samples nothing is known: [0, 1].
 */
export function rescaledInterval({correct, total, guessSum}: Counts, {z = Z95} = {}): {low: number; high: number} {
  const estimate = excessAccuracy({correct, total, guessSum});
  if (estimate === null) return {low: 0, high: 1};
  const guess = guessSum / total;
  const {center, margin} = wilson(correct / total, total, {z});
  const rescale = (x: number) => (x - guess) / (1 - guess);
  // The ends are 0 and 1 themselves where nothing or everything is right; rounding must not put them inside the estimate.
  return {low: Math.min(estimate, rescale(center - margin)), high: Math.max(estimate, rescale(center + margin))};
}
