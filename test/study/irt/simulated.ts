// Answers drawn from known curves.
import {type Random, randomOf} from "../../../pipelines/generate/seed.js";
import {type Item, probability, type Responses} from "../../../pipelines/study/irt/item.js";

export const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random.real())) * Math.cos(2 * Math.PI * random.real());

export function someItems(count: number, random: Random): Item[] {
  return Array.from({length: count}, (_, i) => {
    const a = Math.exp(0.3 * normal(random));
    return {id: `item ${i}`, a, d: -a * normal(random), c: 0, u: 1};
  });
}

/** @param itemsOf the curves as a person meets them */
export function answers(theta: readonly number[], itemsOf: (person: number) => readonly Item[], seed: string): Responses {
  const random = randomOf(seed);
  const items = itemsOf(0).map(({id}) => id);
  const cells = new Uint8Array(theta.length * items.length);
  for (const [i, ability] of theta.entries())
    for (const [j, item] of itemsOf(i).entries())
      cells[i * items.length + j] = Number(random.real() < probability(item, ability));
  return {persons: theta.map((_, i) => `model ${i}`), items, cells};
}
