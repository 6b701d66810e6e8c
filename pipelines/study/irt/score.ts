// Abilities under items that are taken as known: a new model is scored without a new fit.
import {type Item, MISSING, type Responses, RIGHT} from "./item.js";

export interface Score {
  /** mean and standard deviation of the posterior under a standard normal population */
  eap: number;
  se: number;
  /** answers */
  n: number;
}

/**
 * EAP of every person by quadrature in log space. Nodes are spread over the posterior: first over the population, then over ±5 standard
 * deviations of what was found, until that no longer changes; so 100,000 items are as safe as five.
 * The error of the items is not in the standard error: it matters little where they were calibrated on many more models than one.
 */
export function scores(items: readonly Item[], {persons, cells}: Responses): Score[] {
  return persons.map((_, person) => score(items, cells.subarray(person * items.length, (person + 1) * items.length)));
}

const NODES = 41;
const REACH = 5.5;
const ROUNDS = 20;
/** The nodes need not stand exactly over the posterior for the sum to be exact. */
const SETTLED = 0.02;

/** One person's row: WRONG, RIGHT or MISSING per item. */
export function score(items: readonly Item[], row: Uint8Array): Score {
  let [eap, se] = [0, 1.2];
  const asked = items.flatMap((item, i) => (row[i] === MISSING ? [] : [{...item, right: row[i] === RIGHT}]));
  for (let round = 0; round < ROUNDS; round++) {
    const nodes = Float64Array.from({length: NODES}, (_, k) => eap + se * REACH * ((2 * k) / (NODES - 1) - 1));
    const logs = nodes.map(theta => logLikelihood(asked, theta) - (theta * theta) / 2);
    const most = logs.reduce((a, b) => Math.max(a, b));
    const mass = logs.map(each => Math.exp(each - most));
    const total = mass.reduce((a, b) => a + b, 0);
    const mean = nodes.reduce((sum, theta, k) => sum + theta * mass[k]!, 0) / total;
    const sd = Math.sqrt(nodes.reduce((sum, theta, k) => sum + (theta - mean) ** 2 * mass[k]!, 0) / total);
    // A posterior that lies within one step of the nodes is not yet resolved: come closer, not all the way at once.
    const next = Math.max(sd, (se * REACH * 2) / (NODES - 1) / 2);
    const settled = Math.abs(mean - eap) < SETTLED * se && Math.abs(next - se) < SETTLED * se;
    [eap, se] = [mean, next];
    if (settled) break;
  }
  return {eap, se, n: asked.length};
}

function logLikelihood(asked: readonly (Item & {right: boolean})[], theta: number): number {
  let sum = 0;
  for (const {a, d, c, u, right} of asked) {
    const logit = a * theta + d;
    if (c === 0 && u === 1) sum -= softplus(right ? -logit : logit);
    else {
      const p = c + (u - c) / (1 + Math.exp(-logit));
      sum += Math.log(Math.max(1e-300, right ? p : 1 - p));
    }
  }
  return sum;
}
/** ln(1 + eˣ). */
const softplus = (x: number): number => (x > 30 ? x : Math.log1p(Math.exp(x)));
