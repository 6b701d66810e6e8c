// Curves of a store's items for a replay: three parameters, the lower asymptote held at the chance of a lucky guess.
import {expectedItem} from "../study/irt/adaptive/expected.js";
import type {Calibration} from "../study/irt/adaptive/folds.js";
import {fit as fitted} from "../study/irt/fit.js";
import type {Responses} from "../study/irt/item.js";

/** @param guess each item's chance of a lucky guess, by its place in the responses */
export function calibrate(responses: Responses, {guess}: {guess: ArrayLike<number>}): Calibration {
  const {items, ability} = fitted(responses, {model: "3pl", estimate: "eb", guess});
  return {items: items.map(item => expectedItem(item)), abilities: ability.map(({eap}) => ({theta: eap}))};
}
