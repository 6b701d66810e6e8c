// Inputs and table of the scores on page ReasonScore.
import {radio} from "npm:@observablehq/inputs";
import {MEASURE_NAMES} from "../pipelines/charts/leaderboard/leaderboard.js";
import {MEAN, PER_TOKEN, placeOf, scoreColumns, type TierScore} from "../pipelines/charts/reasonscore/reasonscore.js";
import {evaluationColumn} from "../pipelines/charts/shared/evaluationColumn.js";
import type {Input} from "../pipelines/charts/shared/input.js";
import {MEASURES, type RankingMeasure} from "../pipelines/score/rankedScores.js";
import {choice, choices, noChoice} from "./shared/inputs.js";
import {tableBox} from "./shared/page.js";
import {permalink} from "./shared/permalink.js";

/** Input for a tier, or an aggregate of all; without a choice where no task has a tier. @param hasTokens whether there are scores per token */
export function tierInput(tiers: readonly string[], {hasTokens}: {hasTokens: boolean}): Input<string> {
  if (tiers.length === 0) return noChoice(MEAN);
  const names = [MEAN, ...tiers, ...(hasTokens ? [PER_TOKEN] : [])];
  return permalink("tier", radio(names, {label: "Score", value: MEAN}) as Input<string>, {among: names});
}

/** Input for the measure that ranks and the group of tasks; without a choice where no task has a tier. */
export const measureInput = (tiers: readonly string[], groups: readonly string[]): Input<Record<"by" | "group", string>> =>
  tiers.length === 0
    ? noChoice({by: MEASURES[0], group: "all"})
    : choices(
        {by: choice("by", MEASURES, {label: "Measure", names: MEASURE_NAMES}), group: choice("group", groups, {label: "Group"})},
        {folded: ["group"]}
      );

/** The scores of a tier or an aggregate, and its name in a sentence. @param tier the value of `tierInput` */
export const shownScores = <Row extends TierScore & {tier: string}>(
  rows: readonly Row[],
  tier: string
): {rows: Row[]; place: string} => ({
  rows: rows.filter(row =>
    tier === MEAN ? row.layer === "mean" : tier === PER_TOKEN ? row.layer === "token" : row.tier === tier
  ),
  place: placeOf(tier)
});

/** Table of the scores; empty without rows. */
export const scoreTable = (rows: readonly TierScore[], by: RankingMeasure): DocumentFragment =>
  tableBox("scores", rows, scoreColumns(evaluationColumn(rows)), {
    sort: by === "formula" ? "-formula" : "-score",
    csv: ["reasonscore.csv", () => rows]
  });
