// The overall score of an evaluation, the mean over domains of the mean over their scored categories, and its interval by a hierarchical
// bootstrap.
import {type Random, randomOf} from "../../generate/seed.js";
import {tQuantile} from "../../stats/distributions.js";
import {betaDraw, tDraw} from "../../stats/gamma.js";
import {groupBy} from "../../stats/groupBy.js";
import {partMargin} from "../../stats/partDifference.js";
import {quantileOf} from "../../stats/quantile.js";
import {type CategoryScore, isScored} from "../scorecard/domains.js";

/** Draws of the bootstrap: the ends of a 95 % interval then vary by 2 % of its width. */
export const DRAWS = 2_000;

/**
 * Right answers, and wrong ones, that are added to those of an evaluation in all its categories together: Jeffreys's prior of one share. Divided
 * among the categories by their weights, it moves no mean of many categories, as half an answer for each of them would; and where every
 * answer is right, or none, draws still vary.
 */
const ADDED = 0.5;

/** A score with its interval, on the scale of its parts. */
export interface Aggregate {
  value: number | null;
  low: number | null;
  high: number | null;
  /** Standard deviation of the draws; null without an interval. */
  se: number | null;
  /** Answers behind it. */
  n: number;
  /** Categories behind it. */
  scored: number;
  /** Why there is no value, or no interval; empty where both are there. */
  why: string;
  /** The draws, in no order; empty without an interval. */
  draws: Float64Array;
}

type Scored = CategoryScore & {value: number};
/** A category's weight in the mean; weights of all categories sum to 1. */
type Weights = (scored: readonly Scored[]) => number[];

/** Each domain weighs the same, and so does each category of a domain. */
export const byDomain: Weights = scored => {
  const sizes = groupBy(scored, ({domain}) => domain);
  return scored.map(({domain}) => 1 / (sizes.size * sizes.get(domain)!.length));
};

/** Each answer weighs the same, whatever its domain. */
export const byItem: Weights = scored => {
  const all = scored.reduce((sum, {value_n}) => sum + value_n, 0);
  return scored.map(({value_n}) => value_n / all);
};

/**
 * The weighted mean of an evaluation's categories that have a value and are averaged. Its interval is a Bayesian bootstrap (Rubin 1981,
 * doi:10.1214/aos/1176345338) of the items within each category: categories and domains are the suite's and no sample of others, and are not
 * drawn. Of right and wrong answers the weights of all right ones together have a beta distribution, which is drawn at once. Of a measure, a
 * mean with Student's t error is drawn. The value lies within the interval, also where all answers are right or none.
 */
export function aggregate(
  categories: readonly CategoryScore[],
  {weights, seed, draws = DRAWS}: {weights: Weights; seed: string; draws?: number}
): Aggregate {
  const scored = categories.filter(isScored);
  const counted = {n: scored.reduce((sum, {value_n}) => sum + value_n, 0), scored: scored.length};
  const none = {low: null, high: null, se: null, draws: new Float64Array(0)};
  if (scored.length === 0) return {...counted, ...none, value: null, why: "nothing that it was asked has a value"};
  const shares = weights(scored);
  const value = scored.reduce((sum, each, i) => sum + shares[i]! * each.value, 0);
  const unknown = scored.find(({metric, low}) => metric !== "accuracy" && low === null);
  if (unknown) return {...counted, ...none, value, why: `the values of ${unknown.metric} in a category are one, or all alike`};
  const random = randomOf(`report ${seed}`);
  const strata = scored.map((each, i) => drawsOf(each, shares[i]!));
  const drawn = Float64Array.from({length: draws}, () => strata.reduce((sum, draw, i) => sum + shares[i]! * draw(random), 0));
  return {...counted, value, why: "", ...around(value, drawn)};
}

/**
 * Returns the score of a whole suite, without its value where fewer than half of the suite's categories are in it: such a mean describes
 * the categories that were asked, and not the suite.
 * @param categories all categories of the suite, empty ones included
 */
export function withoutMinority(whole: Aggregate, categories: number): Aggregate {
  if (whole.value === null || 2 * whole.scored >= categories) return whole;
  const why = `only ${whole.scored} of ${categories} categories have answers that could be scored, fewer than half`;
  return {...whole, value: null, low: null, high: null, se: null, draws: new Float64Array(0), why};
}

/** A function that draws a category's value. */
function drawsOf({metric, value, low, high, value_n, n, correct, guess_sum}: Scored, weight: number): (random: Random) => number {
  if (metric === "accuracy") {
    const [a, b, guess] = [correct + ADDED * weight, n - correct + ADDED * weight, guess_sum / n];
    return random => (betaDraw(a, b, random) - guess) / (1 - guess);
  }
  const df = value_n - 1;
  const se = (high! - low!) / (2 * tQuantile(0.975, df));
  return random => value + se * tDraw(df, random);
}

/** The 95 % interval of draws, widened to hold the value, and their standard deviation. */
export function around(value: number, draws: Float64Array): Pick<Aggregate, "low" | "high" | "se" | "draws"> {
  const sorted = Float64Array.from(draws).sort();
  const mean = sorted.reduce((sum, each) => sum + each, 0) / sorted.length;
  const squares = sorted.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  return {
    low: Math.min(value, quantileOf(sorted, 0.025)),
    high: Math.max(value, quantileOf(sorted, 0.975)),
    se: Math.sqrt(squares / (sorted.length - 1)),
    draws
  };
}

/**
 * Overall score of a part of the items minus that of all, paired (`partMargin`); categories are strata, those of measures have the variance
 * that their interval shows. Null where either has no value, or a category no interval.
 */
export function partDifference(
  all: readonly CategoryScore[],
  part: readonly (CategoryScore & {category?: string})[]
): {value: number; low: number; high: number} | null {
  const idOf = (score: CategoryScore & {category?: string}): string => JSON.stringify([score.domain, score.category]);
  const [every, rest] = [all.filter(isScored), part.filter(isScored)];
  if (every.length === 0 || rest.length === 0) return null;
  const weighted = (scored: readonly Scored[]) => {
    const shares = byDomain(scored);
    return new Map(scored.map((score, i) => [idOf(score), {score, weight: shares[i]!}]));
  };
  const [whole, remaining] = [weighted(every), weighted(rest)];
  const strata = [...whole].map(([id, {score, weight}]) => {
    const counted = remaining.get(id);
    return {
      variance: varianceOf(score),
      range: rangeOf(score),
      n: score.value_n,
      partN: counted?.score.value_n ?? 0,
      weight,
      partWeight: counted?.weight ?? 0
    };
  });
  if (strata.some(({variance}) => !Number.isFinite(variance))) return null;
  const margin = partMargin(strata);
  if (margin === 0) return {value: 0, low: 0, high: 0};
  const mean = (scores: typeof whole) => [...scores.values()].reduce((sum, {score, weight}) => sum + weight * score.value, 0);
  const value = mean(remaining) - mean(whole);
  return {value, low: value - margin, high: value + margin};
}

/** Variance of the value of one answer; NaN where it cannot be estimated. */
function varianceOf({metric, low, high, value_n, n, correct, guess_sum}: Scored): number {
  if (metric === "accuracy") {
    const share = (correct + ADDED) / (n + 2 * ADDED);
    return (share * (1 - share)) / (1 - guess_sum / n) ** 2;
  }
  if (low === null || high === null) return Number.NaN;
  return (value_n * (high - low) ** 2) / (2 * tQuantile(0.975, value_n - 1)) ** 2;
}

/** Distance between the highest and lowest value of an answer; of a measure, that of two equally frequent values with its variance. */
const rangeOf = (score: Scored): number =>
  score.metric === "accuracy" ? 1 / (1 - score.guess_sum / score.n) : 2 * Math.sqrt(varianceOf(score));
