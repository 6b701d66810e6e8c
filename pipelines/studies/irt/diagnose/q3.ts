// Local dependence (Q3): are answers to two items correlated beyond what ability explains?

import {normalUpper} from "../../../stats/distributions.js";
import {falseDiscoveryRate} from "../../../stats/falseDiscovery.js";
import {type Item, information, MISSING, probability, type Responses, RIGHT} from "../item.js";

/** Two items (by index) and the correlation of their residuals over the persons who answered both. */
export interface ItemPair {
  i: number;
  j: number;
  q3: number;
  n: number;
  /**
   * mean correlation if the model held; below 0, because both items contribute to the ability estimate that their residuals are taken from
   */
  expected: number;
  /** p of a correlation that far from the expected one, by Fisher's z */
  p: number;
  /** p adjusted for the number of pairs (Benjamini & Hochberg 1995) */
  adjusted: number;
}

/** Answers minus their probabilities at the given abilities, items × persons; NaN where missing. */
export function residuals(items: readonly Item[], {persons, cells}: Responses, theta: ArrayLike<number>): Float64Array[] {
  return items.map((item, j) =>
    Float64Array.from(persons, (_, person) => {
      const cell = cells[person * items.length + j]!;
      return cell === MISSING ? Number.NaN : Number(cell === RIGHT) - probability(item, theta[person]!);
    })
  );
}

/** Pearson's correlation over the places where both lists have a value, and the number of those places. */
export function correlation(x: ArrayLike<number>, y: ArrayLike<number>): {r: number; n: number} {
  let [n, sx, sy, sxx, syy, sxy] = [0, 0, 0, 0, 0, 0];
  for (let k = 0; k < x.length; k++) {
    const [a, b] = [x[k]!, y[k]!];
    if (Number.isNaN(a) || Number.isNaN(b)) continue;
    n++;
    sx += a;
    sy += b;
    sxx += a * a;
    syy += b * b;
    sxy += a * b;
  }
  const spread = Math.sqrt((sxx - (sx * sx) / n) * (syy - (sy * sy) / n));
  return {r: spread > 0 ? (sxy - (sx * sy) / n) / spread : Number.NaN, n};
}

/** Residuals of all answers, with what the model implies for their correlations. */
export interface Residuals {
  /** items × persons, as returned by `residuals` */
  residual: readonly Float64Array[];
  /**
   * items × persons: P′(θ) ÷ √(1 + I(θ)), how far one answer shifts the ability estimate that its residual is taken from; NaN where missing
   */
  pull: readonly Float64Array[];
  /** items × persons: P(1 − P) minus the square of `pull`, the variance of a residual */
  variance: readonly Float64Array[];
}

/**
 * Residuals of a response matrix.
 * @param theta posterior means (EAP) of the persons under a standard normal population
 */
export function residualsOf(items: readonly Item[], responses: Responses, theta: ArrayLike<number>): Residuals {
  const residual = residuals(items, responses, theta);
  const known = Float64Array.from(responses.persons, (_, i) =>
    items.reduce((sum, item, j) => sum + (Number.isNaN(residual[j]![i]!) ? 0 : information(item, theta[i]!)), 1)
  );
  const pull = items.map((item, j) =>
    residual[j]!.map((value, i) => {
      if (Number.isNaN(value)) return Number.NaN;
      const p = probability(item, theta[i]!);
      return Math.sign(item.a) * Math.sqrt((information(item, theta[i]!) * p * (1 - p)) / known[i]!);
    })
  );
  const variance = items.map((item, j) =>
    pull[j]!.map((value, i) => {
      const p = probability(item, theta[i]!);
      return p * (1 - p) - value * value;
    })
  );
  return {residual, pull, variance};
}

/** Expected correlation of two items' residuals over the persons who answered both. */
function expectedQ3({pull, variance}: Residuals, i: number, j: number): number {
  let [product, left, right] = [0, 0, 0];
  for (let person = 0; person < pull[i]!.length; person++) {
    const both = pull[i]![person]! * pull[j]![person]!;
    if (Number.isNaN(both)) continue;
    product += both;
    left += variance[i]![person]!;
    right += variance[j]![person]!;
  }
  return -product / Math.sqrt(left * right);
}

/**
 * Yen's Q3 of all pairs (Yen 1984, doi:10.1177/014662168400800201), largest deviation from the expected value first. A residual is x −
 * P(θ̂), and to first order θ̂ − θ = (Σ P′e ÷ P(1 − P) − θ) ÷ (1 + I) with e = x − P(θ), so that two residuals covary by −P′P′ ÷ (1 + I):
 * about −1 ÷ (J − 1) on average over pairs (Christensen, Makransky & Horton 2017, doi:10.1177/0146621616677520, who flag 0.2 above the
 * mean), more for more informative items.
 * Pairs that fewer than 20 persons answered are left out.
 * @param most largest number of pairs returned
 */
export function localDependence(of: Residuals, {most = Infinity}: {most?: number} = {}): {mean: number; pairs: ItemPair[]} {
  const {residual} = of;
  const found: Omit<ItemPair, "p" | "adjusted">[] = [];
  for (let i = 1; i < residual.length; i++)
    for (let j = 0; j < i; j++) {
      const {r, n} = correlation(residual[i]!, residual[j]!);
      if (n > FEWEST && !Number.isNaN(r)) found.push({i: j, j: i, q3: r, n, expected: expectedQ3(of, i, j)});
    }
  const mean = found.reduce((sum, {q3}) => sum + q3, 0) / found.length;
  const p = found.map(({q3, n, expected}) => 2 * normalUpper(Math.abs(fisher(q3) - fisher(expected)) * Math.sqrt(n - 3)));
  const adjusted = falseDiscoveryRate(p, "BH");
  const off = (k: number): number => Math.abs(found[k]!.q3 - found[k]!.expected);
  const order = found.map((_, k) => k).sort((a, b) => off(b) - off(a));
  return {mean, pairs: order.slice(0, most).map(k => ({...found[k]!, p: p[k]!, adjusted: adjusted[k]!}))};
}
/** Pairs with at most so many persons are left out: with so few, all their answers agree by chance more often than Fisher's z says. */
const FEWEST = 19;
const fisher = (r: number): number => Math.atanh(Math.max(-0.999999, Math.min(0.999999, r)));
