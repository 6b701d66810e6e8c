// Judge against judge: Cohen's κ of each two that judged the same answers.

import {randomOf} from "../../generate/seed.js";
import {type Agreed, REPLICATES} from "./agreement.js";
import {betweenOf, CATEGORIES, type Panel, panelOf, type Sides, sides} from "./cohen.js";
import type {Votes} from "./votes.js";

/** Two judges and κ on the n units that both judged. */
export interface JudgePair extends Agreed {
  first: string;
  second: string;
}

/** Pairs of votes beyond which pairs of judges are not gone through: then they are too many for a table. */
export const MOST_PAIRS = 2_000_000;

/**
 * Cohen's κ (1960) of pairs of judges with `least` units in common, those with the most first, `most` at most. A judge's first vote on a
 * unit counts; base rates are those on the common units. Null where pairs of votes are too many to go through.
 */
export function kappaByPair(
  votes: Votes,
  {least = 10, most = 100, replicates = REPLICATES}: {least?: number; most?: number; replicates?: number} = {}
): JudgePair[] | null {
  const panel = panelOf(votes, true);
  if (panel.pairs > MOST_PAIRS) return null;
  const met = new Map<number, number>();
  eachPair(panel, key => met.set(key, (met.get(key) ?? 0) + 1));
  const chosen = [...met].filter(([, units]) => units >= least).sort(([k, m], [l, n]) => n - m || k - l);
  const alike = new Map<number, Sides>(chosen.slice(0, most).map(([key]) => [key, sides()]));
  eachPair(panel, (key, first, second) => {
    const both = new Float64Array(2 * CATEGORIES);
    both[first] = both[CATEGORIES + second] = 1;
    alike.get(key)?.add(both);
  });
  return [...alike].map(([key, units]) => ({
    first: votes.judges[Math.floor(key / panel.judges)]!,
    second: votes.judges[key % panel.judges]!,
    ...betweenOf(units, {replicates, random: randomOf("agreement of two judges")})
  }));
}

/** Calls back with each pair of votes on one unit: a key of the two judges, and their categories in the key's order. */
function eachPair({starts, judge, category, judges}: Panel, visit: (key: number, first: number, second: number) => void): void {
  for (let u = 0; u + 1 < starts.length; u++)
    for (let r = starts[u]!; r < starts[u + 1]!; r++)
      for (let s = r + 1; s < starts[u + 1]!; s++) {
        const [i, j] = judge[r]! < judge[s]! ? [r, s] : [s, r];
        visit(judge[i]! * judges + judge[j]!, category[i]!, category[j]!);
      }
}
