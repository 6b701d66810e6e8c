// Recovers from published pass^1 … pass^n over n trials how many tasks were solved 0, 1, …, n times, and estimates from those counts.
import {wilsonInterval} from "../../stats/intervals.js";
import {type ItemMean, meanOverItems, passHatK} from "../../stats/passK.js";

/** Tasks that were solved in 0, 1, …, n of n trials. */
export type SolvedTimes = readonly number[];

/** An estimate with its 95 % interval over tasks. */
export type TaskEstimate = ItemMean;

export interface Recovery {
  /** all lists of whole counts whose figures round to the published ones; none if the figures cannot be as published */
  matches: SolvedTimes[];
  /** solution of the equations without rounding; negative or fractional counts show why there is no match */
  exact: number[];
  /** whether there are more matches than were listed */
  isCut: boolean;
}

/** Lists of counts that are kept. */
const MAX_MATCHES = 100;
/** Partial lists of counts that are visited, in all. */
const MAX_VISITED = 2_000_000;
/** Allowance for the arithmetic of floating point, tasks. */
const SLACK = 1e-9;

/** C(n, k); 0 for k > n. */
export function binomial(n: number, k: number): number {
  let product = 1;
  for (let i = 1; i <= k; i++) product = (product * (n - k + i)) / i;
  return k > n ? 0 : Math.round(product);
}

/**
 * Recovers the counts from pass^1 … pass^n, each the mean over tasks of C(solved, k) ÷ C(n, k). Only tasks that were solved n times
 * contribute to pass^n, those solved n − 1 times in addition to pass^(n − 1), and so on, so that the counts follow from the last to the
 * first; every whole count within the rounding of its figure is tried.
 * @param figures pass^1 … pass^n as fractions of 1; n is the number of trials
 * @param rounding half a unit of the last digit of the figures, as a fraction of 1
 */
export function recoverSolvedTimes(figures: readonly number[], {tasks, rounding}: {tasks: number; rounding: number}): Recovery {
  const trials = figures.length;
  const counts = new Array<number>(trials + 1).fill(0);
  const matches: SolvedTimes[] = [];
  let visited = 0;
  const search = (k: number, left: number): void => {
    if (++visited > MAX_VISITED || matches.length > MAX_MATCHES) return;
    if (k === 0) {
      counts[0] = left;
      matches.push([...counts]);
      return;
    }
    const scale = binomial(trials, k);
    const known = fromMoreSuccesses(counts, k);
    const first = Math.max(0, Math.ceil((tasks * (figures[k - 1]! - rounding) - known) * scale - SLACK));
    const last = Math.min(left, Math.floor((tasks * (figures[k - 1]! + rounding) - known) * scale + SLACK));
    for (let count = first; count <= last; count++) {
      counts[k] = count;
      search(k - 1, left - count);
    }
    counts[k] = 0;
  };
  search(trials, tasks);
  const exact = exactCounts(figures, tasks);
  return {matches: matches.slice(0, MAX_MATCHES), exact, isCut: visited > MAX_VISITED || matches.length > MAX_MATCHES};
}

/** Sum of pass^k over the tasks that were solved more than k times. */
function fromMoreSuccesses(counts: SolvedTimes, k: number): number {
  const trials = counts.length - 1;
  let sum = 0;
  for (let solved = k + 1; solved <= trials; solved++) sum += counts[solved]! * passHatK(trials, solved, k);
  return sum;
}

/** The solution of the same equations in real numbers. */
function exactCounts(figures: readonly number[], tasks: number): number[] {
  const trials = figures.length;
  const counts = new Array<number>(trials + 1).fill(0);
  for (let k = trials; k >= 1; k--) {
    counts[k] = (tasks * figures[k - 1]! - fromMoreSuccesses(counts, k)) * binomial(trials, k);
  }
  counts[0] = tasks - counts.slice(1).reduce((a, b) => a + b, 0);
  return counts;
}

/** pass^k with its interval over tasks. `solved` has at least one task. */
export function passHatEstimate(solved: SolvedTimes, k: number): TaskEstimate {
  const trials = solved.length - 1;
  return meanOverItems(
    solved.map((_, times) => passHatK(trials, times, k)),
    solved
  );
}

/** The share of tasks that were solved in some trials and not in others, with Wilson's interval. */
export function unstableShare(solved: SolvedTimes): TaskEstimate {
  const tasks = solved.reduce((a, b) => a + b, 0);
  return boundedMean(solved.slice(1, -1).reduce((a, b) => a + b, 0) / tasks, tasks);
}

/**
 * A mean over tasks of values in 0…1 of which nothing else is known: its variance is at most p (1 − p) ÷ tasks, so Wilson's interval on as
 * many trials as there are tasks is at least as wide as the true one.
 */
export function boundedMean(value: number, tasks: number): TaskEstimate {
  return {value, ...wilsonInterval(value, tasks)};
}
