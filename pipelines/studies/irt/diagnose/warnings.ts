// Warnings about a fit, as sentences without a full stop.
import {plural} from "../../../book/plural.js";
import type {Fit, FittedItem} from "../estimate/result.js";
import {type Item, type Responses, RIGHT} from "../item.js";
import {type AnswerSimilarity, compareAnswers} from "./answerSimilarity.js";
import {named} from "./itemFit.js";
import {overallFit} from "./overallFit.js";
import {localDependence, meanSquares, residualsOf} from "./residuals.js";

/** Plausible range of the standard deviation of ability, in logits: no test could tell smaller ones from 0, or larger ones apart. */
const LEAST_SPREAD = 0.05;
const MOST_SPREAD = 20;
/** Two starts whose log-likelihoods differ by less reached the same optimum. */
const AGREED = 0.5;
/** With 5 models, given the scale, 95 % intervals of abilities cover 94 to 96 %, where guessing is possible about 89 % (docs/coverage.md). */
const FEWEST_FOR_SPREAD = 10;

/** The part of a fit that is checked, of one made in this process or of one read from its file. */
export type Warned = Pick<
  Fit,
  "estimate" | "persons" | "spread" | "quadrature" | "converged" | "bounds" | "unsettled" | "starts" | "left_out"
> & {model: string; items: readonly Pick<FittedItem, "id" | "a" | "se_a" | "se_b" | "se_c">[]};

export function warnings(fit: Warned, responses: Responses): string[] {
  const found: string[] = [];
  if (!fit.converged)
    found.push(
      `the search did not converge: do not rely on the numbers above; try ${wayOut(fit)}${
        fit.unsettled.length > 0 ? `; not settled: ${names(fit.unsettled)}` : ""
      }`
    );
  if (fit.bounds.length > 0)
    found.push(
      `${plural(fit.bounds.length, "estimate stands", "estimates stand")} at the end of what is searched, since the answers set ${fit.bounds.length === 1 ? "it" : "them"} no end: ${named(
        fit.bounds.map(({id, parameter, value}) => `${parameter} = ${Number(value.toPrecision(3))} of ${id}`),
        3
      )}; a prior (--estimate map, or eb) would`
    );
  const ends = fit.starts.map(({loglik}) => loglik);
  if (Math.max(...ends) - Math.min(...ends) > AGREED)
    found.push(
      `the likelihood has several optima: of ${fit.starts.length} starts the best is kept, ${fit.starts.map(({start, loglik}) => `${start} ${loglik.toFixed(1)}`).join(", ")}; a prior would choose among them`
    );
  if (fit.model === "rasch" && !(fit.spread > LEAST_SPREAD && fit.spread < MOST_SPREAD))
    found.push(
      fit.spread < 1
        ? "no spread of ability is found: models differ no more than by chance, and cannot be distinguished"
        : "the spread of ability is unbounded: models are right on all or on none, and only their order is known"
    );
  if (fit.persons < FEWEST_FOR_SPREAD)
    found.push(
      `${plural(fit.persons, "model")} are too few to estimate how far models differ (${FEWEST_FOR_SPREAD} are needed): ${fit.quadrature === "items" ? "intervals of abilities take the scale as known, and cover less than 95 % where guessing is possible" : "the priors weigh much"}`
    );
  if (fit.left_out.length > 0) {
    const by = (reason: string) => fit.left_out.filter(item => item.reason === reason);
    const parts = ["all right", "all wrong", "all alike", "unanswered"].flatMap(reason =>
      by(reason).length > 0 ? [`${reason}: ${names(by(reason).map(({id}) => id))}`] : []
    );
    found.push(
      `${plural(fit.left_out.length, "item tells", "items tell")} nothing and ${fit.left_out.length === 1 ? "is" : "are"} left out (${parts.join("; ")})`
    );
  }
  const unsure = fit.items.filter(({se_a, se_b, se_c}) => ![se_a, se_b, se_c].every(Number.isFinite));
  if (unsure.length > 0)
    found.push(
      `the answers do not determine ${plural(unsure.length, "item")} well enough for standard errors: ${names(unsure.map(({id}) => id))}`
    );
  const reversed = fit.items.filter(({a}) => a < 0);
  if (reversed.length > 0)
    found.push(
      `${plural(reversed.length, "item is", "items are")} reversed, with a below 0: better models get ${reversed.length === 1 ? "it" : "them"} wrong more often; look for ${reversed.length === 1 ? "a wrong key" : "wrong keys"}: ${names(reversed.map(({id}) => id))}`
    );
  const oneSided = extremes(responses);
  if (oneSided > 0)
    found.push(
      `${plural(oneSided, "model has", "models have")} ${responses.scores ? "only highest or only lowest scores" : "only right or only wrong answers"}; how extreme ${oneSided === 1 ? "it is" : "they are"} follows from the population, not from the answers`
    );
  return found;
}

/** Suggests another model or estimation method that this fit could still use. */
function wayOut({model, estimate}: Pick<Warned, "model" | "estimate">): string {
  const simpler = model === "3pl" ? "--model 2pl" : model === "2pl" ? "--model rasch" : null;
  const priors =
    estimate === "map" ? "narrower priors" : "--estimate map with priors (--prior-a lognormal:0,0.5 --prior-d normal:0,2)";
  return [simpler, priors].filter(Boolean).join(", or ");
}

const names = (ids: readonly string[]): string => named(ids, 3);

function extremes({persons, items: {length}, cells, scores}: Responses): number {
  if (scores) {
    const filled = scores.filter(score => !Number.isNaN(score));
    const ends = [filled.reduce((u, v) => Math.min(u, v), Infinity), filled.reduce((u, v) => Math.max(u, v), -Infinity)];
    return persons.filter((_, i) => {
      const row = scores.subarray(i * length, (i + 1) * length).filter(score => !Number.isNaN(score));
      return row.length > 0 && ends.includes(row[0]!) && row.every(score => score === row[0]);
    }).length;
  }
  return persons.filter((_, i) => {
    const answers = cells.subarray(i * length, (i + 1) * length).filter(cell => cell <= RIGHT);
    return answers.length > 0 && answers.every(cell => cell === answers[0]);
  }).length;
}

// What a fit assumes of items and persons, checked: local independence, separate models, and the overall fit.

/** Most items for which pairs are compared: more take seconds. */
export const MOST_Q3_ITEMS = 400;
/** Deviation of Q3 that Christensen, Makransky & Horton (2017) flag. */
export const STRONG_Q3 = 0.2;

/** A pair of items, by index, with its correlation over n answers to both. */
export interface ClosePair {
  i: number;
  j: number;
  r: number;
  n: number;
}

export interface ModelChecks {
  /** pairs of items compared, and those that depend on each other; null where there are too many items */
  q3: {pairs: number; strong: number; mean: number | null; strongest: ClosePair | null} | null;
  similarity: AnswerSimilarity;
  /** M2 in words, or why it was not made */
  m2: string;
  /** each person's standardised log-likelihood, and the number of answers that it rests on */
  persons: {zh: number; n: number}[];
}

/** @param theta abilities of the persons, in order · @param model of the fit: rasch, else what has slopes */
export function checksOf(
  items: readonly Item[],
  responses: Responses,
  theta: ArrayLike<number>,
  {model}: {model: string}
): ModelChecks {
  return {
    q3: items.length > MOST_Q3_ITEMS ? null : q3Of(items, responses, theta),
    similarity: compareAnswers(items, responses, theta),
    // a new maximum likelihood fit: under a prior the distribution of M2 does not hold
    m2: overallFit(responses, model === "rasch" ? "rasch" : "2pl").text,
    persons: meanSquares(items, responses, theta).persons.map(({zh, n}) => ({zh, n}))
  };
}

function q3Of(items: readonly Item[], responses: Responses, theta: ArrayLike<number>): NonNullable<ModelChecks["q3"]> {
  const {mean, pairs} = localDependence(residualsOf(items, responses, theta));
  const strong = pairs.filter(({q3, expected, adjusted}) => q3 - expected > STRONG_Q3 && adjusted <= 0.05);
  const [first] = strong;
  return {
    pairs: pairs.length,
    strong: strong.length,
    mean: Number.isFinite(mean) ? mean : null,
    strongest: first ? {i: first.i, j: first.j, r: first.q3, n: first.n} : null
  };
}
