// Empirical-Bayes priors where persons are many: items are draws from a population whose parameters are estimated with them
// (Mislevy 1986). Log a, d and logit c are normal. The prior is on d, not on b = −d ÷ a: one on b collapses the scale.
import {PAIRS, type Shape, WIDTH} from "./parameters.js";
import {logNormal, type Prior} from "./priors.js";

interface Spread {
  mean: number;
  sd: number;
}
/** Of (log a, d, logit c). */
export type Hyper = [a: Spread, d: Spread, c: Spread];

export interface HyperPrior extends Prior {
  population: Hyper;
  /** Fits the population to the items, each as sure as its information says (a step of expectation and maximisation). Returns the largest change. */
  update(x: Float64Array, information: Float64Array): number;
}

/** Spreads are not taken for less: what the data cannot tell from none. */
const LEAST_SD = 0.05;

export function hyperPrior({items, tied, guessing}: Shape, start: Hyper): HyperPrior {
  const population = structuredClone(start);
  const free = [...(tied ? [] : [0]), 1, ...(guessing ? [2] : [])];
  return {
    population,
    value(x) {
      let sum = 0;
      for (let j = 0; j < x.length / WIDTH; j++) for (const r of free) sum += logNormal(x[WIDTH * j + r]!, population[r]!);
      return sum;
    },
    slope(x, gradient, information) {
      for (let j = 0; j < x.length / WIDTH; j++)
        for (const r of free) {
          const {mean, sd} = population[r]!;
          gradient[WIDTH * j + r]! -= (x[WIDTH * j + r]! - mean) / sd ** 2;
          information[PAIRS * j + DIAGONAL[r]!]! += 1 / sd ** 2;
        }
    },
    update(x, information) {
      let moved = 0;
      for (const r of free) {
        const next = estimate(x, {items, r, information});
        moved = Math.max(moved, Math.abs(next.mean - population[r]!.mean), Math.abs(next.sd - population[r]!.sd));
        population[r] = next;
      }
      return moved;
    }
  };
}
/** Places of aa, dd and cc in an item's information. */
const DIAGONAL = [0, 3, 5];

/** Mean and spread of one parameter over items, their own uncertainty added. */
function estimate(x: Float64Array, {items, r, information}: {items: number; r: number; information: Float64Array}): Spread {
  let mean = 0;
  for (let j = 0; j < items; j++) mean += x[WIDTH * j + r]! / items;
  let variance = 0;
  for (let j = 0; j < items; j++)
    variance += ((x[WIDTH * j + r]! - mean) ** 2 + ownVariance(information.subarray(PAIRS * j, PAIRS * (j + 1)), r)) / items;
  return {mean, sd: Math.max(LEAST_SD, Math.sqrt(variance))};
}

/** A diagonal entry of the inverse of an item's information; what is not estimated has none of its own. */
function ownVariance(m: Float64Array, r: number): number {
  const [ad, ac, dc] = [m[1]!, m[2]!, m[4]!];
  const [aa, dd, cc] = [m[0]! || 1, m[3]! || 1, m[5]! || 1];
  const cofactors = [dd * cc - dc * dc, aa * cc - ac * ac, aa * dd - ad * ad];
  const determinant = aa * cofactors[0]! - ad * (ad * cc - dc * ac) + ac * (ad * dc - dd * ac);
  return determinant > 0 ? Math.max(0, cofactors[r]! / determinant) : 0;
}
