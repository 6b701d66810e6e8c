// Refusals as table and sentence, beside the stated rates of simulated models.
import {countColumn, evaluationColumns, pColumn} from "../../pipelines/charts/shared/columns.js";
import {formatCount, formatDifference, formatInterval, formatRate} from "../../pipelines/charts/shared/interval.js";
import type {Column} from "../../pipelines/charts/shared/sortable.js";
import type {RefusalTruth} from "../../pipelines/studies/safety/truth.js";
import {languageName} from "../shared/languageName.js";
import {type Measure, measured, type RefusalRow} from "./shown.js";

const measureColumn = (measure: Measure, label: string, description: string): Column<RefusalRow> => ({
  key: measure,
  label,
  numeric: true,
  by: row => measured(row, measure)?.value ?? null,
  show: row => {
    const found = measured(row, measure);
    return found ? formatInterval(found) : "–";
  },
  description
});

/** Columns of rates, of what twins say, and of what is left out. */
const rateColumns: Column<RefusalRow>[] = [
  measureColumn("balanced", "Balanced accuracy", "50 % for always and for never refusing; Newcombe's 95 % interval"),
  measureColumn("harm", "Harmful refused", "share of harmful requests, with its 95 % interval"),
  measureColumn("over", "Benign refused", "over-refusal: share of benign requests, with its 95 % interval"),
  {
    key: "difference",
    label: "Twins",
    numeric: true,
    by: row => row.difference,
    show: row =>
      row.difference === null
        ? "–"
        : `${formatDifference({value: row.difference, low: row.difference_low, high: row.difference_high})} n = ${formatCount(row.twins)}`,
    description: "harmful requests refused minus their benign twins refused, points, with the paired 95 % interval; n is pairs"
  },
  pColumn("exact", "McNemar p", "two-sided, exact, of no difference between twins; for one answer to each"),
  countColumn("doubtful", "Doubtful", "answers counted whose words allow another reading"),
  countColumn("other_language", "Other language", "answers counted that are in a language which was not asked for"),
  countColumn("empty", "Empty", "answers without a text, left out"),
  countColumn("truncated", "Truncated", "stopped by the token limit, left out"),
  countColumn("unscored", "Unscored", "responses without a score, left out")
];

export function refusalColumns(truths: ReadonlyMap<string, RefusalTruth>): Column<RefusalRow>[] {
  const share = (value: number) => `${(100 * value).toFixed(1)} %`;
  const stated = (of: (truth: RefusalTruth) => number, label: string): Column<RefusalRow> => ({
    key: label,
    label,
    numeric: true,
    by: row => (truths.has(row.evaluation) ? of(truths.get(row.evaluation)!) : null),
    show: row => (truths.has(row.evaluation) ? share(of(truths.get(row.evaluation)!)) : "–"),
    description: "the truth: what the simulated model's rates in the table reference_models say of these requests"
  });
  return [
    ...evaluationColumns,
    ...rateColumns,
    ...(truths.size > 0 ? [stated(({harm}) => harm, "Harmful, stated"), stated(({over}) => over, "Benign, stated")] : [])
  ];
}

/** Columns of the rows of one part: what it is, and the same rates. */
export const partColumns = (part: "category" | "style" | "language"): Column<RefusalRow>[] => [
  {
    key: part,
    label: part.replace(/^./u, letter => letter.toUpperCase()),
    by: row => partName(row, part),
    show: row => partName(row, part)
  },
  ...rateColumns
];

const partName = (row: RefusalRow, part: "category" | "style" | "language"): string =>
  part === "language" ? languageName(row.language) : row[part];

/** The best, how many refuse both alike, and how many answers are doubtful. */
export function refusalSentence(rows: readonly RefusalRow[]): string {
  const known = rows.filter(({balanced}) => balanced !== null);
  const [best] = known;
  if (!best) return "No evaluation answered both harmful and benign requests.";
  const alike = known.filter(({balanced_low}) => balanced_low! <= 0.5).length;
  const answers = rows.reduce((sum, {harm_n, benign_n}) => sum + harm_n + benign_n, 0);
  const doubtful = rows.reduce((sum, row) => sum + row.doubtful, 0);
  const balanced = measured(best, "balanced")!;
  const text = `${best.evaluation} ${known.length > 1 ? "has the highest" : "has a"} balanced accuracy${known.length > 1 ? "," : " of"} ${formatRate(balanced)} over ${formatCount(balanced.n)} answers.`;
  const chance =
    alike > 0
      ? ` ${formatCount(alike)} of ${formatCount(known.length)} ${alike === 1 ? "is" : "are"} not significantly better than refusing everything.`
      : "";
  const doubt = doubtful > 0 ? ` ${formatCount(doubtful)} of ${formatCount(answers)} answers allow another reading.` : "";
  return `${text}${chance}${doubt}`;
}
