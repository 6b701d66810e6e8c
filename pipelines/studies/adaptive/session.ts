// State of one adaptive test: the items to ask next, the ability estimate so far, and whether to stop.
import type {Random} from "../../generate/seed.js";
import {normalQuantile} from "../../stats/distributions.js";
import {type BankIndex, cellOf, informationAt, mostInformative, openTop, type Search} from "./bank.js";
import {type Factors, factorAt, inflated} from "./inflatedErrors.js";
import {type Ability, abilityOf, type INTERVALS, openPosterior, type Posterior, type Prior} from "./posterior.js";

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
  /** Kind of the ability's interval: by likelihood unless the posterior's is wanted. */
  interval?: (typeof INTERVALS)[number] | undefined;
  stop?: Stop | undefined;
}

export interface Session {
  /** Items to ask next, fewer than `count` where the bank is exhausted. None is selected twice. */
  next(count?: number): number[];
  /** Records an answer, right or wrong or a score from 0 to 1: null for an uninformative one (truncated, lost), which counts as asked. */
  answer(item: number, score: boolean | number | null): void;
  /** The reason why the test has ended; null while it continues. */
  stopped(): Stopped | null;
  ability(): Ability;
  readonly posterior: Posterior;
  readonly asked: readonly number[];
}

/**
 * Opens a session.
 * @param index the bank with its index (bank.ts)
 */
export function openSession(index: BankIndex, {criterion = "information", among = 1, ...design}: Design = {}): Session {
  const {bank} = index;
  const {shares, barred, random, prior, inflation = [], interval, stop = {}} = design;
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
    answer(item, score) {
      blocked[item] = 1;
      asked.push(item);
      if (score !== null) posterior.add(item, score);
    },
    stopped: () =>
      stopOf({theta: posterior.mean, se: factor() * posterior.sd}, asked.length, stop) ?? (usedUp ? ("bank" as const) : null),
    ability: () => inflated(abilityOf(posterior, interval), factor()),
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

// Selects items by their information averaged over the posterior, ∫ I(θ) p(θ | answers) dθ (Veerkamp & Berger 1997,
// doi:10.3102/10769986022002203; van der Linden & Pashley 2000): while the estimate is still uncertain, this prefers items that are
// informative over a range.

/** Abilities at which information is tabulated, from −6 to 6; it is interpolated linearly between them. */
const LOW = -6;
const STEP = 1 / 8;
const STEPS = 97;
/** Nodes of less weight are skipped: they change no ranking that matters. */
const NEGLIGIBLE = 1e-4;
/** Largest bank that is tabulated; of larger ones only this many candidates are compared, the best at single abilities. */
const MOST_TABULATED = 20_000;
const CANDIDATES = 4_096;

const tables = new WeakMap<BankIndex, Float32Array>();

/** The table of information: one row per node, items side by side. */
function tableOf(index: BankIndex): Float32Array {
  const known = tables.get(index);
  if (known) return known;
  const {ids} = index.bank;
  const table = new Float32Array(STEPS * ids.length);
  for (let k = 0; k < STEPS; k++)
    for (let i = 0; i < ids.length; i++) table[k * ids.length + i] = informationAt(index.bank, i, LOW + k * STEP);
  tables.set(index, table);
  return table;
}

/** Distributes a posterior's weights to the two nearest nodes of the table, which integrates linear pieces exactly. */
function sharedOut({nodes, weights}: Pick<Posterior, "nodes" | "weights">): {at: number; theta: number; weight: number}[] {
  const sums = new Float64Array(STEPS);
  for (let k = 0; k < nodes.length; k++) {
    const place = Math.min(STEPS - 1, Math.max(0, (nodes[k]! - LOW) / STEP));
    const left = Math.min(STEPS - 2, Math.floor(place));
    sums[left]! += weights[k]! * (left + 1 - place);
    sums[left + 1]! += weights[k]! * (place - left);
  }
  return Array.from(sums, (weight, at) => ({at, theta: LOW + at * STEP, weight})).filter(({weight}) => weight > NEGLIGIBLE);
}

/**
 * The items with the most information averaged over the posterior, in descending order. In banks of more than 20,000 items only the best
 * 4,096 at single abilities under the posterior are compared.
 */
export function mostInformativeOver(index: BankIndex, posterior: Posterior, {count = 1, blocked, category}: Search): number[] {
  const {bank} = index;
  const size = bank.ids.length;
  const parts = sharedOut(posterior);
  const top = openTop(count);
  const passes = (i: number) => blocked[i] === 0 && (category === undefined || bank.category[i] === category);
  if (size > MOST_TABULATED) {
    for (const i of candidates(index, parts)) {
      if (!passes(i)) continue;
      let sum = 0;
      for (const {theta, weight} of parts) sum += weight * informationAt(bank, i, theta);
      top.offer(i, sum);
    }
    if (top.items().length > 0) return top.items();
  }
  const sums = new Float64Array(size);
  const table = tableOf(index);
  for (const {at, weight} of parts) {
    const row = table.subarray(at * size, (at + 1) * size);
    for (let i = 0; i < size; i++) sums[i]! += weight * row[i]!;
  }
  const again = openTop(count);
  for (let i = 0; i < size; i++) if (passes(i) && (!again.full() || sums[i]! > again.least())) again.offer(i, sums[i]!);
  return again.items();
}

function candidates({buckets}: BankIndex, parts: readonly {theta: number}[]): Set<number> {
  const cells = [...new Set(parts.map(({theta}) => cellOf(theta)))];
  const quota = Math.ceil(CANDIDATES / (cells.length * buckets.length));
  const found = new Set<number>();
  for (const {order, listed} of buckets)
    for (const cell of cells) for (let rank = 0; rank < Math.min(quota, listed); rank++) found.add(order[cell * listed + rank]!);
  return found;
}

// Stopping rules of adaptive tests.

export interface Stop {
  /** Stops when the standard error is at most this. */
  se?: number | undefined;
  /** Fewest items. */
  min?: number | undefined;
  /** Most items. */
  max?: number | undefined;
  /** Stops when the rank among the `known` abilities is determined to within so many places: 1 = the exact rank. */
  ranks?: {known: readonly Pick<Ability, "theta" | "se">[]; within: number} | undefined;
}

const STOPPED = ["precise", "ranked", "count", "bank"] as const;
/** Why a test ended: standard error reached, rank determined, most items reached, or no item left. */
type Stopped = (typeof STOPPED)[number];

/** The reason to stop after so many items; null to continue. */
export function stopOf({theta, se}: Pick<Ability, "theta" | "se">, items: number, stop: Stop): Exclude<Stopped, "bank"> | null {
  if (items < (stop.min ?? 0)) return null;
  if (stop.se !== undefined && se <= stop.se) return "precise";
  if (stop.ranks) {
    const {low, high} = rankAmong({theta, se}, stop.ranks.known);
    if (high - low + 1 <= stop.ranks.within) return "ranked";
  }
  return items >= (stop.max ?? Number.POSITIVE_INFINITY) ? "count" : null;
}

/**
 * The possible ranks of an ability among known ones, 1 = best: it is better than those whose interval of the difference lies below 0, and
 * worse than those whose interval lies above. Intervals are Bonferroni's over all comparisons, so that all hold at once with probability
 * `level`.
 */
export function rankAmong(
  {theta, se}: Pick<Ability, "theta" | "se">,
  known: readonly Pick<Ability, "theta" | "se">[],
  {level = 0.95} = {}
): {rank: number; low: number; high: number} {
  const reach = normalQuantile(1 - (1 - level) / (2 * Math.max(1, known.length)));
  let [rank, low, high] = [1, 1, known.length + 1];
  for (const other of known) {
    const margin = reach * Math.hypot(se, other.se);
    if (other.theta > theta) rank++;
    if (other.theta - theta > margin) low++;
    if (theta - other.theta > margin) high--;
  }
  return {rank, low, high};
}
