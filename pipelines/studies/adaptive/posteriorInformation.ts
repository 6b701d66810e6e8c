// Selects items by their information averaged over the posterior, ∫ I(θ) p(θ | answers) dθ (Veerkamp & Berger 1997,
// doi:10.3102/10769986022002203; van der Linden & Pashley 2000): while the estimate is still uncertain, this prefers items that are
// informative over a range.
import {informationAt, informationOfOdds} from "./bank.js";
import {type BankIndex, cellOf, openTop, type Search} from "./itemIndex.js";
import type {Posterior} from "./posterior.js";

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
  const {a, d, c, u, ids} = index.bank;
  const table = new Float32Array(STEPS * ids.length);
  for (let k = 0; k < STEPS; k++)
    for (let i = 0; i < ids.length; i++)
      table[k * ids.length + i] = informationOfOdds(a[i]!, c[i]!, u[i]!, Math.exp(a[i]! * (LOW + k * STEP) + d[i]!));
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
