// Calibrates a store's items for a replay: 3PL with the lower asymptote fixed at the chance of guessing right.

import {fit as fitted} from "../irt/estimate/fit.js";
import type {Responses} from "../irt/item.js";
import {expectedItem} from "./expectedCurve.js";
import type {FoldCalibration} from "./folds.js";

/**
 * Fits items and abilities.
 * @param guess each item's chance of guessing right, in the order of the responses
 */
export function calibrate(responses: Responses, {guess}: {guess: ArrayLike<number>}): FoldCalibration {
  const {items, ability} = fitted(responses, {model: "3pl", estimate: "eb", guess});
  return {items: items.map(item => expectedItem(item)), abilities: ability.map(({eap}) => ({theta: eap}))};
}
