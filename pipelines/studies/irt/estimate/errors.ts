// Standard errors of item parameters and abilities. The observed information is that of the completed data minus what the persons'
// posteriors leave open (Louis 1982). A person's part of it has few dimensions, so it is inverted over items or over persons, whichever are
// fewer (Woodbury 1950). The variance of an ability is that of its posterior plus what the uncertainty of the items adds.

import {addOuters, inverse, mirror} from "../../../stats/linalg/symmetric.js";
import type {Marginal, Posteriors} from "./grid.js";
import type {HyperPrior} from "./hyper.js";
import {moments} from "./moments.js";
import {asymptote, boundOf, PAIRS, restrict, type Shape, slopeAt, WIDTH} from "./parameters.js";
import type {Unknown} from "./population.js";
import type {Prior} from "./priors.js";

export interface Errors {
  /**
   * Covariance of each item's (log a, d, logit c), six numbers per item; 0 for what is not estimated, NaN for what the data do not
   * determine.
   */
  items: Float64Array;
  /** Variance of the ability of each person (or response pattern), including the uncertainty of the items. */
  abilities: Float64Array;
}

/** Largest matrix that is inverted, in parameters or persons; beyond, errors are those of each item by itself. */
const LARGEST = 1500;
/**
 * Number of polynomial dimensions of a posterior that are kept: many where posteriors are wide and items few, at least some where it costs
 * much.
 */
const ORDERS = {least: 2, most: 24, budget: 4e8};

export function errorsOf(
  marginal: Marginal,
  {shape, prior, x}: {shape: Shape; prior: Prior | HyperPrior; x: Float64Array}
): Errors {
  const information = new Float64Array(shape.items * PAIRS);
  marginal.observed(x, information);
  const ignored = new Float64Array(x.length);
  prior.slope(x, ignored, information);
  const free = freeOf(shape, x);
  const parameters = shape.tied ? shape.items + 1 : free.length;
  const posteriors = marginal.posteriors();
  if (parameters <= LARGEST && (parameters <= 2 * posteriors.size || parameters <= 300))
    return byItems(posteriors, {shape, x, information, free, unknowns: "unknowns" in prior ? prior.unknowns(x) : []});
  return byPersons(posteriors, {shape, x, information});
}

/** Positions of the parameters that are estimated. */
function freeOf(shape: Shape, x: Float64Array): number[] {
  const gradient = new Float64Array(x.length).fill(1);
  const there = new Float64Array(shape.items * PAIRS).fill(1);
  restrict({...shape, tied: false}, x, gradient, there);
  // a guessing chance of 0 has no standard error
  return [...gradient.keys()].filter(i => gradient[i] !== 0 && !(i % WIDTH === 2 && boundOf(x, i) < 0));
}

interface Parts {
  shape: Shape;
  x: Float64Array;
  /** Observed information of the completed data and of the prior. */
  information: Float64Array;
}

/**
 * Inverts over items: the whole information matrix. The population's own uncertainty reduces what it adds to the items (Schur complement).
 */
function byItems(
  posteriors: Posteriors,
  {shape, x, information, free, unknowns}: Parts & {free: number[]; unknowns: readonly Unknown[]}
): Errors {
  const place = new Map(free.map((parameter, at) => [parameter, at]));
  // tied discriminations are one parameter, placed last
  const own = shape.tied ? free.filter(parameter => parameter % WIDTH !== 0) : free;
  if (shape.tied) for (const [at, parameter] of own.entries()) place.set(parameter, at);
  if (shape.tied) for (let j = 0; j < shape.items; j++) place.set(WIDTH * j, own.length);
  const n = shape.tied ? own.length + 1 : own.length;
  const positions = Array.from(x, (_, parameter) => place.get(parameter) ?? -1);
  const matrix = new Float64Array(n * n);
  for (let j = 0; j < shape.items; j++)
    eachPair((r, s, k) => {
      const [u, v] = [positions[WIDTH * j + r]!, positions[WIDTH * j + s]!];
      if (u < 0 || v < 0) return;
      matrix[Math.max(u, v) * n + Math.min(u, v)]! += information[PAIRS * j + k]! * (u === v && r !== s ? 2 : 1);
    });
  const scores = scorer(shape, x);
  const orders = Math.max(ORDERS.least, Math.min(ORDERS.most, Math.floor(ORDERS.budget / (posteriors.size * n * n))));
  const loadings: {variance: number; first: Float64Array}[] = [];
  for (let p = 0; p < posteriors.size; p++) {
    const {rows, variance} = scores(posteriors, p, orders);
    const packed = rows.map(row => {
      const v = new Float64Array(n);
      for (let i = 0; i < row.length; i++) if (positions[i]! >= 0) v[positions[i]!]! += row[i]!;
      return v;
    });
    addOuters(matrix, packed, -posteriors.counts[p]!);
    loadings.push({variance, first: packed[0] ?? new Float64Array(n)});
  }
  for (const {cross, curvature} of unknowns) {
    const vector = new Float64Array(n);
    for (let i = 0; i < cross.length; i++) if (positions[i]! >= 0) vector[positions[i]!]! += cross[i]!;
    addOuters(matrix, [vector], -1 / curvature);
  }
  mirror(matrix, n);
  const {inverse: covariance, fixed} = inverse(matrix, n);
  const items = new Float64Array(shape.items * PAIRS);
  for (let j = 0; j < shape.items; j++)
    eachPair((r, s, k) => {
      const [u, v] = [positions[WIDTH * j + r]!, positions[WIDTH * j + s]!];
      if (u >= 0 && v >= 0) items[PAIRS * j + k] = fixed.has(u) || fixed.has(v) ? Number.NaN : covariance[u * n + v]!;
    });
  return {items, abilities: Float64Array.from(loadings, ({variance, first}) => variance * (1 + quadratic(covariance, first)))};
}

function quadratic(matrix: Float64Array, v: Float64Array): number {
  const n = v.length;
  let sum = 0;
  for (let i = 0; i < n; i++) {
    if (v[i] === 0) continue;
    let row = 0.5 * matrix[i * n + i]! * v[i]!;
    for (let j = 0; j < i; j++) row += matrix[i * n + j]! * v[j]!;
    sum += 2 * v[i]! * row;
  }
  return sum;
}

/**
 * Inverts over persons: their matrix I − Uᵀ B⁻¹ U. The covariance of the abilities is taken given the persons' mean and standard deviation,
 * which fix the scale: a shift of all abilities together is not uncertainty about any of them.
 */
function byPersons(posteriors: Posteriors, {shape, x, information}: Parts): Errors {
  const {size} = posteriors;
  const means = new Float64Array(size);
  const spreads = new Float64Array(size);
  const shares: Float64Array[] = [];
  for (let p = 0; p < size; p++) {
    const {mean, sd} = moments(posteriors.theta(p), posteriors.weights(p));
    means[p] = mean;
    spreads[p] = sd;
    // the posterior weights times the first orthonormal polynomial
    shares.push(posteriors.weights(p).map((weight, q) => (sd > 0 ? (weight * (posteriors.theta(p)[q]! - mean)) / sd : 0)));
  }
  const inverses = itemInverses(shape, x, information);
  const matrix = new Float64Array(size * size);
  for (let p = 0; p < size; p++) matrix[p * size + p] = 1;
  if (size > LARGEST) return {items: inverses, abilities: spreads.map(sd => sd * sd)};
  const [u, w] = [new Float64Array(size * WIDTH), new Float64Array(size * WIDTH)];
  const eachItem = (visit: (j: number) => void) => {
    for (let j = 0; j < shape.items; j++) {
      loadings(posteriors, {shape, x, j, shares}, u);
      for (let p = 0; p < size; p++) times(inverses, PAIRS * j, u, WIDTH * p, w);
      visit(j);
    }
  };
  eachItem(() => {
    for (let p = 0; p < size; p++) {
      const [u0, u1, u2] = [u[WIDTH * p]!, u[WIDTH * p + 1]!, u[WIDTH * p + 2]!];
      for (let q = 0; q <= p; q++) matrix[p * size + q]! -= u0 * w[WIDTH * q]! + u1 * w[WIDTH * q + 1]! + u2 * w[WIDTH * q + 2]!;
    }
  });
  mirror(matrix, size);
  const {inverse: open} = inverse(matrix, size);
  const items = Float64Array.from(inverses);
  const carried = new Float64Array(size * WIDTH);
  eachItem(j => {
    carried.fill(0);
    for (let p = 0; p < size; p++)
      for (let q = 0; q < size; q++) {
        const share = open[p * size + q]!;
        for (let r = 0; r < WIDTH; r++) carried[WIDTH * p + r]! += share * w[WIDTH * q + r]!;
      }
    eachPair((r, s, k) => {
      let sum = 0;
      for (let p = 0; p < size; p++) sum += w[WIDTH * p + r]! * carried[WIDTH * p + s]!;
      items[PAIRS * j + k]! += sum;
    });
  });
  for (let p = 0; p < size; p++) for (let q = 0; q < size; q++) open[p * size + q]! *= spreads[p]! * spreads[q]!;
  return {items, abilities: givenScale(open, means)};
}

/** Covariances of an item's scores with each person's standardised ability: persons × 3. */
function loadings(
  {size, theta, answer}: Posteriors,
  {shape, x, j, shares}: {shape: Shape; x: Float64Array; j: number; shares: Float64Array[]},
  u: Float64Array
): void {
  const a = slopeAt(shape, x, j);
  const d = x[WIDTH * j + 1]!;
  const c = asymptote(shape, x, j);
  u.fill(0);
  for (let p = 0; p < size; p++) {
    const given = answer(p, j);
    if (given === 2) continue;
    const [nodes, share] = [theta(p), shares[p]!];
    for (let q = 0; q < share.length; q++) {
      const at = a * nodes[q]!;
      const s = 1 / (1 + Math.exp(-at - d));
      const odds = c + (1 - c) * s;
      const byD = given === 0 ? -s : c === 0 ? 1 - s : ((1 - c) * (1 - s) * s) / odds;
      const byC = given === 0 ? -c : c === 0 ? 0 : ((1 - c) * (1 - s) * c) / odds;
      u[WIDTH * p]! += share[q]! * byD * at;
      u[WIDTH * p + 1]! += share[q]! * byD;
      u[WIDTH * p + 2]! += share[q]! * byC;
    }
  }
}

/** Variances given the mean and the standard deviation of all abilities: what remains without those two directions. */
export function givenScale(covariance: Float64Array, means: Float64Array): Float64Array {
  const n = means.length;
  const center = means.reduce((sum, mean) => sum + mean, 0) / n;
  const directions = n > 2 ? [new Float64Array(n).fill(1), means.map(mean => mean - center)] : [];
  for (const direction of directions) {
    const image = new Float64Array(n);
    let along = 0;
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) image[i]! += covariance[i * n + j]! * direction[j]!;
      along += direction[i]! * image[i]!;
    }
    if (along > 0)
      for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) covariance[i * n + j]! -= (image[i]! * image[j]!) / along;
  }
  return Float64Array.from({length: n}, (_, i) => Math.max(0, covariance[i * n + i]!));
}

function times(m: Float64Array, at: number, v: Float64Array, from: number, to: Float64Array): void {
  const [v0, v1, v2] = [v[from]!, v[from + 1]!, v[from + 2]!];
  to[from] = m[at]! * v0 + m[at + 1]! * v1 + m[at + 2]! * v2;
  to[from + 1] = m[at + 1]! * v0 + m[at + 3]! * v1 + m[at + 4]! * v2;
  to[from + 2] = m[at + 2]! * v0 + m[at + 4]! * v1 + m[at + 5]! * v2;
}

/** Inverse of each item's information over the parameters that are estimated. */
function itemInverses(shape: Shape, x: Float64Array, information: Float64Array): Float64Array {
  const result = new Float64Array(information.length);
  const free = new Set(freeOf(shape, x));
  const block = new Float64Array(9);
  for (let j = 0; j < shape.items; j++) {
    const own = [0, 1, 2].filter(r => free.has(WIDTH * j + r));
    const n = own.length;
    eachPair((r, s, k) => {
      const [u, v] = [own.indexOf(r), own.indexOf(s)];
      if (u >= 0 && v >= 0) block[u * n + v] = block[v * n + u] = information[PAIRS * j + k]!;
    });
    const {inverse: own3} = inverse(block.subarray(0, n * n), n);
    eachPair((r, s, k) => {
      const [u, v] = [own.indexOf(r), own.indexOf(s)];
      if (u >= 0 && v >= 0) result[PAIRS * j + k] = own3[u * n + v]!;
    });
  }
  return result;
}

function eachPair(visit: (r: number, s: number, k: number) => void): void {
  for (let r = 0, k = 0; r < WIDTH; r++) for (let s = r; s < WIDTH; s++, k++) visit(r, s, k);
}

/**
 * Projects a person's scores by item parameters on the orthonormal polynomials of the posterior: the outer products sum to the covariance.
 */
function scorer(shape: Shape, x: Float64Array) {
  let shared: Float64Array | null = null;
  let scores: Float64Array = new Float64Array(0);
  return (posteriors: Posteriors, p: number, orders: number): {rows: Float64Array[]; variance: number} => {
    const theta = posteriors.theta(p);
    const weights = posteriors.weights(p);
    // nodes shared by all persons have their scores computed once
    if (theta !== shared) scores = scoresAt(shape, x, theta);
    shared = theta;
    const live = liveNodes(weights);
    const {polynomials, variance} = orthonormal(theta, weights, live, orders);
    const rows = polynomials.map(() => new Float64Array(x.length));
    for (const [r, polynomial] of polynomials.entries()) {
      const row = rows[r]!;
      for (let j = 0; j < shape.items; j++) {
        const answer = posteriors.answer(p, j);
        if (answer === 2) continue;
        let from = ((2 * j + answer) * theta.length + live[0]!) * WIDTH;
        let [a, d, c] = [0, 0, 0];
        // nodes with non-negligible weight are adjacent
        for (let n = 0; n < live.length; n++, from += WIDTH) {
          const share = polynomial[n]!;
          a += share * scores[from]!;
          d += share * scores[from + 1]!;
          c += share * scores[from + 2]!;
        }
        row[WIDTH * j] = a;
        row[WIDTH * j + 1] = d;
        row[WIDTH * j + 2] = c;
      }
    }
    return {rows, variance};
  };
}

/** Indices from the first to the last node whose weight is not negligible. */
function liveNodes(weights: Float64Array): number[] {
  const first = weights.findIndex(weight => weight > 1e-9);
  const last = weights.findLastIndex(weight => weight > 1e-9);
  return Array.from({length: last - first + 1}, (_, n) => first + n);
}

/** Derivatives of log(1 − P) and log P by (log a, d, logit c): items × 2 × nodes × 3. */
function scoresAt(shape: Shape, x: Float64Array, theta: Float64Array): Float64Array {
  const scores = new Float64Array(shape.items * 2 * theta.length * WIDTH);
  let to = 0;
  for (let j = 0; j < shape.items; j++) {
    const [a, d, c] = [slopeAt(shape, x, j), x[WIDTH * j + 1]!, asymptote(shape, x, j)];
    for (const answer of [0, 1])
      for (const t of theta) {
        const s = 1 / (1 + Math.exp(-a * t - d));
        const odds = c + (1 - c) * s;
        const byD = answer === 0 ? -s : c === 0 ? 1 - s : ((1 - c) * (1 - s) * s) / odds;
        const byC = answer === 0 ? -c : c === 0 ? 0 : ((1 - c) * (1 - s) * c) / odds;
        scores[to++] = byD * a * t;
        scores[to++] = byD;
        scores[to++] = byC;
      }
  }
  return scores;
}

/** Polynomials of degree 1, 2 … that are orthonormal under the weights (Stieltjes' recurrence), multiplied by the weights. */
function orthonormal(theta: Float64Array, weights: Float64Array, live: number[], orders: number) {
  const inner = (u: number[], v: number[]) => live.reduce((sum, q, n) => sum + weights[q]! * u[n]! * v[n]!, 0);
  let before = live.map(() => 0);
  let current = live.map(() => 1);
  const found: number[][] = [];
  let variance = 0;
  for (let order = 1; order <= Math.min(orders, live.length - 1); order++) {
    const times = current.map((value, n) => value * theta[live[n]!]!);
    const [along, back] = [inner(times, current), inner(times, before)];
    const next = times.map((value, n) => value - along * current[n]! - back * before[n]!);
    const norm = inner(next, next);
    if (order === 1) variance = norm;
    if (!(norm > 1e-14)) break;
    const size = Math.sqrt(norm);
    [before, current] = [current, next.map(value => value / size)];
    found.push(current.map((value, n) => value * weights[live[n]!]!));
  }
  return {polynomials: found, variance};
}
