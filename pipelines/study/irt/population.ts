// The population that items are drawn from, fitted with abilities held: expectation and maximisation on the points of each item's
// posterior, whose likelihoods need not be computed again.
import {type Items, logDensity, type Population} from "./integrate.js";
import {WIDTH} from "./parameters.js";

/** Spreads of (log a, d, logit c) are not taken for less. Few persons hardly tell a guessing chance, and its spread not at all. */
const LEAST_SD = [0.05, 0.05, 0.25];
const ROUNDS = 12;

/** @param every how many-th of the items whose points are kept to use · returns the population and how far it moved */
export function fitPopulation(items: Items, start: Population, every: number): {population: Population; moved: number} {
  let population = structuredClone(start);
  for (let round = 0; round < ROUNDS; round++) {
    const next = step(items, population, every);
    const change = distance(population, next);
    population = next;
    if (change < 1e-5) break;
  }
  return {population, moved: distance(start, population)};
}

function step({rule, logs, points, free}: Items, population: Population, every: number): Population {
  const count = rule.count;
  const [first, second] = [
    [0, 0, 0],
    [0, 0, 0]
  ];
  const weights = new Float64Array(count);
  let used = 0;
  for (let j = 0; (j + 1) * count <= logs.length; j += every) {
    used++;
    let most = -Infinity;
    for (let k = 0; k < count; k++) {
      weights[k] = logs[j * count + k]! + logDensity(population, free, points, (j * count + k) * WIDTH);
      if (weights[k]! > most) most = weights[k]!;
    }
    let total = 0;
    for (let k = 0; k < count; k++) total += weights[k] = Math.exp(weights[k]! - most);
    for (let k = 0; k < count; k++)
      for (const r of free) {
        const value = points[(j * count + k) * WIDTH + r]!;
        first[r]! += (weights[k]! / total) * value;
        second[r]! += (weights[k]! / total) * value * value;
      }
  }
  const next = structuredClone(population);
  for (const r of free) {
    next.mean[r] = first[r]! / used;
    next.sd[r] = Math.max(LEAST_SD[r]!, Math.sqrt(Math.max(0, second[r]! / used - next.mean[r]! ** 2)));
  }
  return next;
}

const distance = (u: Population, v: Population): number =>
  Math.max(...[0, 1, 2].map(r => Math.max(Math.abs(u.mean[r]! - v.mean[r]!), Math.abs(u.sd[r]! - v.sd[r]!))));
