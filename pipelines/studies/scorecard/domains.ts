// From how evaluations did in categories to the means of domains.
import {rescaledInterval} from "../../score/accuracy.js";
import {Z975} from "../../stats/distributions.js";
import {groupBy} from "../../stats/groupBy.js";

/** How an evaluation did in a category. */
export interface CategoryScore {
  eval_id: string;
  suite: string;
  domain: string;
  metric: string;
  averaged: boolean;
  value: number | null;
  low: number | null;
  high: number | null;
  value_n: number;
  /** Counts behind an accuracy. */
  n: number;
  correct: number;
  guess_sum: number;
}

/** A domain as its suite lists it. */
export interface ListedDomain {
  suite: string;
  domain: string;
  /** 1-based place in the suite. */
  number: number;
  categories: number;
  empty: number;
}

export interface DomainScore extends ListedDomain {
  eval_id: string;
  scored: number;
  n: number;
  value: number | null;
  low: number | null;
  high: number | null;
}

/** Whether a category enters means: it has a value, and its metric is averaged. */
export const isScored = (score: CategoryScore): score is CategoryScore & {value: number} =>
  score.averaged && score.value !== null;

/** A category as a stratum of its domain; null where nothing is known of its error. */
function stratumOf({value, metric, low, high, n, correct, guess_sum}: CategoryScore & {value: number}): StratumEstimate | null {
  if (low === null || high === null) return null;
  if (metric === "accuracy") {
    const counts = {correct, total: n, guessSum: guess_sum};
    const share = correct / n;
    // Never 0, as Wilson's interval is none: of his half width without its shrinkage.
    const se = Math.sqrt((share * (1 - share)) / n + Z975 ** 2 / (4 * n * n)) / (1 - guess_sum / n);
    return {value, se, interval: z => rescaledInterval(counts, {z})};
  }
  const at = (end: number, z: number) => value + ((end - value) * z) / Z975;
  return {value, se: (high - low) / (2 * Z975), interval: z => ({low: at(low, z), high: at(high, z)})};
}

/**
 * For each evaluation and domain in which it was asked something, the mean of the categories that have a value. They are the suite's, not a
 * sample of others, so the interval is over items within categories.
 */
export function domainScores(scores: readonly CategoryScore[], domains: readonly ListedDomain[]): DomainScore[] {
  const listed = new Map(domains.map(each => [JSON.stringify([each.suite, each.domain]), each]));
  const groups = groupBy(scores, ({eval_id, suite, domain}) => JSON.stringify([eval_id, suite, domain]));
  return [...groups.values()].map(own => {
    const [{eval_id, suite, domain}] = own as [CategoryScore];
    const scored = own.filter(isScored);
    const strata = scored.map(stratumOf);
    const mean = strata.every(each => each !== null)
      ? meanOfStrata(strata)
      : {value: scored.reduce((sum, {value}) => sum + value, 0) / scored.length, low: null, high: null};
    return {
      ...listed.get(JSON.stringify([suite, domain]))!,
      eval_id,
      scored: scored.length,
      n: scored.reduce((sum, {value_n}) => sum + value_n, 0),
      ...(mean ?? {value: null, low: null, high: null})
    };
  });
}

// The confidence interval of a mean over strata that are fixed, such as the categories of a domain, from samples of each.

/** The estimate of one stratum. */
interface StratumEstimate {
  value: number;
  /** Its standard error, above 0. */
  se: number;
  /** Its interval at a quantile of the normal distribution, which contains the value. */
  interval(z: number): {low: number; high: number};
}

/**
 * The mean of strata, each with the same weight, with its 95 % interval: the mean of the strata's own intervals at the smaller quantile
 * z √(Σ se²) ÷ Σ se, which is that of the mean's standard error (Yan & Su 2010, doi:10.1198/sbr.2009.0049). Of equal strata it is Wilson's
 * interval of all their items together, of one stratum that stratum's own. Null of no strata.
 */
function meanOfStrata(strata: readonly StratumEstimate[]): {value: number; low: number; high: number} | null {
  if (strata.length === 0) return null;
  const mean = (of: (stratum: StratumEstimate) => number) => strata.reduce((sum, each) => sum + of(each), 0) / strata.length;
  const z = (Z975 * Math.sqrt(mean(({se}) => se ** 2) / strata.length)) / mean(({se}) => se);
  return {value: mean(({value}) => value), low: mean(each => each.interval(z).low), high: mean(each => each.interval(z).high)};
}
