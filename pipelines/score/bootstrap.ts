// Bootstrap intervals of ReasonScore over other samples of the same points.

import {standardDeviation} from "simple-statistics";
import {normal} from "../generate/normal.js";
import type {Random} from "../generate/seed.js";
import {type PointCounters, reasonScore, type Suite, suiteOf} from "./reasonscore.js";

/**
 * One bootstrap replicate: samples are resampled within each point, points are fixed. A point whose untruncated answers are all right or
 * all wrong draws its accuracy from the Jeffreys posterior Beta(correct + ½, incorrect + ½) instead, so that no interval has width 0.
 */
export function resample(points: readonly PointCounters[], random: Random): PointCounters[] {
  return points.map(point => {
    const samples = point.correct + point.incorrect + point.truncated;
    const truncated = binomial(samples, samples > 0 ? point.truncated / samples : 0, random);
    const total = samples - truncated;
    const seen = point.correct + point.incorrect;
    const atEdge = seen > 0 && (point.correct === 0 || point.incorrect === 0);
    const accuracy = seen === 0 ? 0 : atEdge ? beta(point.correct + 0.5, point.incorrect + 0.5, random) : point.correct / seen;
    const correct = atEdge ? accuracy * total : binomial(total, accuracy, random);
    const counts = {correct, incorrect: total - correct, truncated};
    const guess_sum = seen > 0 ? (point.guess_sum / seen) * total : 0;
    return {...point, ...counts, guess_sum, tokens_completion: tokensOf(point, counts, random)};
  });
}

const STATUSES = ["correct", "incorrect", "truncated"] as const;

/**
 * Completion tokens of a replicate. Each status keeps its mean; the sum of the deviations from it is drawn from the normal distribution
 * with the variance within statuses. Tokens therefore rise with truncation. Null where the point's own tokens are not known.
 */
function tokensOf(point: PointCounters, drawn: Record<(typeof STATUSES)[number], number>, random: Random): number | null {
  const {tokens_completion: whole, tokens_squared: squares} = point;
  if (whole === null || squares === null) return null;
  let [explained, expected, samples, present, unseen] = [0, 0, 0, 0, 0];
  for (const status of STATUSES) {
    const n = point[status];
    samples += n;
    if (n === 0)
      unseen += drawn[status]; // a status that never occurred has no mean of its own
    else {
      const tokens = point[`tokens_${status}`]!; // known, since the total is known
      present++;
      explained += (tokens * tokens) / n;
      expected += (tokens / n) * drawn[status];
    }
  }
  if (samples === 0) return 0;
  expected += (whole / samples) * unseen;
  const variance = samples > present ? Math.max(0, squares - explained) / (samples - present) : 0;
  return Math.max(0, expected + Math.sqrt(samples * variance) * normal(random));
}

/** Summary of a bootstrap distribution: its 2.5 % and 97.5 % quantiles and its standard deviation. */
export interface BootstrapSummary {
  low: number;
  high: number;
  se: number;
}

/** Bootstrap distributions of each tier's score, of the tiers' mean and of the score per token. */
export function bootstrapScores(
  points: readonly PointCounters[],
  {random, replicates = 400, suite = suiteOf(points)}: {random: Random; replicates?: number; suite?: Suite}
): {tiers: Map<string, BootstrapSummary>; mean: BootstrapSummary | null; perToken: BootstrapSummary | null} {
  const tiers = new Map<string, number[]>();
  const means: number[] = [];
  const perToken: number[] = [];
  for (let k = 0; k < replicates; k++) {
    const scores = reasonScore(resample(points, random), {suite});
    for (const [tier, score] of scores.tiers) {
      if (!tiers.has(tier)) tiers.set(tier, []);
      tiers.get(tier)!.push(score);
    }
    if (scores.mean !== null) means.push(scores.mean);
    if (scores.perToken !== null) perToken.push(scores.perToken);
  }
  return {
    tiers: new Map([...tiers].map(([tier, values]) => [tier, spreadOf(values)])),
    mean: means.length > 0 ? spreadOf(means) : null,
    perToken: perToken.length > 0 ? spreadOf(perToken) : null
  };
}

function spreadOf(values: number[]): BootstrapSummary {
  const sorted = values.sort((a, b) => a - b);
  const at = (q: number) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))]!;
  return {low: at(0.025), high: at(0.975), se: sorted.length > 1 ? standardDeviation(sorted) : 0};
}

/** Most trials of one draw: with a probability of failure q of at least ½, q^n stays above the smallest normal double, 2^-1022. */
const TRIALS_AT_ONCE = 1_000;

/** A binomial draw: successes in n trials, by inversion with one uniform draw for each thousand trials. */
export function binomial(n: number, p: number, random: Random): number {
  if (p <= 0 || n === 0) return 0;
  if (p > 0.5) return n - binomial(n, 1 - p, random);
  let successes = 0;
  for (let left = n; left > 0; left -= TRIALS_AT_ONCE) successes += inverted(Math.min(left, TRIALS_AT_ONCE), p, random);
  return successes;
}

function inverted(n: number, p: number, random: Random): number {
  const odds = p / (1 - p);
  let left = random.real();
  let successes = 0;
  for (let mass = (1 - p) ** n; left > mass && successes < n; mass *= ((n + 1) / successes - 1) * odds) {
    left -= mass;
    successes++;
  }
  return successes;
}

/** A draw from Beta(a, b) as a ratio of gamma draws (Marsaglia & Tsang 2000, doi:10.1145/358407.358414). */
function beta(a: number, b: number, random: Random): number {
  const x = gamma(a, random);
  return x / (x + gamma(b, random));
}

function gamma(shape: number, random: Random): number {
  if (shape < 1) return gamma(shape + 1, random) * random.real() ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal(random);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random.real()) < (x * x) / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}
