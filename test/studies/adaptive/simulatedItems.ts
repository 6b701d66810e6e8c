// Simulated banks, to test the method where the truth is known.
import {normal} from "../../../pipelines/generate/normal.js";
import type {Random} from "../../../pipelines/generate/seed.js";
import type {Item} from "../../../pipelines/studies/irt/item.js";

/** Draws items: a ~ LogN(0, 0.3²), b ~ N(0, 1), c ~ U(0.1, 0.25), typical of a multiple-choice benchmark. */
export function simulatedItems(count: number, random: Random): Item[] {
  return Array.from({length: count}, (_, i) => {
    const a = Math.exp(0.3 * normal(random));
    const b = normal(random);
    return {id: `item-${String(i + 1).padStart(String(count).length, "0")}`, a, d: -a * b, c: 0.1 + 0.15 * random.real(), u: 1};
  });
}
