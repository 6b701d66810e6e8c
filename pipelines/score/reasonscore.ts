// ReasonScore: one number per evaluation, in four layers. Layer 1 scores a point, 2 a task, 3 a tier, 4 divides by tokens.
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
  /** Layer 4: mean of the tiers ÷ mean completion tokens of all samples, truncated ones included; null without a tier. */
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
  const scores: Scores = {tasks: new Map(), tiers: new Map(), partial: new Map(), perToken: null};
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
  const samples = points.reduce((sum, each) => sum + each.correct + each.incorrect + each.truncated, 0);
  const tokens = points.reduce((sum, each) => sum + each.tokens_completion, 0);
  if (scores.tiers.size > 0 && tokens > 0) {
    const mean = [...scores.tiers.values()].reduce((a, b) => a + b, 0) / scores.tiers.size;
    scores.perToken = mean / (tokens / samples);
  }
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
    return {...point, correct, incorrect: total - correct, truncated, guess_sum: seen > 0 ? (point.guess_sum / seen) * total : 0};
  });
}

/** Percentile interval (2.5 %, 97.5 %) of each tier's score and of score per token over bootstrap replicates. */
export function bootstrapScores(
  points: readonly PointCounters[],
  {
    random,
    replicates = 400,
    suite = suiteOf(points)
  }: {random: Random; replicates?: number; suite?: ReadonlyMap<string, readonly string[]>}
): {tiers: Map<string, {low: number; high: number}>; perToken: {low: number; high: number} | null} {
  const tiers = new Map<string, number[]>();
  const perToken: number[] = [];
  for (let k = 0; k < replicates; k++) {
    const scores = reasonScore(resample(points, random), {suite});
    for (const [tier, score] of scores.tiers) tiers.set(tier, [...(tiers.get(tier) ?? []), score]);
    if (scores.perToken !== null) perToken.push(scores.perToken);
  }
  const interval = (values: number[]) => {
    const sorted = values.sort((a, b) => a - b);
    const at = (q: number) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))]!;
    return {low: at(0.025), high: at(0.975)};
  };
  return {
    tiers: new Map([...tiers].map(([tier, values]) => [tier, interval(values)])),
    perToken: perToken.length > 0 ? interval(perToken) : null
  };
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
    const x = Math.sqrt(-2 * Math.log(1 - random.real())) * Math.cos(2 * Math.PI * random.real());
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random.real()) < (x * x) / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}
