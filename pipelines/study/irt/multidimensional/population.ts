// The population of items under empirical Bayes: d is normal over items, a and s about a mean of their task's own, so that items
// with few answers borrow from the others and a model of more parameters is not at a disadvantage for having them.
import {solveItem} from "../precondition.js";
import {type Layout, PAIRS, WIDTH} from "./structure.js";

export interface ItemPopulation {
  /** Mean of a in each task, and the standard deviation about it. With one mean for all, a task of steeper items would seek its slope in s. */
  a: {means: Float64Array; sd: number};
  d: {mean: number; sd: number};
  /** Mean of s in each group, and the standard deviation about it. */
  s: {means: Float64Array; sd: number};
}

/** Slopes are taken to differ at least this much between items, so that a population never becomes a point. */
const LEAST_SD = 0.05;

export const startingPopulation = ({groups, task}: Layout): ItemPopulation => ({
  a: {means: new Float64Array(tasksOf(task)).fill(1), sd: 0.5},
  d: {mean: 0, sd: 2},
  s: {means: new Float64Array(groups).fill(0.3), sd: 0.4}
});

const tasksOf = (task: Int32Array): number => task.reduce((most, t) => Math.max(most, t + 1), 1);

/** Log density of a vector under the population; adds its gradient and information where they are given. */
export function addPopulation(
  {items, group, task, free, slope}: Layout,
  {a, d, s}: ItemPopulation,
  x: Float64Array,
  to?: {gradient: Float64Array; information: Float64Array}
): number {
  let sum = 0;
  const add = (k: number, p: number, mean: number, sd: number): void => {
    const z = (x[k]! - mean) / sd;
    sum -= 0.5 * z * z + Math.log(sd) + HALF_LOG_2PI;
    if (!to) return;
    to.gradient[k]! -= z / sd;
    to.information[p]! += 1 / (sd * sd);
  };
  for (let j = 0; j < items; j++) {
    if (slope < 0) add(WIDTH * j, PAIRS * j, a.means[task[j]!]!, a.sd);
    add(WIDTH * j + 1, PAIRS * j + 3, d.mean, d.sd);
    if (free[j]) add(WIDTH * j + 2, PAIRS * j + 5, s.means[group[j]!]!, s.sd);
  }
  return sum;
}
const HALF_LOG_2PI = 0.5 * Math.log(2 * Math.PI);

/**
 * The population that fits items and their posterior variances best (a step of expectation and maximisation).
 * @param information of each item, the population's included
 */
export function refit(
  {items, group, groups, task, free, slope}: Layout,
  x: Float64Array,
  information: Float64Array
): ItemPopulation {
  const [aa, dd, ss] = [new Float64Array(items), new Float64Array(items), new Float64Array(items)];
  const column = new Float64Array(WIDTH);
  for (let j = 0; j < items; j++)
    for (const [k, to] of [aa, dd, ss].entries()) {
      column.fill(0)[k] = 1;
      solveItem(information, PAIRS * j, column, 0);
      to[j] = column[k]!;
    }
  const all = Array.from({length: items}, (_, j) => j);
  const spread = (of: readonly number[], k: number, variance: Float64Array, mean: (j: number) => number): number =>
    Math.max(
      LEAST_SD,
      Math.sqrt(of.reduce((sum, j) => sum + (x[WIDTH * j + k]! - mean(j)) ** 2 + variance[j]!, 0) / Math.max(1, of.length))
    );
  const meanOf = (of: readonly number[], k: number): number =>
    of.reduce((sum, j) => sum + x[WIDTH * j + k]!, 0) / Math.max(1, of.length);
  const d = meanOf(all, 1);
  const byTask = Float64Array.from({length: tasksOf(task)}, (_, t) =>
    meanOf(
      all.filter(j => task[j] === t),
      0
    )
  );
  const loaded = all.filter(j => free[j]);
  const means = Float64Array.from({length: groups}, (_, g) =>
    meanOf(
      loaded.filter(j => group[j] === g),
      2
    )
  );
  return {
    a: {means: byTask, sd: slope < 0 ? spread(all, 0, aa, j => byTask[task[j]!]!) : 1},
    d: {mean: d, sd: spread(all, 1, dd, () => d)},
    s: {means, sd: loaded.length > 0 ? spread(loaded, 2, ss, j => means[group[j]!]!) : 1}
  };
}

/** Largest relative change of a spread, or change of a mean in spreads. */
export function changed(before: ItemPopulation, after: ItemPopulation): number {
  const of = (was: {mean: number; sd: number}, is: {mean: number; sd: number}) =>
    Math.max(Math.abs(was.mean - is.mean) / is.sd, Math.abs(was.sd / is.sd - 1));
  return Math.max(
    ...Array.from(after.a.means, (mean, t) => of({mean: before.a.means[t]!, sd: before.a.sd}, {mean, sd: after.a.sd})),
    of(before.d, after.d),
    ...Array.from(after.s.means, (mean, g) => of({mean: before.s.means[g]!, sd: before.s.sd}, {mean, sd: after.s.sd}))
  );
}

/** Spreads come to rest slowly, always from one side: each goes this many times its step, though at most by half or to twice. */
const BEYOND = 4;

/** A population farther along the way from one to the next. */
export function beyond(before: ItemPopulation, next: ItemPopulation): ItemPopulation {
  const sd = (was: number, is: number): number => Math.max(LEAST_SD, was * Math.max(0.5, Math.min(2, (is / was) ** BEYOND)));
  return {
    a: {means: next.a.means, sd: sd(before.a.sd, next.a.sd)},
    d: {mean: next.d.mean, sd: next.d.sd},
    s: {means: next.s.means, sd: sd(before.s.sd, next.s.sd)}
  };
}
