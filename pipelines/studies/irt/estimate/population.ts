// The population that items are drawn from under empirical Bayes (Mislevy 1986). Log |a|, logit c and z = d · (|a| ÷ ā)^−κ are normal and
// independent, ā being the median of |a|: with κ = 0 intercepts do not depend on discriminations, with κ = 1 difficulties b = −d ÷ a do
// not. Either may be true of a test, and under the wrong one the 95 % intervals of a and d cover 90 %, so κ is estimated too. All
// parameters are fitted by EM on points of each item's posterior, whose likelihoods need not be computed again.
import {HALF_LOG_2PI} from "../../../stats/distributions.js";
import {anderson, type FixedPointStep} from "../../../stats/linalg/anderson.js";
import {exponential, LIMIT} from "./exponential.js";
import {type Shape, WIDTH} from "./parameters.js";

export interface Population {
  /** Means of log |a|, z and logit c. */
  mean: [number, number, number];
  sd: [number, number, number];
  /** κ: how strongly intercepts grow with discriminations. */
  power: number;
}

/** The factor z ÷ d at a given log |a|. */
const shrink = ({mean, power}: Population, a: number): number => (power === 0 ? 1 : Math.exp(power * (mean[0] - a)));

/** Points that represent the posteriors of items: items × count, three numbers each. */
export interface ItemPoints {
  count: number;
  /** Indices of the parameters that each item has of its own. */
  free: readonly number[];
  points: Float64Array;
  /** Log of an item's likelihood at a point times the weight of the rule, without the density of the population. */
  logs: Float64Array;
}

/** Indices of (log a, d, logit c) that each item has of its own. */
export const freeOf = ({tied, guessing}: Shape): number[] => [...(tied ? [] : [0]), 1, ...(guessing ? [2] : [])];

/** Lower bound of the standard deviations: smaller ones could not be told from 0. */
const LEAST_SD = 0.02;
/**
 * Prior of guessing chances, normal in the mean and in the log standard deviation of the logit: about 0.2, and from 0.1 to 0.35 in 95 % of
 * items, as in published calibrations. With fewer than a hundred items the likelihood of the standard deviation is flat from 0.1 to 0.4
 * whatever the persons, and with it the mean; the prior weighs as much as eight items whose guessing chances were known.
 */
export const GUESSING_SPREAD = 0.35;
const GUESSING = {mean: -1.4, sd: 1, logSpread: Math.log(GUESSING_SPREAD), spread: 0.25};
/** Prior of κ: centred between 0 and 1, with both within a standard deviation. */
const POWER = {mean: 0.5, sd: 0.5};
/** Most EM steps. */
const MOST_ROUNDS = 100;
/** Change of the population that ends the EM steps. */
const SETTLED = 1e-4;

/**
 * The population of highest posterior density, by EM steps with squared extrapolation (SQUAREM; Varadhan & Roland 2008). Standard
 * deviations have the density p(s) ∝ s, which keeps them away from 0 by about a standard error where the answers hardly determine them, and
 * weighs less than one item (Chung, Rabe-Hesketh, Dorie, Gelman & Liu 2013).
 * @param every uses every so many-th item only
 * @param held indices of parameters whose standard deviation is not estimated
 */
export function fitPopulation(items: ItemPoints, start: Population, {every = 1, fixed = []}: Fitting = {}): Population {
  let best = step(items, start, {every, fixed});
  for (let round = 0; round < MOST_ROUNDS; round += 3) {
    const first = step(items, best.next, {every, fixed});
    const second = step(items, first.next, {every, fixed});
    const [x0, x1, x2] = [best.next, first.next, second.next].map(coordinates) as [number[], number[], number[]];
    const change = Math.max(...x2.map((value, r) => Math.abs(value - x1[r]!)));
    best = second;
    if (change < SETTLED || farther(best.next, start) > TRUSTED) break;
    const r = x1.map((value, k) => value - x0[k]!);
    const v = x2.map((value, k) => value - x1[k]! - r[k]!);
    const length = Math.min(LONGEST, Math.sqrt(square(r) / square(v)));
    if (!(length > 1)) continue;
    const at = populationAt(x0.map((value, k) => value + 2 * length * r[k]! + length ** 2 * v[k]!));
    if (farther(at, start) > TRUSTED) continue;
    const far = step(items, at, {every, fixed});
    if (far.value >= second.value) best = far;
  }
  return best.next;
}
export interface Fitting {
  every?: number;
  fixed?: readonly number[];
}
/** Largest change in any mean, log standard deviation or power for which the points as laid remain valid. */
const TRUSTED = 0.15;
const farther = (u: Population, v: Population): number => {
  const x = coordinates(v);
  return Math.max(...coordinates(u).map((value, k) => Math.abs(value - x[k]!)));
};
/** Longest extrapolation, in EM steps. */
const LONGEST = 50;

const square = (v: readonly number[]): number => v.reduce((sum, value) => sum + value * value, 0);
/** Means, log standard deviations and power as one list, in which steps are taken. */
const coordinates = ({mean, sd, power}: Population): number[] => [...mean, ...sd.map(Math.log), power];
function populationAt(x: readonly number[]): Population {
  const sd = x.slice(3, 6).map(log => Math.max(LEAST_SD, Math.exp(Math.min(3, log))));
  return {mean: x.slice(0, 3) as Population["mean"], sd: sd as Population["sd"], power: x[6]!};
}

/** The population at a given share of the way between two others. */
export function between(from: Population, to: Population, share: number): Population {
  const y = coordinates(to);
  return populationAt(coordinates(from).map((value, k) => value + share * (y[k]! - value)));
}

/**
 * Accelerates an iteration that finds a population from another one. A population that the acceleration moves farther than the iteration
 * itself is not taken.
 */
export function accelerated() {
  const steps: FixedPointStep[] = [];
  return (from: Population, found: Population): Population => {
    const at = coordinates(from);
    steps.push({at, move: coordinates(found).map((value, k) => value - at[k]!)});
    const next = populationAt(anderson(steps));
    return distance(found, next) <= distance(from, found) ? next : found;
  };
}

/** Damps population steps that oscillate between cycles: only a share of the step is taken. */
export function damped() {
  let share = 1;
  let before: number[] = [];
  return {
    share: () => share,
    towards(from: Population, to: Population): Population {
      const x = coordinates(from);
      const move = coordinates(to).map((value, k) => value - x[k]!);
      const swings = move.reduce((sum, each, k) => sum + each * (before[k] ?? 0), 0) < 0;
      share = swings ? Math.max(LEAST_SHARE, share / 2) : Math.min(1, 1.2 * share);
      before = move;
      return between(from, to, share);
    }
  };
}
/** Smallest share of a step that damping takes. */
const LEAST_SHARE = 0.25;

/**
 * Returns what writes the posterior weights of item j's points and, where asked, their z, and returns the log of the item's marginal
 * likelihood: for a single point with the log 0, its log density. Written for speed, since an EM step calls it for every item.
 */
export function weigher(
  {count, points, logs, free}: ItemPoints,
  {mean, sd, power}: Population
): (j: number, weights: Float64Array, z?: Float64Array) => number {
  const [sloped, guessing] = [free.includes(0), free.includes(2)];
  const [m0, m1, m2] = mean;
  const [w0, w1, w2] = [sloped ? 1 / sd[0] : 0, 1 / sd[1], guessing ? 1 / sd[2] : 0];
  const constant = free.reduce((sum, r) => sum - Math.log(sd[r]!), -free.length * HALF_LOG_2PI);
  return (j, weights, z) => {
    let most = -Infinity;
    for (let k = 0, at = j * count * WIDTH; k < count; k++, at += WIDTH) {
      const log = sloped ? power * (m0 - points[at]!) : 0;
      const own = points[at + 1]! * (log === 0 ? 1 : exponential(Math.max(-LIMIT, Math.min(LIMIT, log))));
      const [u, v, w] = [(points[at]! - m0) * w0, (own - m1) * w1, (points[at + 2]! - m2) * w2];
      const value = logs[j * count + k]! + log - 0.5 * (u * u + v * v + w * w);
      if (z) z[k] = own;
      weights[k] = value;
      if (value > most) most = value;
    }
    let total = 0;
    for (let k = 0; k < count; k++) total += weights[k] = exponential(Math.max(-LIMIT, weights[k]! - most));
    for (let k = 0; k < count; k++) weights[k]! /= total;
    return most + Math.log(total) + constant;
  };
}

/** One EM step from a population to the next, with the log posterior density at the first. */

function step(items: ItemPoints, population: Population, {every = 1, fixed = []}: Fitting) {
  const {count, points, logs, free} = items;
  const {mean, sd} = population;
  const [first, second] = [new Float64Array(WIDTH), new Float64Array(WIDTH)];
  const [weights, z] = [new Float64Array(count), new Float64Array(count)];
  const weighItem = weigher(items, population);
  const sloped = free.includes(0);
  const [m0, m1, m2] = mean;
  let used = 0;
  let value = 0;
  let byPower = 0;
  for (let j = 0; (j + 1) * count <= logs.length; j += every) {
    used++;
    value += weighItem(j, weights, z);
    let [a1, a2, z1, z2, c1, c2, moment] = [0, 0, 0, 0, 0, 0, 0];
    for (let k = 0, at = j * count * WIDTH; k < count; k++, at += WIDTH) {
      const weight = weights[k]!;
      const [a, own, c] = [points[at]! - m0, z[k]! - m1, points[at + 2]! - m2];
      a1 += weight * a;
      a2 += weight * a * a;
      z1 += weight * own;
      z2 += weight * own * own;
      c1 += weight * c;
      c2 += weight * c * c;
      moment += weight * z[k]! * own * a;
    }
    first[0]! += a1;
    first[1]! += z1;
    first[2]! += c1;
    second[0]! += a2;
    second[1]! += z2;
    second[2]! += c2;
    if (sloped) byPower += moment / sd[1] ** 2 - a1;
  }
  const next = structuredClone(population);
  for (const r of free) {
    const prior = priorOf(r);
    const weight = prior.precision * sd[r]! ** 2;
    const move = (first[r]! + weight * (prior.mean - mean[r]!)) / (used + weight);
    next.mean[r] = mean[r]! + move;
    const squares = Math.max(1e-12, second[r]! - 2 * move * first[r]! + used * move * move);
    if (!fixed.includes(r)) next.sd[r] = Math.max(LEAST_SD, likeliestSpread(squares, used, prior));
    const log = Math.log(sd[r]!);
    value += prior.slope * log - 0.5 * prior.bend * (log - GUESSING.logSpread) ** 2;
    value -= 0.5 * prior.precision * (mean[r]! - prior.mean) ** 2;
  }
  if (sloped) {
    const off = population.power - POWER.mean;
    value -= 0.5 * (off / POWER.sd) ** 2;
    const information = used * sd[0] ** 2 * (2 + (mean[1] / sd[1]) ** 2) + 1 / POWER.sd ** 2;
    next.power += Math.max(-0.2, Math.min(0.2, (byPower - off / POWER.sd ** 2) / information));
    // z is relative to the median of |a|, which has moved
    const rescaled = Math.exp(next.power * (next.mean[0] - mean[0]));
    next.mean[1] *= rescaled;
    next.sd[1] = Math.max(LEAST_SD, next.sd[1] * rescaled);
  }
  return {next, value};
}

/**
 * Coefficients of the log prior density of a mean, −½ precision (mean − prior mean)², and of a log sd, slope · log s − ½ bend (log s −
 * prior)².
 */
const priorOf = (r: number) =>
  r === 2
    ? {mean: GUESSING.mean, precision: 1 / GUESSING.sd ** 2, slope: 0, bend: 1 / GUESSING.spread ** 2}
    : {mean: 0, precision: 0, slope: 1, bend: 0};

/** Maximises −n log s − squares ÷ 2s² and the prior, which is concave in log s. */
function likeliestSpread(squares: number, n: number, {slope, bend}: {slope: number; bend: number}): number {
  let u = 0.5 * Math.log(squares / Math.max(1, n - slope));
  for (let round = 0; bend > 0 && round < 50; round++) {
    const part = squares * Math.exp(-2 * u);
    const move = (part - n + slope - bend * (u - GUESSING.logSpread)) / (2 * part + bend);
    u += Math.max(-1, Math.min(1, move));
    if (Math.abs(move) < 1e-9) break;
  }
  return Math.exp(u);
}

/** The largest difference of two populations in a mean or standard deviation. */
export const distance = (u: Population, v: Population): number =>
  Math.max(
    Math.abs(u.power - v.power) / 5, // its prior is wider than those of the others, so that its moves matter less
    ...[0, 1, 2].map(r => Math.max(Math.abs(u.mean[r]! - v.mean[r]!), Math.abs(u.sd[r]! - v.sd[r]!)))
  );

/**
 * Adds the gradient of the log density at an item's (log |a|, d, logit c), and the outer product that approximates its negative Hessian.
 */
export function addDensity(
  population: Population,
  free: readonly number[],
  x: Float64Array,
  {gradient, information}: {gradient: Float64Array; information: Float64Array}
): void {
  const {mean, sd, power} = population;
  for (const r of free) {
    if (r === 1) continue;
    gradient[r]! -= (x[r]! - mean[r]!) / sd[r]! ** 2;
    information[DIAGONAL[r]!]! += 1 / sd[r]! ** 2;
  }
  const sloped = free[0] === 0;
  const factor = sloped ? shrink(population, x[0]!) : 1;
  const z = factor * x[1]!;
  const off = (z - mean[1]) / sd[1] ** 2;
  gradient[1]! -= off * factor;
  information[3]! += (factor / sd[1]) ** 2;
  if (!sloped) return;
  gradient[0]! += power * (z * off - 1);
  information[0]! += ((power * z) / sd[1]) ** 2;
  information[1]! -= (power * factor * z) / sd[1] ** 2;
}
/** Indices of aa, dd and cc in an item's information. */
export const DIAGONAL = [0, 3, 5];

/**
 * One parameter of the population, for the errors of the items: how the gradient of the log density by x changes with it, and its own
 * information.
 */
export interface Unknown {
  cross: Float64Array;
  curvature: number;
}

/** The population's parameters as unknowns beside the items at x. */
export function unknownsOf(population: Population, free: readonly number[], x: Float64Array): Unknown[] {
  const {mean, sd, power} = population;
  const items = x.length / WIDTH;
  const sloped = free[0] === 0;
  const unknowns: Unknown[] = [];
  for (const r of free) {
    const prior = priorOf(r);
    const [byMean, bySpread] = [new Float64Array(x.length), new Float64Array(x.length)];
    for (let j = 0; j < items; j++) {
      const at = WIDTH * j;
      const factor = r === 1 && sloped ? shrink(population, x[at]!) : 1;
      const value = factor * x[at + r]!;
      const [one, two] = [1 / sd[r]! ** 2, (2 * (value - mean[r]!)) / sd[r]! ** 2];
      byMean[at + r] = factor * one;
      bySpread[at + r] = factor * two;
      if (r !== 1 || !sloped) continue;
      byMean[at] = -power * value * one;
      bySpread[at] = -power * value * two;
    }
    unknowns.push(
      {cross: byMean, curvature: items / sd[r]! ** 2 + prior.precision},
      {cross: bySpread, curvature: 2 * items + prior.bend}
    );
  }
  return unknowns;
}
