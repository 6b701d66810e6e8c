// What several abilities look like: every answer rests on a general ability θ and, where the model has them, on a specific one η of
// its item's group. P(right) = c + (1 − c) σ(a θ + s η + d), θ and all η independent and standard normal.
//   one       s = 0: the unidimensional 2PL (3PL where asymptotes are known)
//   testlet   s = a times the group's standard deviation (Bradlow, Wainer & Wang 1999); `tied`: one a for all items (Rasch testlet)
//   bifactor  s of each item's own (Gibbons & Hedeker 1992)
//   two       one group of all items and s of each item's own but the first: the compensatory two-dimensional 2PL

export const STRUCTURES = ["one", "testlet", "bifactor", "two"] as const;
export type Structure = (typeof STRUCTURES)[number];
export const STRUCTURE_NAMES: Readonly<Record<Structure, string>> = {
  one: "one ability",
  testlet: "testlet",
  bifactor: "bifactor",
  two: "two abilities"
};

/** Numbers per item in the vector of all items' parameters: a, d, s. */
export const WIDTH = 3;
/** Numbers per item in a list of symmetric 3 × 3 matrices: aa, ad, as, dd, ds, ss. */
export const PAIRS = 6;
/** Fewest items of a group that determine its standard deviation, or a specific slope for each of them. */
const FEWEST = {testlet: 2, bifactor: 3, two: 3} as const;
/** Bounds of |a|, |d| and |s|: beyond, curves no longer change in any way that could be observed. */
const BOUNDS = [25, 60, 25];

export interface Layout {
  structure: Structure;
  tied: boolean;
  items: number;
  /** Group of each item, from 0 to groups − 1; one group under `one` and `two`. */
  group: Int32Array;
  groups: number;
  /** Task of each item, whatever the structure: discriminations within a task share a population. */
  task: Int32Array;
  /** Known lower asymptote of each item. */
  lower: Float64Array;
  /** Whether an item's s is a parameter of its own. */
  free: Uint8Array;
  /** Index of each group's standard deviation in the vector (testlet), or −1. */
  spread: Int32Array;
  /** Index of the one discrimination (tied), or −1. */
  slope: number;
  /**
   * Index of the mean of the persons' second population, followed by its log standard deviation, or −1; the first population is standard
   * normal.
   */
  population: number;
  size: number;
}

export function layoutOf({
  structure,
  group,
  lower,
  tied = false,
  populations = 1
}: {
  structure: Structure;
  /** Group of each item, from 0. */
  group: ArrayLike<number>;
  lower?: ArrayLike<number>;
  tied?: boolean;
  populations?: 1 | 2;
}): Layout {
  const items = group.length;
  const own = structure === "testlet" || structure === "bifactor" ? Int32Array.from(group) : new Int32Array(items);
  const groups = own.reduce((most, g) => Math.max(most, g + 1), 1);
  const sizes = new Int32Array(groups);
  for (const g of own) sizes[g]!++;
  const identifiable = (g: number): boolean => structure !== "one" && sizes[g]! >= FEWEST[structure];
  const free = Uint8Array.from(own, (g, j) =>
    Number((structure === "bifactor" && identifiable(g)) || (structure === "two" && identifiable(g) && j > 0))
  );
  let size = WIDTH * items;
  const spread = Int32Array.from({length: groups}, (_, g) => (structure === "testlet" && identifiable(g) ? size++ : -1));
  const slope = tied ? size++ : -1;
  const population = populations === 2 ? size : -1;
  if (populations === 2) size += 2;
  return {
    structure,
    tied,
    items,
    group: own,
    groups,
    task: Int32Array.from(group),
    lower: lower ? Float64Array.from(lower) : new Float64Array(items),
    free,
    spread,
    slope,
    population,
    size
  };
}

/** The items' a, d and s, one item after the other. */
export function expand({items, group, free, spread, slope}: Layout, x: Float64Array, to = new Float64Array(WIDTH * items)) {
  for (let j = 0, k = 0; j < items; j++, k += WIDTH) {
    const a = slope < 0 ? x[k]! : x[slope]!;
    const tail = spread[group[j]!]!;
    to[k] = a;
    to[k + 1] = x[k + 1]!;
    to[k + 2] = free[j] ? x[k + 2]! : tail < 0 ? 0 : a * x[tail]!;
  }
  return to;
}

/** Transforms the gradient by the items' a, d and s, which is overwritten together with their information, into that by the vector. */
export function pull(
  {items, group, free, spread, slope}: Layout,
  x: Float64Array,
  {bySlopes, information}: {bySlopes: Float64Array; information: Float64Array},
  {gradient, diagonal}: {gradient: Float64Array; diagonal: Float64Array}
): void {
  for (let j = 0; j < items; j++) {
    const [k, p] = [WIDTH * j, PAIRS * j];
    const tail = spread[group[j]!]!;
    const sd = tail < 0 ? 0 : x[tail]!;
    const a = slope < 0 ? x[k]! : x[slope]!;
    const [aa, ad, as, ds, ss] = [0, 1, 2, 4, 5].map(at => information[p + at]!) as [number, number, number, number, number];
    let byA = bySlopes[k]!;
    if (free[j]) gradient[k + 2] = bySlopes[k + 2]!;
    else {
      gradient[k + 2] = 0;
      byA += sd * bySlopes[k + 2]!;
      if (tail >= 0) {
        gradient[tail]! += a * bySlopes[k + 2]!;
        diagonal[tail]! += a * a * ss;
      }
      information[p] = aa + 2 * sd * as + sd * sd * ss;
      information[p + 1] = ad + sd * ds;
      information[p + 2] = information[p + 4] = information[p + 5] = 0;
    }
    gradient[k + 1] = bySlopes[k + 1]!;
    gradient[k] = slope < 0 ? byA : 0;
    if (slope < 0) continue;
    gradient[slope]! += byA;
    diagonal[slope]! += information[p]!;
    information[p] = information[p + 1] = information[p + 2] = 0;
  }
}

/** Sets to 0 the slopes that point out of the bounds. */
export function restrict({items}: Layout, x: Float64Array, gradient: Float64Array): void {
  for (let k = 0; k < WIDTH * items; k++) if (Math.abs(x[k]!) >= BOUNDS[k % WIDTH]! && x[k]! * gradient[k]! > 0) gradient[k] = 0;
}

/** Moves slopes and intercepts back into their bounds; returns true where one is at a bound. */
export function clamp({items}: Layout, x: Float64Array): boolean {
  let at = false;
  for (let k = 0; k < WIDTH * items; k++) {
    const most = BOUNDS[k % WIDTH]!;
    if (Math.abs(x[k]!) < most) continue;
    x[k] = Math.sign(x[k]!) * most;
    at = true;
  }
  return at;
}
