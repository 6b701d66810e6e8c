// Which model predicts answers that it has not seen: Rasch, 2PL and 3PL by cross-validation over a share of the items.
import {randomOf} from "../../generate/seed.js";
import {type HeldOut, heldOut} from "./diagnose/heldOut.js";
import {fit as fitted} from "./estimate/fit.js";
import type {ModelName} from "./estimate/parameters.js";
import {partOf, type Responses} from "./item.js";

/** Items that the comparison rests on: each fold is a fit of its own, and more would not change which model is ahead. */
const MOST_ITEMS = 1_000;
const FOLDS = 5;

/** @param guess lower asymptotes of the items under the 3PL, where they are known */
export function compareModels(
  responses: Responses,
  {models, guess}: {models: readonly ModelName[]; guess?: readonly number[]}
): HeldOut[] {
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
      // An item that all answered alike in this fold is as easy, or as hard, as answers can tell: half an answer against all.
      const items = training.items.map((id, j) => known.get(id) ?? alike(training, j));
      return {items, eap: fit.ability.map(({eap}) => eap), se: fit.ability.map(({eap_se}) => eap_se)};
    }
  }));
  return heldOut(part, named, {folds: FOLDS});
}

function alike({persons, items, cells}: Responses, item: number) {
  let [right, n] = [0.5, 1];
  for (let person = 0; person < persons.length; person++) {
    const cell = cells[person * items.length + item]!;
    if (cell < 2) n++;
    if (cell === 1) right++;
  }
  return {id: items[item]!, a: 1e-9, d: Math.log(right / (n - right)), c: 0, u: 1};
}

/** Positions of a random share of the items, in order; all of them where they are few. */
function someOf(items: number): number[] {
  const random = randomOf("irt comparison");
  const keyed = Array.from({length: items}, (_, j) => ({j, key: random.real()}));
  return keyed
    .sort((a, b) => a.key - b.key)
    .slice(0, MOST_ITEMS)
    .map(({j}) => j)
    .sort((a, b) => a - b);
}
