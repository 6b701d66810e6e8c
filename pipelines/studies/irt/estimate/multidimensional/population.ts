// The population of items under empirical Bayes: d is normal over items, a and s about a mean of their task's own, so that items
// with few answers borrow from the others and a model of more parameters is not at a disadvantage for having them. Each task's a have a
// spread of their own too: were it one for all, steep tasks would take a large ability of their own for its unit, in which a lie closer together.
// Means are those of the items as they stand, at every step of the search: a mean that lags behind holds thousands of items where they
// were far more firmly than dozens of persons move them. Standard deviations are estimated anew from time to time.
import {solveItem} from "../precondition.js";
import {type Layout, PAIRS, WIDTH} from "./structure.js";

export interface ItemPopulation {
  /** Standard deviations of a about the mean of each task, then of d, and of s about its group's mean. */
  sd: Float64Array;
  /** How many of a task's a the answers tell: each item counts by what its posterior variance lacks of the population's. */
  told: Float64Array;
}

/** Slopes are taken to differ at least this much between items, so that a population never becomes a point. */
const LEAST_SD = 0.05;
/** Items that a task's spread of a counts as having beside its own, as far apart as those of all tasks. */
const BORROWED = 5;

export const startingPopulation = ({task}: Layout): ItemPopulation => ({
  sd: Float64Array.of(...new Float64Array(tasksOf(task)).fill(0.5), 2, 0.4),
  told: Float64Array.from({length: tasksOf(task)}, (_, t) => 0.5 * task.filter(each => each === t).length)
});
const tasksOf = (task: Int32Array): number => task.reduce((most, t) => Math.max(most, t + 1), 1);

/** Which standard deviation an item's a, d or s has. */
const placeOf = ({sd}: ItemPopulation, {task}: Layout, j: number, k: number): number =>
  k === 0 ? task[j]! : sd.length - WIDTH + k;

/** Which mean an item's a, d and s are about: its task's, that of all items, its group's; −1 where it is not a parameter. */
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

/** Place of aa, dd and ss in an item's information. */
const DIAGONAL = [0, 3, 5];

/** Log density of a vector's items under the population; adds its gradient and information where they are given. */
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
const HALF_LOG_2PI = 0.5 * Math.log(2 * Math.PI);

/**
 * What testlets' standard deviations have beside their likelihood; adds its gradient. The density p(σ) ∝ σ keeps them from 0 by about a
 * standard error (Chung, Rabe-Hesketh, Dorie, Gelman & Liu 2013). And Laplace's term for integrating items out, as far as it depends on
 * them: the information on a grows with 1 + σ². Without it hundreds of items draw a task's σ up without end, since a that are smaller by as
 * much lie closer to their mean.
 */
export function addSpreads({spread, slope}: Layout, {told}: ItemPopulation, x: Float64Array, gradient?: Float64Array): number {
  let sum = 0;
  for (const [g, at] of spread.entries()) {
    if (at < 0) continue;
    const items = slope < 0 ? told[g]! : 0;
    const square = 1 + x[at]! ** 2;
    sum += Math.log(Math.abs(x[at]!)) - 0.5 * items * Math.log(square);
    if (gradient) gradient[at]! += 1 / x[at]! - (items * x[at]!) / square;
  }
  return sum;
}

/**
 * The population that fits items and their posterior variances best (a step of expectation and maximisation).
 * @param information of each item, the population's included
 */
export function refit(layout: Layout, x: Float64Array, information: Float64Array): ItemPopulation {
  const population = startingPopulation(layout);
  const [squares, counts, sizes] = [0, 1, 2].map(() => population.sd.map(() => 0)) as [Float64Array, Float64Array, Float64Array];
  const variances = population.told.map(() => 0);
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
  // a of a task with few items are as far apart, in proportion to their size, as those of the others
  const tasks = variances.length;
  const whole = (of: Float64Array): number => of.subarray(0, tasks).reduce((sum, each) => sum + each, 0);
  const share = Math.min(1, whole(squares) / (whole(sizes) || 1));
  const own = counts.slice(0, tasks);
  for (let t = 0; t < tasks; t++) {
    squares[t]! += (BORROWED * share * sizes[t]!) / Math.max(1, counts[t]!);
    if (counts[t]! > 0) counts[t]! += BORROWED;
  }
  const sd = squares.map((square, at) => (counts[at] === 0 ? 1 : Math.max(LEAST_SD, Math.sqrt(square / counts[at]!))));
  return {sd, told: variances.map((variance, t) => Math.max(0, own[t]! - variance / sd[t]! ** 2))};
}

/** Largest relative change of a standard deviation. */
export const changed = (before: ItemPopulation, after: ItemPopulation): number =>
  before.sd.reduce((most, was, k) => Math.max(most, Math.abs(was / after.sd[k]! - 1)), 0);

/** Standard deviations from which a step of expectation and maximisation set out, and where it led. */
export interface PopulationStep {
  from: ItemPopulation;
  to: ItemPopulation;
}
/** What a step is taken to shrink by where no two tell it, and at most. */
const SHRINK = {first: 0.5, least: -0.5, most: 0.9};

/** Where steps of expectation and maximisation lead in the end, each logarithm by the line through the last two, at most by half or to twice. */
export const ahead = ({from, to}: PopulationStep, before: PopulationStep | null): ItemPopulation => ({
  told: to.told,
  sd: from.sd.map((sd, k) => {
    const run = before ? Math.log(sd / before.from.sd[k]!) : 0;
    const ratio = Math.abs(run) > 1e-3 ? Math.log(to.sd[k]! / before!.to.sd[k]!) / run : SHRINK.first;
    const shrink = Math.max(SHRINK.least, Math.min(SHRINK.most, ratio));
    const step = Math.log(to.sd[k]! / sd) / (1 - shrink);
    return Math.max(LEAST_SD, sd * Math.exp(Math.max(-Math.LN2, Math.min(Math.LN2, step))));
  })
});

/** Logarithm of what a log density gains where items are integrated out, by Laplace's method item by item. @param information of each item, the population's included */
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
/** Place of (r, s) among six numbers of a symmetric 3 × 3 matrix. */
const PAIR = [0, 1, 2, 1, 3, 4, 2, 4, 5];
