// Random draws from the binomial and multinomial distributions, so that a bootstrap of counts need not visit every vote.
import type {Random} from "../generate/seed.js";
import {logGamma} from "./distributions.js";

/** Expected count at which the method changes: inversion below, transformed rejection from here on, which is stated for n p ≥ 10. */
const FEW = 10;

/**
 * A binomial draw by inversion: where a uniform falls among the cumulative probabilities of 0, 1, … successes (BINV of Kachitvichyanukul &
 * Schmeiser 1988, doi:10.1145/42372.42381).
 */
function inverted(n: number, p: number, logFailure: number, random: Random): number {
  const odds = p / (1 - p);
  let chance = Math.exp(n * logFailure);
  let rest = random.real();
  let successes = 0;
  while (rest >= chance && successes < n) {
    rest -= chance;
    successes++;
    chance *= ((n - successes + 1) / successes) * odds;
  }
  return successes;
}

/** A binomial draw by transformed rejection (Hörmann 1993, doi:10.1080/00949659308811496), for n p ≥ 10 and p ≤ ½. */
function rejected(n: number, p: number, random: Random): number {
  const spread = Math.sqrt(n * p * (1 - p));
  const b = 1.15 + 2.53 * spread;
  const a = -0.0873 + 0.0248 * b + 0.01 * p;
  const centre = n * p + 0.5;
  const alpha = (2.83 + 5.1 / b) * spread;
  let top = Number.NaN; // ln of the probability of the mode, computed only when needed: most draws are accepted without it
  const odds = Math.log(p / (1 - p));
  const mode = Math.floor((n + 1) * p);
  for (;;) {
    const u = random.real() - 0.5;
    const v = 1 - random.real();
    const us = 0.5 - Math.abs(u);
    const k = Math.floor(((2 * a) / us + b) * u + centre);
    if (k < 0 || k > n) continue;
    if (us >= 0.07 && v <= 0.92 - 4.2 / b) return k;
    if (Number.isNaN(top)) top = logFactorial(mode) + logFactorial(n - mode);
    const height = Math.log((v * alpha) / (a / (us * us) + b));
    if (height <= top - logFactorial(k) - logFactorial(n - k) + (k - mode) * odds) return k;
  }
}

/** ln k!, cached for small k, which recur at every draw. */
const logFactorial = (k: number): number => (k < FACTORIALS.length ? (FACTORIALS[k] ||= logGamma(k + 1)) : logGamma(k + 1));
const FACTORIALS = new Float64Array(4_096);

/**
 * Returns a function that draws bootstrap samples of counts: how often each cell occurs when as many units as there are are drawn with
 * replacement. Each cell's probability, given that an earlier cell was not drawn, is computed only once.
 */
export function resampler(counts: ArrayLike<number>): (random: Random, into: Float64Array) => Float64Array {
  const cells = counts.length;
  const [chance, logFailure] = [new Float64Array(cells), new Float64Array(cells)];
  let total = 0;
  for (let i = 0; i < cells; i++) total += counts[i]!;
  for (let i = 0, left = total; i < cells; left -= counts[i++]!) {
    chance[i] = counts[i]! >= left ? 1 : counts[i]! / left;
    logFailure[i] = Math.log1p(-Math.min(chance[i]!, 1 - chance[i]!));
  }
  return (random, into) => {
    let draws = total;
    for (let i = 0; i < cells; i++) {
      const p = chance[i]!;
      const rare = p > 0.5 ? 1 - p : p;
      let drawn = 0;
      if (draws > 0 && rare > 0)
        drawn = draws * rare < FEW ? inverted(draws, rare, logFailure[i]!, random) : rejected(draws, rare, random);
      into[i] = p > 0.5 ? draws - drawn : drawn;
      draws -= into[i]!;
    }
    return into;
  };
}
