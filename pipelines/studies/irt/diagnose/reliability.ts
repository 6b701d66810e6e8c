// Reliability: the share of the variance of estimated abilities that is not measurement error.

import {Z975} from "../../../stats/distributions.js";
import {type RankInterval, rankIntervals} from "../../../stats/ranks.js";

/**
 * Empirical reliability of EAP abilities: var(θ̂) ÷ (var(θ̂) + mean se²) (Bechger, Maris, Verstralen & Béguin 2003,
 * doi:10.1177/0146621603257518).
 */
export function empiricalReliability(theta: ArrayLike<number>, se: ArrayLike<number>): number {
  const n = theta.length;
  let [sum, squares, errors] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    sum += theta[i]!;
    squares += theta[i]! ** 2;
    errors += se[i]! ** 2;
  }
  const variance = (squares - (sum * sum) / n) / (n - 1);
  return Math.max(0, variance) / (variance + errors / n);
}

/**
 * Empirical reliability of persons with its 95 % interval: ln(1 − ρ) has approximately variance 2/(n − 1) (Feldt, Woodruff & Salih 1987).
 */
export function reliabilityOf(persons: readonly {eap: number; se: number}[]): {value: number; low: number; high: number} {
  const value = empiricalReliability(
    persons.map(({eap}) => eap),
    persons.map(({se}) => se)
  );
  const reach = Z975 * Math.sqrt(2 / (persons.length - 1));
  const end = (sign: number) => 1 - (1 - value) * Math.exp(sign * reach);
  return {value, low: Math.max(0, end(1)), high: end(-1)};
}

// Ranks of abilities.

/**
 * Ranks of abilities with simultaneous 95 % intervals, in the order given. Standard errors are derived from the abilities' 95 % intervals,
 * so that ranks include the uncertainty of the items.
 */
export const abilityRanks = (abilities: readonly {eap: number; lo: number; hi: number}[]): RankInterval[] =>
  rankIntervals(abilities.map(({eap, lo, hi}) => ({value: eap, se: (hi - lo) / (2 * Z975)})));
