// The table of categories, what fills them, and how empty ones are filled.
import {html} from "npm:htl";
import {countColumn} from "../../pipelines/charts/shared/columns.js";
import {formatCount} from "../../pipelines/charts/shared/interval.js";
import type {Column} from "../../pipelines/charts/shared/sortable.js";
import {type CategoryRow, type ScoreRow, valueText} from "./shown.js";

/** A category with how a chosen evaluation did, and how many evaluations have a value. */
export interface ShownCategory extends CategoryRow {
  score: ScoreRow | null;
  evaluations: number;
}

/** @param evaluation the chosen one; null for none */
export function shownCategories(
  rows: readonly CategoryRow[],
  scores: readonly ScoreRow[],
  {evaluation}: {evaluation: string | null}
): ShownCategory[] {
  return rows.map(row => {
    const own = scores.filter(({number}) => number === row.number);
    return {
      ...row,
      score: own.find(score => score.evaluation === evaluation) ?? null,
      evaluations: own.filter(({value}) => value !== null).length
    };
  });
}

const words = (key: keyof CategoryRow & keyof ShownCategory, label: string, description?: string): Column<ShownCategory> => ({
  key,
  label,
  by: row => String(row[key] ?? ""),
  show: row => String(row[key] ?? ""),
  ...(description !== undefined && {description})
});

const scoreText = ({state, score}: ShownCategory): string => {
  if (state === "empty") return "empty";
  if (!score) return "not asked";
  const left = [
    ...(score.truncated > 0 ? [`${formatCount(score.truncated)} truncated`] : []),
    ...(score.unanswered > 0 ? [`${formatCount(score.unanswered)} not answered`] : [])
  ];
  const value = score.value_n > 0 ? `${valueText(score, score.metric)} n = ${formatCount(score.value_n)}` : "no value";
  return [value, ...left].join(", ");
};

/** @param chosen whether an evaluation is chosen, whose values are shown */
export const categoryColumns = ({chosen}: {chosen: boolean}): Column<ShownCategory>[] => [
  words("domain", "Domain"),
  words("category", "Category"),
  words("state", "State", "generated here, imported by you, or empty"),
  ...(chosen
    ? [
        {
          key: "value",
          label: "Value",
          numeric: true,
          by: ({score}: ShownCategory) => score?.value ?? null,
          show: scoreText,
          description: "excess accuracy or the category's metric, with its 95 % interval over items, and n"
        }
      ]
    : [countColumn("evaluations", "Evaluations", "that have a value here") as Column<ShownCategory>]),
  countColumn("items", "Items here", "that can be asked here") as Column<ShownCategory>,
  countColumn("published_items", "Items published", "that the published suite has in the category") as Column<ShownCategory>,
  words("origin", "Name", "published: the published text names it; ours: our choice"),
  words("base_task", "Task or bank"),
  words("policy", "Prompt"),
  words("scorer", "Scorer"),
  words("metric", "Metric"),
  words("licence", "Licence"),
  words("version", "Version"),
  words("source", "Source"),
  words("notes", "Notes")
];

/** How each empty category is filled, the commands as text to copy. */
export function fillList(rows: readonly CategoryRow[]): HTMLElement {
  return html`<ul class="rb-links" id="fill">${rows
    .filter(({state}) => state === "empty")
    .map(
      ({domain, category, reason, fill, unclaimed}) =>
        html`<li><b>${category}</b> (${domain}): ${reason}${
          unclaimed > 0 ? `; ${formatCount(unclaimed)} answers of this store have its name and count in no category` : ""
        }. <code>${fill}</code>`
    )}</ul>`;
}
