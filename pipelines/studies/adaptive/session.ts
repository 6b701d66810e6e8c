// State of one adaptive test: the items to ask next, the ability estimate so far, and whether to stop.
import type {Random} from "../../generate/seed.js";
import {type Factors, factorAt, inflated} from "./inflatedErrors.js";
import {type BankIndex, mostInformative} from "./itemIndex.js";
import {type Ability, abilityOf, openPosterior, type Posterior, type Prior} from "./posterior.js";
import {mostInformativeOver} from "./posteriorInformation.js";
import {type Stop, type Stopped, stopOf} from "./stoppingRule.js";

export const CRITERIA = ["information", "weighted"] as const;

export interface Design {
  /** Selection criterion: Fisher information at the estimate, or its mean over the posterior. */
  criterion?: (typeof CRITERIA)[number] | undefined;
  /**
   * Number of best items from which each item is drawn at random (Kingsbury & Zara 1989, doi:10.1207/s15324818ame0204_6); needs `random`.
   */
  among?: number | undefined;
  /** Wanted share of each of the bank's categories, in their order. */
  shares?: readonly number[] | undefined;
  /** 1 for items that may not be asked (exposure.ts; items without a stored answer). */
  barred?: Uint8Array | undefined;
  random?: Random | undefined;
  prior?: Prior | undefined;
  /** Factors for standard errors and intervals, by length (inflation.ts); they do not affect the selection of items. */
  inflation?: Factors | undefined;
  stop?: Stop | undefined;
}

export interface Session {
  /** Items to ask next, fewer than `count` where the bank is exhausted. None is selected twice. */
  next(count?: number): number[];
  /** Records an answer: null for an uninformative one (truncated, lost), which counts as asked. */
  answer(item: number, right: boolean | null): void;
  /** The reason why the test has ended; null while it continues. */
  stopped(): Stopped | null;
  ability(): Ability;
  readonly posterior: Posterior;
  readonly asked: readonly number[];
}

/**
 * Opens a session.
 * @param index the bank with its index (itemIndex.ts)
 */
export function openSession(index: BankIndex, {criterion = "information", among = 1, ...design}: Design = {}): Session {
  const {bank} = index;
  const {shares, barred, random, prior, inflation = [], stop = {}} = design;
  if (among > 1 && !random) throw new Error("a draw among several items needs a source of randomness");
  const blocked = barred ? Uint8Array.from(barred) : new Uint8Array(bank.ids.length);
  const counts = new Uint32Array(bank.categories.length);
  const posterior = openPosterior(bank, prior);
  const asked: number[] = [];
  let chosen = 0;
  let usedUp = false;

  const best = (category: number | undefined): number | undefined => {
    const search = {count: among, blocked, category};
    const found =
      criterion === "weighted" ? mostInformativeOver(index, posterior, search) : mostInformative(index, posterior.mean, search);
    return found.length > 1 ? random!.pick(found) : found[0];
  };
  const choose = (): number | undefined => {
    if (!shares) return best(undefined);
    for (const category of byNeed(shares, counts, chosen)) {
      const item = best(category);
      if (item !== undefined) return item;
    }
    return undefined;
  };
  const factor = () => factorAt(inflation, asked.length);
  return {
    next(count = 1) {
      const items: number[] = [];
      while (items.length < count) {
        const item = choose();
        if (item === undefined) break;
        blocked[item] = 1;
        counts[bank.category[item]!]!++;
        chosen++;
        items.push(item);
      }
      usedUp = items.length === 0;
      return items;
    },
    answer(item, right) {
      blocked[item] = 1;
      asked.push(item);
      if (right !== null) posterior.add(item, right);
    },
    stopped: () =>
      stopOf({theta: posterior.mean, se: factor() * posterior.sd}, asked.length, stop) ?? (usedUp ? ("bank" as const) : null),
    ability: () => inflated(abilityOf(posterior), factor()),
    posterior,
    asked
  };
}

/** Categories by how far they lag behind their share, largest lag first (Kingsbury & Zara 1989), without those of share 0. */
function byNeed(shares: readonly number[], counts: ArrayLike<number>, total: number): number[] {
  const lag = (category: number) => shares[category]! * (total + 1) - counts[category]!;
  return shares
    .map((_, category) => category)
    .filter(category => shares[category]! > 0)
    .sort((a, b) => lag(b) - lag(a) || a - b);
}
