// Inputs and tables of page Leaderboard.
import {form, select, text} from "npm:@observablehq/inputs";
import {html} from "npm:htl";
import {type CategoryRow, categoryColumns} from "../pipelines/charts/leaderboard/categories.js";
import {type Headline, headlineDetails} from "../pipelines/charts/leaderboard/headlines.js";
import {
  DRAWN,
  DRAWN_NAMES,
  drawnCount,
  leaderboardColumns,
  MEASURE_NAMES,
  type Standing
} from "../pipelines/charts/leaderboard/leaderboard.js";
import {type RepetitionRow, repetitionColumns} from "../pipelines/charts/leaderboard/repetitions.js";
import type {Input} from "../pipelines/charts/shared/input.js";
import {factColumns, type ModelFacts, WEIGHTS_SHOWN} from "../pipelines/charts/shared/modelFacts.js";
import {MEASURES, type RankingMeasure} from "../pipelines/score/rankedScores.js";
import {ERROR_OVER, type ErrorOver, OVER_NAMES} from "../pipelines/stats/errorOver.js";
import {choice, noChoice} from "./shared/inputs.js";
import {tableBox} from "./shared/page.js";
import {permalink} from "./shared/permalink.js";

type Facts = ReadonlyMap<string, ModelFacts>;

/**
 * Input for the evaluations of the ranking, its measure and its intervals; an input without a choice is left out.
 * @param facets names of groups and tiers · @param isReal whether models are real: their benchmarks have one measure
 */
export function standingInput(
  facets: Iterable<{facet: "group" | "tier"; name: string}>,
  {facts, isReal}: {facts: Facts; isReal: boolean}
): Input<Record<string, string>> {
  const rows = [...facets];
  const names = (facet: string) => ["all", ...rows.filter(row => row.facet === facet).map(({name}) => name)];
  const facetInput = (key: "group" | "tier", label: string) =>
    names(key).length > 2 && {[key]: permalink(key, select(names(key), {label}) as Input<string>, {among: names(key)})};
  return form({
    ...facetInput("group", "Group"),
    ...facetInput("tier", "Tier"),
    search: permalink("search", text({label: "Model", placeholder: "part of a name"}) as Input<string>),
    ...(facts.size > 0 && {weights: choice("weights", WEIGHTS_SHOWN, {label: "Weights"})}),
    ...(!isReal && {by: choice("by", MEASURES, {label: "Rank by", names: MEASURE_NAMES})}),
    over: choice("over", ERROR_OVER, {label: "Intervals over", names: OVER_NAMES})
  }) as Input<Record<string, string>>;
}

/** Input for the number of evaluations that charts draw: "best" or "all"; without a choice where "best" draws all. */
export const drawnCountInput = (count: number): Input<string> =>
  drawnCount(count, false) < count ? choice("drawn", DRAWN, {label: "Drawn", names: DRAWN_NAMES}) : noChoice("best");

interface StandingTable {
  by: RankingMeasure;
  over: ErrorOver;
  isTiered: boolean;
  facts: Facts;
  headlines: readonly Headline[];
}

/** Table of the ranking; a row opens to its headline figures. */
export function standingTable(rows: readonly Standing[], {facts, headlines, ...options}: StandingTable): Node {
  if (rows.length === 0) return html`<p class="rb-muted">There is nothing to rank here; categories have their own table.`;
  return tableBox("leaderboard", rows, [...leaderboardColumns(rows, options), ...factColumns<Standing>(facts)], {
    sort: rows[0]!.rank === null ? "-accuracy" : options.by === "formula" ? "-formula" : "-score",
    details: headlineDetails(headlines),
    csv: ["leaderboard.csv", () => rows]
  });
}

/** Table of excess accuracy by category. */
export const categoryTable = (rows: readonly CategoryRow[]): DocumentFragment =>
  tableBox("by-category", rows, categoryColumns(rows), {
    sort: "-accuracy",
    key: null,
    csv: ["categories.csv", () => rows]
  });

/** Table of repeated answers by reducer. */
export const repetitionTable = (rows: readonly RepetitionRow[]): DocumentFragment =>
  tableBox("by-reducer", rows, repetitionColumns(rows), {
    sort: "reducer",
    key: null,
    csv: ["repetitions.csv", () => rows]
  });
