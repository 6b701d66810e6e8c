// Information of each category of items over ability.
import {type Item, information} from "./item.js";

/** A category's information at each of the abilities. */
export interface InformationCurve {
  category: string;
  items: number;
  theta: ArrayLike<number>;
  information: ArrayLike<number>;
}

/** Number of abilities at which curves are drawn. */
const NODES = 81;

/** Abilities from −3 to 3, or to the furthest of the persons. */
export function nodesOf(abilities: Iterable<number>): number[] {
  let [from, to] = [-3, 3];
  for (const theta of abilities) [from, to] = [Math.min(from, theta), Math.max(to, theta)];
  return Array.from({length: NODES}, (_, i) => from + ((to - from) * i) / (NODES - 1));
}

/** Fisher information of each category, in order of name: the sum of its items'. */
export function informationCurves(
  items: readonly (Item & {category: string})[],
  abilities: Iterable<number>
): InformationCurve[] {
  const theta = nodesOf(abilities);
  return [...new Set(items.map(({category}) => category))].sort().map(category => {
    const own = items.filter(item => item.category === category);
    const sums = theta.map(at => own.reduce((sum, item) => sum + information(item, at), 0));
    return {category, items: own.length, theta, information: sums};
  });
}
