// What an evaluation's answers cost in tokens and money, by outcome.
import {clusteredRatio, type Estimate} from "../../stats/clustered.js";
import {falseDiscoveryRate} from "../../stats/falseDiscovery.js";
import {ratioWithin, type Stratum, stratumOf, superiority, vanElteren} from "../../stats/stratified.js";
import {type Onset, quantileInterval, truncationOnset} from "./onset.js";

export const OUTCOMES = ["correct", "incorrect", "truncated"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** One point under one evaluation: completion tokens of its samples by outcome, sorted upwards, and what they cost together. */
export interface SpendingPoint extends Record<Outcome, Float64Array> {
  /** US dollars at list price */
  cost: number;
  /** incorrect against correct answers; null where there is only one kind */
  stratum: Stratum | null;
}

/** A point from its samples' tokens by outcome, in any order. */
export function spendingPoint(tokens: Record<Outcome, ArrayLike<number>>, cost: number): SpendingPoint {
  const [correct, incorrect, truncated] = OUTCOMES.map(outcome => Float64Array.from(tokens[outcome]).sort());
  return {correct: correct!, incorrect: incorrect!, truncated: truncated!, cost, stratum: stratumOf(incorrect!, correct!)};
}

/** Completion tokens of one outcome: quantiles over n samples, and the median's 95 % interval (null where n is too small for one). */
export interface Spread {
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
  spread: Record<Outcome, Spread | null>;
  samples: number;
  correct: number;
  points: number;
  /** completion tokens and US dollars for each correct answer, whatever the others cost included; null without a correct one */
  tokensPerCorrect: Estimate | null;
  costPerCorrect: Estimate | null;
  /** incorrect against correct answers of the same point: probability of more tokens, ratio of geometric means, van Elteren's p */
  superiority: Estimate | null;
  ratio: Estimate | null;
  p: number | null;
  /** the same superiority over all answers, whatever their point: what difficulty alone can bring about */
  pooled: number | null;
  onset: Onset | null;
}

/** Everything about one evaluation. @param share of what is still being written, at which truncation counts as begun */
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

/** The p-values of many evaluations, adjusted so that of those at or below q a share of at most q is expected to be false. */
export const adjustedP = (rows: readonly {p: number | null}[]): (number | null)[] =>
  falseDiscoveryRate(
    rows.map(({p}) => p),
    "BH"
  );

function spreadOf(sorted: Float64Array): Spread | null {
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
