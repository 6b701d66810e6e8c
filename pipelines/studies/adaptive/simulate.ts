// Banks and persons made up, for a test of the method where the truth is known.
import {normal} from "../../generate/normal.js";
import type {Random} from "../../generate/seed.js";
import type {Item} from "../irt/item.js";
import {probability} from "../irt/item.js";
import {type Bank, itemAt} from "./bank.js";

/** a ~ LogN(0, 0.3²), b ~ N(0, 1), c ~ U(0.1, 0.25): the shape of a benchmark of multiple-choice questions. */
export function simulatedItems(count: number, random: Random): Item[] {
  return Array.from({length: count}, (_, i) => {
    const a = Math.exp(0.3 * normal(random));
    const b = normal(random);
    return {id: `item-${String(i + 1).padStart(String(count).length, "0")}`, a, d: -a * b, c: 0.1 + 0.15 * random.real(), u: 1};
  });
}

/** How a person of ability θ answers item i: a coin that falls by the item's curve. */
export const simulatedAnswer = (bank: Bank, theta: number, random: Random) => (i: number) =>
  random.real() < probability(itemAt(bank, i), theta);
