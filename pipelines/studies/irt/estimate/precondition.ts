// Approximate inverse Hessian of a marginal log-likelihood, from the completed-data information of each item.
import {PAIRS, type Shape, slopeAt, WIDTH} from "./parameters.js";

export interface KnownParameters {
  x: Float64Array;
  gradient: Float64Array;
  information: Float64Array;
  /** Number of persons: how firmly they fix the origin and unit of the scale. */
  persons: number;
}

/** Longest move of an item in one step: log |a|, d, logit c. */
export const REACH = [1, 3, 2];
/** Share of an item's information that is added to its diagonal, so that it can be inverted. */
const RIDGE = 1e-3;
/**
 * Share of the slope that counts as curvature. A parameter whose logarithm runs to −∞ (a or c that goes to 0) has a log-likelihood like −k
 * e^x: its curvature equals its slope, while its information shrinks with the square. With this share such a step is at most two units
 * long.
 */
const LEVEL = 0.5;

/**
 * Multiplies by an approximate inverse Hessian: each item's inverse information, plus the two directions along which the completed data
 * overstate what the answers determine, the scale's origin and unit (Liu, Rubin & Wu 1998).
 */
export function precondition(shape: Shape, {x, gradient, information, persons}: KnownParameters, v: Float64Array): void {
  const {items, tied, guessing} = shape;
  let [shift, scale, origin, unit] = [0, 0, persons, 2 * persons];
  for (let j = 0; j < items; j++) {
    const a = slopeAt(shape, x, j);
    shift += a * v[WIDTH * j + 1]!;
    scale += v[WIDTH * j]!;
  }
  const own = new Float64Array(PAIRS);
  for (let j = 0; j < items; j++) {
    own.set(information.subarray(PAIRS * j, PAIRS * (j + 1)));
    if (!tied) own[0]! += LEVEL * Math.abs(gradient[WIDTH * j]!);
    if (guessing) own[5]! += LEVEL * Math.abs(gradient[WIDTH * j + 2]!);
    solveItem(own, 0, v, WIDTH * j);
    let over = 1;
    for (let k = 0; k < WIDTH; k++) over = Math.max(over, Math.abs(v[WIDTH * j + k]!) / REACH[k]!);
    if (over > 1) for (let k = 0; k < WIDTH; k++) v[WIDTH * j + k]! /= over;
  }
  if (!tied)
    for (let j = 0; j < items; j++) {
      v[WIDTH * j + 1]! += (slopeAt(shape, x, j) * shift) / origin;
      v[WIDTH * j]! += scale / unit;
    }
}

/** Solves a symmetric 3 × 3 system in place (Cholesky). The diagonal is raised until the matrix is positive definite. */
export function solveItem(m: Float64Array, at: number, v: Float64Array, to: number): void {
  const [m00, m10, m20, m11, m21, m22] = [m[at]!, m[at + 1]!, m[at + 2]!, m[at + 3]!, m[at + 4]!, m[at + 5]!];
  const size = Math.abs(m00) + Math.abs(m11) + Math.abs(m22);
  for (let ridge = RIDGE; ; ridge = 4 * ridge + 1e-3) {
    if (!Number.isFinite(size + ridge)) throw new Error("an item's information is not finite");
    const least = 1e-10 * size + 1e-8;
    const p0 = m00 + ridge * Math.abs(m00) + least;
    const l10 = m10 / p0;
    const l20 = m20 / p0;
    const p1 = m11 + ridge * Math.abs(m11) + least - l10 * m10;
    const l21 = (m21 - l20 * m10) / p1;
    const p2 = m22 + ridge * Math.abs(m22) + least - l20 * m20 - l21 * l21 * p1;
    if (!(p0 > 0 && p1 > 0 && p2 > 0.01 * ridge * Math.abs(m22))) continue;
    const y1 = v[to + 1]! - l10 * v[to]!;
    const y2 = v[to + 2]! - l20 * v[to]! - l21 * y1;
    const z2 = y2 / p2;
    const z1 = y1 / p1 - l21 * z2;
    v[to + 2] = z2;
    v[to + 1] = z1;
    v[to] = v[to]! / p0 - l10 * z1 - l20 * z2;
    return;
  }
}
