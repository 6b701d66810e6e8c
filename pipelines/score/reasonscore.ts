// ReasonScore: one number per evaluation, in four layers. Layer 1 scores a point, 2 a task, 3 a tier, 4 divides by tokens.
import {standardDeviation} from "simple-statistics";
import type {Random} from "../generate/seed.js";
import {adjustedInterval} from "./accuracy.js";

/** What a point brings to its score; raw counters, so that they can be pooled. */
export interface PointCounters {
  base_task: string;
  tiers: readonly string[];
  correct: number;
  incorrect: number;
  truncated: number;
  guess_sum: number;
  tokens_completion: number;
  tokens_correct: number;
  tokens_incorrect: number;
  tokens_truncated: number;
  /** sum of the squares of completion tokens */
  tokens_squared: number;
}

/** Lowest score of a task inside a tier's geometric mean: our floor, the published text has none. One lost task must not hide the others. */
export const TASK_FLOOR = 0.01;
/** A tier's score of a model that knows everything. */
export const TIER_SCALE = 1000;

type Counts = Pick<PointCounters, "correct" | "incorrect" | "truncated" | "guess_sum">;

const clamp01 = (x: number): number => Math.min(1, Math.max(0, x));

/**
 * Layers 1 and 2: the adjusted interval's upper end (its lower one if `conservative`), less the share of truncated samples, 0…1.
 * Of a task it is the same on counters pooled over its points. No samples give 0.
 */
export function pointScore({correct, incorrect, truncated, guess_sum}: Counts, {conservative = false} = {}): number {
  const samples = correct + incorrect + truncated;
  if (samples === 0) return 0;
  const {center, margin} = adjustedInterval({correct, total: correct + incorrect, guessSum: guess_sum});
  return clamp01(center + (conservative ? -margin : margin) - truncated / samples);
}

/** Layer 3: 1000 × the geometric mean of a tier's task scores, each floored. 0 tasks give null. */
export function tierScore(taskScores: readonly number[]): number | null {
  if (taskScores.length === 0) return null;
  const logs = taskScores.reduce((sum, score) => sum + Math.log(Math.max(TASK_FLOOR, score)), 0);
  return TIER_SCALE * Math.exp(logs / taskScores.length);
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
  {suite = suiteOf(points), conservative = false}: {suite?: ReadonlyMap<string, readonly string[]>; conservative?: boolean} = {}
): Scores {
  const scores: Scores = {tasks: new Map(), tiers: new Map(), partial: new Map(), mean: null, perToken: null};
  for (const [tier, tasks] of suite) {
    const byTask = new Map<string, number>();
    const missing: string[] = [];
    for (const task of tasks) {
      const own = points.filter(point => point.base_task === task && point.tiers.includes(tier));
      if (own.every(each => each.correct + each.incorrect + each.truncated === 0)) missing.push(task);
      else byTask.set(task, pointScore(pool(own), {conservative}));
    }
    scores.tasks.set(tier, byTask);
    const score = tierScore([...byTask.values()]);
    if (score === null) continue;
    if (missing.length === 0) scores.tiers.set(tier, score);
    else scores.partial.set(tier, {score, missing});
  }
  if (scores.tiers.size === 0 || scores.tiers.size < suite.size) return scores;
  scores.mean = [...scores.tiers.values()].reduce((a, b) => a + b, 0) / scores.tiers.size;
  const samples = points.reduce((sum, each) => sum + each.correct + each.incorrect + each.truncated, 0);
  const tokens = points.reduce((sum, each) => sum + each.tokens_completion, 0);
  if (tokens > 0) scores.perToken = scores.mean / (tokens / samples);
  return scores;
}

/** The tasks of each tier, both in order of name. */
export function suiteOf(points: readonly PointCounters[]): Map<string, string[]> {
  const suite = new Map<string, Set<string>>();
  for (const {base_task, tiers} of points)
    for (const tier of tiers) suite.set(tier, (suite.get(tier) ?? new Set()).add(base_task));
  return new Map([...suite].sort(([a], [b]) => a.localeCompare(b)).map(([tier, tasks]) => [tier, [...tasks].sort()]));
}

function pool(points: readonly PointCounters[]): Counts {
  const sum = {correct: 0, incorrect: 0, truncated: 0, guess_sum: 0};
  for (const each of points) {
    sum.correct += each.correct;
    sum.incorrect += each.incorrect;
    sum.truncated += each.truncated;
    sum.guess_sum += each.guess_sum;
  }
  return sum;
}

/**
 * One bootstrap replicate: items resampled within each point, points fixed. A point whose untruncated answers are all right or all wrong
 * draws its accuracy from the Jeffreys posterior Beta(correct + ½, incorrect + ½) instead, so that no interval has width 0.
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
 * Completion tokens of a replicate: each status keeps its mean, and the sum of what samples deviate from it is drawn from the normal
 * distribution with the variance that they have within statuses. So tokens rise where truncation does.
 */
function tokensOf(point: PointCounters, drawn: Record<(typeof STATUSES)[number], number>, random: Random): number {
  let [explained, expected, samples, present, spare] = [0, 0, 0, 0, 0];
  for (const status of STATUSES) {
    const n = point[status];
    samples += n;
    if (n === 0)
      spare += drawn[status]; // a status never seen has no mean of its own
    else {
      const tokens = point[`tokens_${status}`];
      present++;
      explained += (tokens * tokens) / n;
      expected += (tokens / n) * drawn[status];
    }
  }
  if (samples === 0) return 0;
  expected += (point.tokens_completion / samples) * spare;
  const variance = samples > present ? Math.max(0, point.tokens_squared - explained) / (samples - present) : 0;
  return Math.max(0, expected + Math.sqrt(samples * variance) * normal(random));
}

/** A bootstrap distribution: its 2.5 % and 97.5 % points and its standard deviation. */
export interface Spread {
  low: number;
  high: number;
  se: number;
}

/** Spread of each tier's score, of their mean and of score per token over bootstrap replicates. */
export function bootstrapScores(
  points: readonly PointCounters[],
  {
    random,
    replicates = 400,
    suite = suiteOf(points)
  }: {random: Random; replicates?: number; suite?: ReadonlyMap<string, readonly string[]>}
): {tiers: Map<string, Spread>; mean: Spread | null; perToken: Spread | null} {
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

function spreadOf(values: number[]): Spread {
  const sorted = values.sort((a, b) => a - b);
  const at = (q: number) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))]!;
  return {low: at(0.025), high: at(0.975), se: sorted.length > 1 ? standardDeviation(sorted) : 0};
}

/** Successes in n trials, by inversion from one uniform draw; n is at most some hundreds, so that q^n stays above the smallest double. */
function binomial(n: number, p: number, random: Random): number {
  if (p <= 0 || n === 0) return 0;
  if (p > 0.5) return n - binomial(n, 1 - p, random);
  const odds = p / (1 - p);
  let left = random.real();
  let successes = 0;
  for (let mass = (1 - p) ** n; left > mass && successes < n; mass *= ((n + 1) / successes - 1) * odds) {
    left -= mass;
    successes++;
  }
  return successes;
}

/** Beta(a, b) as a ratio of gammas (Marsaglia & Tsang 2000, doi:10.1145/358407.358414). */
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

/** A standard normal deviate (Box and Muller 1958). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.real())) * Math.cos(2 * Math.PI * random.real());
}
