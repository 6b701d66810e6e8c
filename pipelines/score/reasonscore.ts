// ReasonScore: one number per evaluation, in four layers. Layer 1 scores a point, layer 2 a task, layer 3 a tier, and layer 4 divides by
// tokens.

import {incompleteBeta, Z975} from "../stats/distributions.js";
import {wilson} from "../stats/intervals.js";
import {mean} from "../stats/mean.js";
import {type AnswerCounts, adjustedInterval, excessAccuracy, rescaledInterval} from "./accuracy.js";
import type {PointGroup} from "./formula.js";
import {meanTokens} from "./tokens.js";

/** Raw counters of a point, which can be pooled. Counters of tokens are null where the tokens of a sample are not known. */
export interface PointCounters {
  base_task: string;
  tiers: readonly string[];
  correct: number;
  incorrect: number;
  truncated: number;
  guess_sum: number;
  completion_tokens: number | null;
  tokens_correct: number | null;
  tokens_incorrect: number | null;
  tokens_truncated: number | null;
  /** Sum of the squares of completion tokens. */
  tokens_squared: number | null;
}

/** The tasks that each tier should have. */
export type Suite = ReadonlyMap<string, readonly string[]>;

/**
 * Lowest score of a task in a tier's geometric mean, so that one task scored 0 does not hide the others. This floor is ours: the published
 * text has none.
 */
export const TASK_FLOOR = 0.01;
/** One minus the coverage of intervals. */
const ALPHA = 0.05;
/** A tier's score of a model that is always right. */
const TIER_SCALE = 1000;

/** The counters that layers 1 and 2 use. */
type ScoreCounts = Pick<PointCounters, "correct" | "incorrect" | "truncated" | "guess_sum">;

/** Variants of the score. The published score uses none of them. */
export interface ScoreVariant {
  /** Layers 1 and 2 use the lower end of the interval instead of its upper end. */
  conservative?: boolean;
  /** A truncated sample counts as a wrong answer in the interval, and the share of truncated samples is not subtracted. */
  truncatedWrong?: boolean;
  /** Layer 3 is the arithmetic mean, in which a task scored 0 costs no more than its share. */
  arithmetic?: boolean;
  /** An end of the score's interval instead of the score. */
  end?: "low" | "high";
}

/** Components of layers 1 and 2. */
export interface ScoreParts {
  /** Excess accuracy, which may be negative; null where it cannot be estimated. */
  accuracy: number | null;
  /** Number of samples minus their guess chances: the n of the interval. */
  n: number;
  center: number;
  margin: number;
  /** The share of truncated samples that is subtracted. */
  truncated: number;
  /** The score, 0…1. */
  score: number;
}

const clamp01 = (x: number): number => Math.min(1, Math.max(0, x));

/**
 * Layers 1 and 2: the upper end of the adjusted interval (the lower end if `conservative`), minus the share of truncated samples. A task's
 * score is computed from counters that are pooled over its points. Without samples it is 0.
 */
export function scoreParts(
  {correct, incorrect, truncated, guess_sum}: ScoreCounts,
  {conservative = false, truncatedWrong = false}: ScoreVariant = {}
): ScoreParts {
  const samples = correct + incorrect + truncated;
  const counts = answerCounts({correct, incorrect, truncated, guess_sum}, truncatedWrong);
  const {center, margin} = adjustedInterval(counts);
  const share = truncatedWrong || samples === 0 ? 0 : truncated / samples;
  return {
    accuracy: excessAccuracy(counts),
    n: Math.max(0, counts.total - counts.guessSum),
    center,
    margin,
    truncated: share,
    score: clamp01(center + (conservative ? -margin : margin) - share)
  };
}

/** The counts of an interval. Guess chances are summed over answered samples; truncated samples that count as wrong get their mean. */
function answerCounts({correct, incorrect, truncated, guess_sum}: ScoreCounts, truncatedWrong: boolean): AnswerCounts {
  const answered = correct + incorrect;
  const total = truncatedWrong ? answered + truncated : answered;
  return {correct, total, guessSum: answered > 0 ? (guess_sum / answered) * total : 0};
}

/**
 * Layers 1 and 2 of one variant. The score's own interval reaches from the lower end of the rescaled interval minus the upper end of the
 * truncated share's (Wilson) to its upper end minus the lower one, widened to contain the score, which is an upper end itself. It covers
 * the limit of the score for ever more samples in at least 95 % of cases. Its upper end is never lower than that of a point with as many
 * samples and no right answer.
 */
export function pointScore(counts: ScoreCounts, reading: ScoreVariant = {}): number {
  const {score} = scoreParts(counts, reading);
  if (!reading.end) return score;
  const {low, high} = rescaledInterval(answerCounts(counts, reading.truncatedWrong ?? false));
  const truncated = truncatedShare(counts);
  if (reading.end === "low") return Math.min(score, clamp01(low - truncated.high));
  return Math.max(score, clamp01(high - truncated.low), noneRight(counts.correct + counts.incorrect + counts.truncated));
}

/** Wilson's interval of the share of truncated samples. */
function truncatedShare({correct, incorrect, truncated}: ScoreCounts): {low: number; high: number} {
  const samples = correct + incorrect + truncated;
  const {center, margin} = wilson(samples > 0 ? truncated / samples : 0, samples);
  return {low: Math.max(0, center - margin), high: center + margin};
}

/**
 * Whether a task's score is above TASK_FLOOR for certain: an exact binomial test against the chance of a right answer at the floor, one-sided,
 * with 2.5 % for all `tasks` together (Bonferroni). Otherwise one lucky task of many would lift the geometric mean of a model that guesses.
 */
function isAboveFloor(counts: ScoreCounts, tasks: number): boolean {
  const {correct, incorrect, guess_sum} = counts;
  if (correct === 0) return false;
  const guess = guess_sum / (correct + incorrect);
  const least = TASK_FLOOR + (counts.truncated > 0 ? truncatedShare(counts).high : 0);
  const chance = guess + (1 - guess) * least;
  return chance < 1 && incompleteBeta(chance, correct, incorrect + 1) < ALPHA / 2 / tasks;
}

/** Upper end of Wilson's interval where none of `n` samples is right. */
function noneRight(n: number): number {
  const {center, margin} = wilson(0, n);
  return n > 0 ? center + margin : 1;
}

/** Layer 3: 1000 × the geometric mean of a tier's task scores, none counted below TASK_FLOOR; null without tasks. */
export function tierScore(taskScores: readonly number[], {arithmetic = false}: ScoreVariant = {}): number | null {
  if (taskScores.length === 0) return null;
  if (arithmetic) return TIER_SCALE * mean(taskScores);
  return TIER_SCALE * Math.exp(mean(taskScores.map(score => Math.log(Math.max(TASK_FLOOR, score)))));
}

export interface Scores {
  /** Task scores by tier, then task. */
  tasks: Map<string, Map<string, number>>;
  /** Tier scores; a tier without all of its tasks has none. */
  tiers: Map<string, number>;
  /**
   * For tiers with missing tasks, the mean over the tasks that are present. It has a name of its own, so that it is not mistaken for the
   * score.
   */
  partial: Map<string, {score: number; missing: string[]}>;
  /** Arithmetic mean of the tiers; null unless every tier of the suite has a score, because tiers differ in difficulty. */
  mean: number | null;
  /** Layer 4: that mean divided by the mean completion tokens of all samples, truncated ones included. */
  perToken: number | null;
}

/**
 * All layers of one evaluation.
 * @param suite the tasks that each tier should have; by default the tasks of the points
 */
export function reasonScore(
  points: readonly PointCounters[],
  {suite = suiteOf(points), ...reading}: {suite?: Suite} & ScoreVariant = {}
): Scores {
  const scores: Scores = {tasks: new Map(), tiers: new Map(), partial: new Map(), mean: null, perToken: null};
  const taskCount = [...suite.values()].reduce((sum, tasks) => sum + tasks.length, 0);
  for (const [tier, tasks] of suite) {
    const byTask = new Map<string, number>();
    const missing: string[] = [];
    const floored: number[] = [];
    for (const task of tasks) {
      const pooled = pool(pointsOf(points, tier, task));
      const samples = pooled.correct + pooled.incorrect + pooled.truncated;
      if (samples === 0) missing.push(task);
      else {
        const score = pointScore(pooled, reading);
        byTask.set(task, score);
        if (reading.end === "low") floored.push(isAboveFloor(pooled, taskCount) ? score : 0);
        // A task at the floor may truly lie above it: the upper end of its interval does.
        else floored.push(reading.end === "high" ? Math.max(score, TASK_FLOOR + (1 - TASK_FLOOR) * noneRight(samples)) : score);
      }
    }
    scores.tasks.set(tier, byTask);
    const score = tierScore(floored, reading);
    if (score === null) continue;
    if (missing.length === 0) scores.tiers.set(tier, score);
    else scores.partial.set(tier, {score, missing});
  }
  if (scores.tiers.size === 0 || scores.tiers.size < suite.size) return scores;
  scores.mean = mean([...scores.tiers.values()]);
  const tokens = meanTokens(points);
  if (tokens !== null && tokens.value > 0) scores.perToken = scores.mean / (tokens.value * tokenFactor(tokens, reading.end));
  return scores;
}

/**
 * Factor from the uncertainty of mean tokens for an end of the interval of the score per token, on the log scale, so that neither end is
 * negative.
 */
function tokenFactor({value, se}: {value: number; se: number}, end: ScoreVariant["end"]): number {
  const relative = Number.isFinite(se) ? (Z975 * se) / value : 0;
  return end === undefined ? 1 : Math.exp(end === "low" ? relative : -relative);
}

const pointsOf = <Point extends PointCounters>(points: readonly Point[], tier: string, task: string): Point[] =>
  points.filter(point => point.base_task === task && point.tiers.includes(tier));

/** A tier's tasks, each with its points, for its formula score: all tasks of a tier have equal weight, and so do all points of a task. */
export const tierGroups = <Point extends PointCounters>(
  points: readonly Point[],
  tier: string,
  tasks: readonly string[]
): PointGroup<Point>[] => tasks.map(task => ({weight: 1 / tasks.length, points: pointsOf(points, tier, task)}));

/** Groups of points for the formula score of the mean of all tiers, which have equal weight. */
export const meanGroups = <Point extends PointCounters>(points: readonly Point[], suite: Suite): PointGroup<Point>[] =>
  [...suite].flatMap(([tier, tasks]) => tierGroups(points, tier, tasks));

/** Name of the only tier of a suite that names none. */
export const UNTIERED = "untiered";

/** All points of a suite. Where none has a tier, they all get one, so that the suite has scores. */
export function tiered<Point extends Pick<PointCounters, "tiers">>(points: readonly Point[]): readonly Point[] {
  if (points.some(({tiers}) => tiers.length > 0)) return points;
  return points.map(point => ({...point, tiers: [UNTIERED]}));
}

/** The tasks of each tier, both in alphabetical order. */
export function suiteOf(points: readonly Pick<PointCounters, "base_task" | "tiers">[]): Map<string, string[]> {
  const suite = new Map<string, Set<string>>();
  for (const {base_task, tiers} of points)
    for (const tier of tiers) suite.set(tier, (suite.get(tier) ?? new Set()).add(base_task));
  return new Map([...suite].sort(([a], [b]) => a.localeCompare(b)).map(([tier, tasks]) => [tier, [...tasks].sort()]));
}

/** The sum of the counters of several points, which layer 2 scores. */
export function pool(points: readonly ScoreCounts[]): ScoreCounts {
  const sum = {correct: 0, incorrect: 0, truncated: 0, guess_sum: 0};
  for (const each of points) {
    sum.correct += each.correct;
    sum.incorrect += each.incorrect;
    sum.truncated += each.truncated;
    sum.guess_sum += each.guess_sum;
  }
  return sum;
}
