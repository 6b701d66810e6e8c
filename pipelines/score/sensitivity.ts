// Would the order of evaluations be another one, had the score been defined otherwise? What ReasonScore's choices are worth.
import {type PointCounters, type Reading, reasonScore, type Suite, suiteOf} from "./reasonscore.js";

/** The score as published, and the same with one choice made otherwise. */
export const READINGS = {
  standard: {},
  lower_bound: {conservative: true},
  arithmetic_mean: {arithmetic: true},
  truncated_wrong: {truncatedWrong: true}
} as const satisfies Record<string, Reading>;

export type ReadingName = keyof typeof READINGS;

/** A score and its place, 1 = best; equal scores share the better place. Null where a task of the tier is missing. */
export interface Placed {
  score: number | null;
  rank: number | null;
}

/**
 * Scores and ranks of evaluations under each reading.
 * @param tier one tier; null takes the mean of all
 * @returns in the order given, one record per evaluation
 */
export function sensitivity(
  evaluations: readonly (readonly PointCounters[])[],
  {tier, suite = suiteOf(evaluations.flat())}: {tier: string | null; suite?: Suite}
): Record<ReadingName, Placed>[] {
  const names = Object.keys(READINGS) as ReadingName[];
  const columns = names.map(name => {
    const scores = evaluations.map(points => {
      const scored = reasonScore(points, {suite, ...READINGS[name]});
      return tier === null ? scored.mean : (scored.tiers.get(tier) ?? null);
    });
    return placed(scores);
  });
  return evaluations.map(
    (_, i) => Object.fromEntries(names.map((name, k) => [name, columns[k]![i]!])) as Record<ReadingName, Placed>
  );
}

function placed(scores: readonly (number | null)[]): Placed[] {
  const known = scores.filter(score => score !== null);
  return scores.map(score => ({score, rank: score === null ? null : 1 + known.filter(other => other > score).length}));
}
