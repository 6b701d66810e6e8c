// Starting values: discriminations of 1, and intercepts that reproduce each item's proportion right.
import {asymptote, logitOf, type Shape, WIDTH} from "./parameters.js";
import type {Priors} from "./priors.js";

/** Flattening of a logistic curve of slope 1 averaged over a standard normal ability: approximately σ(d ÷ √(1 + π/8)). */
const SPREAD = Math.sqrt(1 + (Math.PI / 8) * 1);

/**
 * Starting values of all parameters.
 * @param right number of persons right on each item
 * @param answered number of persons who answered it
 */
export function startOf(shape: Shape, right: ArrayLike<number>, answered: ArrayLike<number>, {a, c}: Priors = {}): Float64Array {
  const x = new Float64Array(shape.items * WIDTH);
  const guess = c ? c.alpha / (c.alpha + c.beta) : 0.15;
  for (let j = 0; j < shape.items; j++) {
    x[WIDTH * j] = a ? a.mean : 0;
    x[WIDTH * j + 2] = logitOf(guess);
    const share = (right[j]! + 0.5) / (answered[j]! + 1);
    x[WIDTH * j + 1] = intercept(share, {a: Math.exp(x[WIDTH * j]!), lower: asymptote(shape, x, j)});
  }
  return x;
}

/** The intercept that reproduces an item's share right in a standard normal population. */
export function intercept(share: number, {a, lower}: {a: number; lower: number}): number {
  return SPREAD * Math.sqrt(a) * logitOf(Math.min(0.98, Math.max(0.02, (share - lower) / (1 - lower))));
}
