// Marginal likelihood by quadrature on nodes that all persons share (Bock & Aitkin 1981): accurate while no posterior is narrower than
// their spacing. With packed answers a pass costs persons × items ÷ 8 × nodes additions.

import type {Packed} from "./packed.js";
import {asymptote, PAIRS, type Shape, slopeAt, WIDTH} from "./parameters.js";
import {patternTables} from "./patternTables.js";
import type {Grid} from "./quadrature.js";

/** A marginal log-likelihood of item parameters. */
export interface Marginal {
  /** Its value; the persons' posteriors are kept for `slope`. */
  value(x: Float64Array): number;
  /** Writes the gradient and the expected information of the completed data (Fisher's identity) at the last x. */
  slope(x: Float64Array, gradient: Float64Array, information: Float64Array): void;
  /** Negative Hessian of the completed data's log-likelihood, of each item, at the last x. */
  observed(x: Float64Array, information: Float64Array): void;
  /** Expected numbers of right and wrong answers to item j by ability, at the x of the last `slope`. */
  expected(j: number): Expected;
  /** Posteriors of the persons, or of response patterns that several persons share, at the last x. */
  posteriors(): Posteriors;
}

/** Expected number of persons at each ability who answered right, and wrong. */
export interface Expected {
  theta: Float64Array;
  right: Float64Array;
  wrong: Float64Array;
}

export interface Posteriors {
  size: number;
  /** Number of persons with each posterior. */
  counts: ArrayLike<number>;
  theta(p: number): Float64Array;
  weights(p: number): Float64Array;
  /** Answer to item j of the persons with posterior p. */
  answer(p: number, j: number): number;
}

export interface GridMarginal extends Marginal {
  grid: Grid;
  /** patterns × nodes: posterior weights at the last x. */
  posterior: Float64Array;
}

export function gridMarginal(packed: Packed, shape: Shape, grid: Grid): GridMarginal {
  const {radix, width, patterns, codes, counts} = packed;
  const nodes = grid.nodes.length;
  const logWeights = grid.weights.map(Math.log);
  const curves = new Float64Array(shape.items * 2 * nodes);
  const tables = patternTables(packed, {items: shape.items, nodes});
  const {posterior} = tables;
  const right = new Float64Array(shape.items * nodes);
  const wrong = new Float64Array(shape.items * nodes);

  const expected = (j: number): Expected => ({
    theta: grid.nodes,
    right: right.subarray(j * nodes, (j + 1) * nodes),
    wrong: wrong.subarray(j * nodes, (j + 1) * nodes)
  });

  return {
    grid,
    posterior,
    value(x) {
      logCurves(shape, x, grid.nodes, curves);
      for (let p = 0; p < patterns; p++) posterior.set(logWeights, p * nodes);
      tables.addLikelihoods(curves);
      return normalise(posterior, counts, nodes);
    },
    slope(x, gradient, information) {
      tables.expectAnswers({right, wrong});
      for (let j = 0; j < shape.items; j++) completedSlope(expected(j), {shape, x, j}, gradient, information);
    },
    expected,
    observed(x, information) {
      tables.expectAnswers({right, wrong});
      for (let j = 0; j < shape.items; j++) completedCurvature(expected(j), {shape, x, j}, information);
    },
    posteriors: () => ({
      size: patterns,
      counts,
      theta: () => grid.nodes,
      weights: p => posterior.subarray(p * nodes, (p + 1) * nodes),
      answer: (p, j) => {
        const g = Math.floor(j / width);
        const last = Math.min(shape.items, (g + 1) * width) - 1;
        return Math.floor(codes[g * patterns + p]! / radix ** (last - j)) % radix;
      }
    })
  };
}

/** Turns log-likelihoods with the log weights of the nodes into posterior weights; returns the marginal log-likelihood. */
function normalise(posterior: Float64Array, counts: ArrayLike<number>, nodes: number): number {
  let sum = 0;
  for (let p = 0; p * nodes < posterior.length; p++) {
    const from = p * nodes;
    let most = -Infinity;
    for (let q = 0; q < nodes; q++) if (posterior[from + q]! > most) most = posterior[from + q]!;
    let total = 0;
    for (let q = 0; q < nodes; q++) {
      const below = posterior[from + q]! - most;
      const weight = below < -60 ? 0 : Math.exp(below);
      posterior[from + q] = weight;
      total += weight;
    }
    for (let q = 0; q < nodes; q++) posterior[from + q]! /= total;
    sum += counts[p]! * (most + Math.log(total));
  }
  return sum;
}

/** Writes gradient and expected information of the completed data's log-likelihood of item j. */
export function completedSlope(
  {theta, right, wrong}: Expected,
  {shape, x, j}: {shape: Shape; x: Float64Array; j: number},
  gradient: Float64Array,
  information: Float64Array
): void {
  const a = slopeAt(shape, x, j);
  const d = x[WIDTH * j + 1]!;
  const c = asymptote(shape, x, j);
  let [ga, gd, gc, aa, ad, ac, dd, dc, cc] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (let q = 0; q < theta.length; q++) {
    const yes = right[q]!;
    const no = wrong[q]!;
    if (yes + no === 0) continue;
    const at = a * theta[q]!;
    const s = 1 / (1 + Math.exp(-(at + d)));
    const p = c + (1 - c) * s;
    // derivatives of log P by d and by logit c; of log(1 − P) they are −s and −c
    const byD = c === 0 ? 1 - s : ((1 - c) * (1 - s) * s) / p;
    const byC = c === 0 ? 0 : ((1 - c) * (1 - s) * c) / p;
    const slope = yes * byD - no * s;
    const all = yes + no;
    gd += slope;
    ga += slope * at;
    gc += yes * byC - no * c;
    const v = all * byD * s;
    const w = all * byD * c;
    dd += v;
    ad += v * at;
    aa += v * at * at;
    dc += w;
    ac += w * at;
    cc += all * byC * c;
  }
  gradient.set([ga, gd, gc], WIDTH * j);
  information.set([aa, ad, ac, dd, dc, cc], PAIRS * j);
}

/** Writes the negative Hessian of the completed data's log-likelihood of item j. */
function completedCurvature(
  {theta, right, wrong}: Expected,
  {shape, x, j}: {shape: Shape; x: Float64Array; j: number},
  information: Float64Array
): void {
  const a = slopeAt(shape, x, j);
  const c = asymptote(shape, x, j);
  information.fill(0, PAIRS * j, PAIRS * (j + 1));
  for (let q = 0; q < theta.length; q++) {
    const at = a * theta[q]!;
    addObserved(information, PAIRS * j, {at, z: at + x[WIDTH * j + 1]!, c, yes: right[q]!, no: wrong[q]!});
  }
}

/** The completed data's log-likelihood of the one item of a shape. */
export function completedValue({theta, right, wrong}: Expected, shape: Shape, x: Float64Array): number {
  const curves = new Float64Array(2 * theta.length);
  logCurves(shape, x, theta, curves);
  let sum = 0;
  for (let q = 0; q < theta.length; q++) {
    if (wrong[q]! > 0) sum += wrong[q]! * curves[q]!;
    if (right[q]! > 0) sum += right[q]! * curves[theta.length + q]!;
  }
  return sum;
}

/** log(1 − P) and log P of each item at each node: items × 2 × nodes. */
function logCurves(shape: Shape, x: Float64Array, theta: Float64Array, curves: Float64Array): void {
  const nodes = theta.length;
  for (let j = 0; j < shape.items; j++) {
    const a = slopeAt(shape, x, j);
    const d = x[WIDTH * j + 1]!;
    const c = asymptote(shape, x, j);
    const notGuessed = Math.log1p(-c);
    const base = j * 2 * nodes;
    for (let q = 0; q < nodes; q++) {
      const z = a * theta[q]! + d;
      // log(1 + e^−|z|) is used for both tails
      const e = Math.exp(-Math.abs(z));
      const tail = Math.log1p(e);
      curves[base + q] = notGuessed - (z > 0 ? z + tail : tail);
      curves[base + nodes + q] = c === 0 ? (z > 0 ? -tail : z - tail) : Math.log(c + (1 - c) / (1 + (z > 0 ? e : Math.exp(-z))));
    }
  }
}

/** Adds the negative second derivatives of yes · log P + no · log(1 − P) by (log a, d, logit c). */
export function addObserved(
  information: Float64Array,
  to: number,
  {at, z, c, yes, no}: {at: number; z: number; c: number; yes: number; no: number}
): void {
  const s = 1 / (1 + Math.exp(-z));
  const p = c + (1 - c) * s;
  const byD = c === 0 ? 1 - s : ((1 - c) * (1 - s) * s) / p;
  const byC = c === 0 ? 0 : ((1 - c) * (1 - s) * c) / p;
  const slope = yes * byD - no * s;
  const v = yes * byD * (byD + 2 * s - 1) + no * s * (1 - s);
  const w = yes * byD * (c + byC);
  information[to]! += (v * at - slope) * at;
  information[to + 1]! += v * at;
  information[to + 2]! += w * at;
  information[to + 3]! += v;
  information[to + 4]! += w;
  information[to + 5]! += yes * byC * (byC + 2 * c - 1) + no * c * (1 - c);
}
