// Ability estimates under items that are taken as known: scores a new model without a new fit.
import {type Item, MISSING, type Responses, RIGHT} from "../item.js";

export interface Score {
  /** mean and standard deviation of the posterior under a standard normal population */
  eap: number;
  se: number;
  /** number of answers */
  n: number;
}

/**
 * EAP of every person by quadrature in log space, on nodes laid over the person's own posterior, so that 100,000 items work as well as
 * five.
 * The standard error does not include the errors of the items: they matter little where the items were calibrated on many models.
 */
export function scores(items: readonly Item[], {persons, cells}: Pick<Responses, "persons" | "cells">): Score[] {
  const curves = new Float64Array(4 * items.length);
  for (const [i, {a, d, c, u}] of items.entries()) curves.set([a, d, c, u], 4 * i);
  return persons.map((_, person) => scoreRow(curves, cells.subarray(person * items.length, (person + 1) * items.length)));
}

/** Number of nodes over a posterior. */
const NODES = 41;
/** Half width of the nodes, in standard deviations of the posterior. */
const REACH = 5.5;
/** Most times that nodes are laid again. */
const MOST_ROUNDS = 12;

function scoreRow(curves: Float64Array, row: Uint8Array): Score {
  const asked = Int32Array.from(
    Array.from(row.keys()).filter(i => row[i] !== MISSING),
    i => (row[i] === RIGHT ? i : -1 - i)
  );
  let {eap, se} = mode(curves, asked);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const found = moments(curves, asked, {eap, se});
    // Nodes that match the posterior to a tenth of its width leave no visible error; otherwise they are laid again. They cannot resolve less
    // than one spacing.
    const fits = Math.abs(found.eap - eap) < 0.1 * found.se && found.se < 1.05 * se && found.se > 0.6 * se;
    eap = found.eap;
    se = Math.max(found.se, (se * REACH) / NODES);
    if (fits) return {...found, n: asked.length};
  }
  return {eap, se, n: asked.length};
}

/** Mean and standard deviation of the posterior, on nodes over `eap` ± REACH `se`. */
function moments(curves: Float64Array, asked: Int32Array, {eap, se}: {eap: number; se: number}): {eap: number; se: number} {
  const nodes = Float64Array.from({length: NODES}, (_, k) => eap + se * REACH * ((2 * k) / (NODES - 1) - 1));
  const logs = nodes.map(theta => logLikelihood(curves, asked, theta) - (theta * theta) / 2);
  const most = logs.reduce((a, b) => Math.max(a, b));
  const mass = logs.map(each => Math.exp(each - most));
  const total = mass.reduce((a, b) => a + b, 0);
  const mean = nodes.reduce((sum, theta, k) => sum + theta * mass[k]!, 0) / total;
  return {eap: mean, se: Math.sqrt(nodes.reduce((sum, theta, k) => sum + (theta - mean) ** 2 * mass[k]!, 0) / total)};
}

/** Posterior mode by Fisher scoring with steps of at most 1; with guessing it may stop near the mode, which only costs another round. */
function mode(curves: Float64Array, asked: Int32Array): {eap: number; se: number} {
  let theta = 0;
  let information = 1;
  for (let round = 0; round < 30; round++) {
    let slope = -theta;
    information = 1;
    for (let k = 0; k < asked.length; k++) {
      const right = asked[k]! >= 0;
      const at = 4 * (right ? asked[k]! : -1 - asked[k]!);
      const [a, c, u] = [curves[at]!, curves[at + 2]!, curves[at + 3]!];
      const logistic = 1 / (1 + Math.exp(-(a * theta + curves[at + 1]!)));
      const p = c + (u - c) * logistic;
      const rise = a * (u - c) * logistic * (1 - logistic);
      const variance = p * (1 - p);
      if (variance < 1e-12) continue;
      slope += ((Number(right) - p) * rise) / variance;
      information += (rise * rise) / variance;
    }
    const step = Math.max(-1, Math.min(1, slope / information));
    theta += step;
    if (Math.abs(step) * Math.sqrt(information) < 0.01) break;
  }
  return {eap: theta, se: 1 / Math.sqrt(information)};
}

function logLikelihood(curves: Float64Array, asked: Int32Array, theta: number): number {
  let sum = 0;
  for (let k = 0; k < asked.length; k++) {
    const right = asked[k]! >= 0;
    const at = 4 * (right ? asked[k]! : -1 - asked[k]!);
    const logit = curves[at]! * theta + curves[at + 1]!;
    const [c, u] = [curves[at + 2]!, curves[at + 3]!];
    if (c === 0 && u === 1) {
      const x = right ? -logit : logit;
      sum -= x > 0 ? x + Math.log(1 + Math.exp(-x)) : Math.log(1 + Math.exp(x));
    } else {
      const p = c + (u - c) / (1 + Math.exp(-logit));
      sum += Math.log(Math.max(1e-300, right ? p : 1 - p));
    }
  }
  return sum;
}
