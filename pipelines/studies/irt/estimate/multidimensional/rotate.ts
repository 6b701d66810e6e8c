// Axes of two abilities turned for reading: which they are is fixed only up to a rotation, so a simple one is chosen (Kaiser 1958).
import {WIDTH} from "./structure.js";

/** Slopes of a logistic curve are this many times those of a normal ogive. */
const OGIVE = 1.702;

/**
 * Factor loadings of each item on two axes after varimax: a slope over √(1.702² + a² + s²) is the correlation of an axis with what
 * an item asks for. Each axis points where the sum of its loadings is positive, and the one that explains more comes first.
 * @param slopes a, d and s of each item
 */
export function varimax(slopes: Float64Array): {first: Float64Array; second: Float64Array} {
  const items = slopes.length / WIDTH;
  const loading = (k: 0 | 2) =>
    Float64Array.from({length: items}, (_, j) => {
      const [a, s] = [slopes[WIDTH * j]!, slopes[WIDTH * j + 2]!];
      return slopes[WIDTH * j + k]! / Math.sqrt(OGIVE * OGIVE + a * a + s * s);
    });
  const [x, y] = [loading(0), loading(2)];
  // the angle at which the variances of the squared loadings are largest has a closed form for two axes
  let [u, v, both, cross] = [0, 0, 0, 0];
  for (let j = 0; j < items; j++) {
    const difference = x[j]! * x[j]! - y[j]! * y[j]!;
    const product = 2 * x[j]! * y[j]!;
    u += difference;
    v += product;
    both += difference * difference - product * product;
    cross += difference * product;
  }
  const angle = Math.atan2(2 * (cross - (u * v) / items), both - (u * u - v * v) / items) / 4;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const axes = [x.map((each, j) => cos * each + sin * y[j]!), x.map((each, j) => -sin * each + cos * y[j]!)].map(axis =>
    sum(axis) < 0 ? axis.map(each => -each) : axis
  ) as [Float64Array, Float64Array];
  const [first, second] = squares(axes[0]) >= squares(axes[1]) ? axes : [axes[1], axes[0]];
  return {first, second};
}

const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);
const squares = (values: Float64Array): number => values.reduce((total, value) => total + value * value, 0);
