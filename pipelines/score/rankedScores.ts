// Scores of evaluations with their ranks, by the formula score or by ReasonScore as published.

import {Z975} from "../stats/distributions.js";
import type {ErrorOver} from "../stats/errorOver.js";
import {rankIntervals} from "../stats/ranks.js";

/** Measures to rank by. The first is the default, because the published score rises when there are fewer samples. */
export const MEASURES = ["formula", "published"] as const;
export type RankingMeasure = (typeof MEASURES)[number];

/** Columns of the table `scores` that ranking needs. */
export interface ScoreColumns {
  /** ReasonScore as published, with its interval. */
  score: number;
  low: number;
  high: number;
  formula: number;
  formula_low: number;
  formula_high: number;
  formula_low_points: number;
  formula_high_points: number;
}

/**
 * Both scores of an evaluation and its rank (1 = best) with the simultaneous 95 % interval of the true rank; all null where tasks are
 * missing.
 */
export interface RankedScore {
  formula: number | null;
  formula_low: number | null;
  formula_high: number | null;
  score: number | null;
  score_low: number | null;
  score_high: number | null;
  rank: number | null;
  rank_low: number | null;
  rank_high: number | null;
}

const NOTHING: RankedScore = {
  formula: null,
  formula_low: null,
  formula_high: null,
  score: null,
  score_low: null,
  score_high: null,
  rank: null,
  rank_low: null,
  rank_high: null
};

/**
 * Scores with ranks, in the given order; evaluations without a score are not ranked.
 * @param by the measure to rank by
 * @param over the source of error of the formula score's interval, and so of its rank's
 */
export function rankedScores(
  rows: readonly (ScoreColumns | undefined)[],
  {by = "formula", over = "tests"}: {by?: RankingMeasure; over?: ErrorOver} = {}
): RankedScore[] {
  const scored = rows.flatMap((row, i) => (row ? [{i, row: overWhat(row, over)}] : []));
  const ranks = rankIntervals(
    scored.map(({row}) => {
      const {value, low, high} =
        by === "formula"
          ? {value: row.formula, low: row.formula_low, high: row.formula_high}
          : {value: row.score, low: row.score_low, high: row.score_high};
      return {value, se: (high - low) / (2 * Z975)};
    })
  );
  const found = new Map(
    scored.map(({i, row}, k) => [i, {...row, rank: ranks[k]!.rank, rank_low: ranks[k]!.low, rank_high: ranks[k]!.high}])
  );
  return rows.map((_, i) => found.get(i) ?? NOTHING);
}

const overWhat = (row: ScoreColumns, over: ErrorOver) => ({
  formula: row.formula,
  formula_low: over === "tests" ? row.formula_low : row.formula_low_points,
  formula_high: over === "tests" ? row.formula_high : row.formula_high_points,
  score: row.score,
  score_low: row.low,
  score_high: row.high
});

/** Comparison function that sorts the best first: by the measure, and evaluations without a score by excess accuracy. */
export function bestFirst<Row extends RankedScore & {accuracy: number | null}>(by: RankingMeasure): (a: Row, b: Row) => number {
  const value = (row: Row) => (by === "formula" ? row.formula : row.score) ?? Number.NEGATIVE_INFINITY;
  const worst = Number.NEGATIVE_INFINITY;
  return (a, b) =>
    Number(value(b) > value(a)) - Number(value(a) > value(b)) || (b.accuracy ?? worst) - (a.accuracy ?? worst) || 0;
}
