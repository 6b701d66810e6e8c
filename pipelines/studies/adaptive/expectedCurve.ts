// Response curves averaged over the uncertainty of their parameters. A test that selects by estimated information prefers items whose
// discrimination was overestimated, so that its standard errors are too small (van der Linden & Glas 2000, doi:10.1207/S15324818AME1301_2).
import type {Item} from "../irt/item.js";

/** An item with the standard errors of its estimates. */
export interface UncertainItem extends Item {
  se_a: number;
  se_b: number;
}

/** Mean square of a(θ − b) where an item is informative. */
const REACH = 1;

/**
 * The expected response function (Lewis 2001, in Essays on Item Response Theory; Mislevy, Wingersky & Sheehan 1994): the curve averaged
 * over the uncertainty of a and b, approximated by a logistic curve. E σ(x) ≈ σ(x ÷ √(1 + πv/8)) for x normal with variance v (MacKay 1992,
 * doi:10.1162/neco.1992.4.5.720), with v = a² se_b² + (θ − b)² se_a² at a typical distance where the item is informative. If the standard
 * errors are not numbers, a flat curve remains.
 */
export function expectedItem<T extends UncertainItem>(item: T): T {
  const {a, d, se_a, se_b} = item;
  const variance = (a * se_b) ** 2 + REACH * (se_a / a) ** 2;
  const flat = Number.isFinite(variance) ? 1 / Math.sqrt(1 + (Math.PI * variance) / 8) : 0.1;
  return {...item, a: a * flat, d: d * flat};
}
