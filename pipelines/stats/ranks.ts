// How surely a ranking is known: simultaneous confidence intervals of ranks.
import {normal} from "../generate/normal.js";
import {type Random, randomOf} from "../generate/seed.js";
import {normalQuantile} from "./distributions.js";

/** An estimate, larger = better, and its standard error. Estimates are taken to be independent and nearly normal. */
export interface Estimate {
  value: number;
  se: number;
}

/** Ranks from 1 = best. Equal values share the better rank. */
export interface RankInterval {
  rank: number;
  low: number;
  high: number;
}

/** Beyond this many pairs the critical value is Bonferroni's, which is a little larger and takes no time. */
const MOST_PAIRS = 30_000;

/**
 * Simultaneous confidence intervals of ranks (Mogstad, Romano, Shaikh & Wilhelm 2024, doi:10.1093/restud/rdad006,
 * single step): an evaluation's rank cannot be better than 1 + how many are surely better, nor worse than all less how many are surely
 * worse, where "surely" means that the confidence interval of the pair's difference leaves out 0, all pairs' intervals holding at once.
 * With probability `level` or more every true rank lies in its interval, ties included. To bootstrap the ranks themselves would not do:
 * near ties those intervals cover too little (Hall & Miller 2009, doi:10.1214/09-AOS699).
 * Where evaluations share their items, differences are known better than independence has it, and the intervals err on the wide side.
 */
export function rankIntervals(
  estimates: readonly Estimate[],
  {level = 0.95, draws = 2_000, random = randomOf("rank intervals")}: {level?: number; draws?: number; random?: Random} = {}
): RankInterval[] {
  const critical = criticalValue(
    estimates.map(({se}) => se),
    {level, draws, random}
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

/**
 * The `level` quantile of the largest |error of a difference| ÷ its standard error over all pairs: how far, in standard errors, all
 * differences must be allowed to lie off. By simulation of independent normal errors.
 */
export function criticalValue(
  errors: readonly number[],
  {level, draws, random}: {level: number; draws: number; random: Random}
): number {
  const size = errors.length;
  const pairs = (size * (size - 1)) / 2;
  if (pairs === 0) return 0;
  if (pairs > MOST_PAIRS) return normalQuantile(1 - (1 - level) / (2 * pairs));
  const scale = Float64Array.from({length: size * size}, (_, at) => {
    const reach = Math.hypot(errors[Math.floor(at / size)]!, errors[at % size]!);
    return reach > 0 ? 1 / reach : 0; // two values known exactly cannot err
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
