// Loads the item bank of an adaptive test: from a file that `irt fit` wrote, or from the store's own fit.

import {plural} from "../../book/plural.js";
import {UserError} from "../../rows/error.js";
import {scoreParts} from "../irt/fitFile.js";
import type {Item} from "../irt/item.js";
import {readFit} from "../irt/readFit.node.js";
import type {Factors} from "./inflatedErrors.js";
import {expectedItem} from "./inflation.js";

/** Calibrated items, flattened by their uncertainty (expectedCurve.ts), and the abilities of their calibration, on one scale. */
export interface CalibratedBank {
  /** The file or folder, as shown to readers. */
  source: string;
  /** Lowest and highest score of the matrix that graded items were fitted to. */
  scale: readonly [low: number, high: number];
  /** rasch, 2pl, 3pl, graded, continuous … */
  model: string;
  /** Standard deviation of ability in the population: 1, except for Rasch. */
  spread: number;
  items: Item[];
  abilities: {id: string; theta: number; se: number}[];
  /** Factors by which errors of an adaptive test exceed its standard errors; empty where they were not measured. */
  inflation: Factors;
}

/**
 * The bank of a fit.json.
 * @throws UserError for a file that is not a fit
 */
export async function bankOfFit(file: string): Promise<CalibratedBank> {
  const fit = await readFit(file);
  return {
    source: file,
    model: fit.model ?? "",
    spread: fit.spread ?? 1,
    inflation: fit.inflation ?? [],
    scale: [fit.categories?.[0] ?? 0, fit.categories?.at(-1) ?? 1],
    items: fit.item.flatMap(({id, a, b, c, d, u, se_a, se_b, ...scored}) => {
      if (a == null || b == null) return [];
      const parts = scoreParts(scored);
      const item = {id, a, d: d ?? -a * b, c: c ?? 0, u: u ?? 1, ...parts};
      return se_a == null || se_b == null || parts.steps ? item : {...expectedItem({...item, se_a, se_b}), ...parts};
    }),
    abilities: fit.ability.flatMap(({id, eap, eap_se}) => (eap == null || eap_se == null ? [] : [{id, theta: eap, se: eap_se}]))
  };
}

/** A bank without uninformative items (a = 0 or not a number: all persons answered alike), and a sentence about those, null where there are none. */
export function usable(bank: CalibratedBank): {bank: CalibratedBank; note: string | null} {
  const items = bank.items.filter(({a, d, c, u}) => a !== 0 && Number.isFinite(a * d) && c >= 0 && c < u && u <= 1);
  if (items.length === 0) throw new UserError(`${bank.source} has no item whose curve distinguishes models`);
  const left = bank.items.length - items.length;
  const note = left > 0 ? `${plural(left, "item")} of the bank without a curve that distinguishes models: left out` : null;
  return {bank: {...bank, items}, note};
}
