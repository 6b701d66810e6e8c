// Local dependence: do answers to two items hang together beyond what ability explains?

import {normalUpper} from "../../score/distributions.js";
import {adjust} from "../discovery.js";
import {type Item, MISSING, probability, type Responses, RIGHT} from "./item.js";

/** Two items (by index) and the correlation of their residuals over the persons who answered both. */
export interface Pair {
  i: number;
  j: number;
  q3: number;
  n: number;
  /** chance of a correlation that far from the mean of all pairs, by Fisher's z */
  p: number;
  /** the same among all pairs (Benjamini & Hochberg 1995) */
  adjusted: number;
}

/** Answers less their probabilities at the given abilities, items × persons; NaN where missing. */
export function residuals(items: readonly Item[], {persons, cells}: Responses, theta: ArrayLike<number>): Float64Array[] {
  return items.map((item, j) =>
    Float64Array.from(persons, (_, person) => {
      const cell = cells[person * items.length + j]!;
      return cell === MISSING ? Number.NaN : Number(cell === RIGHT) - probability(item, theta[person]!);
    })
  );
}

/** Pearson's correlation over the places where both have a value, and how many those are. */
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

/**
 * Yen's Q3 of all pairs (Yen 1984, doi:10.1177/014662168400800201), furthest from their mean first. The mean of Q3 is below 0 where the model
 * holds, about −1/(J − 1), so pairs are compared with it (Christensen, Makransky & Horton 2017, doi:10.1177/0146621616677520, who flag 0.2 above).
 * @param most at most so many pairs are returned
 */
export function localDependence(
  residual: readonly Float64Array[],
  {most = Infinity}: {most?: number} = {}
): {mean: number; pairs: Pair[]} {
  const found: {i: number; j: number; q3: number; n: number}[] = [];
  for (let i = 1; i < residual.length; i++)
    for (let j = 0; j < i; j++) {
      const {r, n} = correlation(residual[i]!, residual[j]!);
      if (n > FEWEST && !Number.isNaN(r)) found.push({i: j, j: i, q3: r, n});
    }
  const mean = found.reduce((sum, {q3}) => sum + q3, 0) / found.length;
  const p = found.map(({q3, n}) => 2 * normalUpper(Math.abs(fisher(q3) - fisher(mean)) * Math.sqrt(n - 3)));
  const adjusted = adjust(p, "BH");
  const order = found.map((_, k) => k).sort((a, b) => Math.abs(found[b]!.q3 - mean) - Math.abs(found[a]!.q3 - mean));
  return {mean, pairs: order.slice(0, most).map(k => ({...found[k]!, p: p[k]!, adjusted: adjusted[k]!}))};
}
const FEWEST = 3;
const fisher = (r: number): number => Math.atanh(Math.max(-0.999999, Math.min(0.999999, r)));
