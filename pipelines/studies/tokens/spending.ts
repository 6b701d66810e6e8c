// Tokens and cost of an evaluation's answers, by outcome.
import {type ClusteredEstimate, clusteredRatio} from "../../stats/clustered.js";
import {falseDiscoveryRate} from "../../stats/falseDiscovery.js";
import {ratioWithin, type Stratum, stratumOf, superiority, vanElteren} from "../../stats/stratified.js";
import {type Onset, quantileInterval, truncationOnset} from "./onset.js";

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
