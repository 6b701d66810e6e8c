// Jumps of single items that no sequence of small steps can make: to the other sign of the discrimination, across the zero that log |a|
// never reaches, and between a guessing chance of nearly 0 and an ordinary one. Where the search has converged, an item is fitted alone,
// from other starting values, to the answers expected at each ability. What raises that value raises the likelihood by at least as much
// (Dempster, Laird & Rubin 1977), so that all items that gain may jump at once.

import type {Expected, Marginal} from "./grid.js";
import {completedSlope, completedValue} from "./grid.js";
import {lbfgs, type Objective} from "./lbfgs.js";
import {PAIRS, type Shape, WIDTH} from "./parameters.js";
import type {Prior} from "./priors.js";

/** Least gain in log-likelihood for which an item jumps. */
const LEAST_GAIN = 1e-3;
/** Most rounds of jumps after the search has converged. */
const MOST_ROUNDS = 8;
/** Number of steps between two trials of other signs during the search. */
const PAUSE = 3;
/** The other sign is tried for items whose |a| is within this many standard errors of 0. */
const NEAR_ZERO = 5;
/** Logits of the guessing chances from which an item is refitted: practically none, and an ordinary one. */
const [NO_GUESS, GUESS] = [-5, -1.4];
/** Logit below which a guessing chance counts as none. */
const NEGLIGIBLE_GUESS = -4;
/** Most abilities × items that are examined in one round: more would take longer than the search. */
const MOST_WORK = 3e7;

export interface Acceleration {
  marginal: Marginal;
  shape: Shape;
  prior: Prior;
  /** Gain in log-likelihood that a negative discrimination must bring; null where signs are fixed. */
  reversal: number | null;
}

export function squaremStep({marginal, shape, prior, reversal}: Acceleration): NonNullable<Objective["leap"]> {
  let [rounds, wait] = [0, PAUSE];
  const turning = reversal !== null && !shape.tied;
  return (x, {value, gradient, information, rest}) => {
    if (rest) return rounds++ < MOST_ROUNDS && refitAlone(x, information);
    if (!turning || wait-- > 0) return false;
    wait = PAUSE;
    const crossing: number[] = [];
    let price = 0;
    for (let j = 0; j < shape.items; j++) {
      const slope = gradient[WIDTH * j]!;
      const own = cost(-shape.sign[j]!) - cost(shape.sign[j]!);
      // a Newton step in a itself, not in its logarithm, would cross zero; as far beyond zero the value is higher by twice the slope
      if (slope >= -information[PAIRS * j]! || -2 * slope <= own) continue;
      crossing.push(j);
      price += own;
    }
    if (crossing.length === 0) return false;
    const turn = () => {
      for (const j of crossing) shape.sign[j]! *= -1;
    };
    turn();
    if (marginal.value(x) + prior.value(x) > value + price) return true;
    turn();
    return false;
  };

  function cost(sign: number): number {
    return sign < 0 ? (reversal ?? 0) : 0;
  }

  /** Refits items alone from other starting values; returns true if one jumped. */
  function refitAlone(x: Float64Array, information: Float64Array): boolean {
    let work = MOST_WORK;
    let leapt = false;
    for (let j = 0; j < shape.items && work > 0; j++) {
      const starts = otherStarts(j, x, information);
      if (starts.length === 0) continue;
      const expected = marginal.expected(j);
      work -= expected.theta.length * starts.length;
      const own = x.slice(WIDTH * j, WIDTH * (j + 1));
      const now = itemObjective({shape, prior, expected, j, sign: shape.sign[j]!}).objective.value(own) - cost(shape.sign[j]!);
      let most = LEAST_GAIN;
      let best: {sign: number; at: Float64Array} | null = null;
      for (const {sign, at} of starts) {
        const {objective, alone} = itemObjective({shape, prior, expected, j, sign});
        const found = lbfgs(objective, alone, at, {tolerance: 1e-3, most: 60});
        const gain = found.value - cost(sign) - now;
        if (gain > most) [most, best] = [gain, {sign, at: found.x}];
      }
      if (!best) continue;
      shape.sign[j] = best.sign;
      x.set(best.at, WIDTH * j);
      leapt = true;
    }
    return leapt;
  }

  /** Other starting values of item j. */
  function otherStarts(j: number, x: Float64Array, information: Float64Array): {sign: number; at: Float64Array}[] {
    const at = x.slice(WIDTH * j, WIDTH * (j + 1));
    const sign = shape.sign[j]!;
    const found: {sign: number; at: Float64Array}[] = [];
    if (turning && information[PAIRS * j]! < NEAR_ZERO ** 2)
      found.push({sign: -sign, at: Float64Array.of(Math.max(-2, Math.min(0, at[0]!)), at[1]!, at[2]!)});
    if (shape.guessing)
      found.push({
        sign,
        at:
          at[2]! < NEGLIGIBLE_GUESS
            ? Float64Array.of(at[0]! + 0.3, at[1]! - 0.3, GUESS)
            : Float64Array.of(at[0]!, at[1]!, NO_GUESS)
      });
    return found;
  }
}

/** Log posterior of one item under the completed data. */
function itemObjective({
  shape: {tied, guessing, lower},
  prior,
  expected,
  j,
  sign
}: {
  shape: Shape;
  prior: Prior;
  expected: Expected;
  j: number;
  sign: number;
}): {objective: Objective; alone: Shape} {
  const alone: Shape = {items: 1, tied, guessing, lower: lower.subarray(j, j + 1), sign: Int8Array.of(sign)};
  const objective: Objective = {
    persons: Number.POSITIVE_INFINITY,
    value: x => completedValue(expected, alone, x) + prior.value(x),
    slope(x, gradient, information) {
      completedSlope(expected, {shape: alone, x, j: 0}, gradient, information);
      prior.slope(x, gradient, information);
    }
  };
  return {objective, alone};
}
