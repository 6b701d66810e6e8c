// Pools points at any grouping: sums of raw counters, and the estimates computed from them.

import {clusteredRatio} from "../stats/clustered.js";
import {Z975} from "../stats/distributions.js";
import {wilson} from "../stats/intervals.js";
import {excessAccuracy, rescaledInterval} from "./accuracy.js";
import {tokenSpread} from "./tokens.js";

/** Raw counters of one point. */
export interface PointCounts {
  correct: number;
  incorrect: number;
  truncated: number;
  guess_sum: number;
  /** Null where the tokens of a sample are not known. */
  tokens_completion: number | null;
  /** Sum of the squares of completion tokens; null where it is not known. */
  tokens_squared: number | null;
  /** US dollars at list price */
  cost: number;
}

/** Estimates of pooled points. Shares are of 1; intervals are 95 %. */
export interface Pooled {
  /** Excess accuracy with its rescaled interval over `n` untruncated samples; null without any. */
  accuracy: number | null;
  low: number;
  high: number;
  n: number;
  /** Proportion of `samples` that the token limit stopped, with its Wilson interval. */
  truncated: number;
  truncated_low: number;
  truncated_high: number;
  samples: number;
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
  tokens: number;
  spread: number;
  cost: number;
}

/** Sums of no points. */
export const noSums = (): Sums => ({correct: 0, total: 0, guessSum: 0, truncated: 0, tokens: 0, spread: 0, cost: 0});

/** Adds a point to running sums. */
export function addPoint(sums: Sums, {correct, incorrect, truncated, guess_sum, tokens_completion, ...point}: PointCounts): void {
  sums.correct += correct;
  sums.total += correct + incorrect;
  sums.guessSum += guess_sum;
  sums.truncated += truncated;
  sums.tokens += tokens_completion ?? Number.NaN;
  sums.cost += point.cost;
  sums.spread += tokenSpread({correct, incorrect, truncated, tokens_completion, ...point});
}

/** Estimates from sums. Tokens vary within points, and the points are fixed: Var(mean) = Σ nₚ s²ₚ ÷ n². */
export function estimates({correct, total, guessSum, truncated, tokens, spread, cost}: Sums): Pooled {
  const samples = total + truncated;
  const share = samples > 0 ? truncated / samples : 0;
  const {center, margin} = wilson(share, samples);
  const mean = samples > 0 ? tokens / samples : 0;
  const half = (Z975 * Math.sqrt(spread)) / samples;
  const counts = {correct, total, guessSum};
  return {
    accuracy: excessAccuracy(counts),
    ...rescaledInterval(counts),
    n: total,
    truncated: share,
    truncated_low: truncated > 0 ? Math.max(0, center - margin) : 0,
    truncated_high: total > 0 ? Math.min(1, center + margin) : 1,
    samples,
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
    ({correct, guess_sum}) => correct - guess_sum,
    ({correct, incorrect, guess_sum}) => correct + incorrect - guess_sum
  );
  const truncated = ratio(point => point.truncated, samples);
  const tokens = found.tokens === null ? null : ratio(point => point.tokens_completion!, samples);
  const wider = (own: {low: number; high: number}, other: {low: number; high: number} | null, least: number, most: number) =>
    other ? {low: Math.max(least, Math.min(own.low, other.low)), high: Math.min(most, Math.max(own.high, other.high))} : own;
  const {low, high} = wider(found, accuracy, Number.NEGATIVE_INFINITY, 1);
  const truncation = wider({low: found.truncated_low, high: found.truncated_high}, truncated, 0, 1);
  return {
    ...found,
    low,
    high,
    truncated_low: truncation.low,
    truncated_high: truncation.high,
    tokens_low: tokens ? Math.max(0, tokens.low) : found.tokens_low,
    tokens_high: tokens ? tokens.high : found.tokens_high
  };
}
