// Compares Rasch, 2PL and 3PL by how well they predict answers that were left out, by cross-validation over a random share of the items.
import {randomOf} from "../../generate/seed.js";
import {type HeldOut, heldOut} from "./diagnose/heldOut.js";
import {fit as fitted} from "./estimate/fit.js";
import type {ModelName} from "./estimate/parameters.js";
import {partOf, type Responses} from "./item.js";

/** Most items that are compared: each fold is a separate fit, and more items would not change which model predicts best. */
const MOST_ITEMS = 1_000;
const FOLDS = 5;

export interface Comparison {
  responses: Responses;
  models: readonly ModelName[];
  /** known lower asymptotes of the items under the 3PL, in the order of the items */
  guess?: readonly number[];
}

/**
 * Held-out log-likelihood of each model, best first.
 */
export function compareModels({responses, models, guess}: Comparison): HeldOut[] {
  const chosen = someOf(responses.items.length);
  const part = partOf(responses, {columns: chosen});
  const lower = guess && new Map(chosen.map(j => [responses.items[j]!, guess[j]!]));
  const named = models.map(model => ({
    name: model,
    calibrate(training: Responses) {
      const fit = fitted(training, {
        model,
        estimate: "eb",
        ...(model === "3pl" && lower && {guess: training.items.map(id => lower.get(id)!)})
      });
      const known = new Map(fit.items.map(item => [item.id, item]));
      // An item that was answered alike in the whole fold gets the difficulty of its share right with half an answer of the other kind
      // added.
      const items = training.items.map((id, j) => known.get(id) ?? flatItem(training, j));
      return {items, eap: fit.ability.map(({eap}) => eap), se: fit.ability.map(({eap_se}) => eap_se)};
    }
  }));
  return heldOut(part, named, {folds: FOLDS});
}

/** A flat curve for an item that all persons of a fold answered alike: no discrimination, and its smoothed share right everywhere. */
function flatItem({persons, items, cells}: Responses, item: number) {
  let [right, n] = [0.5, 1];
  for (let person = 0; person < persons.length; person++) {
    const cell = cells[person * items.length + item]!;
    if (cell < 2) n++;
    if (cell === 1) right++;
  }
  return {id: items[item]!, a: 1e-9, d: Math.log(right / (n - right)), c: 0, u: 1};
}

/** Positions of a random sample of at most MOST_ITEMS items, in ascending order. */
function someOf(items: number): number[] {
  const random = randomOf("irt comparison");
  const keyed = Array.from({length: items}, (_, j) => ({j, key: random.real()}));
  return keyed
    .sort((a, b) => a.key - b.key)
    .slice(0, MOST_ITEMS)
    .map(({j}) => j)
    .sort((a, b) => a - b);
}
