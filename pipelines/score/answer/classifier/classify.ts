// Chooses the answer of a text in which no rule finds a claim, by a conditional logit over its distinct values and no answer.
import type {Text} from "../claims.js";
import {type Features, featuresOf} from "./features.js";
import type {Model} from "./figures.js";
import {isHedged} from "./hedges.js";
import {MODELS} from "./weights.js";

export interface Choice {
  answer: string;
  start: number;
  end: number;
  /** How probably the text states this answer, 0–1. */
  probability: number;
}

/** Whole weights in one logit: sums are exact, so that choices are the same on every machine. */
export const UNITS = 64;

/** Chooses an answer; null where its probability is below the threshold, the text hedges, or the kind of value is switched off. */
export function classify(whole: Text): Choice | null {
  const model = MODELS[whole.kind.name];
  if (!model?.enabled) return null;
  const choice = chooseBy(model, weightsOf(model), whole);
  return choice && choice.probability >= model.threshold ? choice : null;
}

const parsed = new WeakMap<Model, ReadonlyMap<string, number>>();
function weightsOf(model: Model): ReadonlyMap<string, number> {
  let weights = parsed.get(model);
  if (!weights) parsed.set(model, (weights = parseWeights(model.weights)));
  return weights;
}

export const parseWeights = (text: string): ReadonlyMap<string, number> =>
  new Map(
    text.split("|").map(pair => {
      const equals = pair.lastIndexOf("=");
      return [pair.slice(0, equals), Number(pair.slice(equals + 1))];
    })
  );

/** The most probable value of a text, whatever its probability; null where it has none or hedges. */
function chooseBy({slope, intercept}: Model, weights: ReadonlyMap<string, number>, whole: Text): Choice | null {
  const features = featuresOf(whole);
  const best = bestOf(features, weights);
  if (!best) return null;
  const {answer, mentions} = features.candidates[best.place]!;
  const {start, end} = mentions.at(-1)!;
  if (isHedged(whole.text, {start, end})) return null;
  return {answer, start, end, probability: probabilityOf(best.logit, {slope, intercept})};
}

/** Place and log-odds of the best candidate; of equal ones the later. */
export function bestOf(
  {names}: Pick<Features, "names">,
  weights: ReadonlyMap<string, number>
): {place: number; logit: number} | null {
  if (names.length < 2) return null;
  const sums = names.map(own => own.reduce((sum, name) => sum + (weights.get(name) ?? 0), 0));
  let place = 0;
  for (let i = 1; i < sums.length - 1; i++) if (sums[i]! >= sums[place]!) place = i;
  const others = sums.reduce((sum, value, i) => (i === place ? sum : sum + Math.exp((value - sums[place]!) / UNITS)), 0);
  return {place, logit: -Math.log(others)};
}

/** Probability of log-odds, in steps of 1/10,000. */
export const probabilityOf = (logit: number, {slope, intercept}: Pick<Model, "slope" | "intercept">): number =>
  Math.round(10_000 / (1 + Math.exp(-slope * logit - intercept))) / 10_000;
