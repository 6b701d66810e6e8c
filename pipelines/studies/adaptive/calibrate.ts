// Curves of a store's items for a replay: three parameters, the lower asymptote held at the chance of a lucky guess.

import {fit as fitted} from "../irt/estimate/fit.js";
import type {Responses} from "../irt/item.js";
import {expectedItem} from "./expectedCurve.js";
import type {Calibration} from "./folds.js";

/** @param guess each item's chance of a lucky guess, by its place in the responses */
export function calibrate(responses: Responses, {guess}: {guess: ArrayLike<number>}): Calibration {
  const {items, ability} = fitted(responses, {model: "3pl", estimate: "eb", guess});
  return {items: items.map(item => expectedItem(item)), abilities: ability.map(({eap}) => ({theta: eap}))};
}
