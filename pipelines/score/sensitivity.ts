// Sensitivity of ReasonScore: how scores and ranks of evaluations change when one choice in its definition is made differently.
import {formulaScore} from "./formula.js";
import {meanGroups, type PointCounters, reasonScore, type ScoreVariant, type Suite, suiteOf, tierGroups} from "./reasonscore.js";

/** The score as published, and variants that each change one choice. */
const READINGS = {
  standard: {},
  lower_bound: {conservative: true},
  arithmetic_mean: {arithmetic: true},
  truncated_wrong: {truncatedWrong: true}
} as const satisfies Record<string, ScoreVariant>;

/** Names of the variants of ReasonScore, and of the formula score. */
export type ReadingName = keyof typeof READINGS | "formula";

/** A score and its rank, 1 = best; equal scores share the better rank. Null where a task of the tier is missing. */
interface RankedModel {
  score: number | null;
  rank: number | null;
}

/**
 * Scores and ranks of evaluations under each variant.
 * @param tier one tier; null takes the mean of all tiers
 * @returns one record per evaluation, in the given order
 */
export function sensitivity(
  evaluations: readonly (readonly PointCounters[])[],
  {tier, suite = suiteOf(evaluations.flat())}: {tier: string | null; suite?: Suite}
): Record<ReadingName, RankedModel>[] {
  const readings = Object.keys(READINGS) as (keyof typeof READINGS)[];
  const columns = readings.map(name => {
    const scores = evaluations.map(points => {
      const scored = reasonScore(points, {suite, ...READINGS[name]});
      return tier === null ? scored.mean : (scored.tiers.get(tier) ?? null);
    });
    return placed(scores);
  });
  const formula = evaluations.map((points, i) => {
    if (columns[0]![i]!.score === null) return null;
    return (
      formulaScore(tier === null ? meanGroups(points, suite) : tierGroups(points, tier, suite.get(tier) ?? []))?.value ?? null
    );
  });
  const names: ReadingName[] = [...readings, "formula"];
  columns.push(placed(formula));
  return evaluations.map(
    (_, i) => Object.fromEntries(names.map((name, k) => [name, columns[k]![i]!])) as Record<ReadingName, RankedModel>
  );
}

function placed(scores: readonly (number | null)[]): RankedModel[] {
  const known = scores.filter(score => score !== null);
  return scores.map(score => ({score, rank: score === null ? null : 1 + known.filter(other => other > score).length}));
}
