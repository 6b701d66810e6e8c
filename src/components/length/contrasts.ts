// Paired contrasts: what a length costs, and the middle of a text beside both its ends.
import {countColumn, differenceColumn, evaluationColumns, pColumn} from "../../pipelines/charts/shared/columns.js";
import {type Estimated, forest} from "../../pipelines/charts/shared/estimate.js";
import {formatCount, formatDifference} from "../../pipelines/charts/shared/interval.js";
import type {Column} from "../../pipelines/charts/shared/sortable.js";
import {type ContrastRow, depthText, tokensText} from "./shown.js";

/** Text of a length that a contrast can be of; null is the mean of all. */
export const lengthName = (length: number | null): string => (length === null ? "all lengths" : `${tokensText(length)} tokens`);

/** Lengths that a contrast is of, as choices: first all together, or for losses the longest. */
export function lengthsIn(rows: readonly ContrastRow[], contrast: ContrastRow["contrast"]): string[] {
  const own = new Set(rows.filter(row => row.contrast === contrast).map(({length}) => length));
  return [...own].sort((a, b) => (b ?? Infinity) - (a ?? Infinity)).map(String);
}

/** Positions that losses at a length are of, as choices: first their mean. */
export function depthsIn(rows: readonly ContrastRow[], length: string): string[] {
  const own = new Set(rows.filter(row => row.contrast === "loss" && String(row.length) === length).map(({depth}) => depth));
  return [...own].sort((a, b) => (a ?? -1) - (b ?? -1)).map(String);
}
export const depthName = (depth: string): string => (depth === "null" ? "the mean of all" : `at ${depthText(Number(depth))}`);

export const contrastRows = (
  rows: readonly ContrastRow[],
  contrast: ContrastRow["contrast"],
  length: string,
  depth = "null"
): ContrastRow[] => rows.filter(row => row.contrast === contrast && String(row.length) === length && String(row.depth) === depth);

/** Differences by evaluation, the largest first. */
export function contrastPlot(
  rows: readonly ContrastRow[],
  {width, id, title, caption}: {width: number; id: string; title: string; caption: string}
): HTMLElement {
  const drawn = rows
    .filter(({low}) => low !== null)
    .map(
      (row): Estimated => ({
        name: row.evaluation,
        simulated: row.simulated,
        estimate: {value: 100 * row.value, low: 100 * row.low!, high: 100 * row.high!, clusters: row.n},
        detail: `${formatDifference(row)} points, n = ${formatCount(row.n)} questions`
      })
    )
    .sort((a, b) => b.estimate.value - a.estimate.value);
  const left = rows.length - drawn.length;
  return forest(drawn, {
    width,
    id,
    title,
    reference: 0,
    x: {label: "points →"},
    caption: `${caption}${left > 0 ? ` ${formatCount(left)} with one question have no interval and are in the table.` : ""}`
  });
}

export function contrastColumns(rows: readonly ContrastRow[]): Column<ContrastRow>[] {
  const paired: Column<ContrastRow>[] = rows.some(({exact}) => exact !== null)
    ? [
        countColumn("only_first", "First only", "questions that only the first side got right"),
        countColumn("only_second", "Second only", "questions that only the second side got right"),
        pColumn("exact", "McNemar p", "two-sided, exact; for one answer to each question on both sides")
      ]
    : [];
  return [
    ...evaluationColumns,
    differenceColumn("of excess accuracy, in points, with its paired 95 % interval"),
    countColumn("n", "Questions", "with finished answers on both sides"),
    pColumn("p", "p", "two-sided, of no difference"),
    ...paired
  ];
}

/** How many differ significantly. */
export function contrastSentence(rows: readonly ContrastRow[], where: string): string {
  if (rows.length === 0) return "";
  const worse = rows.filter(({low}) => low !== null && low > 0).length;
  const better = rows.filter(({high}) => high !== null && high < 0).length;
  const most = rows.reduce((a, b) => (b.value > a.value ? b : a));
  return `Of ${formatCount(rows.length)} evaluations, ${formatCount(worse)} ${worse === 1 ? "is" : "are"} significantly worse ${where} and ${formatCount(better)} better. ${most.evaluation} has the largest difference: ${formatDifference(most)} points over ${formatCount(most.n)} questions.`;
}
