// Confidence band of an item's response curve, from the covariances of its parameters.
import {Z975} from "../../../stats/distributions.js";
import {type Item, probability} from "../item.js";

/**
 * 95 % interval of P(θ) by the delta method. It is taken on the logit of the share of the curve above the guessing chance, so that it stays
 * between 0 and 1.
 * @param cov covariances of (log a, d, logit c) in the order aa, ad, ac, dd, dc, cc; 0 for parameters that are not estimated
 */
export function band(item: Item, cov: readonly number[], theta: number): {low: number; high: number} {
  const {a, d, c, u} = item;
  const [aa, ad, ac, dd, dc, cc] = cov as [number, number, number, number, number, number];
  const logistic = 1 / (1 + Math.exp(-(a * theta + d)));
  const slope = (u - c) * logistic * (1 - logistic);
  const [byA, byD, byC] = [slope * a * theta, slope, c * (1 - c) * (1 - logistic)];
  const p = probability(item, theta);
  const variance = byA * byA * aa + byD * byD * dd + byC * byC * cc + 2 * (byA * byD * ad + byA * byC * ac + byD * byC * dc);
  // on the logit scale: ∂ logit P = ∂P ÷ (P(1 − P))
  const width = p * (1 - p);
  if (!(variance > 0) || width === 0) return {low: p, high: p};
  const [logit, reach] = [Math.log(p / (1 - p)), (Z975 * Math.sqrt(variance)) / width];
  return {low: 1 / (1 + Math.exp(-(logit - reach))), high: 1 / (1 + Math.exp(-(logit + reach)))};
}
