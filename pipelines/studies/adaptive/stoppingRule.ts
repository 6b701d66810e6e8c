// Stopping rules of adaptive tests.
import {normalQuantile} from "../../stats/distributions.js";
import type {Ability} from "./posterior.js";

export interface Stop {
  /** Stops when the standard error is at most this. */
  se?: number | undefined;
  /** Fewest items. */
  min?: number | undefined;
  /** Most items. */
  max?: number | undefined;
  /** Stops when the rank among the `known` abilities is determined to within so many places: 1 = the exact rank. */
  ranks?: {known: readonly Pick<Ability, "theta" | "se">[]; within: number} | undefined;
}

const STOPPED = ["precise", "ranked", "count", "bank"] as const;
/** Why a test ended: standard error reached, rank determined, most items reached, or no item left. */
export type Stopped = (typeof STOPPED)[number];

/** The reason to stop after so many items; null to continue. */
export function stopOf({theta, se}: Pick<Ability, "theta" | "se">, items: number, stop: Stop): Exclude<Stopped, "bank"> | null {
  if (items < (stop.min ?? 0)) return null;
  if (stop.se !== undefined && se <= stop.se) return "precise";
  if (stop.ranks) {
    const {low, high} = rankAmong({theta, se}, stop.ranks.known);
    if (high - low + 1 <= stop.ranks.within) return "ranked";
  }
  return items >= (stop.max ?? Number.POSITIVE_INFINITY) ? "count" : null;
}

/**
 * The possible ranks of an ability among known ones, 1 = best: it is better than those whose interval of the difference lies below 0, and
 * worse than those whose interval lies above. Intervals are Bonferroni's over all comparisons, so that all hold at once with probability
 * `level`.
 */
export function rankAmong(
  {theta, se}: Pick<Ability, "theta" | "se">,
  known: readonly Pick<Ability, "theta" | "se">[],
  {level = 0.95} = {}
): {rank: number; low: number; high: number} {
  const reach = normalQuantile(1 - (1 - level) / (2 * Math.max(1, known.length)));
  let [rank, low, high] = [1, 1, known.length + 1];
  for (const other of known) {
    const margin = reach * Math.hypot(se, other.se);
    if (other.theta > theta) rank++;
    if (other.theta - theta > margin) low++;
    if (theta - other.theta > margin) high--;
  }
  return {rank, low, high};
}
