// Shares with Wilson's interval: of contaminated items among those that can be tested, and of simulated runs in which something was found.
import {wilson} from "../../stats/intervals.js";
import {VERDICTS, type Verdict} from "./settings.js";

/** A share of `n` cases with its 95 % interval; without cases nothing is known: null, and [0, 1]. */
export interface Share {
  n: number;
  value: number | null;
  low: number;
  high: number;
}

/** The share `found` ÷ `n` with Wilson's 95 % interval, which holds the share and stays within 0 and 1. */
export function shareOf(found: number, n: number): Share {
  if (n === 0) return {n, value: null, low: 0, high: 1};
  const value = found / n;
  const {center, margin} = wilson(value, n);
  return {n, value, low: Math.max(0, Math.min(value, center - margin)), high: Math.min(1, Math.max(value, center + margin))};
}

/** Items by verdict, and the share of contaminated ones among the `n` that can be tested. */
export type ContaminationRate = Record<Verdict, number> & Share;

/** Counts verdicts; exact and near ones are contaminated. */
export function contaminationRate(verdicts: Iterable<Verdict>): ContaminationRate {
  const counts = Object.fromEntries(VERDICTS.map(verdict => [verdict, 0])) as Record<Verdict, number>;
  for (const verdict of verdicts) counts[verdict]++;
  const found = counts.exact + counts.near;
  return {...counts, ...shareOf(found, found + counts.clean)};
}
