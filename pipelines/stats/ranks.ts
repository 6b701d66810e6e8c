// Simultaneous confidence intervals of ranks.
import {normal} from "../generate/normal.js";
import {type Random, randomOf} from "../generate/seed.js";
import {normalQuantile} from "./distributions.js";

/** An estimate (larger is better) and its standard error. Estimates are taken as independent and approximately normal. */
export interface NormalEstimate {
  value: number;
  se: number;
}

/** A rank with its interval; 1 is best. Equal values share the better rank. */
export interface RankInterval {
  rank: number;
  low: number;
  high: number;
}

/** Most pairs for which the critical value is simulated; beyond them Bonferroni's is used, which is slightly larger and costs no time. */
const MOST_PAIRS = 30_000;

/**
 * Simultaneous confidence intervals of ranks (Mogstad, Romano, Shaikh & Wilhelm 2024, doi:10.1093/restud/rdad006, single step). An
 * evaluation's best possible rank is 1 + the number of evaluations that are significantly better, and its worst possible rank is the number
 * of all less those that are significantly worse, where "significantly" means that the simultaneous confidence interval of the pair's
 * difference excludes 0. With probability `level` or more every true rank lies in its interval, ties included. A bootstrap of the ranks
 * themselves would not do: near ties its intervals cover too little (Hall & Miller 2009, doi:10.1214/09-AOS699). Where evaluations share
 * items, their differences are known more precisely than independence implies, and the intervals are conservative.
 */
export function rankIntervals(estimates: readonly NormalEstimate[], options: CriticalOptions = {}): RankInterval[] {
  const critical = criticalValue(
    estimates.map(({se}) => se),
    options
  );
  return estimates.map(own => {
    let [better, above, below] = [0, 0, 0];
    for (const other of estimates) {
      const reach = critical * Math.hypot(own.se, other.se);
      if (other.value > own.value) better++;
      if (other.value - own.value > reach) above++;
      if (own.value - other.value > reach) below++;
    }
    return {rank: 1 + better, low: 1 + above, high: estimates.length - below};
  });
}

interface CriticalOptions {
  level?: number;
  draws?: number;
  random?: Random;
}

/**
 * Critical value of all pairwise differences: the `level` quantile, over all pairs, of the largest |error of a difference| ÷ its standard
 * error. Obtained by simulating independent normal errors.
 */
export function criticalValue(
  errors: readonly number[],
  {level = 0.95, draws = 2_000, random = randomOf("rank intervals")}: CriticalOptions = {}
): number {
  const size = errors.length;
  const pairs = (size * (size - 1)) / 2;
  if (pairs === 0) return 0;
  if (pairs > MOST_PAIRS) return normalQuantile(1 - (1 - level) / (2 * pairs));
  const scale = Float64Array.from({length: size * size}, (_, at) => {
    const reach = Math.hypot(errors[Math.floor(at / size)]!, errors[at % size]!);
    return reach > 0 ? 1 / reach : 0; // the difference of two values without error has no error
  });
  const largest = new Float64Array(draws);
  const error = new Float64Array(size);
  for (let draw = 0; draw < draws; draw++) {
    for (let i = 0; i < size; i++) error[i] = errors[i]! * normal(random);
    let most = 0;
    for (let i = 1; i < size; i++) {
      const own = error[i]!;
      for (let k = 0, at = i * size; k < i; k++, at++) {
        const off = Math.abs(own - error[k]!) * scale[at]!;
        if (off > most) most = off;
      }
    }
    largest[draw] = most;
  }
  largest.sort();
  return largest[Math.min(draws - 1, Math.ceil(level * (draws + 1)) - 1)]!;
}
