// What a fit assumes of items and persons, checked: local independence, separate models, and the overall fit.
import type {Item, Responses} from "../item.js";
import {overallFit} from "./overallFit.js";
import {localDependence, residuals, residualsOf} from "./q3.js";
import {meanSquares} from "./residuals.js";
import {identicalPersons, modelDependence} from "./screens.js";

/** Most items for which pairs are compared: more take seconds. */
export const MOST_Q3_ITEMS = 400;
/** Deviation of Q3 that Christensen, Makransky & Horton (2017) flag. */
export const STRONG_Q3 = 0.2;

/** A pair of items or persons, by index, with its correlation over n answers to both. */
export interface ClosePair {
  i: number;
  j: number;
  r: number;
  n: number;
}

export interface ModelChecks {
  /** pairs of items compared, and those that depend on each other; null where there are too many items */
  q3: {pairs: number; strong: number; mean: number | null; strongest: ClosePair | null} | null;
  /** persons who repeat another answer by answer */
  copies: number;
  /** pairs of persons compared, and those that answer alike beyond ability and difficulty */
  compared: number;
  alike: number;
  /** number of independent persons that they amount to */
  effective: number;
  closest: ClosePair | null;
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
  const {effective, compared, pairs} = modelDependence(residuals(items, responses, theta));
  const [closest = null] = pairs;
  return {
    q3: items.length > MOST_Q3_ITEMS ? null : q3Of(items, responses, theta),
    copies: identicalPersons(responses).reduce((sum, group) => sum + group.length - 1, 0),
    compared,
    alike: pairs.length,
    effective,
    closest: closest && {i: closest.i, j: closest.j, r: closest.r, n: closest.n},
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
