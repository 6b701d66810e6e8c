// Varimax rotation of two abilities (Kaiser 1958): they are determined only up to a rotation, so a readable one is chosen.
import {WIDTH} from "./structure.js";

/** Ratio of the slopes of a logistic curve to those of the normal ogive that it resembles most. */
const OGIVE = 1.702;

/**
 * Factor loadings of each item on two axes after varimax: a slope divided by √(1.702² + a² + s²) is the correlation of an axis with the
 * latent response to the item. Each axis points to where the sum of its loadings is positive, and the axis that explains more comes first.
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
  // for two axes, the angle that maximises the variance of the squared loadings has a closed form
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
