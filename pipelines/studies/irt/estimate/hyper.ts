// Empirical-Bayes priors where persons are many: items are draws from a population whose parameters are estimated together with them.

import type {Marginal} from "./grid.js";
import {itemPosteriors, meetItems, weighItems} from "./itemPosterior.js";
import {PAIRS, type Shape, WIDTH} from "./parameters.js";
import {
  addDensity,
  DIAGONAL,
  damped,
  distance,
  fitPopulation,
  freeOf,
  type Population,
  type Unknown,
  unknownsOf,
  weigher
} from "./population.js";
import type {Prior} from "./priors.js";
import {product} from "./quadrature.js";

export interface HyperPrior extends Prior {
  population: Population;
  /** Fits the population to the items' posteriors about x, where the marginal was evaluated last. Returns the largest change. */
  update(x: Float64Array, marginal: Marginal): number;
  /** Means of the items' posteriors about x, where the marginal was evaluated last. */
  means(x: Float64Array, marginal: Marginal): Float64Array;
  /** The population's parameters as further unknowns beside the items at x, since they are estimated too. */
  unknowns(x: Float64Array): Unknown[];
}

export function hyperPrior(shape: Shape, start: Population): HyperPrior {
  const population = structuredClone(start);
  const {items} = shape;
  const free = freeOf(shape);
  const own = itemPosteriors(shape, free, product(POINTS[free.length]!));
  const way = damped();
  let met = false;
  const layAfresh = (j: number, x: Float64Array) => {
    own.mean.set(x.subarray(WIDTH * j, WIDTH * (j + 1)), WIDTH * j);
    own.covariance.fill(0, PAIRS * j, PAIRS * (j + 1));
    for (const r of free) own.covariance[PAIRS * j + DIAGONAL[r]!] = FIRST_SD[r]! ** 2;
  };
  /** Each item as a single point, of which the density is asked. */
  const [none, one] = [new Float64Array(items), new Float64Array(1)];
  return {
    population,
    value(x) {
      const density = weigher({count: 1, free, points: x, logs: none}, population);
      let sum = 0;
      for (let j = 0; j < x.length / WIDTH; j++) sum += density(j, one);
      return sum;
    },
    slope(x, gradient, information) {
      for (let j = 0; j < x.length / WIDTH; j++)
        addDensity(population, free, x.subarray(WIDTH * j, WIDTH * (j + 1)), {
          gradient: gradient.subarray(WIDTH * j, WIDTH * (j + 1)),
          information: information.subarray(PAIRS * j, PAIRS * (j + 1))
        });
    },
    update(x, marginal) {
      if (!met) for (let j = 0; j < items; j++) layAfresh(j, x);
      const posteriors = marginal.posteriors();
      for (let round = met ? 1 : FIRST_ROUNDS; round > 0; round--) {
        meetItems(own, posteriors, {shape, x});
        if (round > 1) weighItems(own, population);
      }
      met = true;
      const fitted = fitPopulation(own, population);
      // points re-laid about the moments under the next population would give a slightly different population again
      const moving = distance(population, fitted);
      Object.assign(population, way.towards(population, fitted));
      weighItems(own, population, way.share());
      return moving;
    },
    means(x, marginal) {
      // the posterior of an item that jumped since the last update is laid about its present value
      for (let j = 0; j < items; j++)
        for (const r of free) {
          const [at, sd] = [WIDTH * j + r, Math.sqrt(own.covariance[PAIRS * j + DIAGONAL[r]!]!)];
          if (!met || Math.abs(own.mean[at]! - x[at]!) > JUMPED * sd) layAfresh(j, x);
        }
      meetItems(own, marginal.posteriors(), {shape, x});
      weighItems(own, population);
      // parameters that are not estimated per item keep their value
      return own.mean.map((value, i) => (free.includes(i % WIDTH) ? value : x[i]!));
    },
    unknowns: x => unknownsOf(population, free, x)
  };
}

/**
 * Points by number of parameters, in log |a|, d and logit c. With fewer the population never comes to rest: a cubature of degree five finds
 * another spread of logit c wherever its points are laid, by up to a sixth, and the common level of guessing too low by .05.
 */
const POINTS: Record<number, number[]> = {1: [7], 2: [5, 5], 3: [3, 5, 5]};
/** Standard deviations of the first points, in log |a|, d and logit c, and how often points are re-laid before they are used. */
const FIRST_SD = [0.2, 0.2, 0.3];
const FIRST_ROUNDS = 4;
/** An item whose mode is this many standard deviations from its previous mean has jumped, and its points are laid again. */
const JUMPED = 2.5;
