// Approximate inverse Hessian for models of several abilities: each item's inverse information, plus the directions along which completed
// data overstate what the answers determine (Liu, Rubin & Wu 1998). These directions transform the abilities: origin and unit of θ; origin
// and unit of each η; and the share of θ in an η. With hundreds of items per task these valleys are so narrow that a search without the
// correction stops anywhere in them.
import {solveItem} from "../precondition.js";
import type {ItemPopulation} from "./population.js";
import {type Layout, PAIRS, WIDTH} from "./structure.js";

export interface Curvature {
  information: Float64Array;
  /** Of the standard deviations and of the one discrimination. */
  diagonal: Float64Array;
  /** Number of persons: they fix an ability's origin as firmly as this, and its unit half as firmly. */
  persons: number;
  population: ItemPopulation | null;
}

/** Sums over the items of a group, or of all: their slope along a direction, and how far they are from moving alike. */
interface Way {
  slope: number;
  n: number;
  sum: number;
  square: number;
}
const way = (): Way => ({slope: 0, n: 0, sum: 0, square: 0});
function along(to: Way, step: number, slope: number): void {
  to.slope += step * slope;
  to.n++;
  to.sum += step;
  to.square += step * step;
}
/**
 * Length of a step along a direction: its slope divided by the resistance of the persons and of the items' population of one standard
 * deviation.
 */
const far = ({slope, n, sum, square}: Way, persons: number, sd?: number): number =>
  n === 0 ? 0 : slope / (persons + (sd === undefined ? 0 : Math.max(0, square - (sum * sum) / n) / (sd * sd)));

/** Multiplies v by the approximate inverse Hessian at x. */
export function precondition(
  layout: Layout,
  x: Float64Array,
  {information, diagonal, persons, population: own}: Curvature,
  v: Float64Array
): void {
  const {items, group, groups, free, spread, slope, population} = layout;
  const sd = (k: number): number | undefined => own?.sd[own.sd.length - WIDTH + k];
  const [origin, unit] = [way(), way()];
  const [origins, units, turns] = [0, 1, 2].map(() => Array.from({length: groups}, way)) as [Way[], Way[], Way[]];
  const a = (j: number): number => (slope < 0 ? x[WIDTH * j]! : x[slope]!);
  const s = (j: number): number => {
    if (free[j]) return x[WIDTH * j + 2]!;
    const tail = spread[group[j]!]!;
    return tail < 0 ? 0 : a(j) * x[tail]!;
  };
  for (let j = 0; j < items; j++) {
    const [k, g] = [WIDTH * j, group[j]!];
    along(origin, a(j), v[k + 1]!);
    along(origins[g]!, s(j), v[k + 1]!);
    if (slope < 0) {
      along(unit, a(j), v[k]!);
      along(turns[g]!, s(j), v[k]!);
    }
    if (free[j]) along(units[g]!, s(j), v[k + 2]!);
  }
  for (const [g, at] of spread.entries()) {
    if (at < 0) continue;
    unit.slope -= x[at]! * v[at]!;
    turns[g]!.slope -= x[at]! ** 2 * v[at]!;
  }
  const shift = population < 0 ? far(origin, persons, sd(1)) : 0;
  const scale = population < 0 ? far(unit, 2 * persons, own?.sd[0]) : 0;
  const shifts = origins.map(each => far(each, persons, sd(1)));
  const turned = turns.map((each, g) => far(each, persons, own?.sd[own.sd.length > WIDTH ? g : 0]));
  const scaled = units.map(each => far(each, 2 * persons, sd(2)));
  for (let j = 0; j < items; j++) {
    const [k, g] = [WIDTH * j, group[j]!];
    solveItem(information, PAIRS * j, v, k);
    v[k + 1]! += a(j) * shift + s(j) * shifts[g]!;
    v[k] = slope < 0 ? v[k]! + a(j) * scale + s(j) * turned[g]! : 0;
    v[k + 2] = free[j] ? v[k + 2]! + s(j) * scaled[g]! : 0;
  }
  for (const [g, at] of spread.entries())
    if (at >= 0) {
      const size = x[at]!;
      const bend = own ? 1 / (size * size) : 0;
      const alone = 1 / (diagonal[at]! + bend + 1) + 1 / ((2 * persons) / (size * size + 1e-3) + bend);
      v[at] = v[at]! * alone - size * scale - size * size * turned[g]!;
    }
  if (slope >= 0) v[slope]! *= 1 / (diagonal[slope]! + 1) + (x[slope]! * x[slope]!) / (2 * persons);
  if (population >= 0) for (const k of [population, population + 1]) v[k]! /= diagonal[k]! + 1;
}
