// Accuracy in the categories of item banks, as a table and a sentence.
import {fullName} from "../../store/evaluationName.js";
import {evaluationColumn} from "../shared/evaluationColumn.js";
import {formatCount, formatRate} from "../shared/interval.js";
import type {Column} from "../shared/sortable.js";

/** A row of the table `categories`. */
export interface CategoryRow {
  model: string;
  template: string;
  sampler: string;
  domain: string;
  category: string;
  bank: string;
  n: number;
  correct: number;
  truncated: number;
  unparsed: number;
  accuracy: number | null;
  low: number;
  high: number;
  simulated: boolean;
  /** What the bank is read by, with its value; absent in tables of older versions. */
  metric?: string;
  value?: number | null;
  value_low?: number | null;
  value_high?: number | null;
  value_n?: number;
}

const rate = ({accuracy, low, high, n}: CategoryRow): string => formatRate({value: accuracy, low, high, n});

/** Whether a row's bank is read by a measure. */
const isMeasured = ({metric = "accuracy"}: CategoryRow): boolean => metric !== "accuracy";

const METRIC: Column<CategoryRow> = {
  key: "value",
  label: "Metric",
  numeric: true,
  by: row => (isMeasured(row) ? (row.value ?? null) : null),
  show: row => (isMeasured(row) ? measured(row) : ""),
  description: "mean of the measure that the bank is read by; 95 % interval over items (t), none where all are alike"
};

function measured({metric, value, value_low, value_high, value_n = 0}: CategoryRow): string {
  if (value == null) return `${metric}: none`;
  const interval = value_low == null || value_high == null ? "no interval" : `${value_low.toFixed(3)}, ${value_high.toFixed(3)}`;
  return `${metric} ${value.toFixed(3)} [${interval}], n = ${formatCount(value_n)}`;
}

/** The table's columns: whose accuracy, in which category, on how many items. */
export function categoryColumns(rows: readonly CategoryRow[]): Column<CategoryRow>[] {
  const words = (key: "domain" | "category" | "bank", label: string): Column<CategoryRow> => ({
    key,
    label,
    by: row => row[key],
    show: row => row[key]
  });
  const counted = (key: "n" | "truncated" | "unparsed", label: string, description: string): Column<CategoryRow> => ({
    key,
    label,
    description,
    numeric: true,
    by: row => row[key],
    show: row => formatCount(row[key])
  });
  return [
    evaluationColumn(rows),
    words("domain", "Domain"),
    words("category", "Category"),
    words("bank", "Bank"),
    {
      key: "accuracy",
      label: "Excess accuracy",
      numeric: true,
      by: row => row.accuracy,
      show: rate,
      description: "of untruncated answers: 0 guessing, 100 % knowing, negative below guessing; 95 % interval over items"
    },
    ...(rows.some(isMeasured) ? [METRIC] : []),
    counted("n", "n", "answers that were scored, truncated ones not among them"),
    counted("truncated", "Truncated", "answers stopped by the token limit; they are not in n"),
    counted("unparsed", "No answer found", "of n, answers that name none, or several; they count as wrong")
  ];
}

/** What the rows hold, and the best of them. */
export function categorySentence(rows: readonly CategoryRow[]): string {
  const scored = rows.filter(({n, accuracy}) => n > 0 && accuracy !== null);
  if (scored.length === 0) return "No items of these categories have been answered.";
  const best = scored.reduce((most, row) => (row.accuracy! > most.accuracy! ? row : most));
  const categories = new Set(rows.map(({domain, category}) => `${domain} ${category}`)).size;
  const several = new Set(rows.map(fullName)).size > 1;
  const head = `Items of banks in ${categories === 1 ? "1 category" : `${formatCount(categories)} categories`}; they count in no score above.`;
  const most = `${several || categories > 1 ? "The highest accuracy is" : "Accuracy is"} ${rate(best)} of ${best.model} in ${best.category} (n = ${formatCount(best.n)}).`;
  return `${head} ${most}`;
}
