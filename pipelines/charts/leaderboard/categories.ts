// Accuracy in the categories of item banks, as a table and a sentence.
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
}

const rate = ({accuracy, low, high, n}: CategoryRow): string => formatRate({value: accuracy, low, high, n});

/** The table's columns: whose accuracy, in which category, on how many items. */
export function categoryColumns(rows: readonly CategoryRow[]): Column<CategoryRow>[] {
  const words = (key: "domain" | "category" | "bank", label: string): Column<CategoryRow> => ({
    key,
    label,
    by: row => row[key],
    show: row => row[key]
  });
  const counted = (key: "n" | "truncated" | "unparsed", label: string, description: string): Column<CategoryRow> => ({
    ...{key, label, description, numeric: true},
    by: row => row[key],
    show: row => formatCount(row[key])
  });
  return [
    evaluationColumn(rows),
    words("domain", "Domain"),
    words("category", "Category"),
    words("bank", "Bank"),
    {
      ...{key: "accuracy", label: "Excess accuracy", numeric: true, by: row => row.accuracy, show: rate},
      description: "of untruncated answers: 0 guessing, 100 % knowing, negative below guessing; 95 % interval over items"
    },
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
  const several = new Set(rows.map(({model, template, sampler}) => `${model} ${template} ${sampler}`)).size > 1;
  const head = `Items of banks in ${categories === 1 ? "1 category" : `${formatCount(categories)} categories`}; they are in no score above.`;
  const most = `${several || categories > 1 ? "The highest accuracy is" : "Accuracy is"} ${rate(best)} of ${best.model} in ${best.category} (n = ${formatCount(best.n)}).`;
  return `${head} ${most}`;
}
