// Cost of an answer's format to a model: rates of several runs of the same tasks in two formats.
import {tQuantile} from "../../stats/distributions.js";
import {wilsonInterval} from "../../stats/intervals.js";
import {mean, studentMean} from "../../stats/mean.js";
import {type Bounded, newcombe} from "../../stats/newcombe.js";

/** Rates of a model in one format. */
interface FormatRuns {
  /** share of tasks solved in each run, 0 to 1 */
  rates: readonly number[];
  tasks: number;
}

/** An estimate with an interval that may be missing. */
interface Estimate {
  value: number;
  low: number | null;
  high: number | null;
}

const sdOf = (values: readonly number[]): number => {
  const center = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - center) ** 2, 0) / (values.length - 1));
};

/** Mean rate on these tasks with Student's interval over runs; without it for one run, and for runs that are all alike. */
export const rateOverRuns = ({rates}: FormatRuns): Estimate =>
  studentMean({mean: mean(rates), sd: rates.length > 1 ? sdOf(rates) : null, n: rates.length});

/**
 * The same mean with an interval over runs and tasks. Results by task are not published; a task's mean over runs lies in 0…1, so its variance
 * is at most p (1 − p), and Wilson's interval on as many trials as there are tasks is at least as wide as the true one.
 */
export function rateOverTasks({rates, tasks}: FormatRuns): Bounded {
  const value = mean(rates);
  return {value, ...wilsonInterval(value, tasks)};
}

/** The difference a − b on these tasks, with Welch's interval over runs (Welch 1947, doi:10.1093/biomet/34.1-2.28). */
export function differenceOverRuns(a: FormatRuns, b: FormatRuns): Estimate {
  const value = mean(a.rates) - mean(b.rates);
  if (a.rates.length < 2 || b.rates.length < 2) return {value, low: null, high: null};
  const [one, other] = [a, b].map(({rates}) => ({v: sdOf(rates) ** 2 / rates.length, n: rates.length}));
  const variance = one!.v + other!.v;
  if (!(variance > 0)) return {value, low: null, high: null};
  const freedom = variance ** 2 / (one!.v ** 2 / (one!.n - 1) + other!.v ** 2 / (other!.n - 1));
  const margin = tQuantile(0.975, freedom) * Math.sqrt(variance);
  return {value, low: value - margin, high: value + margin};
}

/** The same difference over runs and tasks, without pairing: the widest that results by task could give, unless the formats solve opposite tasks. */
export const differenceOverTasks = (a: FormatRuns, b: FormatRuns): Bounded => newcombe(rateOverTasks(a), rateOverTasks(b));
