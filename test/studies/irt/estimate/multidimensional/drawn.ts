// Answers drawn from a general and specific abilities, by seed.
import {randomOf} from "../../../../../pipelines/generate/seed.js";
import type {Responses} from "../../../../../pipelines/studies/irt/item.js";
import {normal} from "../../simulated.js";

export interface Drawn {
  responses: Responses;
  group: Int32Array;
  theta: number[];
  /** a, d and s of each item */
  slopes: number[];
}

/**
 * Items in `groups` blocks of `each`; a ~ LogN(0, 0.2), d ~ N(0, 1).
 * @param specific s of an item with slope a in a group
 */
export function drawn(
  seed: string,
  {persons, groups, each, specific}: {persons: number; groups: number; each: number; specific(a: number, group: number): number}
): Drawn {
  const random = randomOf(seed);
  const group = Int32Array.from({length: groups * each}, (_, j) => Math.floor(j / each));
  const slopes = Array.from(group, g => {
    const a = Math.exp(0.2 * normal(random));
    return [a, normal(random), specific(a, g)] as const;
  });
  const theta = Array.from({length: persons}, () => normal(random));
  const cells = Uint8Array.from(
    theta.flatMap(general => {
      const own = Array.from({length: groups}, () => normal(random));
      return slopes.map(([a, d, s], j) => Number(random.real() < 1 / (1 + Math.exp(-(a * general + s * own[group[j]!]! + d)))));
    })
  );
  const names = (count: number, word: string) => Array.from({length: count}, (_, i) => `${word}.${i}`);
  return {
    responses: {persons: names(persons, "model"), items: Array.from(group, (g, j) => `task${g}.${j}`), cells},
    group,
    theta,
    slopes: slopes.flat()
  };
}
