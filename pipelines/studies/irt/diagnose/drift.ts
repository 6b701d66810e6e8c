// Item parameter drift: has an item become easier or harder between two calibrations, for example because it leaked into training text?

import {normalUpper, Z975} from "../../../stats/distributions.js";
import {falseDiscoveryRate} from "../../../stats/falseDiscovery.js";
import {type Link, type Linking, link, relinked} from "../estimate/link.js";
import {difficulty, type Item} from "../item.js";

/** An item with the standard error of its difficulty. */
export type CalibratedItems = Item & {se_b: number};

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
  /** p adjusted for the number of anchors (Benjamini & Hochberg 1995) */
  adjusted: number;
  /** adjusted ≤ q: the difficulty has changed, and the item does not serve as an anchor */
  drifted: boolean;
}

/**
 * Change in difficulty of each anchor, on the fixed scale. Drifting anchors would bias the link, so flagged anchors are left out and the
 * others are linked again until no more are flagged (purification; Candell & Drasgow 1988, doi:10.1177/014662168801200304).
 * The interval includes the errors of both calibrations and of the link: se² = se_b² + A² se_b′² + (b′ se_A)² + se_B².
 * @param q false discovery rate of the flags
 */
export function drift(
  anchors: readonly (readonly [before: CalibratedItems, after: CalibratedItems])[],
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
/** Fewest anchors that determine a link. */
const FEWEST = 2;
/** Most rounds of purification, in case the flags alternate. */
const MOST_ROUNDS = 10;

function changes(anchors: readonly (readonly [CalibratedItems, CalibratedItems])[], linked: Link, q: number): Drift[] {
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
    low: each.change - Z975 * se,
    high: each.change + Z975 * se,
    adjusted: adjusted[i]!,
    drifted: adjusted[i]! <= q
  }));
}
