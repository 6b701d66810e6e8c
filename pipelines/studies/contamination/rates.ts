// Shares with Wilson's interval: of contaminated items among those that can be tested, and of simulated runs in which something was found.
import {shareOf, type WilsonShare} from "../../stats/intervals.js";
import {VERDICTS, type Verdict} from "./settings.js";

/** Items by verdict, and the share of contaminated ones among the `n` that can be tested. */
export type ContaminationRate = Record<Verdict, number> & WilsonShare;

/** Counts verdicts; exact and near ones are contaminated. */
export function contaminationRate(verdicts: Iterable<Verdict>): ContaminationRate {
  const counts = Object.fromEntries(VERDICTS.map(verdict => [verdict, 0])) as Record<Verdict, number>;
  for (const verdict of verdicts) counts[verdict]++;
  const found = counts.exact + counts.near;
  return {...counts, ...shareOf(found, found + counts.clean)};
}
