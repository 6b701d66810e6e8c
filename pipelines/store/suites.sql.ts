// SQL for the points of one suite, for both versions of DuckDB: the browser's is 0.9.
import {literal} from "../rows/literal.js";

/** The condition that a point belongs to one of some suites. Points of no suite belong to each. */
export const ofSuites = (suites: readonly string[]): string =>
  `(${["len(suites) = 0", ...suites.map(suite => `list_contains(suites, ${literal(suite)})`)].join(" or ")})`;

/** The tiers of a point within a suite: all but those that other suites alone give it. Names hold neither blank nor comma. */
export function tiersWithin(suite: string): string {
  const all = "',' || coalesce(array_to_string(suite_tiers, ','), '') || ','";
  const own = `contains(${all}, ${literal(`,${suite} `)} || tier_name || ',')`;
  return `list_filter(tiers, tier_name -> ${own} or not contains(${all}, ' ' || tier_name || ','))`;
}
