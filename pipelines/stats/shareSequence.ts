// A confidence sequence for a share: intervals that a reader may look at after every answer.
import {logGamma} from "./distributions.js";

/** Chance that some interval of the sequence misses the share. */
const ALPHA = 0.05;
/** Steps of bisection, which halve the place of an end each time. */
const STEPS = 50;

/**
 * Returns the interval of a 95 % confidence sequence for a share after n independent answers, of which `right` are right: in 95 % of sequences
 * all intervals hold the share, however often a reader looks and whenever he stops. It is the set of shares at which the density of the
 * posterior Beta(right + 1, n − right + 1) is at least 0.05 times that of the uniform prior (the prior-posterior ratio, a martingale:
 * Waudby-Smith & Ramdas 2020, Confidence sequences for sampling without replacement, NeurIPS 33; with replacement here, which is wider than
 * needed where answers are drawn without it). Without answers it is [0, 1].
 */
export function shareSequence(right: number, n: number): {low: number; high: number} {
  if (n === 0) return {low: 0, high: 1};
  const value = right / n;
  return {
    low: right === 0 ? 0 : endBetween(value, 0, {right, n}),
    high: right === n ? 1 : endBetween(value, 1, {right, n})
  };
}

/** Returns whether the interval after n answers holds a share between 0 and 1, ends included. */
export function isInShareSequence(share: number, right: number, n: number): boolean {
  const logOf = (count: number, x: number) => (count === 0 ? 0 : count * Math.log(x)); // 0 log 0 = 0
  const logBeta = logGamma(right + 1) + logGamma(n - right + 1) - logGamma(n + 2);
  return logOf(right, share) + logOf(n - right, 1 - share) - logBeta >= Math.log(ALPHA);
}

/** The last share between the observed one and 0 or 1 that the interval holds. */
function endBetween(value: number, limit: 0 | 1, {right, n}: {right: number; n: number}): number {
  let [inside, outside] = [value, limit as number];
  for (let step = 0; step < STEPS; step++) {
    const middle = (inside + outside) / 2;
    if (isInShareSequence(middle, right, n)) inside = middle;
    else outside = middle;
  }
  return inside;
}
