// Paired difference of two evaluations on the tests that both answered, with standard errors that are clustered by point.

import {tQuantile, tTwoSided} from "./distributions.js";
import type {ErrorOver} from "./errorOver.js";

/** One evaluation's answers to each test, repeated ones included: numbers by status; all 0 where it was not asked. */
export interface PairedAnswers {
  right: Uint16Array;
  wrong: Uint16Array;
  cut: Uint16Array;
}

/** Counts of zero for a number of tests. */
export const emptyAnswers = (tests: number): PairedAnswers => ({
  right: new Uint16Array(tests),
  wrong: new Uint16Array(tests),
  cut: new Uint16Array(tests)
});

/** Share of right answers to each test, 0–1, over all repeats that count; NaN where none does. */
export function testScores({right, wrong, cut}: PairedAnswers, {truncated = "left out"}: PairedOptions = {}): Float64Array {
  return Float64Array.from(right, (k, test) => k / (k + wrong[test]! + (truncated === "wrong" ? cut[test]! : 0)));
}

/** The tests of a comparison. Tests of one point are adjacent, and so are points of one task. */
export interface Tests {
  tasks: readonly string[];
  /** Per point: the number of its task. */
  taskOf: Int32Array;
  /** Per point: the number of its first test; one more entry ends the last point. */
  starts: Int32Array;
  /** Per test: 1 − guess chance, the accuracy that can be gained over guessing. */
  room: Float64Array;
}

/** How truncated answers count: `left out` (only tests that both finished count), or `wrong` like any incorrect answer. */
export const TRUNCATED_AS = ["left out", "wrong"] as const;
/** Weights when tasks are pooled: each common `test` counts the same, or each `task` does. */
export const WEIGHTS = ["test", "task"] as const;
export interface PairedOptions {
  truncated?: (typeof TRUNCATED_AS)[number];
  weights?: (typeof WEIGHTS)[number];
  error?: ErrorOver;
}

/**
 * Sums per point over the tests that count for both evaluations. d is A's share of right answers to the test minus B's, ±1 or 0 where each
 * answered once; m is the test's room.
 */
export interface PairCounts {
  n: Float64Array;
  m: Float64Array;
  d: Float64Array;
  dd: Float64Array;
  dm: Float64Array;
  mm: Float64Array;
}

/** Counts of zero for all points of the tests. */
export function emptyPairCounts({taskOf}: Tests): PairCounts {
  const sums = () => new Float64Array(taskOf.length);
  return {n: sums(), m: sums(), d: sums(), dd: sums(), dm: sums(), mm: sums()};
}

/**
 * Counts one pair of evaluations. `into` is overwritten, so that all pairs of many evaluations can share one buffer.
 * @param a, b scores of `testScores`
 */
export function countPair({starts, room}: Tests, a: Float64Array, b: Float64Array, into: PairCounts): PairCounts {
  for (let point = 0; point + 1 < starts.length; point++) {
    let [n, m, d, dd, dm, mm] = [0, 0, 0, 0, 0, 0];
    const end = starts[point + 1]!;
    for (let test = starts[point]!; test < end; test++) {
      const gain = a[test]! - b[test]!;
      if (Number.isNaN(gain)) continue; // not both answered
      const space = room[test]!;
      n++;
      m += space;
      mm += space * space;
      if (gain === 0) continue;
      d += gain;
      dd += gain * gain;
      dm += gain * space;
    }
    into.n[point] = n;
    into.m[point] = m;
    into.d[point] = d;
    into.dd[point] = dd;
    into.dm[point] = dm;
    into.mm[point] = mm;
  }
  return into;
}

export interface Difference {
  /** Common tests that count, and the points that they belong to. */
  n: number;
  points: number;
  /** Excess accuracy of A minus that of B on these tests, within ±`most`; null without any tests. */
  value: number | null;
  most: number;
  /**
   * The standard error to use: with errors over tests, `se_tests`; over points, the larger of the two, or `se_tests` where all tests belong
   * to one point. Null where it cannot be estimated.
   */
  se: number | null;
  /** What that error is over: tests, even where points were asked for, if all tests belong to one point. */
  over: ErrorOver;
  df: number | null;
  /** Two-sided p-value of no difference. */
  p: number | null;
  /** Standard error clustered by point (CR2); null with fewer than two points. */
  se_points: number | null;
  /** Standard error with tests taken as independent. */
  se_tests: number | null;
}

/**
 * The difference of two excess accuracies on the common tests, Σd ÷ Σm. `only` selects the points of one task.
 * Clustered error: CR2 with Satterthwaite degrees of freedom (Bell & McCaffrey 2002; Pustejovsky & Tipton 2018,
 * doi:10.1080/07350015.2016.1247004), which for equal clusters is CR1's √(G/(G−1) Σr²) with G − 1 (Cameron & Miller 2015,
 * doi:10.3368/jhr.50.2.317); for evaluations: Miller 2024, arXiv:2411.00640, section 2.2.
 * A few clusters can agree by chance, and their clustered error is then far too small. The larger of it and the error over tests is
 * therefore used (Angrist & Pischke 2009, section 8.2.3), and with a single point only the latter exists. The error over tests is never 0,
 * because one discordant pair and two tests are added (after Agresti & Min 2005, doi:10.1002/sim.1781).
 */
export function pairedDifference(
  {taskOf, tasks}: Tests,
  {n, m, d, dd, dm, mm}: PairCounts,
  {weights = "test", error = "tests"}: PairedOptions = {},
  only?: number
): Difference {
  const unit = taskUnits(tasks.length, taskOf, m, weights, only);
  let [tests, points, room, gain, possible] = [0, 0, 0, 0, 0];
  for (let point = 0; point < n.length; point++) {
    const u = unit[taskOf[point]!]!;
    if (u === 0 || m[point] === 0) continue;
    tests += n[point]!;
    points++;
    room += u * m[point]!;
    gain += u * d[point]!;
    possible += u * n[point]!;
  }
  const over: ErrorOver = points > 1 ? error : "tests";
  const none = {n: tests, points, value: null, most: 1, se: null, over, df: null, p: null, se_points: null, se_tests: null};
  if (room === 0) return none;
  const value = gain / room;
  let [between, within, units, shares, leverage, leverages] = [0, 0, 0, 0, 0, 0];
  for (let point = 0; point < n.length; point++) {
    const u = unit[taskOf[point]!]!;
    if (u === 0 || m[point] === 0) continue;
    const share = (u * m[point]!) / room;
    const residual = (u * (d[point]! - value * m[point]!)) / room;
    const b = (share * share) / (1 - share);
    between += (residual * residual) / (1 - share);
    within += u * u * (dd[point]! - 2 * value * dm[point]! + value * value * mm[point]!);
    units += u * u * n[point]!;
    shares += share * share;
    leverage += b;
    leverages += b * b;
  }
  const se_points = points > 1 ? Math.sqrt(between) : null;
  const added = units / tests; // one discordant pair of mean weight
  const se_tests = tests > 1 ? ((Math.sqrt(Math.max(0, within) + added) / room) * tests) / (tests + 2) : null;
  const clustered = over === "points";
  const se = clustered ? Math.max(se_points!, se_tests!) : se_tests;
  const df = clustered ? 1 / (shares + leverage * leverage - leverages) : tests - 1;
  if (se === null) return {...none, value, most: possible / room, se_points, se_tests};
  return {n: tests, points, value, most: possible / room, se, over, df, p: tTwoSided(value / se, df), se_points, se_tests};
}

/** Sums of `PairCounts` over pairs that belong to no points; d of a pair may be a fraction, where it is a mean of several answers. */
export type PairSums = {[Key in keyof PairCounts]: number};

/** The difference over pairs that belong to no points, each of which counts the same. */
export function pairSumsDifference(sums: PairSums): Difference {
  const [n, m, d, dd, dm, mm] = [sums.n, sums.m, sums.d, sums.dd, sums.dm, sums.mm].map(sum => Float64Array.of(sum));
  const tests = {tasks: [""], taskOf: Int32Array.of(0), starts: Int32Array.of(0, sums.n), room: new Float64Array(0)};
  return pairedDifference(tests, {n: n!, m: m!, d: d!, dd: dd!, dm: dm!, mm: mm!});
}

/** The mean difference over pairs, gain ÷ room, with its 95 % interval (none of a single pair) and two-sided p-value; at least one pair. */
export function pairedEstimate(pairs: readonly {gain: number; room: number}[]): {
  n: number;
  value: number;
  low: number | null;
  high: number | null;
  p: number | null;
} {
  const sums: PairSums = {n: pairs.length, m: 0, d: 0, dd: 0, dm: 0, mm: 0};
  for (const {gain, room} of pairs) {
    sums.m += room;
    sums.d += gain;
    sums.dd += gain * gain;
    sums.dm += gain * room;
    sums.mm += room * room;
  }
  const difference = pairSumsDifference(sums);
  const interval = differenceInterval(difference);
  return {n: pairs.length, value: difference.value!, low: interval?.low ?? null, high: interval?.high ?? null, p: difference.p};
}

/** The weight of one unit of room in each task: 1, or the weight that makes the total room of all tasks equal. */
export function taskUnits(
  tasks: number,
  taskOf: Int32Array,
  m: Float64Array,
  weights: PairedOptions["weights"],
  only: number | undefined
): Float64Array {
  const unit = new Float64Array(tasks);
  if (weights === "task") for (let point = 0; point < taskOf.length; point++) unit[taskOf[point]!]! += m[point]!;
  return unit.map((room, task) => (only !== undefined && task !== only ? 0 : weights === "test" ? 1 : room > 0 ? 1 / room : 0));
}

/** Both ends of a difference's confidence interval at a level, limited to the possible range; null where there is no standard error. */
export function differenceInterval(
  {value, se, df, most}: Difference,
  {confidence = 0.95} = {}
): {low: number; high: number} | null {
  if (value === null || se === null || df === null) return null;
  const half = tQuantile((1 + confidence) / 2, df) * se;
  return {low: Math.max(-most, value - half), high: Math.min(most, value + half)};
}
