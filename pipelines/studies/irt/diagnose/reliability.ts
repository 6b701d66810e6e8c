// Reliability: the share of the variance of estimated abilities that is not measurement error.

import {Z975} from "../../../stats/distributions.js";
import {type Grid, normalGrid} from "../estimate/normalGrid.js";
import {type Item, information} from "../item.js";

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

/** Marginal reliability in a standard normal population: ∫ I(θ) ÷ (I(θ) + 1) φ(θ) dθ (Green, Bock, Humphreys, Linn & Reckase 1984). */
export function marginalReliability(items: readonly Item[], {nodes, weights}: Grid = normalGrid({size: 601})): number {
  let sum = 0;
  nodes.forEach((theta, node) => {
    const total = items.reduce((all, item) => all + information(item, theta), 0);
    sum += weights[node]! * (total / (total + 1));
  });
  return sum;
}

/** AIC and BIC of a fit by maximum likelihood; smaller is better. The sample size of BIC is the number of persons. */
export function criteria({loglik, parameters, persons}: {loglik: number; parameters: number; persons: number}): {
  aic: number;
  bic: number;
} {
  return {aic: -2 * loglik + 2 * parameters, bic: -2 * loglik + parameters * Math.log(persons)};
}
