// Samples in the form of survival analysis: each writes tokens until it answers (correct, incorrect) or is truncated.
import {CORRECT, INCORRECT, type Status, TRUNCATED} from "../../score/status.js";

/** Identical samples of one point. */
export interface Exit {
  /** number that identifies the point */
  point: number;
  /** completion tokens at the end */
  tokens: number;
  status: Status;
  /** number of such samples; 1 by default */
  count?: number;
  /** the test, where some were asked more than once; without it every sample counts as a separate test */
  item?: number | null;
}

/** A cohort's samples by distinct token counts ("times"). A sample's code is 3 × time + status. */
export interface Cohort {
  /** number of samples */
  n: number;
  /** distinct token counts, ascending */
  times: Float64Array;
  /** samples that ended at each time, by code */
  counts: Float64Array;
  /** number of samples with at least so many tokens, by time */
  atRisk: Float64Array;
  /** the code of each sample, sorted by point, then by test */
  codes: Int32Array;
  /** index of the first sample of each test, then n */
  tests: Int32Array;
  /** index of the first test of each point, then the number of tests */
  points: Int32Array;
}

const STATUSES = 3;
export const codeOf = (time: number, status: Status): number => STATUSES * time + status;
export const statusOf = (code: number): Status => (code % STATUSES) as Status;
export const timeOf = (code: number): number => Math.floor(code / STATUSES);

/** Lays samples out; no estimate depends on their order. Rows with a count of 0 are left out. */
export function cohort(exits: readonly Exit[]): Cohort {
  const rows = byTest(exits);
  const times = Float64Array.from(new Set(rows.map(row => row.tokens))).sort();
  const timeOfTokens = new Map(Array.from(times, (tokens, time) => [tokens, time]));
  const n = rows.reduce((sum, {count = 1}) => sum + count, 0);
  const codes = new Int32Array(n);
  const counts = new Float64Array(STATUSES * times.length);
  const tests: number[] = [];
  const points: number[] = [];
  let filled = 0;
  let previous: Exit | undefined;
  for (const row of rows) {
    const {point, tokens, status, count = 1, item = null} = row;
    const code = codeOf(timeOfTokens.get(tokens)!, status);
    const samePoint = previous !== undefined && previous.point === point;
    if (!samePoint) points.push(tests.length);
    const sameTest = samePoint && item !== null && previous?.item === item;
    for (let k = 0; k < count; k++) {
      if (item === null || (k === 0 && !sameTest)) tests.push(filled);
      codes[filled++] = code;
    }
    counts[code]! += count;
    previous = row;
  }
  points.push(tests.length);
  tests.push(n);
  return {n, times, counts, atRisk: riskSets(counts, n), codes, tests: Int32Array.from(tests), points: Int32Array.from(points)};
}

/**
 * Sorts by point, then test, and keeps the given order otherwise, so that two cohorts from the rows of one comparison have the same order.
 */
function byTest(exits: readonly Exit[]): Exit[] {
  const order = (a: Exit, b: Exit) => a.point - b.point || (a.item ?? -1) - (b.item ?? -1);
  const rows = exits.filter(({count = 1}) => count > 0);
  return rows.every((row, i) => i === 0 || order(rows[i - 1]!, row) <= 0) ? rows : rows.sort(order); // sort is stable
}

/** Number at risk at each time: samples that end at the time itself are still at risk, so that answers precede truncations in ties. */
function riskSets(counts: Float64Array, n: number): Float64Array {
  const atRisk = new Float64Array(counts.length / STATUSES);
  for (let time = 0, left = n; time < atRisk.length; time++) {
    atRisk[time] = left;
    left -= counts[codeOf(time, INCORRECT)]! + counts[codeOf(time, CORRECT)]! + counts[codeOf(time, TRUNCATED)]!;
  }
  return atRisk;
}

/** Index of the last time ≤ t, or −1. */
export function lastTime(times: Float64Array, t: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= t) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Number of samples with at least t tokens: the number at risk at t. */
export function stillWriting({times, atRisk}: Cohort, t: number): number {
  const last = lastTime(times, t);
  return atRisk[times[last] === t ? last : last + 1] ?? 0;
}

/** The largest number of tokens of any sample, beyond which nothing is known. */
export const longest = ({times}: Cohort): number => times[times.length - 1] ?? 0;
