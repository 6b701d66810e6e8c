// ReasonScore: one number per evaluation, in four layers. Layer 1 scores a point, 2 a task, 3 a tier, 4 divides by tokens.
import {adjustedInterval, excessAccuracy} from "./accuracy.js";
import {plus} from "./counters.js";

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

export const pointScore = (counts: ScoreCounts, reading: Reading = {}): number => scoreParts(counts, reading).score;

/** Layer 3: 1000 × the geometric mean of a tier's task scores, each floored. 0 tasks give null. */
export function tierScore(taskScores: readonly number[], {arithmetic = false}: Reading = {}): number | null {
  if (taskScores.length === 0) return null;
  const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
  if (arithmetic) return TIER_SCALE * mean(taskScores);
  return TIER_SCALE * Math.exp(mean(taskScores.map(score => Math.log(Math.max(TASK_FLOOR, score)))));
}

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
    for (const task of tasks) {
      const own = points.filter(point => point.base_task === task && point.tiers.includes(tier));
      if (own.every(each => each.correct + each.incorrect + each.truncated === 0)) missing.push(task);
      else byTask.set(task, pointScore(pool(own), reading));
    }
    scores.tasks.set(tier, byTask);
    const score = tierScore([...byTask.values()], reading);
    if (score === null) continue;
    if (missing.length === 0) scores.tiers.set(tier, score);
    else scores.partial.set(tier, {score, missing});
  }
  if (scores.tiers.size === 0 || scores.tiers.size < suite.size) return scores;
  scores.mean = [...scores.tiers.values()].reduce((a, b) => a + b, 0) / scores.tiers.size;
  const samples = points.reduce((sum, each) => sum + each.correct + each.incorrect + each.truncated, 0);
  const tokens = points.map(each => each.tokens_completion).reduce(plus, 0);
  if (tokens !== null && tokens > 0) scores.perToken = scores.mean / (tokens / samples);
  return scores;
}

/** The one tier of a suite that names none. */
export const UNTIERED = "untiered";

/** All points of a suite; where none has a tier they all get one, so that the suite has scores. */
export function tiered<Point extends Pick<PointCounters, "tiers">>(points: readonly Point[]): readonly Point[] {
  if (points.some(({tiers}) => tiers.length > 0)) return points;
  return points.map(point => ({...point, tiers: [UNTIERED]}));
}

/** The tasks of each tier, both in order of name. */
export function suiteOf(points: readonly PointCounters[]): Map<string, string[]> {
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
