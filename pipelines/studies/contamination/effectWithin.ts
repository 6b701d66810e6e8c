// The comparison of contaminated with clean items within strata: the difference with its error, and its permutation test.
import {randomOf} from "../../generate/seed.js";

/** Values of a stratum's items: one model's share of right answers less the other models'. */
export interface EffectStratum {
  clean: number[];
  contaminated: number[];
}

const sumOf = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const squaresOf = (values: readonly number[]): number => {
  const mean = sumOf(values) / values.length;
  return values.reduce((total, value) => total + (value - mean) ** 2, 0);
};
/** The weight of a stratum in a least squares fit in which each stratum has its own intercept. */
const weightOf = ({clean: {length: n}, contaminated: {length: m}}: EffectStratum): number => (m * n) / (m + n);

/**
 * Mean of contaminated minus mean of clean items, strata weighted by mn ÷ (m + n). The error takes items as independent and the two kinds
 * of a stratum as equally variable; a stratum with one item of each kind borrows the variance of all.
 * @param strata each with at least one item of both kinds
 */
export function withinStrata(strata: readonly EffectStratum[]): {difference: number; error: number | null; df: number} {
  let [sum, total, squares, df] = [0, 0, 0, 0];
  for (const stratum of strata) {
    const {clean, contaminated} = stratum;
    const weight = weightOf(stratum);
    sum += weight * (sumOf(contaminated) / contaminated.length - sumOf(clean) / clean.length);
    total += weight;
    squares += squaresOf(clean) + squaresOf(contaminated);
    df += clean.length + contaminated.length - 2;
  }
  const difference = sum / total;
  if (df < 1) return {difference, error: null, df};
  let variance = 0;
  for (const stratum of strata) {
    const {clean, contaminated} = stratum;
    const own = clean.length + contaminated.length - 2;
    const spread = own > 0 ? (squaresOf(clean) + squaresOf(contaminated)) / own : squares / df;
    variance += weightOf(stratum) * spread;
  }
  return {difference, error: Math.sqrt(variance) / total, df};
}

/** Permutations at least as extreme after which the test ends: p is then known to about a fifth of its size. */
const ENOUGH = 30;

/**
 * One-sided p-value of no difference: verdicts are exchanged among the items of each stratum (Fisher 1935). Sequential Monte Carlo (Besag &
 * Clifford 1991, doi:10.1093/biomet/78.2.301): ends after 30 differences at least as large, p = 30 ÷ permutations, or else after `most`,
 * p = (1 + differences) ÷ (1 + permutations). Valid at every level; never below 1 ÷ (1 + most).
 */
export function permutationP(strata: readonly EffectStratum[], {seed, most}: {seed: string; most: number}): number {
  const random = randomOf(`contamination effect ${seed}`);
  const pools = strata.map(stratum => ({
    values: Float64Array.from([...stratum.contaminated, ...stratum.clean]),
    drawn: Math.min(stratum.contaminated.length, stratum.clean.length),
    sign: stratum.contaminated.length <= stratum.clean.length ? 1 : -1
  }));
  // With these weights the difference is the sum over contaminated items up to a constant and a factor; drawing the smaller kind suffices.
  const observed = strata.reduce(
    (sum, {clean, contaminated}, i) => sum + (pools[i]!.sign > 0 ? sumOf(contaminated) : -sumOf(clean)),
    0
  );
  const least = observed - 1e-9 * (1 + Math.abs(observed)); // equal sums may differ in their last digits
  let reached = 0;
  for (let done = 1; done <= most; done++) {
    let drawn = 0;
    for (const {values, drawn: size, sign} of pools) {
      let sum = 0;
      for (let i = 0; i < size; i++) {
        const j = random.integer(i, values.length - 1);
        const value = values[j]!;
        values[j] = values[i]!;
        values[i] = value;
        sum += value;
      }
      drawn += sign * sum;
    }
    if (drawn >= least && ++reached === ENOUGH) return ENOUGH / done;
  }
  return (1 + reached) / (1 + most);
}
