// Replays of short forms on stored answers, each on items that were calibrated without the model's family, next to random items and anchors.
import type {Random} from "../../../generate/seed.js";
import {Z975} from "../../../stats/distributions.js";
import {type Answers, meanScore, scoresOf} from "./answers.js";
import {type Calibration, calibrateFolds, unrelated} from "./folds.js";
import {openShortForm} from "./form.js";

export const METHODS = ["short form", "fixed anchors", "random items"] as const;
export type Method = (typeof METHODS)[number];

/** Items asked between two choices; their requests may run at the same time. */
export const ROUND = 10;
/** Random draws of items for each model. */
const DRAWS = 20;
/** Level of the intervals. */
const LEVEL = 0.95;

/** An estimate of one model's score on all of its items, from 0 to 1. */
interface Replayed {
  model: number;
  items: number;
  estimate: number;
  sd: number;
  low: number;
  high: number;
}

interface Raw {
  model: number;
  items: number;
  estimate: number;
  sd: number;
}

export interface Replay {
  truth: number[];
  estimates: Record<Exclude<Method, "random items">, Replayed[]>;
  /** mean absolute error of the share right over draws, by length and model */
  random: {model: number; items: number; error: number}[];
}

/** Replays all models that have at least as many answers as the longest form and enough reference models. */
export function replayShortForms(answers: Answers, {lengths, random}: {lengths: readonly number[]; random: Random}): Replay {
  const folds = calibrateFolds(answers);
  const raw: Record<Exclude<Method, "random items">, Raw[]> = {"short form": [], "fixed anchors": []};
  const draws: Replay["random"] = [];
  const truth = answers.models.map((_, i) => meanScore(scoresOf(answers, i)));
  for (const [model, fold] of folds.entries()) {
    const scores = scoresOf(answers, model);
    const available = availableItems(scores);
    if (!fold || available.length < Math.max(...lengths)) continue;
    raw["short form"].push(...adaptiveEstimates(fold, {scores, available, lengths}).map(each => ({...each, model})));
    for (const items of lengths) {
      const form = openShortForm(fold.curves, {groupings: fold.groupings, available});
      for (const item of anchors(fold, available, items)) form.answer(item, scores[item]!);
      const {score, sd} = form.estimate();
      raw["fixed anchors"].push({model, items, estimate: score, sd});
    }
    for (const [k, error] of randomErrors(scores, {available, lengths, truth: truth[model]!, random}).entries())
      draws.push({model, items: lengths[k]!, error});
  }
  const widened = (estimates: readonly Raw[]) => widen(estimates, {answers, truth});
  return {
    truth,
    estimates: {"short form": widened(raw["short form"]), "fixed anchors": widened(raw["fixed anchors"])},
    random: draws
  };
}

const availableItems = (scores: Float64Array): number[] => [...scores.keys()].filter(item => !Number.isNaN(scores[item]!));

function adaptiveEstimates(
  {curves, groupings}: Calibration,
  {scores, available, lengths}: {scores: Float64Array; available: readonly number[]; lengths: readonly number[]}
): Omit<Raw, "model">[] {
  const form = openShortForm(curves, {groupings, available});
  return [...lengths]
    .sort((a, b) => a - b)
    .map(items => {
      while (form.asked.length < items)
        for (const item of form.next(Math.min(ROUND, items - form.asked.length))) form.answer(item, scores[item]!);
      const {score, sd} = form.estimate();
      return {items, estimate: score, sd};
    });
}

/** The same items for all models: those of the steepest curve in equally large strata of difficulty. */
export function anchors({curves: {a, d}}: Calibration, available: readonly number[], count: number): number[] {
  const ordered = [...available].sort((i, j) => d[i]! - d[j]! || i - j);
  return Array.from({length: count}, (_, k) => {
    const stratum = ordered.slice(Math.floor((k * ordered.length) / count), Math.floor(((k + 1) * ordered.length) / count));
    return stratum.reduce((best, item) => (a[item]! > a[best]! ? item : best));
  });
}

interface Drawing {
  available: readonly number[];
  lengths: readonly number[];
  truth: number;
  random: Random;
}

/** Mean absolute error of the mean score of randomly drawn items, by length. */
function randomErrors(scores: Float64Array, {available, lengths, truth, random}: Drawing): number[] {
  const errors = lengths.map(() => 0);
  for (let draw = 0; draw < DRAWS; draw++) {
    const order = random.shuffle([...available]);
    for (const [k, items] of lengths.entries()) {
      let sum = 0;
      for (let n = 0; n < items; n++) sum += scores[order[n]!]!;
      errors[k]! += Math.abs(sum / items - truth) / DRAWS;
    }
  }
  return errors;
}

/**
 * Factor by which standard deviations are multiplied, so that 1.96 of them cover 95 % of errors: the ⌈.95 (n + 1)⌉-th smallest of n
 * standardised absolute errors (split conformal prediction, Vovk et al. 2005), over 1.96; the largest where n is below 19, and at least 1.
 */
export function wideningFactor(standardised: readonly number[]): number {
  const sorted = standardised.map(Math.abs).sort((a, b) => a - b);
  const rank = Math.min(sorted.length, Math.ceil(LEVEL * (sorted.length + 1)));
  return Math.max(1, (sorted[rank - 1] ?? 0) / Z975);
}

/** Factor for the interval of a model that is none of these, from short forms of so many items on the folds. */
export function factorOf(answers: Answers, {folds, items}: {folds: readonly (Calibration | undefined)[]; items: number}): number {
  const standardised = folds.flatMap((fold, model) => {
    const scores = scoresOf(answers, model);
    const available = availableItems(scores);
    if (!fold || available.length < items) return [];
    const {estimate, sd} = adaptiveEstimates(fold, {scores, available, lengths: [items]})[0]!;
    return [sd > 0 ? (estimate - meanScore(scores)) / sd : 0];
  });
  return wideningFactor(standardised);
}

/** Widens each interval by the errors of models of other families at the same length. */
function widen(estimates: readonly Raw[], {answers, truth}: {answers: Answers; truth: readonly number[]}): Replayed[] {
  return estimates.map(each => {
    const others = new Set(unrelated(answers, answers.models[each.model]!.families));
    const errors = estimates.filter(({items, model}) => items === each.items && others.has(model));
    const factor = wideningFactor(errors.map(({estimate, sd, model}) => (estimate - truth[model]!) / sd));
    return {...each, ...intervalOf(each.estimate, factor * each.sd)};
  });
}

/** 95 % interval of a score, within 0 and 1. */
export const intervalOf = (estimate: number, sd: number): {low: number; high: number} => ({
  low: Math.max(0, estimate - Z975 * sd),
  high: Math.min(1, estimate + Z975 * sd)
});
