// Priors of item parameters: log densities with their normalising constants, and derivatives by (log a, d, logit c).
import {HALF_LOG_2PI, logGamma} from "../../../stats/distributions.js";
import {PAIRS, type Shape, WIDTH} from "./parameters.js";

/** Prior of each item; parameters that are not named have a flat one. Densities are in a, c and d themselves. */
export interface Priors {
  /** log a is normal. */
  a?: {mean: number; sd: number};
  c?: {alpha: number; beta: number};
  d?: {mean: number; sd: number};
}

/** A log prior of the parameter vector, the same for each item, of all items or of some. */
export interface Prior {
  value(x: Float64Array): number;
  /** Adds its derivatives to gradient and information (the negative Hessian). */
  slope(x: Float64Array, gradient: Float64Array, information: Float64Array): void;
}

/** Log density of the normal distribution. */
export const logNormal = (x: number, {mean, sd}: {mean: number; sd: number}): number =>
  -HALF_LOG_2PI - Math.log(sd) - 0.5 * ((x - mean) / sd) ** 2;

/** A prior that is the same for each item and does not change during the fit. */
export function fixedPrior(shape: Shape, {a, c, d}: Priors): Prior {
  const {items, tied, guessing} = shape;
  const beta = c && guessing ? {...c, constant: logGamma(c.alpha + c.beta) - logGamma(c.alpha) - logGamma(c.beta)} : null;
  // a tied discrimination has its prior only once
  const last = tied ? 1 : items;
  return {
    value(x) {
      let sum = 0;
      for (let j = 0; j < x.length / WIDTH; j++) {
        const at = WIDTH * j;
        if (a && j < last) sum += logNormal(x[at]!, a) - x[at]!;
        if (d) sum += logNormal(x[at + 1]!, d);
        if (beta) {
          // log c and log(1 − c) computed from the logit
          const logit = x[at + 2]!;
          sum += beta.constant - (beta.alpha - 1) * Math.log1p(Math.exp(-logit)) - (beta.beta - 1) * Math.log1p(Math.exp(logit));
        }
      }
      return sum;
    },
    slope(x, gradient, information) {
      for (let j = 0; j < x.length / WIDTH; j++) {
        const [at, pair] = [WIDTH * j, PAIRS * j];
        if (a && j < last) {
          gradient[at]! -= 1 + (x[at]! - a.mean) / a.sd ** 2;
          information[pair]! += 1 / a.sd ** 2;
        }
        if (d) {
          gradient[at + 1]! -= (x[at + 1]! - d.mean) / d.sd ** 2;
          information[pair + 3]! += 1 / d.sd ** 2;
        }
        if (beta) {
          const lower = 1 / (1 + Math.exp(-x[at + 2]!));
          gradient[at + 2]! += (beta.alpha - 1) * (1 - lower) - (beta.beta - 1) * lower;
          information[pair + 5]! += (beta.alpha + beta.beta - 2) * lower * (1 - lower);
        }
      }
    }
  };
}
