// The confidence interval of a mean over strata that are fixed, such as the categories of a domain, from samples of each.
import {Z975} from "./distributions.js";

/** The estimate of one stratum. */
export interface StratumEstimate {
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
export function meanOfStrata(strata: readonly StratumEstimate[]): {value: number; low: number; high: number} | null {
  if (strata.length === 0) return null;
  const mean = (of: (stratum: StratumEstimate) => number) => strata.reduce((sum, each) => sum + of(each), 0) / strata.length;
  const z = (Z975 * Math.sqrt(mean(({se}) => se ** 2) / strata.length)) / mean(({se}) => se);
  return {value: mean(({value}) => value), low: mean(each => each.interval(z).low), high: mean(each => each.interval(z).high)};
}
