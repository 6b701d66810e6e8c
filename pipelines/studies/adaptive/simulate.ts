// Simulated banks and persons, to test the method where the truth is known.
import {normal} from "../../generate/normal.js";
import type {Random} from "../../generate/seed.js";
import type {Item} from "../irt/item.js";
import {probability} from "../irt/item.js";
import {type Bank, itemAt} from "./bank.js";

/** Draws items: a ~ LogN(0, 0.3²), b ~ N(0, 1), c ~ U(0.1, 0.25), typical of a multiple-choice benchmark. */
export function simulatedItems(count: number, random: Random): Item[] {
  return Array.from({length: count}, (_, i) => {
    const a = Math.exp(0.3 * normal(random));
    const b = normal(random);
    return {id: `item-${String(i + 1).padStart(String(count).length, "0")}`, a, d: -a * b, c: 0.1 + 0.15 * random.real(), u: 1};
  });
}

/** Simulates answers of a person of ability θ: item i is right with the probability of its curve. */
export const simulatedAnswer = (bank: Bank, theta: number, random: Random) => (i: number) =>
  random.real() < probability(itemAt(bank, i), theta);
