// Drift: has an item become easier or harder between two calibrations, such as when it has leaked into training text?

import {normalUpper} from "../../../stats/distributions.js";
import {falseDiscoveryRate} from "../../../stats/falseDiscovery.js";
import {type Link, type Linking, link, relinked} from "../estimate/link.js";
import {difficulty, type Item} from "../item.js";

/** An item with the standard error of its difficulty. */
export type Calibrated = Item & {se_b: number};

export interface Drift {
  id: string;
  /** difficulties on the fixed scale, then and now */
  before: number;
  after: number;
  /** after − before, with its 95 % interval */
  change: number;
  low: number;
  high: number;
  p: number;
  /** p among all anchors (Benjamini & Hochberg 1995) */
  adjusted: number;
  /** adjusted ≤ q: its difficulty has changed, and it does not serve as an anchor */
  drifted: boolean;
}

/**
 * Change of difficulty of every anchor, on the fixed scale. Anchors that drift would pull the link, so those flagged are left out and the
 * others linked anew until no more are flagged (purification; Candell & Drasgow 1988, doi:10.1177/014662168801200304).
 * The interval holds both calibrations' errors and that of the link: se² = se_b² + A² se_b′² + (b′ se_A)² + se_B².
 * @param q share of flags that may be false
 */
export function drift(
  anchors: readonly (readonly [before: Calibrated, after: Calibrated])[],
  {method = "stocking-lord", q = 0.05}: {method?: Linking; q?: number} = {}
): {link: Link; items: Drift[]} {
  let kept = new Set(anchors.keys());
  for (let round = 0; ; round++) {
    const linked = link(
      anchors.filter((_, i) => kept.has(i)),
      {method}
    );
    const items = changes(anchors, linked, q);
    const next = new Set([...anchors.keys()].filter(i => !items[i]!.drifted));
    const same = next.size === kept.size && [...next].every(i => kept.has(i));
    if (same || next.size < FEWEST || round === MOST_ROUNDS) return {link: linked, items};
    kept = next;
  }
}
const FEWEST = 2;
const MOST_ROUNDS = 10;
const Z95 = 1.959963984540054;

function changes(anchors: readonly (readonly [Calibrated, Calibrated])[], linked: Link, q: number): Drift[] {
  const [seA, seB] = [linked.seA || 0, linked.seB || 0];
  const found = anchors.map(([was, is]) => {
    const [before, raw] = [difficulty(was), difficulty(is)];
    const after = difficulty(relinked(is, linked));
    const se = Math.hypot(was.se_b, linked.A * is.se_b, raw * seA, seB);
    return {id: was.id, before, after, change: after - before, se, p: 2 * normalUpper(Math.abs(after - before) / se)};
  });
  const adjusted = falseDiscoveryRate(
    found.map(({p}) => p),
    "BH"
  );
  return found.map(({se, ...each}, i) => ({
    ...each,
    low: each.change - Z95 * se,
    high: each.change + Z95 * se,
    adjusted: adjusted[i]!,
    drifted: adjusted[i]! <= q
  }));
}
