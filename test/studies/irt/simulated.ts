// Answers drawn from known curves.
import {type Random, randomOf} from "../../../pipelines/generate/seed.js";
import {type Item, probability, type Responses} from "../../../pipelines/studies/irt/item.js";

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

/** log a ~ N(0, 0.3), b ~ N(0, 1), c ~ U(0.1, 0.25): intercepts then depend on discriminations, and guessing chances are not normal. */
export function guessingItems(count: number, random: Random): Item[] {
  return someItems(count, random).map(item => ({...item, c: 0.1 + 0.15 * random.real()}));
}

/**
 * Like the answers of one family of models to a benchmark: abilities close together, 15 % of the items reversed, a tenth all but saturated, a
 * twentieth near-duplicates of others.
 */
export function family(persons: number, size: number, {seed, spread}: {seed: string; spread: number}) {
  const random = randomOf(seed);
  const theta = Array.from({length: persons}, () => spread * normal(random));
  const items = guessingItems(size, random).map((item, j) => {
    const saturated = j % 10 === 3;
    return {...item, a: (j % 20 < 3 ? -1 : 1) * item.a, d: saturated ? 4 + 0.5 * normal(random) : 1.5 * item.d};
  });
  const responses = answers(theta, () => items, `${seed} answers`);
  for (let j = 19; j < size; j += 20)
    for (let i = 0; i < persons; i++)
      if (random.real() < 0.97) responses.cells[i * size + j] = responses.cells[i * size + j - 7]!;
  return {theta, items, responses};
}

/** Spearman's correlation; ties stand in the order of the list. */
export function rankCorrelation(u: readonly number[], v: readonly number[]): number {
  const ranks = (values: readonly number[]) => {
    const place = new Array<number>(values.length);
    for (const [rank, i] of [...values.keys()].sort((a, b) => values[a]! - values[b]!).entries()) place[i] = rank;
    return place;
  };
  const [x, y] = [ranks(u), ranks(v)];
  const middle = (u.length - 1) / 2;
  const sum = (of: (i: number) => number) => x.reduce((total, _, i) => total + of(i), 0);
  return sum(i => (x[i]! - middle) * (y[i]! - middle)) / sum(i => (x[i]! - middle) ** 2);
}

export const accuracies = ({persons, items: {length}, cells}: Responses): number[] =>
  persons.map((_, i) => cells.subarray(i * length, (i + 1) * length).reduce((sum, cell) => sum + Number(cell === 1), 0));
