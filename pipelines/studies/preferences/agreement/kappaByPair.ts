// Cohen's κ of each pair of judges that judged the same answers.

import type {Votes} from "../votes/votes.js";
import {panelOfVotes} from "./agreement.js";
import {betweenOf, type SidedUnit} from "./between.js";
import type {Agreed, AgreedOver} from "./coefficient.js";
import type {RatingPanel} from "./panel.js";

/** Two judges and their κ on the n units that both judged. */
export interface JudgePair extends Agreed {
  first: string;
  second: string;
}

/** Most pairs of votes for which pairs of judges are compared: with more, there are too many for a table. */
export const MOST_PAIRS = 2_000_000;

/**
 * Cohen's κ (1960) of pairs of judges with at least `least` units in common, those with the most units first, at most `most` pairs. Only a
 * judge's first vote on a unit counts; base rates are those on the common units. Intervals are over prompts, or units: they generalise to
 * other questions, not to other judges. Null where there are too many pairs of votes.
 */
export function kappaByPair(
  votes: Votes,
  {least = 10, most = 100, over}: {least?: number; most?: number; over?: AgreedOver} = {}
): JudgePair[] | null {
  const panel = panelOfVotes(votes, {once: true});
  let pairs = 0;
  for (let u = 0; u < panel.units; u++) {
    const m = panel.starts[u + 1]! - panel.starts[u]!;
    pairs += (m * (m - 1)) / 2;
  }
  if (pairs > MOST_PAIRS) return null;
  const met = new Map<number, number>();
  eachPair(panel, key => met.set(key, (met.get(key) ?? 0) + 1));
  const chosen = [...met].filter(([, units]) => units >= least).sort(([k, m], [l, n]) => n - m || k - l);
  const alike = new Map<number, SidedUnit[]>(chosen.slice(0, most).map(([key]) => [key, []]));
  eachPair(panel, (key, first, second, prompt) => {
    const unit: SidedUnit = {prompt, one: [0, 0, 0], other: [0, 0, 0]};
    unit.one[first] = unit.other[second] = 1;
    alike.get(key)?.push(unit);
  });
  return [...alike].map(([key, units]) => ({
    first: votes.judges[Math.floor(key / panel.judges)]!,
    second: votes.judges[key % panel.judges]!,
    ...betweenOf(units, {over})
  }));
}

type Category = 0 | 1 | 2;

/** Calls back with each pair of votes on one unit: a key of the two judges, their categories in the order of the key, and the prompt. */
function eachPair(
  {starts, judge, category, prompt, judges, units}: RatingPanel,
  visit: (key: number, first: Category, second: Category, prompt: number) => void
): void {
  for (let u = 0; u < units; u++)
    for (let r = starts[u]!; r < starts[u + 1]!; r++)
      for (let s = r + 1; s < starts[u + 1]!; s++) {
        const [i, j] = judge[r]! < judge[s]! ? [r, s] : [s, r];
        visit(judge[i]! * judges + judge[j]!, category[i]! as Category, category[j]! as Category, prompt[i]!);
      }
}
