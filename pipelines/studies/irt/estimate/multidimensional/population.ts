// The population of items under empirical Bayes: d is normal over all items, a and s are normal about a mean of their task, so that items
// with few answers borrow from the others and a model with more parameters is not at a disadvantage for having them. The a of each task
// also have a standard deviation of their own: with a common one, steep tasks would take a large specific ability as their unit, in which
// their a lie closer together. Means are those of the items' present values, at every step of the search: a mean that lags behind fixes
// thousands of items far more firmly than dozens of persons can move them. Standard deviations are re-estimated from time to time.
import {HALF_LOG_2PI} from "../../../../stats/distributions.js";
import {anderson} from "../../../../stats/linalg/anderson.js";
import {PAIR} from "../itemPosterior.js";
import {DIAGONAL} from "../population.js";
import {solveItem} from "../precondition.js";
import {type Layout, PAIRS, WIDTH} from "./structure.js";

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
