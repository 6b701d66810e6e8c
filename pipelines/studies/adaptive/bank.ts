// An item bank as columns: the form in which thousands of items are searched many times a second.
import type {Item} from "../irt/item.js";
import {type ScoreCurve, scoreInformation} from "../irt/scoreCurve.js";

export interface Bank {
  ids: readonly string[];
  a: Float64Array;
  d: Float64Array;
  c: Float64Array;
  u: Float64Array;
  /** Number of each item's category. */
  category: Uint16Array;
  categories: readonly string[];
  /** curves of items with graded scores, null of the others; absent where there are none */
  graded?: readonly (ScoreCurve | null)[];
  /** variance of scores over that of right or wrong answers; absent where it is 1 of all */
  dispersion?: Float64Array;
}

/** Converts items to columns. Throws where the parameters do not define a curve: a = 0, or not 0 ≤ c < u ≤ 1. */
export function bankOf(items: readonly Item[], {category = () => ""}: {category?: (item: Item) => string} = {}): Bank {
  const numbers = new Map<string, number>();
  const column = (key: "a" | "d" | "c" | "u") => Float64Array.from(items, item => item[key]);
  for (const {id, a, d, c, u} of items)
    if (!(a !== 0 && Number.isFinite(a * d) && c >= 0 && c < u && u <= 1))
      throw new RangeError(`item "${id}" has no response curve: a = ${a}, d = ${d}, c = ${c}, u = ${u}`);
  return {
    ids: items.map(({id}) => id),
    a: column("a"),
    d: column("d"),
    c: column("c"),
    u: column("u"),
    category: Uint16Array.from(items, item => {
      const name = category(item);
      if (!numbers.has(name)) numbers.set(name, numbers.size);
      return numbers.get(name)!;
    }),
    categories: [...numbers.keys()],
    ...(items.some(({steps}) => steps) && {graded: items.map(item => (item.steps ? item : null))}),
    ...(items.some(({dispersion = 1}) => dispersion !== 1) && {
      dispersion: Float64Array.from(items, item => item.dispersion ?? 1)
    })
  };
}

/** One item of a bank. */
export const itemAt = ({ids, a, d, c, u, graded, dispersion}: Bank, i: number): Item => ({
  ...{id: ids[i]!, a: a[i]!, d: d[i]!, c: c[i]!, u: u[i]!},
  ...(dispersion && {dispersion: dispersion[i]!}),
  ...(graded?.[i] && {steps: graded[i].steps!, ...(graded[i].levels && {levels: graded[i].levels})})
});

/** Fisher information of item i at θ, P′² ÷ (P(1 − P)), written in the odds exp(aθ + d) so that the curve is evaluated only once. */
export function informationAt({a, d, c, u, graded, dispersion}: Bank, i: number, theta: number): number {
  if (graded?.[i]) return scoreInformation(graded[i], theta);
  const information = informationOfOdds(a[i]!, c[i]!, u[i]!, Math.exp(a[i]! * theta + d[i]!));
  return dispersion ? information / dispersion[i]! : information;
}

/** The same at the odds x = exp(aθ + d): P = (c + ux)/(1 + x), P′ = a(u − c)x/(1 + x)². */
export function informationOfOdds(a: number, c: number, u: number, x: number): number {
  const right = c + u * x;
  const wrong = 1 - c + (1 - u) * x;
  const slope = (a * (u - c) * x) / (1 + x);
  const information = (slope * slope) / (right * wrong);
  return information >= 0 && information < Number.POSITIVE_INFINITY ? information : 0; // 0 where the odds overflow
}

/**
 * The ability at which item i has the most information, and that information. Where u = 1 the odds are those of Lord (1980, Applications of
 * Item Response Theory, p. 152). In general P is the only root of 2/(P − c) − 2/(u − P) − 1/P + 1/(1 − P), which decreases from c to u,
 * since 2/(P − c)² > 1/P² and 2/(u − P)² > 1/(1 − P)²: information has one peak for all asymptotes. It is that of a right or wrong answer,
 * before it is divided by the dispersion.
 */
export function peakOf({a, d, c, u}: Pick<Bank, "a" | "d" | "c" | "u">, i: number): {theta: number; information: number} {
  const [slope, low, high] = [a[i]!, c[i]!, u[i]!];
  const odds = high === 1 ? (1 + Math.sqrt(1 + 8 * low)) / 2 : peakOdds(low, high);
  return {theta: (Math.log(odds) - d[i]!) / slope, information: informationOfOdds(slope, low, high, odds)};
}

function peakOdds(c: number, u: number): number {
  let [low, high] = [c, u];
  for (let halving = 0; halving < 60; halving++) {
    const p = (low + high) / 2;
    if (2 / (p - c) - 2 / (u - p) - 1 / p + 1 / (1 - p) > 0) low = p;
    else high = p;
  }
  const p = (low + high) / 2;
  return (p - c) / (u - p);
}

// Finds the most informative items at an ability without evaluating all of them.

/** The ability scale is divided into cells; the two outermost extend to infinity. */
const LOW = -6;
const CELLS = 130;
const CELL = 12 / (CELLS - 2);
/** Number of items that each cell lists per category. A search that uses them all evaluates every item of the category. */
const LISTED = 2_048;
/** Bounds are stored in single precision, with a relative rounding error of up to 2^−24, and are therefore rounded up. */
const ROUNDED_UP = 1 + 2e-7;

/** Items of one category: for each cell, an upper bound of the information of each listed item anywhere in the cell, largest first. */
interface Shelf {
  items: Int32Array;
  listed: number;
  order: Int32Array;
  bound: Float32Array;
}

export interface BankIndex {
  bank: Bank;
  buckets: Shelf[];
}

/**
 * Builds the index of a bank. An item's information has one peak (bank.ts), so that its maximum within a cell is the peak, if that lies
 * inside, or else the value at one of the ends. A search through a cell's items by descending bound stops as soon as the bound is below the
 * best value found: it is exact and evaluates a few items. Indexing 248,000 items takes about a second, and 2 MB per category.
 */
export function indexOf(bank: Bank): BankIndex {
  const members = bank.categories.map(() => [] as number[]);
  for (let i = 0; i < bank.ids.length; i++) members[bank.category[i]!]!.push(i);
  return {bank, buckets: members.map(items => bucketOf(bank, Int32Array.from(items)))};
}

function bucketOf(bank: Bank, items: Int32Array): Shelf {
  const listed = Math.min(LISTED, items.length);
  const shelf = {items, listed, order: new Int32Array(CELLS * listed), bound: new Float32Array(CELLS * listed)};
  const peaks = Array.from(items, i => peakOf(bank, i));
  const peakAt = Float64Array.from(peaks, ({theta}) => theta);
  const peak = Float64Array.from(peaks, ({information}) => information);
  // the odds exp(aθ + d) grow by the same factor from each edge to the next
  const odds = Float64Array.from(items, i => Math.exp(bank.a[i]! * LOW + bank.d[i]!));
  const growth = Float64Array.from(items, i => Math.exp(bank.a[i]! * CELL));
  const left = new Float64Array(items.length);
  const bound = new Float32Array(items.length);
  for (let cell = 0; cell < CELLS; cell++) {
    const [from, to] = [
      cell === 0 ? Number.NEGATIVE_INFINITY : LOW + (cell - 1) * CELL,
      cell === CELLS - 1 ? Number.POSITIVE_INFINITY : LOW + cell * CELL
    ];
    for (let k = 0; k < items.length; k++) {
      const i = items[k]!;
      const curve = bank.graded?.[i];
      if (curve) {
        bound[k] = gradedBound(curve, from, to);
        continue;
      }
      const right = cell === CELLS - 1 ? 0 : informationOfOdds(bank.a[i]!, bank.c[i]!, bank.u[i]!, odds[k]!);
      const most = peakAt[k]! >= from && peakAt[k]! <= to ? peak[k]! : Math.max(left[k]!, right);
      bound[k] = bank.dispersion ? most / bank.dispersion[i]! : most;
      left[k] = right;
      odds[k]! *= growth[k]!;
    }
    const best = largest(bound, listed);
    for (const [rank, k] of best.entries()) {
      shelf.order[cell * listed + rank] = items[k]!;
      shelf.bound[cell * listed + rank] = bound[k]! * ROUNDED_UP;
    }
  }
  return shelf;
}

/**
 * Upper bound of a graded item's information in a cell. With I = a² Σ P v², v = 1 − P(reaches it) − P(reaches the next), P′ = aPv and
 * |v′| ≤ |a| ÷ 2, the root of I changes by at most |a|(√I + |a|) ÷ 2 per unit of ability; no ability is further than half a cell from an end
 * of it. In the outermost cells the bound is a², since |v| ≤ 1.
 */
function gradedBound(curve: ScoreCurve, from: number, to: number): number {
  const [slope, weight] = [Math.abs(curve.a), curve.dispersion ?? 1];
  if (!Number.isFinite(to - from)) return slope ** 2 / weight;
  const highest = Math.sqrt(weight * Math.max(scoreInformation(curve, from), scoreInformation(curve, to)));
  return Math.min(slope, (highest + slope) * Math.exp((slope * (to - from)) / 4) - slope) ** 2 / weight;
}

/**
 * Positions of the `count` largest values, in descending order, ties by position; a histogram first excludes the values that are far too
 * small.
 */
function largest(values: Float32Array, count: number): number[] {
  const BINS = 1024;
  let most = 0;
  for (const value of values) if (value > most) most = value;
  const scale = most > 0 ? (BINS - 1) / most : 0;
  const histogram = new Uint32Array(BINS);
  for (const value of values) histogram[(value * scale) | 0]!++;
  let [bin, found] = [BINS, 0];
  while (found < count && bin > 0) found += histogram[--bin]!;
  const candidates: number[] = [];
  for (let k = 0; k < values.length; k++) if (((values[k]! * scale) | 0) >= bin) candidates.push(k);
  return candidates.sort((a, b) => values[b]! - values[a]! || a - b).slice(0, count);
}

/** The cell that contains an ability. */
export const cellOf = (theta: number): number => Math.min(CELLS - 1, Math.max(0, Math.floor((theta - LOW) / CELL) + 1));

export interface Search {
  /** Number of items wanted. */
  count?: number;
  /** 0 for items that may be asked, otherwise 1. */
  blocked: Uint8Array;
  /** Restricts the search to this category. */
  category?: number | undefined;
}

/**
 * The items with the most Fisher information at θ, in descending order: the same as sorting the whole bank, ties by position in the bank.
 */
export function mostInformative({bank, buckets}: BankIndex, theta: number, {count = 1, blocked, category}: Search): number[] {
  const top = openTop(count);
  const cell = cellOf(theta);
  for (const [number, shelf] of buckets.entries()) {
    if (category !== undefined && number !== category) continue;
    const {items, listed, order, bound} = shelf;
    let [rank, enough] = [0, false];
    for (; rank < listed && !enough; rank++) {
      const at = cell * listed + rank;
      if (top.full() && bound[at]! < top.least()) enough = true;
      else if (blocked[order[at]!] === 0) top.offer(order[at]!, informationAt(bank, order[at]!, theta));
    }
    if (enough || listed === items.length || (top.full() && bound[(cell + 1) * listed - 1]! < top.least())) continue;
    top.forget(number, bank);
    for (const i of items) if (blocked[i] === 0) top.offer(i, informationAt(bank, i, theta));
  }
  return top.items();
}

/** Keeps the best few of the candidates that are offered. */
export function openTop(count: number) {
  const items: number[] = [];
  const values: number[] = [];
  const offer = (item: number, value: number) => {
    let place = items.length;
    while (place > 0 && (values[place - 1]! < value || (values[place - 1] === value && items[place - 1]! > item))) place--;
    if (place >= count) return;
    items.splice(place, 0, item);
    values.splice(place, 0, value);
    if (items.length > count) {
      items.pop();
      values.pop();
    }
  };
  return {
    offer,
    full: () => items.length >= count,
    least: () => values.at(-1) ?? Number.NEGATIVE_INFINITY,
    /** Removes the candidates of a category, before all of its items are offered again. */
    forget(category: number, bank: Bank) {
      for (let k = items.length - 1; k >= 0; k--)
        if (bank.category[items[k]!] === category) {
          items.splice(k, 1);
          values.splice(k, 1);
        }
    },
    items: () => items
  };
}
