// Which items of a bank a rotation retires: those with a reason first, then others at random by a seed.
import {sha256Hex} from "../../book/canonical.js";
import {UserError} from "../../rows/error.js";

/** Least and most share of a bank's items that one rotation replaces: the others link the old scale and the new one. */
const SHARE = {least: 0.1, most: 0.15};
/** Anchors that a link of two calibrations should have at least (Kolen and Brennan 2014, 8.3). */
export const FEWEST_ANCHORS = 20;

/** Reasons to retire an item, in the order in which they count. */
export const REASONS = ["contaminated", "saturated", "misfitting", "at random"] as const;
type Reason = (typeof REASONS)[number];

/** What tables say of an item. */
export interface ItemFacts {
  id: string;
  contaminated?: boolean | undefined;
  /** All models right, or all wrong. */
  saturated?: boolean | undefined;
  misfitting?: boolean | undefined;
  /** Whether item response theory could place it. */
  fitted?: boolean | undefined;
}

export interface Rotation {
  /** The items to retire, in the order of their reasons. */
  retired: {id: string; why: Reason}[];
  /** Items with a reason that stay, since the share is used up. */
  left: {id: string; why: Reason}[];
  /** Fitted items that stay, by which calibrations before and after can be linked. */
  anchors: number;
}

/**
 * Plans a rotation. Equal arguments give equal plans, whatever the order of the items.
 * @param share of the items, 0.1 to 0.15; at least one item
 * @param available items that can take their places
 * @param seed with the quarter decides among items of one reason
 */
export function rotationOf(
  items: readonly ItemFacts[],
  {share, available, quarter, seed}: {share: number; available: number; quarter: string; seed: number}
): Rotation {
  if (!(share >= SHARE.least && share <= SHARE.most))
    throw new UserError(`--share ${share}: expected ${SHARE.least} to ${SHARE.most}, since the other items link the scales`);
  if (items.length === 0) throw new UserError("the bank has no items");
  const wanted = Math.max(1, Math.round(share * items.length));
  if (available < wanted)
    throw new UserError(
      `${wanted} of ${items.length} items are to be replaced, and ${available} submitted ${available === 1 ? "item is" : "items are"} accepted; submit and review more, or lower --share`
    );
  const order = items
    .map(item => ({item, rank: rankOf(item), draw: sha256Hex(JSON.stringify([seed, quarter, item.id]))}))
    .sort((a, b) => a.rank - b.rank || (a.draw < b.draw ? -1 : 1))
    .map(({item, rank}) => ({id: item.id, why: REASONS[rank]!, fitted: item.fitted === true}));
  const [retired, stay] = [order.slice(0, wanted), order.slice(wanted)];
  const plain = ({id, why}: (typeof order)[number]) => ({id, why});
  return {
    retired: retired.map(plain),
    left: stay.filter(({why}) => why !== "at random").map(plain),
    anchors: stay.filter(({fitted}) => fitted).length
  };
}

const rankOf = ({contaminated, saturated, misfitting}: ItemFacts): number =>
  contaminated ? 0 : saturated ? 1 : misfitting ? 2 : REASONS.length - 1;
