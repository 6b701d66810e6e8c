// Tokens and cost of an evaluation's answers, by outcome.
import {type ClusteredEstimate, clusteredRatio} from "../../stats/clustered.js";
import {binomialCdf} from "../../stats/distributions.js";
import {falseDiscoveryRate} from "../../stats/falseDiscovery.js";
import {wilson} from "../../stats/intervals.js";
import {ratioWithin, type Stratum, stratumOf, superiority, vanElteren} from "../../stats/stratified.js";

export const OUTCOMES = ["correct", "incorrect", "truncated"] as const;
export type AnswerOutcome = (typeof OUTCOMES)[number];

/** One point under one evaluation: completion tokens of its samples by outcome, sorted ascending, and their total cost. */
export interface SpendingPoint extends Record<AnswerOutcome, Float64Array> {
  /** US dollars at list prices */
  cost: number;
  /** incorrect compared with correct answers; null where only one kind occurs */
  stratum: Stratum | null;
}

/** Builds a point from its samples' tokens by outcome, in any order. */
export function spendingPoint(tokens: Record<AnswerOutcome, ArrayLike<number>>, cost: number): SpendingPoint {
  const [correct, incorrect, truncated] = OUTCOMES.map(outcome => Float64Array.from(tokens[outcome]).sort());
  return {correct: correct!, incorrect: incorrect!, truncated: truncated!, cost, stratum: stratumOf(incorrect!, correct!)};
}

/** Completion tokens of one outcome: quantiles over n samples, and the median's 95 % interval (null where n is too small for one). */
export interface TokenQuantiles {
  n: number;
  q05: number;
  q25: number;
  median: number;
  low: number | null;
  high: number | null;
  q75: number;
  q95: number;
}

export interface Spending {
  spread: Record<AnswerOutcome, TokenQuantiles | null>;
  samples: number;
  correct: number;
  points: number;
  /** completion tokens and US dollars per correct answer, including the cost of the other answers; null without a correct one */
  tokensPerCorrect: ClusteredEstimate | null;
  costPerCorrect: ClusteredEstimate | null;
  /** incorrect compared with correct answers on the same point: probability of more tokens, ratio of geometric means, van Elteren's p */
  superiority: ClusteredEstimate | null;
  ratio: ClusteredEstimate | null;
  p: number | null;
  /** the same probability over all answers, whatever their point, which also reflects differences in difficulty */
  pooled: number | null;
  onset: Onset | null;
}

/**
 * All token statistics of one evaluation.
 * @param share share of unfinished responses at which truncation counts as begun
 */
export function spendingOf(points: readonly SpendingPoint[], {share = 0.5} = {}): Spending {
  const [correct, incorrect, truncated] = OUTCOMES.map(outcome => merged(points.map(point => point[outcome])));
  const strata = points.flatMap(({stratum}) => (stratum ? [stratum] : []));
  const perCorrect = (amount: (point: SpendingPoint) => number) =>
    clusteredRatio(
      points.map(point => ({y: amount(point), x: point.correct.length})),
      {scale: "log"}
    );
  const cost = points.reduce((sum, point) => sum + point.cost, 0);
  return {
    spread: {correct: spreadOf(correct!), incorrect: spreadOf(incorrect!), truncated: spreadOf(truncated!)},
    samples: correct!.length + incorrect!.length + truncated!.length,
    correct: correct!.length,
    points: points.length,
    tokensPerCorrect: perCorrect(point => OUTCOMES.reduce((sum, outcome) => sum + total(point[outcome]), 0)),
    costPerCorrect: cost > 0 ? perCorrect(point => point.cost) : null,
    superiority: superiority(strata),
    ratio: ratioWithin(strata),
    p: vanElteren(strata)?.p ?? null,
    pooled: pairsWon(stratumOf(incorrect!, correct!)),
    onset: truncationOnset({ended: merged([correct!, incorrect!]), truncated: truncated!}, {share})
  };
}

const pairsWon = (stratum: Stratum | null): number | null => (stratum ? stratum.u / (stratum.m * stratum.n) : null);

/** p-values of several evaluations adjusted so that among those at or below q at most the share q is expected to be false discoveries. */
export const adjustedP = (rows: readonly {p: number | null}[]): (number | null)[] =>
  falseDiscoveryRate(
    rows.map(({p}) => p),
    "BH"
  );

function spreadOf(sorted: Float64Array): TokenQuantiles | null {
  if (sorted.length === 0) return null;
  const at = (q: number) => {
    const place = (sorted.length - 1) * q;
    const below = sorted[Math.floor(place)]!;
    return below + (place % 1) * (sorted[Math.ceil(place)]! - below);
  };
  const {value: median, low, high} = quantileInterval(sorted, 0.5);
  return {n: sorted.length, q05: at(0.05), q25: at(0.25), median, low, high, q75: at(0.75), q95: at(0.95)};
}

function merged(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(parts.reduce((sum, {length}) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all.sort();
}

function total(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

// Onset of truncation: the length beyond which a response is more likely to be truncated than to end. Also order-statistic intervals of
// quantiles.

interface Onset {
  /** the smallest count beyond which at least the given share of unfinished responses end truncated; null where there is none */
  at: number | null;
  /** 95 % interval; null where no count is significantly beyond */
  low: number | null;
  high: number | null;
  /** number of responses longer than `at`, and how many of them were truncated */
  beyond: number;
  truncated: number;
  /** fewest tokens of a truncated response: the limit in effect */
  cut: number;
}

/**
 * The onset of truncation. Among responses of more than t tokens a share r(t) is truncated; the onset is the smallest t with r(t) ≥ share.
 * Its interval inverts Wilson's test at each t: it contains the counts at which the share is not rejected. At any t the number truncated is
 * binomial given the number that reach t (or less variable, where points differ: Hoeffding 1956), so that the coverage is Wilson's. Null
 * where nothing was truncated.
 * @param ended, truncated completion tokens, sorted ascending
 */
export function truncationOnset(
  {ended, truncated}: {ended: ArrayLike<number>; truncated: ArrayLike<number>},
  {share = 0.5} = {}
): Onset | null {
  if (truncated.length === 0) return null;
  const onset: Onset = {at: null, low: null, high: null, beyond: 0, truncated: 0, cut: truncated[0]!};
  let [i, j] = [0, 0];
  for (let t = 0; ; t = Math.min(ended[i] ?? Infinity, truncated[j]!)) {
    while (i < ended.length && ended[i]! <= t) i++;
    while (j < truncated.length && truncated[j]! <= t) j++;
    const truncatedBeyond = truncated.length - j;
    if (truncatedBeyond === 0) return onset;
    const beyond = ended.length - i + truncatedBeyond;
    const {center, margin} = wilson(truncatedBeyond / beyond, beyond);
    if (onset.at === null && truncatedBeyond / beyond >= share) Object.assign(onset, {at: t, beyond, truncated: truncatedBeyond});
    if (center + margin >= share) onset.low ??= t;
    if (center - margin >= share) onset.high ??= t;
  }
}

/**
 * A quantile of sorted values with its exact 95 % interval between two of them (Conover 1999, §3.2); the ends are null where there are too
 * few values. Values need not be identically distributed: over points of different difficulty the interval is conservative.
 */
export function quantileInterval(sorted: ArrayLike<number>, q: number): {value: number; low: number | null; high: number | null} {
  const n = sorted.length;
  if (n === 0) return {value: Number.NaN, low: null, high: null};
  const place = (n - 1) * q;
  const [below, above] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  // The largest r with P(B < r) ≤ 2.5 % and the smallest s with P(B ≥ s) ≤ 2.5 %, B binomial(n, q): [x₍r₎, x₍s₎] covers the quantile.
  const r = search(n, rank => binomialCdf(rank - 1, n, q) <= 0.025);
  const s = search(n, rank => binomialCdf(rank - 1, n, q) < 0.975) + 1;
  return {
    value: below + (place % 1) * (above - below),
    low: r >= 1 ? sorted[r - 1]! : null,
    high: s <= n ? sorted[s - 1]! : null
  };
}

/** The largest rank up to n that satisfies a condition that holds up to some rank; 0 if none does. */
function search(n: number, holds: (rank: number) => boolean): number {
  let [low, high] = [0, n];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

// Pareto frontier: the evaluations that no other dominates in both gain and price.

/** A gain, of which more is better, and a price, of which less is better, each with its interval. */
export interface Trade {
  gain: number;
  gain_low: number;
  gain_high: number;
  price: number;
  price_low: number;
  price_high: number;
}

/**
 * "frontier" where no other has at least the gain for at most the price, with one of them better (Pareto dominance); "open" where some
 * other dominates, but none with both intervals disjoint; "beaten" where one dominates with both intervals disjoint.
 */
type Standing = "frontier" | "open" | "beaten";

export function standings(trades: readonly Trade[]): Standing[] {
  return trades.map(own => {
    const dominates = (other: Trade) =>
      other.gain >= own.gain && other.price <= own.price && (other.gain > own.gain || other.price < own.price);
    const clearly = (other: Trade) => other.gain_low > own.gain_high && other.price_high < own.price_low;
    if (!trades.some(dominates)) return "frontier";
    return trades.some(clearly) ? "beaten" : "open";
  });
}
