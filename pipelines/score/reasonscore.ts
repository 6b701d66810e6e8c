// ReasonScore: one number per evaluation, in four layers. Layer 1 scores a point, 2 a task, 3 a tier, 4 divides by tokens.

import {wilson, Z95} from "../stats/intervals.js";
import {adjustedInterval, excessAccuracy} from "./accuracy.js";
import type {PointGroup} from "./formula.js";
import {meanTokens} from "./tokens.js";

/** What a point brings to its score; raw counters, so that they can be pooled. Those of tokens are null where a sample's are not known. */
export interface PointCounters {
  base_task: string;
  tiers: readonly string[];
  correct: number;
  incorrect: number;
  truncated: number;
  guess_sum: number;
  tokens_completion: number | null;
  tokens_correct: number | null;
  tokens_incorrect: number | null;
  tokens_truncated: number | null;
  /** sum of the squares of completion tokens */
  tokens_squared: number | null;
}

/** The tasks that each tier should have. */
export type Suite = ReadonlyMap<string, readonly string[]>;

/** Lowest score of a task inside a tier's geometric mean: our floor, the published text has none. One lost task must not hide the others. */
export const TASK_FLOOR = 0.01;
/** A tier's score of a model that knows everything. */
export const TIER_SCALE = 1000;

/** What layers 1 and 2 look at. */
export type ScoreCounts = Pick<PointCounters, "correct" | "incorrect" | "truncated" | "guess_sum">;

/** How else the score may be read. The published one has none of these. */
export interface Reading {
  /** Layers 1 and 2 from the lower end of the interval instead of its upper one. */
  conservative?: boolean;
  /** A truncated sample is a wrong answer: it enters the interval, and its share is not taken off. */
  truncatedWrong?: boolean;
  /** Layer 3 as the arithmetic mean, where a lost task costs no more than its share. */
  arithmetic?: boolean;
  /** An end of the score's interval in place of the score. */
  end?: "low" | "high";
}

/** What layers 1 and 2 are made of. */
export interface ScoreParts {
  /** Excess accuracy, may be negative; null without samples beyond guessing. */
  accuracy: number | null;
  /** Samples less their guess chances: the n of the interval. */
  n: number;
  center: number;
  margin: number;
  /** Share of samples that is taken off. */
  truncated: number;
  /** 0…1 */
  score: number;
}

const clamp01 = (x: number): number => Math.min(1, Math.max(0, x));

/**
 * Layers 1 and 2: the adjusted interval's upper end (its lower one if `conservative`), less the share of truncated samples.
 * Of a task it is the same on counters pooled over its points. No samples give 0.
 */
export function scoreParts(
  {correct, incorrect, truncated, guess_sum}: ScoreCounts,
  {conservative = false, truncatedWrong = false}: Reading = {}
): ScoreParts {
  const answered = correct + incorrect;
  const samples = answered + truncated;
  const total = truncatedWrong ? samples : answered;
  // Guess chances are summed over what was answered; samples that are added count with their mean.
  const counts = {correct, total, guessSum: answered > 0 ? (guess_sum / answered) * total : 0};
  const {center, margin} = adjustedInterval(counts);
  const share = truncatedWrong || samples === 0 ? 0 : truncated / samples;
  return {
    accuracy: excessAccuracy(counts),
    n: Math.max(0, total - counts.guessSum),
    center,
    margin,
    truncated: share,
    score: clamp01(center + (conservative ? -margin : margin) - share)
  };
}

/**
 * Layers 1 and 2 under a reading. Since the score is itself the upper end of an interval of accuracy, its interval reaches from the lower end of
 * that interval less the upper end of the truncated share's (Wilson) to the upper end less the lower one: it holds the score, and covers
 * what the score tends to as samples are added in at least 95 % of cases. It never ends lower than nothing right in as many samples would.
 */
export function pointScore(counts: ScoreCounts, reading: Reading = {}): number {
  const {n, center, margin, score} = scoreParts(counts, reading);
  if (!reading.end) return score;
  const samples = counts.correct + counts.incorrect + counts.truncated;
  const cut = wilson(samples > 0 ? counts.truncated / samples : 0, samples);
  if (reading.end === "low") return Math.min(score, clamp01(center - margin - cut.center - cut.margin));
  const most = n > 0 ? center + margin : 1;
  return Math.max(score, clamp01(most - Math.max(0, cut.center - cut.margin)), noneRight(samples));
}

/** Upper end of Wilson's interval where none of `n` samples is right. */
function noneRight(n: number): number {
  const {center, margin} = wilson(0, n);
  return n > 0 ? center + margin : 1;
}

/** Layer 3: 1000 × the geometric mean of a tier's task scores, each floored. 0 tasks give null. */
export function tierScore(taskScores: readonly number[], {arithmetic = false}: Reading = {}): number | null {
  if (taskScores.length === 0) return null;
  if (arithmetic) return TIER_SCALE * mean(taskScores);
  return TIER_SCALE * Math.exp(mean(taskScores.map(score => Math.log(Math.max(TASK_FLOOR, score)))));
}

const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;

export interface Scores {
  /** Task scores by tier, then task. */
  tasks: Map<string, Map<string, number>>;
  /** Tier scores; a tier with a task missing has none. */
  tiers: Map<string, number>;
  /** The mean over the tasks that are there, for tiers with one missing: named so that nobody takes it for the score. */
  partial: Map<string, {score: number; missing: string[]}>;
  /** Arithmetic mean of the tiers; null unless every tier of the suite has a score, since tiers differ in difficulty. */
  mean: number | null;
  /** Layer 4: that mean ÷ mean completion tokens of all samples, truncated ones included. */
  perToken: number | null;
}

/**
 * All layers of one evaluation.
 * @param suite the tasks that each tier should have; by default those the points have
 */
export function reasonScore(
  points: readonly PointCounters[],
  {suite = suiteOf(points), ...reading}: {suite?: Suite} & Reading = {}
): Scores {
  const scores: Scores = {tasks: new Map(), tiers: new Map(), partial: new Map(), mean: null, perToken: null};
  for (const [tier, tasks] of suite) {
    const byTask = new Map<string, number>();
    const missing: string[] = [];
    const floored: number[] = [];
    for (const task of tasks) {
      const own = pool(pointsOf(points, tier, task));
      const samples = own.correct + own.incorrect + own.truncated;
      if (samples === 0) missing.push(task);
      else {
        const score = pointScore(own, reading);
        byTask.set(task, score);
        // A task at the floor is not known to be there: its upper end lies above it.
        floored.push(reading.end === "high" ? Math.max(score, TASK_FLOOR + (1 - TASK_FLOOR) * noneRight(samples)) : score);
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

/** By how much mean tokens may lie above (for the lower end of a score per token) or below: on the scale of logarithms, so that none is negative. */
function tokenFactor({value, se}: {value: number; se: number}, end: Reading["end"]): number {
  const relative = Number.isFinite(se) ? (Z95 * se) / value : 0;
  return end === undefined ? 1 : Math.exp(end === "low" ? relative : -relative);
}

const pointsOf = <Point extends PointCounters>(points: readonly Point[], tier: string, task: string): Point[] =>
  points.filter(point => point.base_task === task && point.tiers.includes(tier));

/** A tier's tasks, each with its points, for its formula score: all tasks of a tier count the same, and so do all points of a task. */
export const tierGroups = (points: readonly PointCounters[], tier: string, tasks: readonly string[]): PointGroup[] =>
  tasks.map(task => ({weight: 1 / tasks.length, points: pointsOf(points, tier, task)}));

/** Formula score of the mean of all tiers, which count the same. */
export const meanGroups = (points: readonly PointCounters[], suite: Suite): PointGroup[] =>
  [...suite].flatMap(([tier, tasks]) => tierGroups(points, tier, tasks));

/** The one tier of a suite that names none. */
export const UNTIERED = "untiered";

/** All points of a suite; where none has a tier they all get one, so that the suite has scores. */
export function tiered<Point extends Pick<PointCounters, "tiers">>(points: readonly Point[]): readonly Point[] {
  if (points.some(({tiers}) => tiers.length > 0)) return points;
  return points.map(point => ({...point, tiers: [UNTIERED]}));
}

/** The tasks of each tier, both in order of name. */
export function suiteOf(points: readonly Pick<PointCounters, "base_task" | "tiers">[]): Map<string, string[]> {
  const suite = new Map<string, Set<string>>();
  for (const {base_task, tiers} of points)
    for (const tier of tiers) suite.set(tier, (suite.get(tier) ?? new Set()).add(base_task));
  return new Map([...suite].sort(([a], [b]) => a.localeCompare(b)).map(([tier, tasks]) => [tier, [...tasks].sort()]));
}

/** The counters of several points together: what layer 2 scores. */
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
