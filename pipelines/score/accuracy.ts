// Excess accuracy: accuracy above guessing, on a scale where 0 = guessing and 1 = always right, with two intervals (docs/scoring.md).
import {Z975} from "../stats/distributions.js";
import {wilson} from "../stats/intervals.js";
import {shareSequence} from "../stats/shareSequence.js";

/** Counts over untruncated samples. They can be added up over any grouping. */
export interface AnswerCounts {
  /** Samples answered correctly. */
  correct: number;
  /** Untruncated samples, right or wrong. */
  total: number;
  /** Sum of the samples' guess chances, 0…total. */
  guessSum: number;
}

const clamp01 = (x: number): number => Math.min(1, Math.max(0, x));

/** Point estimate of excess accuracy: (correct − Σg)/(total − Σg). May be negative; null where it cannot be estimated (total ≤ Σg). */
export function excessAccuracy({correct, total, guessSum}: AnswerCounts): number | null {
  const n = total - guessSum;
  return n > 0 ? (correct - guessSum) / n : null;
}

/**
 * The published interval (ReasonScape): expected guesses are subtracted from both successes and trials before Wilson's interval is applied.
 * It is part of ReasonScore. Its coverage is too low at high guess chances, so pages show `rescaledInterval` instead. `total ≤ Σg` gives
 * centre and margin 0.
 */
export function adjustedInterval(counts: AnswerCounts): {center: number; margin: number} {
  const p = excessAccuracy(counts);
  return p === null ? {center: 0, margin: 0} : wilson(clamp01(p), counts.total - counts.guessSum);
}

/** Maps an interval of the raw proportion linearly so that ḡ, the mean guess chance, becomes 0 and 1 stays 1; it holds the estimate. */
function rescaled(
  {correct, total, guessSum}: AnswerCounts,
  {low, high}: {low: number; high: number}
): {low: number; high: number} {
  const estimate = excessAccuracy({correct, total, guessSum});
  if (estimate === null) return {low: 0, high: 1};
  const guess = guessSum / total;
  const rescale = (x: number) => (x - guess) / (1 - guess);
  // Where no answer or every answer is right, the ends are exactly 0 and 1; rounding must not exclude the estimate.
  return {low: Math.min(estimate, rescale(low)), high: Math.max(estimate, rescale(high))};
}

/**
 * The interval of a confidence sequence (`shareSequence`), mapped as `rescaledInterval` maps Wilson's: for a display of a run that goes on,
 * which is looked at again and again. Without samples it is [0, 1].
 */
export const rescaledSequence = (counts: AnswerCounts): {low: number; high: number} =>
  rescaled(counts, shareSequence(counts.correct, counts.total));

/**
 * Wilson's interval of the raw proportion, mapped linearly so that ḡ, the mean guess chance, becomes 0 and 1 stays 1. Like the estimate,
 * which it always contains, it may be negative, down to −ḡ ÷ (1 − ḡ) where no answer is right. Without samples it is [0, 1].
 * @param trials effective number of samples; the total by default
 */
export function rescaledInterval(counts: AnswerCounts, {z = Z975, trials = counts.total} = {}): {low: number; high: number} {
  const {center, margin} = wilson(counts.correct / counts.total, trials, {z});
  return rescaled(counts, {low: center - margin, high: center + margin});
}
