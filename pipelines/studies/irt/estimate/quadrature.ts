// Gauss–Hermite quadrature for the standard normal density: nodes are the roots of the Hermite polynomial
// (Abramowitz & Stegun 25.4.46), found by Newton's method.

/** @param count nodes, odd · returns them in rising order with weights that sum to 1 */
export function hermite(count: number): {nodes: Float64Array; weights: Float64Array} {
  // scans the positive half for the roots; the others mirror them about 0
  const found: number[] = [];
  const end = Math.sqrt(4 * count + 2) + 1;
  const steps = 400 * count;
  let before = polynomial(count, end / steps).value;
  for (let s = 2; s <= steps; s++) {
    const x = (end * s) / steps;
    const {value} = polynomial(count, x);
    if (before * value < 0) found.push(polish(count, x - end / steps / 2));
    before = value;
  }
  const nodes = Float64Array.from([...found.map(x => -x).reverse(), 0, ...found]);
  const weights = new Float64Array(count);
  let total = 0;
  for (let k = 0; k < count; k++) {
    // normalised polynomials: the weight is 1 ÷ (n · h²ₙ₋₁)
    const {previous} = polynomial(count, nodes[k]!);
    weights[k] = 1 / (previous * previous);
    total += weights[k]!;
  }
  for (let k = 0; k < count; k++) weights[k]! /= total;
  return {nodes, weights};
}

function polish(count: number, start: number): number {
  let x = start;
  for (let i = 0; i < 50; i++) {
    const {value, previous} = polynomial(count, x);
    const step = value / (Math.sqrt(count) * previous);
    x -= step;
    if (Math.abs(step) < 1e-15 * (1 + Math.abs(x))) break;
  }
  return x;
}

/** The orthonormal Hermite polynomial of a degree at x, and the one before it; h′ₙ = √n hₙ₋₁. */
function polynomial(degree: number, x: number): {value: number; previous: number} {
  let [previous, value] = [0, 1];
  for (let n = 0; n < degree; n++) [previous, value] = [value, (x * value - Math.sqrt(n) * previous) / Math.sqrt(n + 1)];
  return {value, previous};
}

// Equally spaced quadrature nodes for the standard normal population of abilities, as in mirt's default.

export interface Grid {
  nodes: Float64Array;
  /** standard normal weights, which sum to 1 */
  weights: Float64Array;
}

/** @param size number of nodes from −reach to reach; 61 resolve a test of up to about 50 items (error of its log-likelihood below 1e-6) */
export function normalGrid({size = 61, reach = 6}: {size?: number; reach?: number} = {}): Grid {
  const nodes = Float64Array.from({length: size}, (_, i) => -reach + (2 * reach * i) / (size - 1));
  const density = nodes.map(theta => Math.exp((-theta * theta) / 2));
  const total = density.reduce((sum, x) => sum + x, 0);
  return {nodes, weights: density.map(x => x / total)};
}

// Cubature over a normal density in one to three dimensions, exact to the fifth degree with positive weights (Stroud & Secrest 1963:
// formula 5-4 of Stroud 1971 for the weight exp(−x²)): the centre, points along each axis, and points between each pair of axes.

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
