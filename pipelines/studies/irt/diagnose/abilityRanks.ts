// Ranks of abilities.
import {Z975} from "../../../stats/distributions.js";
import {type RankInterval, rankIntervals} from "../../../stats/ranks.js";

/**
 * Ranks of abilities with simultaneous 95 % intervals, in the order given. Standard errors are derived from the abilities' 95 % intervals,
 * so that ranks include the uncertainty of the items.
 */
export const abilityRanks = (abilities: readonly {eap: number; lo: number; hi: number}[]): RankInterval[] =>
  rankIntervals(abilities.map(({eap, lo, hi}) => ({value: eap, se: (hi - lo) / (2 * Z975)})));
