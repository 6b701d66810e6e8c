// The headline figure of an evaluation next to that over all items: the opened row of a table of evaluations.
import {html} from "npm:htl";
import type {EvaluationName} from "../../store/evaluationName.js";
import type {ItemCounts} from "../../store/leftOut.js";
import {formatCount, formatEstimate, formatRate} from "../shared/interval.js";

/** A row of the table `headlines`. */
export interface Headline extends EvaluationName, ItemCounts {
  suite: string;
  formula: number | null;
  formula_low: number | null;
  formula_high: number | null;
  n: number;
  all_formula: number | null;
  all_formula_low: number | null;
  all_formula_high: number | null;
  all_n: number;
  difference: number | null;
  difference_low: number | null;
  difference_high: number | null;
  right: number | null;
  right_low: number | null;
  right_high: number | null;
  simulated: boolean;
}

const rate = (value: number | null, low: number | null, high: number | null, n: number): string =>
  value === null || low === null || high === null ? "none" : `${formatRate({value, low, high, n})}, n = ${formatCount(n)}`;

const percent = (value: number | null): number | null => (value === null ? null : 100 * value);

/** `+0.02 [−0.03, 0.07] points`; none where either score is missing */
export function differenceText({difference, difference_low, difference_high}: Headline): string {
  if (difference === null) return "none";
  const text = formatEstimate(
    {value: percent(difference), low: percent(difference_low), high: percent(difference_high)},
    {digits: 2}
  );
  return `${difference >= 0 ? "+" : ""}${text} points`;
}

/** Names and values of an opened row. */
export function headlineFacts(row: Headline): [name: string, value: string][] {
  const {items, left_out} = row;
  const isAudited = (row.audited ?? 0) > 0;
  const counts = items === null ? "" : `${formatCount(left_out ?? 0)} of ${formatCount(items)}`;
  return [
    ["Formula score, all tiers", rate(row.formula, row.formula_low, row.formula_high, row.n)],
    ["Over all items", rate(row.all_formula, row.all_formula_low, row.all_formula_high, row.all_n)],
    ["Difference", differenceText(row)],
    ["Items left out", isAudited ? counts : "none was looked for in training data"],
    ["Right over all items, cut answers as wrong", rate(row.right, row.right_low, row.right_high, row.all_n)]
  ];
}

/** A function that gives the opened row of an evaluation; null for one without a row in the table. */
export function headlineDetails(headlines: readonly Headline[]): (row: EvaluationName) => HTMLElement | null {
  const keyOf = ({model, template, sampler}: EvaluationName): string => JSON.stringify([model, template, sampler]);
  const byKey = new Map(headlines.map(row => [keyOf(row), row]));
  return row => {
    const headline = byKey.get(keyOf(row));
    if (!headline) return null;
    const facts = headlineFacts(headline).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`);
    return html`<dl class="rb-opened">${facts}</dl>`;
  };
}
