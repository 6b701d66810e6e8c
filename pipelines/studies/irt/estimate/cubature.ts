// Cubature over a normal density in one to three dimensions, exact to the fifth degree with positive weights (Stroud & Secrest 1963:
// formula 5-4 of Stroud 1971 for the weight exp(−x²)): the centre, points along each axis, and points between each pair of axes.
import {hermite} from "./hermite.js";

export interface Cubature {
  /** points × dimensions */
  points: Float64Array;
  weights: Float64Array;
  count: number;
}

/** The product of one-dimensional Gauss–Hermite rules: slower and more accurate. */
export function product(counts: readonly number[]): Cubature {
  let points: number[][] = [[]];
  let weights = [1];
  for (const count of counts) {
    const {nodes, weights: own} = hermite(count);
    points = points.flatMap(point => Array.from(nodes, node => [...point, node]));
    weights = weights.flatMap(weight => Array.from(own, each => weight * each));
  }
  return {points: Float64Array.from(points.flat()), weights: Float64Array.from(weights), count: weights.length};
}

export function cubature(dimensions: number): Cubature {
  const n = dimensions;
  const points: number[][] = [new Array<number>(n).fill(0)];
  const weights = [2 / (n + 2)];
  const place = (entries: [axis: number, value: number][], weight: number) => {
    const point = new Array<number>(n).fill(0);
    for (const [axis, value] of entries) point[axis] = value;
    points.push(point);
    weights.push(weight);
  };
  const far = Math.sqrt(n + 2);
  const near = Math.sqrt((n + 2) / 2);
  for (let u = 0; u < n; u++) {
    for (const sign of [-1, 1]) place([[u, sign * far]], (4 - n) / (2 * (n + 2) ** 2));
    for (let v = 0; v < u; v++)
      for (const [r, s] of [
        [-1, -1],
        [-1, 1],
        [1, -1],
        [1, 1]
      ] as const)
        place(
          [
            [u, r * near],
            [v, s * near]
          ],
          1 / (n + 2) ** 2
        );
  }
  return {points: Float64Array.from(points.flat()), weights: Float64Array.from(weights), count: points.length};
}
