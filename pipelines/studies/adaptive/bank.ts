// An item bank as columns: the form in which thousands of items are searched many times a second.
import type {Item} from "../irt/item.js";

export interface Bank {
  ids: readonly string[];
  a: Float64Array;
  d: Float64Array;
  c: Float64Array;
  u: Float64Array;
  /** Number of each item's category. */
  category: Uint16Array;
  categories: readonly string[];
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
    categories: [...numbers.keys()]
  };
}

/** One item of a bank. */
export const itemAt = ({ids, a, d, c, u}: Bank, i: number): Item => ({id: ids[i]!, a: a[i]!, d: d[i]!, c: c[i]!, u: u[i]!});

/** Fisher information of item i at θ, P′² ÷ (P(1 − P)), written in the odds exp(aθ + d) so that the curve is evaluated only once. */
export function informationAt({a, d, c, u}: Bank, i: number, theta: number): number {
  return informationOfOdds(a[i]!, c[i]!, u[i]!, Math.exp(a[i]! * theta + d[i]!));
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
 * since 2/(P − c)² > 1/P² and 2/(u − P)² > 1/(1 − P)²: information has one peak, whatever the asymptotes.
 */
export function peakOf({a, d, c, u}: Bank, i: number): {theta: number; information: number} {
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
