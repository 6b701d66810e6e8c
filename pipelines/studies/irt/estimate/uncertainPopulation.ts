// Errors of abilities with items integrated out that contain what the estimated population of items adds: each item is one independent
// observation of the abilities and of the population.

import {inverse} from "../../../stats/linalg/symmetric.js";
import {type Shape, WIDTH} from "./parameters.js";
import {type ItemPoints, type Population, weigher} from "./population.js";

/** Most probabilities that are computed, about half a second: of more items every so many-th is taken. */
const MAX_PROBABILITIES = 3e7;

/**
 * Variances of abilities after standardisation to the mean and the standard deviation of the persons themselves, in the unit of the
 * abilities (Rasch: logits, given their spread). The information about abilities and population together has three parts: that about abilities
 * is the inverse of `covariance`; the others are sums over items of products of scores, which hold for any form of the population. The
 * variance of abilities is projected on what standardising leaves, I − 11ᵀ/n − θθᵀ/Σθ².
 * @param points posteriors of every so many-th item
 * @param columns answers, items × persons
 * @param covariance persons × persons, inverse information about abilities were the population known
 */
export function variancesOf(
  points: ItemPoints & {every: number},
  {
    shape,
    columns,
    theta,
    covariance,
    population
  }: {
    shape: Shape;
    columns: Uint8Array;
    theta: Float64Array;
    covariance: Float64Array;
    population: Population;
  }
): Float64Array {
  const n = theta.length;
  const laid = points.logs.length / points.count;
  const step = Math.max(1, Math.ceil((laid * n * points.count) / MAX_PROBABILITIES));
  const weight = step * points.every;
  const {scores, size, items} = scoresOf(points, {shape, columns, theta, population, step});
  const extra = size - n;
  const block = new Float64Array(extra * extra);
  const cross = new Float64Array(n * extra);
  for (let j = 0; j < items; j++) {
    const row = scores.subarray(j * size, (j + 1) * size);
    for (let k = 0; k < extra; k++) {
      const value = weight * row[n + k]!;
      for (let l = 0; l < extra; l++) block[k * extra + l]! += value * row[n + l]!;
      for (let i = 0; i < n; i++) cross[i * extra + k]! += value * row[i]!;
    }
  }
  for (let k = 0; k < extra; k++) block[k * extra + k]! += PRECISION;
  return diagonalOf(projection(theta), openedBy(covariance, {cross, block, n, extra}), n);
}

/** Precision of each coordinate of the population before any answer: a standard deviation of 1. */
const PRECISION = 1;

/** Scores of each item by abilities and by the coordinates of the population: items × (persons + coordinates). */
function scoresOf(
  points: ItemPoints & {every: number},
  {
    shape,
    columns,
    theta,
    population,
    step
  }: {
    shape: Shape;
    columns: Uint8Array;
    theta: Float64Array;
    population: Population;
    step: number;
  }
): {scores: Float64Array; size: number; items: number} {
  const {count, free} = points;
  const n = theta.length;
  const [sloped, guessing] = [free.includes(0), free.includes(2)];
  // means and log spreads of log a, z and logit c, and the power; the spread of logit c is held
  const size = n + 2 + (sloped ? 3 : 0) + (guessing ? 1 : 0);
  const items = Math.ceil(points.logs.length / count / step);
  const scores = new Float64Array(items * size);
  const weights = new Float64Array(count);
  const z = new Float64Array(count);
  const weighItem = weigher(points, population);
  const {mean, sd, power} = population;
  for (let to = 0; to < items; to++) {
    const from = to * step;
    const item = from * points.every;
    const row = scores.subarray(to * size, (to + 1) * size);
    weighItem(from, weights, z);
    for (let k = 0; k < count; k++) {
      const offset = (from * count + k) * WIDTH;
      const share = weights[k]!;
      const a = shape.sign[item]! * Math.exp(points.points[offset]!);
      const d = points.points[offset + 1]!;
      const c = guessing ? 1 / (1 + Math.exp(-points.points[offset + 2]!)) : shape.lower[item]!;
      for (let i = 0; i < n; i++) {
        const answer = columns[item * n + i]!;
        if (answer > 1) continue;
        const s = 1 / (1 + Math.exp(-a * theta[i]! - d));
        row[i]! += share * (answer === 0 ? -a * s : (a * (1 - c) * s * (1 - s)) / (c + (1 - c) * s));
      }
      const off = (z[k]! - mean[1]) / sd[1] ** 2;
      row[n]! += share * off;
      row[n + 1]! += share * (off * (z[k]! - mean[1]) - 1);
      if (guessing) row[n + 2]! += (share * (points.points[offset + 2]! - mean[2])) / sd[2] ** 2;
      if (!sloped) continue;
      const last = size - 3;
      const slope = points.points[offset]! - mean[0];
      row[last]! += share * (slope / sd[0] ** 2 + power * (1 - off * z[k]!));
      row[last + 1]! += share * ((slope / sd[0]) ** 2 - 1);
      row[last + 2]! += share * slope * (off * z[k]! - 1);
    }
  }
  return {scores, size, items};
}

/** The block of the inverse of [[covariance⁻¹, cross], [crossᵀ, block]] that belongs to abilities (Schur complement). */
function openedBy(
  covariance: Float64Array,
  {cross, block, n, extra}: {cross: Float64Array; block: Float64Array; n: number; extra: number}
): Float64Array {
  // carried = covariance · cross; reduced = block − crossᵀ · carried, the information that abilities leave about the population
  const carried = new Float64Array(n * extra);
  for (let i = 0; i < n; i++)
    for (let q = 0; q < n; q++)
      for (let k = 0; k < extra; k++) carried[i * extra + k]! += covariance[i * n + q]! * cross[q * extra + k]!;
  const reduced = Float64Array.from(block);
  for (let i = 0; i < n; i++)
    for (let k = 0; k < extra; k++)
      for (let l = 0; l < extra; l++) reduced[k * extra + l]! -= cross[i * extra + k]! * carried[i * extra + l]!;
  const {inverse: open} = inverse(reduced, extra);
  const shared = new Float64Array(n * extra);
  for (let i = 0; i < n; i++)
    for (let k = 0; k < extra; k++)
      for (let l = 0; l < extra; l++) shared[i * extra + k]! -= carried[i * extra + l]! * open[l * extra + k]!;
  const abilities = Float64Array.from(covariance);
  for (let i = 0; i < n; i++)
    for (let q = 0; q < n; q++)
      for (let k = 0; k < extra; k++) abilities[i * n + q]! -= shared[i * extra + k]! * carried[q * extra + k]!;
  return abilities;
}

/** Returns a function that takes the directions of the scale, a common shift and a stretch about the mean, out of a vector, in place. */
function projection(theta: Float64Array): (vector: Float64Array) => void {
  const n = theta.length;
  const center = theta.reduce((sum, value) => sum + value, 0) / n;
  const directions = n > 2 ? [new Float64Array(n).fill(1), theta.map(value => value - center)] : [];
  const unit = directions.map(direction => {
    const length = Math.sqrt(direction.reduce((sum, value) => sum + value * value, 0));
    return direction.map(value => (length > 0 ? value / length : 0));
  });
  return vector => {
    for (const direction of unit) {
      let along = 0;
      for (let i = 0; i < n; i++) along += direction[i]! * vector[i]!;
      for (let i = 0; i < n; i++) vector[i]! -= along * direction[i]!;
    }
  };
}

/** Diagonal of P M P for a symmetric M. */
function diagonalOf(project: (vector: Float64Array) => void, matrix: Float64Array, n: number): Float64Array {
  const half = Float64Array.from(matrix);
  for (let i = 0; i < n; i++) project(half.subarray(i * n, (i + 1) * n));
  return Float64Array.from({length: n}, (_, i) => {
    const column = Float64Array.from({length: n}, (_, q) => half[q * n + i]!);
    project(column);
    return Math.max(0, column[i]!);
  });
}
