// Pools points at any grouping: sums of raw counters, and the estimates computed from them.

import {clusteredRatio} from "../stats/clustered.js";
import {Z975} from "../stats/distributions.js";
import {shareOf, wilson} from "../stats/intervals.js";
import {addShares, noShares, sharedAccuracy, sharesOf, type TestShares} from "./testShares.js";
import {tokenSpread} from "./tokens.js";

/** Raw counters of one point. Sums over tests may be absent, or null, where each test has one answer. */
export interface PointCounts extends Partial<Record<keyof TestShares, number | null>> {
  correct: number;
  incorrect: number;
  truncated: number;
  /** Samples of which nothing is known of their end; absent: none. */
  ended_unknown?: number | null;
  guess_sum: number;
  /** Null where the tokens of a sample are not known. */
  completion_tokens: number | null;
  /** Sum of the squares of completion tokens; null where it is not known. */
  tokens_squared: number | null;
  /** US dollars at list price */
  cost: number;
}

/** Estimates of pooled points. Shares are of 1; intervals are 95 %. */
export interface Pooled {
  /** Excess accuracy of all answers with its interval over `n` tests with an untruncated one; null without any. */
  accuracy: number | null;
  low: number;
  high: number;
  n: number;
  /** Their untruncated answers, all repeats. */
  answers: number;
  /** Proportion of `samples` that were cut, with its Wilson interval; null, and 0 to 1, where nothing is known of any end. */
  truncated: number | null;
  truncated_low: number;
  truncated_high: number;
  samples: number;
  /** Right answers as a proportion of all samples, cut ones counting as wrong, with its Wilson interval; null without samples. */
  right: number | null;
  right_low: number;
  right_high: number;
  /**
   * Mean completion tokens of all samples; null where not all are known. Its interval takes the points as fixed and is null where a point
   * has a single sample.
   */
  tokens: number | null;
  tokens_low: number | null;
  tokens_high: number | null;
  cost: number;
}

/** Running sums. `tokens` and `spread`, Σ nₚ s²ₚ of completion tokens over points p, are NaN once those of one point are not known. */
export interface Sums {
  correct: number;
  total: number;
  guessSum: number;
  truncated: number;
  unknown: number;
  tokens: number;
  spread: number;
  cost: number;
  shares: TestShares;
}

/** Sums of no points. */
export const noSums = (): Sums => ({
  correct: 0,
  total: 0,
  guessSum: 0,
  truncated: 0,
  unknown: 0,
  tokens: 0,
  spread: 0,
  cost: 0,
  shares: {...noShares}
});

/** Adds a point to running sums. */
export function addPoint(sums: Sums, {correct, incorrect, truncated, guess_sum, completion_tokens, ...point}: PointCounts): void {
  sums.correct += correct;
  sums.total += correct + incorrect;
  sums.guessSum += guess_sum;
  sums.truncated += truncated;
  sums.unknown += point.ended_unknown ?? 0;
  sums.tokens += completion_tokens ?? Number.NaN;
  sums.cost += point.cost;
  sums.spread += tokenSpread({correct, incorrect, truncated, completion_tokens, ...point});
  addShares(sums.shares, sharesOf({correct, incorrect, guess_sum, ...point}));
}

/** Whether nothing is known of the end of any sample, so that no share of cut ones can be given. */
export const isTruncationUnknown = ({
  samples,
  truncated,
  ended_unknown
}: {
  samples: number;
  truncated: number;
  ended_unknown: number;
}): boolean => samples > 0 && truncated === 0 && ended_unknown >= samples;

/** Estimates from sums. Tokens vary within points, and the points are fixed: Var(mean) = Σ nₚ s²ₚ ÷ n². */
export function estimates({correct, total, truncated, unknown, tokens, spread, cost, shares}: Omit<Sums, "guessSum">): Pooled {
  const samples = total + truncated;
  const share = samples > 0 ? truncated / samples : 0;
  const {center, margin} = wilson(share, samples);
  const isUnknown = isTruncationUnknown({samples, truncated, ended_unknown: unknown});
  const right = shareOf(correct, samples);
  const mean = samples > 0 ? tokens / samples : 0;
  const half = (Z975 * Math.sqrt(spread)) / samples;
  return {
    ...sharedAccuracy(shares),
    truncated: isUnknown ? null : share,
    truncated_low: truncated > 0 ? Math.max(0, center - margin) : 0,
    truncated_high: total > 0 && !isUnknown ? Math.min(1, center + margin) : 1,
    samples,
    right: right.value,
    right_low: right.low,
    right_high: right.high,
    tokens: Number.isNaN(mean) ? null : mean,
    tokens_low: Number.isFinite(half) ? Math.max(0, mean - half) : null,
    tokens_high: Number.isFinite(half) ? mean + half : null,
    cost
  };
}

/** Estimates of all points pooled. */
export function pool(points: Iterable<PointCounts>): Pooled {
  const sums = noSums();
  for (const point of points) addPoint(sums, point);
  return estimates(sums);
}

/**
 * The same estimates with intervals clustered by point (jackknife, Student's t), which generalise to other points of the same kind. Where
 * fewer than two points contribute, the interval over tests is kept.
 */
export function poolOverPoints(points: readonly PointCounts[]): Pooled {
  const found = pool(points);
  const samples = ({correct, incorrect, truncated}: PointCounts) => correct + incorrect + truncated;
  const ratio = (y: (point: PointCounts) => number, x: (point: PointCounts) => number) => {
    const {low = null, high = null} = clusteredRatio(points.map(point => ({y: y(point), x: x(point)}))) ?? {};
    return low === null || high === null ? null : {low, high};
  };
  const accuracy = ratio(
    point => sharesOf(point).shares - sharesOf(point).share_guess,
    point => sharesOf(point).share_tests - sharesOf(point).share_guess
  );
  const truncated = found.truncated === null ? null : ratio(point => point.truncated, samples);
  const right = ratio(point => point.correct, samples);
  const tokens = found.tokens === null ? null : ratio(point => point.completion_tokens!, samples);
  const wider = (own: {low: number; high: number}, other: {low: number; high: number} | null, least: number, most: number) =>
    other ? {low: Math.max(least, Math.min(own.low, other.low)), high: Math.min(most, Math.max(own.high, other.high))} : own;
  const {low, high} = wider(found, accuracy, Number.NEGATIVE_INFINITY, 1);
  const truncation = wider({low: found.truncated_low, high: found.truncated_high}, truncated, 0, 1);
  const solved = wider({low: found.right_low, high: found.right_high}, right, 0, 1);
  return {
    ...found,
    low,
    high,
    right_low: solved.low,
    right_high: solved.high,
    truncated_low: truncation.low,
    truncated_high: truncation.high,
    tokens_low: tokens ? Math.max(0, tokens.low) : found.tokens_low,
    tokens_high: tokens ? tokens.high : found.tokens_high
  };
}
