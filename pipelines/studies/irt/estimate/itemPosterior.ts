// Each item's own posterior, with the other items fixed and the persons integrated out, by cubature. It neither overstates the information
// as the completed data do, nor assumes normality as a curvature would.

import {exponential, LIMIT} from "./exponential.js";
import type {Posteriors} from "./grid.js";
import {asymptote, PAIRS, type Shape, WIDTH} from "./parameters.js";
import {type ItemPoints, type Population, weigher} from "./population.js";
import type {Cubature} from "./quadrature.js";

export interface ItemPosteriors extends ItemPoints {
  rule: Cubature;
  /** items × 3 and items × 6: mean and covariance of each posterior, about which the points are laid next */
  mean: Float64Array;
  covariance: Float64Array;
}

export function itemPosteriors(
  {items}: Shape,
  free: readonly number[],
  rule: Cubature,
  doubles = (length: number): Float64Array<ArrayBufferLike> => new Float64Array(length)
): ItemPosteriors {
  const {count} = rule;
  return {
    rule,
    free,
    count,
    points: doubles(items * count * WIDTH),
    logs: doubles(items * count),
    mean: doubles(items * WIDTH),
    covariance: doubles(items * PAIRS)
  };
}

/** A product of probabilities below this is replaced by its logarithm before it underflows. */
const SMALL = 1e-140;
/** Node weights below this are skipped: they add nothing. */
const NONE = 1e-9;

/**
 * Lays points over the mean and covariance of each item, or of every step-th from `from` on, and writes the log-likelihood of the answers to
 * the item there, with the other items as in x.
 */
export function meetItems(
  to: ItemPosteriors,
  posteriors: Posteriors,
  {shape, x, from = 0, step = 1}: {shape: Shape; x: Float64Array; from?: number; step?: number}
): void {
  const {count} = to;
  const width = count + 1;
  const sums = new Float64Array(count);
  const products = new Float64Array(count);
  const table = tableOf(posteriors, width);
  for (let j = from; j < shape.items; j += step) {
    layPoints(to, x, j);
    table.fill((theta, curves) => curvesAt(to, {shape, x, j, theta}, curves));
    products.fill(1);
    const logs = to.logs.subarray(j * count, (j + 1) * count);
    for (let p = 0; p < posteriors.size; p++) {
      const answer = posteriors.answer(p, j);
      if (answer === 2) continue;
      const {curves, rows} = table.of(p);
      const weights = posteriors.weights(p);
      sums.fill(0);
      let all = 0;
      for (let q = 0; q < weights.length; q++) {
        const weight = weights[q]!;
        if (weight < NONE) continue;
        const row = rows ? rows[q]! : q;
        const at = Math.floor(row) * width;
        const share = row - Math.floor(row);
        const next = share > 0 ? at + width : at;
        const own = (1 - share) * curves[at + count]! + share * curves[next + count]!;
        // the person's posterior without this item: the item's own factor is divided out
        const without = weight / (answer === 1 ? own : 1 - own);
        all += without;
        const [level, slope] = answer === 1 ? [0, without] : [without, -without];
        const [low, high] = [(1 - share) * slope, share * slope];
        if (share === 0) for (let k = 0; k < count; k++) sums[k]! += level + slope * curves[at + k]!;
        else for (let k = 0; k < count; k++) sums[k]! += level + low * curves[at + k]! + high * curves[next + k]!;
      }
      const persons = posteriors.counts[p]!;
      for (let k = 0; k < count; k++) {
        const product = products[k]! * (persons === 1 ? sums[k]! / all : (sums[k]! / all) ** persons);
        if (product < SMALL) {
          logs[k]! +=
            persons === 1 || product > 0 ? Math.log(product) : Math.log(products[k]!) + persons * Math.log(sums[k]! / all);
          products[k] = 1;
        } else products[k] = product;
      }
    }
    for (let k = 0; k < count; k++) logs[k]! += Math.log(products[k]!);
  }
}

/** Spacing of a table's abilities: interpolated linearly, a curve of discrimination a is wrong by at most 5e-6 a². */
const SPACING = 0.02;

/** Probabilities of one item at the persons' abilities, at which they are computed again for each item. */
interface CurveTable {
  fill(curvesAt: (theta: Float64Array, curves: Float64Array) => void): void;
  /** A person's curves, nodes × width, and the row, whole or between two, at which each node stands; null where nodes are rows. */
  of(p: number): {curves: Float64Array; rows: Float64Array | null};
}

/**
 * The cheapest of three tables: of nodes that all persons share, of evenly spaced abilities between which nodes of the persons' own are
 * interpolated, or of those nodes themselves where they are fewer.
 */
function tableOf({size, theta}: Posteriors, width: number): CurveTable {
  let shared = true;
  let [least, most, nodes] = [Infinity, -Infinity, 0];
  for (let p = 0; p < size; p++) {
    const own = theta(p);
    shared &&= own === theta(0);
    nodes += own.length;
    for (const at of shared && p > 0 ? [] : own) [least, most] = [Math.min(least, at), Math.max(most, at)];
  }
  if (shared) {
    const at = theta(0);
    const all = {curves: new Float64Array(at.length * width), rows: null};
    return {fill: curvesAt => curvesAt(at, all.curves), of: () => all};
  }
  const steps = Math.ceil((most - least) / SPACING) + 1;
  const even = nodes > steps;
  const grid = even
    ? Float64Array.from({length: steps + 1}, (_, i) => least + i * SPACING)
    : Float64Array.from(Array.from({length: size}, (_, p) => [...theta(p)]).flat());
  const curves = new Float64Array(grid.length * width);
  let from = 0;
  const persons = Array.from({length: size}, (_, p) => {
    if (even) return {curves, rows: Float64Array.from(theta(p), at => (at - least) / SPACING)};
    from += theta(p).length;
    return {curves, rows: Float64Array.from(theta(p), (_, q) => from - theta(p).length + q)};
  });
  return {fill: curvesAt => curvesAt(grid, curves), of: p => persons[p]!};
}

/** Writes the probabilities of an item at each point, and last at x: nodes × (points + 1). */
function curvesAt(
  {points, count}: ItemPosteriors,
  {shape, x, j, theta}: {shape: Shape; x: Float64Array; j: number; theta: Float64Array},
  curves: Float64Array
): void {
  const width = count + 1;
  for (let k = 0; k <= count; k++) {
    const [from, at] = k < count ? [points, (j * count + k) * WIDTH] : [x, j * WIDTH];
    const a = shape.sign[j]! * Math.exp(from[at]!);
    const d = from[at + 1]!;
    const c = shape.guessing ? 1 / (1 + Math.exp(-from[at + 2]!)) : asymptote(shape, x, j);
    const rest = 1 - c;
    for (let q = 0, to = k; q < theta.length; q++, to += width) {
      let z = -a * theta[q]! - d;
      if (z > LIMIT) z = LIMIT;
      else if (z < -LIMIT) z = -LIMIT;
      curves[to] = c + rest / (1 + exponential(z));
    }
  }
}

function layPoints({rule, free, count, points, logs, mean, covariance}: ItemPosteriors, x: Float64Array, j: number): void {
  const n = free.length;
  const lower = factorOf(covariance.subarray(j * PAIRS, (j + 1) * PAIRS), free);
  let determinant = 0;
  for (let r = 0; r < n; r++) determinant += Math.log(lower[r * 3 + r]!);
  for (let k = 0; k < count; k++) {
    const at = (j * count + k) * WIDTH;
    for (let r = 0; r < WIDTH; r++) points[at + r] = x[j * WIDTH + r]!;
    let square = 0;
    for (let r = 0; r < n; r++) {
      let off = 0;
      for (let s = 0; s <= r; s++) off += lower[r * 3 + s]! * rule.points[k * n + s]!;
      points[at + free[r]!] = mean[j * WIDTH + free[r]!]! + off;
      square += rule.points[k * n + r]! ** 2;
    }
    logs[j * count + k] = Math.log(rule.weights[k]!) + 0.5 * square + determinant;
  }
}

/** Index of element (r, s) among the six numbers of a symmetric 3 × 3 matrix. */
export const PAIR = [0, 1, 2, 1, 3, 4, 2, 4, 5];

/** Cholesky factor, 3 × 3 by rows, of the covariance of the free parameters. */
function factorOf(covariance: Float64Array, free: readonly number[]): Float64Array {
  const lower = new Float64Array(9);
  for (let r = 0; r < free.length; r++)
    for (let s = 0; s <= r; s++) {
      let sum = covariance[PAIR[free[r]! * 3 + free[s]!]!]!;
      for (let t = 0; t < s; t++) sum -= lower[r * 3 + t]! * lower[s * 3 + t]!;
      lower[r * 3 + s] = r === s ? Math.sqrt(Math.max(sum, 1e-10)) : sum / lower[s * 3 + s]!;
    }
  return lower;
}

/** Updates the moments of each item's posterior under a population. Returns the largest change of a mean, in standard deviations. */
export function weighItems(to: ItemPosteriors, population: Population, share = 1): number {
  const {count, free, points, mean, covariance} = to;
  const weights = new Float64Array(count);
  const weighItem = weigher(to, population);
  let moved = 0;
  for (let j = 0; j * PAIRS < covariance.length; j++) {
    weighItem(j, weights);
    const own = covariance.subarray(j * PAIRS, (j + 1) * PAIRS);
    const before = mean.slice(j * WIDTH, (j + 1) * WIDTH);
    for (const r of free) {
      let sum = 0;
      for (let k = 0; k < count; k++) sum += weights[k]! * points[(j * count + k) * WIDTH + r]!;
      mean[j * WIDTH + r] = sum;
    }
    const was = own.slice();
    own.fill(0);
    for (const r of free)
      for (const s of free) {
        if (s < r) continue;
        let sum = 0;
        for (let k = 0; k < count; k++) {
          const at = (j * count + k) * WIDTH;
          sum += weights[k]! * (points[at + r]! - mean[j * WIDTH + r]!) * (points[at + s]! - mean[j * WIDTH + s]!);
        }
        own[PAIR[r * 3 + s]!] = sum;
      }
    for (let k = 0; k < PAIRS; k++) own[k] = was[k]! + share * (own[k]! - was[k]!);
    for (const r of free) mean[j * WIDTH + r] = before[r]! + share * (mean[j * WIDTH + r]! - before[r]!);
    for (const r of free)
      moved = Math.max(moved, Math.abs(mean[j * WIDTH + r]! - before[r]!) / Math.sqrt(own[PAIR[r * 4]!]! || 1));
  }
  return moved;
}

/** Root mean squared errors of each item's a, b, c and d about the values at its posterior mean, items × 4. */
export function ownErrors(of: ItemPosteriors, population: Population, shape: Shape): Float64Array {
  const {count, points, mean} = of;
  const errors = new Float64Array(shape.items * 4);
  const weights = new Float64Array(count);
  const weighItem = weigher(of, population);
  for (let j = 0; j < shape.items; j++) {
    weighItem(j, weights);
    const at = (from: Float64Array, place: number) => {
      const [a, d] = [shape.sign[j]! * Math.exp(from[WIDTH * place]!), from[WIDTH * place + 1]!];
      const c = shape.guessing ? 1 / (1 + Math.exp(-from[WIDTH * place + 2]!)) : shape.lower[j]!;
      return [a, -d / a, c, d];
    };
    const centre = at(mean, j);
    for (let k = 0; k < count; k++) {
      const own = at(points, j * count + k);
      for (let r = 0; r < 4; r++) errors[4 * j + r]! += weights[k]! * (own[r]! - centre[r]!) ** 2;
    }
    for (let r = 0; r < 4; r++) errors[4 * j + r] = Math.sqrt(errors[4 * j + r]!);
  }
  return errors;
}
