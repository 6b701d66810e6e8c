// Accuracy by a judge's right-or-wrong verdicts, corrected by people's labels of some of the answers.
import {shareOf, type WilsonShare} from "../../../stats/intervals.js";
import {type Bounded, newcombe, weightedSum} from "../../../stats/newcombe.js";
import type {Share} from "../../../stats/share.js";

/** Labelled answers by the judge's verdict (positive: right) and the people's label (true: the two agree). */
export interface LabelCounts {
  truePositive: number;
  falsePositive: number;
  falseNegative: number;
  trueNegative: number;
}

export const noLabels = (): LabelCounts => ({truePositive: 0, falsePositive: 0, falseNegative: 0, trueNegative: 0});
export const labelsIn = ({truePositive, falsePositive, falseNegative, trueNegative}: LabelCounts): number =>
  truePositive + falsePositive + falseNegative + trueNegative;

/** Adds a labelled answer. */
export function addLabel(counts: LabelCounts, {verdict, label}: {verdict: boolean; label: boolean}): void {
  counts[verdict ? (label ? "truePositive" : "falsePositive") : label ? "falseNegative" : "trueNegative"]++;
}

export function sumOfLabels(tables: Iterable<LabelCounts>): LabelCounts {
  const sum = noLabels();
  for (const table of tables) for (const cell of Object.keys(sum) as (keyof LabelCounts)[]) sum[cell] += table[cell];
  return sum;
}

/** How far a judge can be trusted, by labelled answers. */
export interface JudgeRates {
  /** share of right answers that the judge calls right */
  sensitivity: WilsonShare;
  /** share of wrong answers that the judge calls wrong */
  specificity: WilsonShare;
  /** sensitivity + specificity − 1, 0 for a judge that guesses, with Newcombe's interval; null where one of the two has no labels */
  informedness: Bounded | null;
}

export function judgeRates({truePositive, falsePositive, falseNegative, trueNegative}: LabelCounts): JudgeRates {
  const sensitivity = shareOf(truePositive, truePositive + falseNegative);
  const specificity = shareOf(trueNegative, trueNegative + falsePositive);
  const falseAlarms = shareOf(falsePositive, trueNegative + falsePositive);
  return {
    sensitivity,
    specificity,
    informedness: sensitivity.n > 0 && specificity.n > 0 ? newcombe(termOf(sensitivity), termOf(falseAlarms)) : null
  };
}

/** Whether labels leave it open that the judge guesses: the interval of sensitivity + specificity − 1 holds 0 or lies below. */
export const isNoBetterThanChance = ({informedness}: JudgeRates): boolean => informedness !== null && informedness.low <= 0;

export const ESTIMATORS = ["efficient", "rogan-gladen"] as const;
export type Estimator = (typeof ESTIMATORS)[number];

/** An accuracy with its 95 % interval; all three null where there is no label that it could be estimated from. */
export interface Corrected {
  value: number | null;
  low: number | null;
  high: number | null;
}

const NOTHING: Corrected = {value: null, low: null, high: null};

/** A share as a term of a sum; without cases anything is possible, and the middle is taken. */
const termOf = ({value, low, high}: Share | WilsonShare): Bounded => ({value: value ?? 0.5, low: low ?? 0, high: high ?? 1});

/**
 * The accuracy p μ₁ + (1 − p) μ₀: p is the share of all answers that the judge calls right, μ₁ and μ₀ are the shares of right answers among the
 * labelled ones that it calls right and wrong. This is the efficient estimator (of the efficient influence function), which for right-or-wrong
 * verdicts is prediction-powered inference at its best weight (R/sim_estimators.R and README.md of the public repository
 * yiqunchen/debias-llm-as-a-judge). Unbiased with any judge, where the labelled answers are a random draw, also one with other
 * shares of both verdicts than p.
 *
 * Its interval squares and adds those of the three shares (weightedSum), with the slopes 1 − p, p and μ₁ − μ₀; in the last one a right and a wrong
 * label are added to each verdict, so that a few labels do not make the judge perfect. An answer of a verdict without labels counts as half right,
 * and the interval takes it as right or wrong. docs/coverage.md has how often it holds the truth.
 */
export function efficientAccuracy(judged: Share, labels: LabelCounts): Corrected {
  if (labelsIn(labels) === 0 || judged.value === null) return NOTHING;
  const {truePositive, falsePositive, falseNegative, trueNegative} = labels;
  const right = termOf(shareOf(truePositive, truePositive + falsePositive));
  const wrong = termOf(shareOf(falseNegative, falseNegative + trueNegative));
  const slope =
    (truePositive + 1) / (truePositive + falsePositive + 2) - (falseNegative + 1) / (falseNegative + trueNegative + 2);
  const p = termOf(judged);
  const sum = weightedSum([
    {...right, weight: p.value},
    {...wrong, weight: 1 - p.value},
    {value: 0, low: p.low - p.value, high: p.high - p.value, weight: slope}
  ]);
  return within(sum);
}

/**
 * The accuracy (p + specificity − 1) ÷ (sensitivity + specificity − 1) of Rogan and Gladen, as in llm_judge_reporting/calibration.py of the
 * public repository UW-Madison-Lee-Lab/LLM-judge-reporting (arXiv:2511.21140), limited to 0…1. It may take labels of other models' answers, as
 * long as the judge errs on them as often. The interval holds each accuracy a for which the interval of p − a sensitivity − (1 − a)(1 −
 * specificity) holds 0 (weightedSum): the published one by the delta method has no ends where the judge may guess, and then holds the truth in as
 * few as 70 % of simulations. Here it becomes [0, 1].
 */
export function roganGladen(judged: Share, labels: LabelCounts): Corrected {
  if (labelsIn(labels) === 0 || judged.value === null) return NOTHING;
  const rates = judgeRates(labels);
  const [p, sensitivity, specificity] = [judged, rates.sensitivity, rates.specificity].map(termOf) as [Bounded, Bounded, Bounded];
  const informedness = sensitivity.value + specificity.value - 1;
  if (!(informedness > 0)) return {value: null, low: 0, high: 1};
  const value = limited((p.value + specificity.value - 1) / informedness);
  const possible =
    (shift: number) =>
    (accuracy: number): boolean => {
      const {low, high} = weightedSum([
        {...p, weight: 1},
        {...sensitivity, weight: -accuracy},
        {...specificity, weight: 1 - accuracy}
      ]);
      return low + shift <= 1 - accuracy && 1 - accuracy <= high + shift;
    };
  // Rates with which no accuracy explains the judge's verdicts: they are not those of these answers.
  if (!possible(0)(value)) return {value, low: 0, high: 1};
  // An estimate beyond 0…1 counts as one at the end: the part of its interval that is possible may be as narrow as chance will have it.
  const isPossible = possible(1 - specificity.value + value * informedness - p.value);
  return {value, low: edgeOf(isPossible, value, 0), high: edgeOf(isPossible, value, 1)};
}

/** Bisections of an interval within 0…1: its ends are known to 10⁻⁹. */
const BISECTIONS = 30;

/** The last value that is possible on the way from a possible one to an end. */
function edgeOf(isPossible: (value: number) => boolean, from: number, end: number): number {
  if (isPossible(end)) return end;
  let [inside, outside] = [from, end];
  for (let step = 0; step < BISECTIONS; step++) {
    const middle = (inside + outside) / 2;
    if (isPossible(middle)) inside = middle;
    else outside = middle;
  }
  return outside;
}

const limited = (value: number): number => Math.min(1, Math.max(0, value));
const within = ({value, low, high}: Bounded): Corrected => ({value: limited(value), low: limited(low), high: limited(high)});

/** Shares of right answers among those that the judge calls right and wrong, for a forecast. */
export interface Reliances {
  right: number;
  wrong: number;
}

/** Shares by labels, with half a right and half a wrong label added to each verdict. */
export const reliancesByLabels = ({truePositive, falsePositive, falseNegative, trueNegative}: LabelCounts): Reliances => ({
  right: (truePositive + 0.5) / (truePositive + falsePositive + 1),
  wrong: (falseNegative + 0.5) / (falseNegative + trueNegative + 1)
});

/** Shares by an assumed sensitivity and specificity; null where these cannot give the judge's verdicts or are those of a guess. */
export function reliancesByRates(
  judged: Share,
  {sensitivity, specificity}: Record<"sensitivity" | "specificity", number>
): Reliances | null {
  const p = judged.value;
  if (p === null || sensitivity + specificity <= 1) return null;
  const accuracy = (p + specificity - 1) / (sensitivity + specificity - 1);
  if (accuracy < 0 || accuracy > 1) return null;
  return {right: p > 0 ? (accuracy * sensitivity) / p : 0.5, wrong: p < 1 ? (accuracy * (1 - sensitivity)) / (1 - p) : 0.5};
}

/**
 * How many answers must be labelled, drawn at random, so that the interval of the efficient estimator is at most twice the half width wide, if
 * labels come out as expected. Null where labels of all answers would not do: more answers must be judged.
 * @param halfWidth 0…1
 */
export function labelsNeeded(judged: Share, reliances: Reliances, halfWidth: number): number | null {
  const p = judged.value;
  if (p === null) return null;
  const isEnough = (labels: number): boolean => {
    const [right, wrong] = [labels * p, labels * (1 - p)];
    const {low, high} = efficientAccuracy(judged, {
      truePositive: right * reliances.right,
      falsePositive: right * (1 - reliances.right),
      falseNegative: wrong * reliances.wrong,
      trueNegative: wrong * (1 - reliances.wrong)
    });
    return high! - low! <= 2 * halfWidth;
  };
  if (!isEnough(judged.n)) return null;
  let [few, enough] = [0, judged.n];
  while (enough - few > 1) {
    const middle = Math.floor((few + enough) / 2);
    if (isEnough(middle)) enough = middle;
    else few = middle;
  }
  return enough;
}
