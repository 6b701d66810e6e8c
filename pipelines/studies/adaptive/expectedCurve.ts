// Curves of which nobody is sure, averaged over what they may be. A test on estimated items picks those whose discrimination was
// overestimated, and its standard errors promise too much (van der Linden & Glas 2000, doi:10.1207/S15324818AME1301_2).
import type {Item} from "../irt/item.js";

/** An item with the standard errors of its estimates. */
export interface UncertainItem extends Item {
  se_a: number;
  se_b: number;
}

/** Mean square of a(θ − b) where an item tells anything. */
const REACH = 1;

/**
 * The expected response function (Lewis 2001, in Essays on Item Response Theory; Mislevy, Wingersky & Sheehan 1994): the curve averaged
 * over the uncertainty of a and b, again as a logistic. E σ(x) ≈ σ(x ÷ √(1 + πv/8)) for x normal with variance v (MacKay 1992,
 * doi:10.1162/neco.1992.4.5.720), and v = a² se_b² + (θ − b)² se_a², taken where the curve tells something. Standard errors that are no
 * numbers leave nothing of the curve but its level.
 */
export function expectedItem<T extends UncertainItem>(item: T): T {
  const {a, d, se_a, se_b} = item;
  const variance = (a * se_b) ** 2 + REACH * (se_a / a) ** 2;
  const flat = Number.isFinite(variance) ? 1 / Math.sqrt(1 + (Math.PI * variance) / 8) : 0.1;
  return {...item, a: a * flat, d: d * flat};
}
