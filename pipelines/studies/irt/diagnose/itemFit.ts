// Fit of every item: mean squares, S-X², item–rest correlation, and one p-value with its adjustment for their number.
import {normalUpper} from "../../../stats/distributions.js";
import {falseDiscoveryRate} from "../../../stats/falseDiscovery.js";
import type {Item, Responses} from "../item.js";
import {type MeanSquares, meanSquares} from "./residuals.js";
import {type ItemScreen, screenItems} from "./screens.js";
import {MOST_SX2_ITEMS, type SummedScoreFit, summedScoreFit} from "./sx2.js";

export interface ItemFit extends MeanSquares {
  screen: ItemScreen;
  /** null where S-X² is not made */
  sx2: Pick<SummedScoreFit, "x2" | "df"> | null;
  /** that of S-X² where it can be computed, else the smaller p-value of infit and outfit, doubled; null where there is neither */
  p: number | null;
  /** p adjusted for the number of items (Benjamini & Hochberg 1995) */
  adjusted: number | null;
}

/** Fewest persons for S-X2: with fewer, no score group has enough expected answers of both kinds. */
const FEWEST_SX2 = 200;

/** @param theta abilities of the persons, in order */
export function itemFits(items: readonly (Item & {se_c: number})[], responses: Responses, theta: ArrayLike<number>): ItemFit[] {
  const fit = meanSquares(items, responses, theta).items;
  const screens = screenItems(responses);
  const enough = items.length <= MOST_SX2_ITEMS && items.length > 3 && responses.persons.length >= FEWEST_SX2;
  const sx2 = enough ? summedScoreFit(items, responses, {parameters: items.some(({se_c}) => se_c > 0) ? 3 : 2}) : null;
  const p = fit.map((own, i) => {
    const z = Math.max(Math.abs(own.zInfit), Math.abs(own.zOutfit));
    return sx2?.[i]?.p ?? (Number.isFinite(z) ? Math.min(1, 4 * normalUpper(z)) : null);
  });
  const adjusted = falseDiscoveryRate(p, "BH");
  return fit.map((own, i) => {
    const score = sx2?.[i];
    return {...own, screen: screens[i]!, sx2: score ? {x2: score.x2, df: score.df} : null, p: p[i]!, adjusted: adjusted[i]!};
  });
}
