// What several abilities look like: every answer rests on a general ability θ and, where the model has them, on a specific one η of
// its item's group. P(right) = c + (1 − c) σ(a θ + s η + d), θ and all η independent and standard normal.
//   one       s = 0: the unidimensional 2PL (3PL where asymptotes are known)
//   testlet   s = a times the group's standard deviation (Bradlow, Wainer & Wang 1999); `tied`: one a for all items (Rasch testlet)
//   bifactor  s of each item's own (Gibbons & Hedeker 1992)
//   two       one group of all items and s of each item's own but the first: the compensatory two-dimensional 2PL
import {HALF_LOG_2PI} from "../../../../stats/distributions.js";
import {anderson} from "../../../../stats/linalg/anderson.js";
import {PAIR} from "../itemPosterior.js";
import {DIAGONAL} from "../population.js";
import {solveItem} from "../precondition.js";

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

// The population of items under empirical Bayes: d is normal over all items, a and s are normal about a mean of their task, so that items
// with few answers borrow from the others and a model with more parameters is not at a disadvantage for having them. The a of each task
// also have a standard deviation of their own: with a common one, steep tasks would take a large specific ability as their unit, in which
// their a lie closer together. Means are those of the items' present values, at every step of the search: a mean that lags behind fixes
// thousands of items far more firmly than dozens of persons can move them. Standard deviations are re-estimated from time to time.

export interface ItemPopulation {
  /** Standard deviations of a about the mean of each task, then of d, then of s about the mean of its group. */
  sd: Float64Array;
  /**
   * Effective number of a per task that the answers determine: each item counts by 1 minus its posterior variance over the population's.
   */
  effective: Float64Array;
}

/** Lower bound of the standard deviations, so that a population never collapses to a point. */
const LEAST_SD = 0.05;
/** Weight, in items, of the pooled standard deviation of a in the estimate of each task's own. */
const BORROWED = 5;

export const startingPopulation = ({task}: Layout): ItemPopulation => ({
  sd: Float64Array.of(...new Float64Array(tasksOf(task)).fill(0.5), 2, 0.4),
  effective: Float64Array.from({length: tasksOf(task)}, (_, t) => 0.5 * task.filter(each => each === t).length)
});
const tasksOf = (task: Int32Array): number => task.reduce((most, t) => Math.max(most, t + 1), 1);

/** Index of the standard deviation that belongs to an item's a, d or s. */
const placeOf = ({sd}: ItemPopulation, {task}: Layout, j: number, k: number): number =>
  k === 0 ? task[j]! : sd.length - WIDTH + k;

/**
 * Index of the mean that an item's a, d or s is centred on: its task's, that of all items, or its group's; −1 where it is not a parameter.
 */
const cluster = ({group, task, free, slope}: Layout, j: number, k: number): number =>
  k === 0 ? (slope < 0 ? task[j]! : -1) : k === 1 ? 0 : free[j] ? group[j]! : -1;

/** Mean of a, d or s in each cluster. */
function meansOf(layout: Layout, x: Float64Array, k: number): Float64Array {
  const [sums, counts] = [new Float64Array(layout.items), new Float64Array(layout.items)];
  for (let j = 0; j < layout.items; j++) {
    const at = cluster(layout, j, k);
    if (at < 0) continue;
    sums[at]! += x[WIDTH * j + k]!;
    counts[at]!++;
  }
  return sums.map((sum, at) => sum / Math.max(1, counts[at]!));
}

/** Log density of the items of a vector under the population; adds its gradient and information to the arrays that are given. */
export function addPopulation(
  layout: Layout,
  population: ItemPopulation,
  x: Float64Array,
  to?: {gradient: Float64Array; information: Float64Array}
): number {
  let sum = 0;
  for (let k = 0; k < WIDTH; k++) {
    const means = meansOf(layout, x, k);
    for (let j = 0; j < layout.items; j++) {
      const at = cluster(layout, j, k);
      if (at < 0) continue;
      const sd = population.sd[placeOf(population, layout, j, k)]!;
      const z = (x[WIDTH * j + k]! - means[at]!) / sd;
      sum -= 0.5 * z * z + Math.log(sd) + HALF_LOG_2PI;
      if (!to) continue;
      to.gradient[WIDTH * j + k]! -= z / sd;
      to.information[PAIRS * j + DIAGONAL[k]!]! += 1 / (sd * sd);
    }
  }
  return sum;
}

/**
 * Log prior of the testlets' standard deviations; adds its gradient. The density p(σ) ∝ σ keeps them away from 0 by about a standard error
 * (Chung, Rabe-Hesketh, Dorie, Gelman & Liu 2013). It also contains the part of Laplace's term for integrating items out that depends on
 * them: the information on a grows with 1 + σ². Without it hundreds of items would raise a task's σ without limit, since the a that shrink
 * in proportion lie closer to their mean.
 */
export function addSpreads(
  {spread, slope}: Layout,
  {effective}: ItemPopulation,
  x: Float64Array,
  gradient?: Float64Array
): number {
  let sum = 0;
  for (const [g, at] of spread.entries()) {
    if (at < 0) continue;
    const items = slope < 0 ? effective[g]! : 0;
    const square = 1 + x[at]! ** 2;
    sum += Math.log(Math.abs(x[at]!)) - 0.5 * items * Math.log(square);
    if (gradient) gradient[at]! += 1 / x[at]! - (items * x[at]!) / square;
  }
  return sum;
}

/**
 * The population that fits the items and their posterior variances best (one EM step).
 * @param information of each item, including the population's
 */
export function refit(layout: Layout, x: Float64Array, information: Float64Array): ItemPopulation {
  const population = startingPopulation(layout);
  const [squares, counts, sizes] = [0, 1, 2].map(() => population.sd.map(() => 0)) as [Float64Array, Float64Array, Float64Array];
  const variances = population.effective.map(() => 0);
  const means = [0, 1, 2].map(k => meansOf(layout, x, k));
  const column = new Float64Array(WIDTH);
  for (let j = 0; j < layout.items; j++)
    for (let k = 0; k < WIDTH; k++) {
      const at = cluster(layout, j, k);
      if (at < 0) continue;
      column.fill(0)[k] = 1;
      solveItem(information, PAIRS * j, column, 0);
      const place = placeOf(population, layout, j, k);
      squares[place]! += (x[WIDTH * j + k]! - means[k]![at]!) ** 2 + column[k]!;
      sizes[place]! += x[WIDTH * j + k]! ** 2;
      counts[place]!++;
      if (k === 0) variances[place]! += column[0]!;
    }
  // in a task with few items the a vary, in proportion to their size, as much as in the other tasks
  const tasks = variances.length;
  const whole = (of: Float64Array): number => of.subarray(0, tasks).reduce((sum, each) => sum + each, 0);
  const share = Math.min(1, whole(squares) / (whole(sizes) || 1));
  const own = counts.slice(0, tasks);
  for (let t = 0; t < tasks; t++) {
    squares[t]! += (BORROWED * share * sizes[t]!) / Math.max(1, counts[t]!);
    if (counts[t]! > 0) counts[t]! += BORROWED;
  }
  const sd = squares.map((square, at) => (counts[at] === 0 ? 1 : Math.max(LEAST_SD, Math.sqrt(square / counts[at]!))));
  return {sd, effective: variances.map((variance, t) => Math.max(0, own[t]! - variance / sd[t]! ** 2))};
}

/** Largest relative change of a standard deviation. */
export const changed = (before: ItemPopulation, after: ItemPopulation): number =>
  before.sd.reduce((most, was, k) => Math.max(most, Math.abs(was / after.sd[k]! - 1)), 0);

/** The standard deviations before and after an EM step. */
export interface PopulationStep {
  from: ItemPopulation;
  to: ItemPopulation;
}
/** Number of past EM steps that are combined. */
const REMEMBERED = 5;

/**
 * The standard deviations from which the next EM step is taken, by Anderson's method in logarithms, each changed by at most a factor of two.
 * EM steps by themselves circle around the solution, since wider slopes and a larger unit of the ability stand for each other.
 */
export function ahead(steps: readonly PopulationStep[]): ItemPopulation {
  const recent = steps.slice(-REMEMBERED).map(({from, to}) => {
    const at = Array.from(from.sd, Math.log);
    return {at, move: at.map((log, k) => Math.log(to.sd[k]!) - log)};
  });
  const next = anderson(recent);
  const {from, to} = steps.at(-1)!;
  return {
    effective: to.effective,
    sd: from.sd.map((sd, k) => Math.max(LEAST_SD, Math.min(2 * sd, Math.max(sd / 2, Math.exp(next[k]!)))))
  };
}

/**
 * Log of the factor by which integrating items out changes a density, by Laplace's method item by item.
 * @param information of each item, including the population's
 */
export function integratedOut(layout: Layout, information: Float64Array): number {
  let [sum, dimensions] = [0, 0];
  for (let j = 0; j < layout.items; j++) {
    const free = [0, 1, 2].filter(k => cluster(layout, j, k) >= 0);
    const at = (r: number, s: number): number => information[PAIRS * j + PAIR[r * WIDTH + s]!]!;
    const lower = new Float64Array(WIDTH * WIDTH);
    for (const [r, k] of free.entries())
      for (let s = 0; s <= r; s++) {
        let rest = at(k, free[s]!);
        for (let t = 0; t < s; t++) rest -= lower[r * WIDTH + t]! * lower[s * WIDTH + t]!;
        lower[r * WIDTH + s] = r === s ? Math.sqrt(Math.max(rest, 1e-10)) : rest / lower[s * WIDTH + s]!;
        if (r === s) sum += 2 * Math.log(lower[r * WIDTH + s]!);
      }
    dimensions += free.length;
  }
  return dimensions * HALF_LOG_2PI - 0.5 * sum;
}
