// Cox's calibration line: the logit of the chance of a right answer as a straight line in the logit of the confidence.
import {Z975} from "../../stats/distributions.js";
import type {Stated} from "./bins.js";

/** An estimate with Wald's 95 % interval. */
export interface Wald {
  value: number;
  low: number;
  high: number;
}

/** Confidences of 0 and 1, whose logits are infinite, are held within this of the ends: half of a percent. */
const EDGE = 0.005;
const MOST_STEPS = 50;
/** Length of the last step. */
const CONVERGED = 1e-7;
/** A line as steep as this divides right from wrong answers without a fault: it has no largest likelihood. */
const STEEPEST = 50;

/**
 * logit P(right) = intercept + slope × logit(confidence) by maximum likelihood (Cox 1958, doi:10.1093/biomet/45.3-4.562): 0 and 1 where
 * confidence is right, a slope below 1 where confidences are spread too far, an intercept below 0 where they are too high. Null where all are
 * right or wrong, all confidences are alike, or they divide right from wrong without a fault.
 */
export function calibrationLine({confidence, right}: Stated): {intercept: Wald; slope: Wald} | null {
  const x = Float64Array.from(confidence, p => {
    const held = Math.min(1 - EDGE, Math.max(EDGE, p));
    return Math.log(held / (1 - held));
  });
  const likelihood = (a: number, b: number): number => {
    let sum = 0;
    for (let i = 0; i < x.length; i++) {
      const z = a + b * x[i]!;
      sum += (right[i] === 1 ? z : 0) - Math.max(0, z) - Math.log1p(Math.exp(-Math.abs(z)));
    }
    return sum;
  };
  let [a, b] = [0, 0];
  let best = likelihood(a, b);
  for (let step = 0; step < MOST_STEPS; step++) {
    let [ga, gb, haa, hab, hbb] = [0, 0, 0, 0, 0];
    for (let i = 0; i < x.length; i++) {
      const p = 1 / (1 + Math.exp(-(a + b * x[i]!)));
      const [residual, weight] = [right[i]! - p, p * (1 - p)];
      ga += residual;
      gb += residual * x[i]!;
      haa += weight;
      hab += weight * x[i]!;
      hbb += weight * x[i]! * x[i]!;
    }
    const determinant = haa * hbb - hab * hab;
    if (!(determinant > 1e-9 * haa * hbb) || !(haa > 1e-9)) return null;
    const [da, db] = [(hbb * ga - hab * gb) / determinant, (haa * gb - hab * ga) / determinant];
    // Newton's step, halved until the likelihood does not fall.
    let part = 1;
    let next = likelihood(a + da, b + db);
    while (next < best - 1e-9 && part > 1e-6) {
      part /= 2;
      next = likelihood(a + part * da, b + part * db);
    }
    [a, b, best] = [a + part * da, b + part * db, next];
    if (Math.abs(a) > STEEPEST || Math.abs(b) > STEEPEST) return null;
    if (Math.max(Math.abs(da), Math.abs(db)) > CONVERGED) continue;
    const wald = (value: number, variance: number): Wald => {
      const half = Z975 * Math.sqrt(variance);
      return {value, low: value - half, high: value + half};
    };
    return {intercept: wald(a, hbb / determinant), slope: wald(b, haa / determinant)};
  }
  return null;
}
