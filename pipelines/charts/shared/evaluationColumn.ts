// The table column of evaluations.
import {html} from "npm:htl";
import {evaluationLabels} from "./label.js";
import {modelLink} from "./modelLink.js";
import {simulatedBadge} from "./simulated.js";
import type {Column} from "./sortable.js";

/** Column with the shortest unambiguous name of an evaluation, linked to its model's page and marked if simulated. */
export function evaluationColumn<Row extends {model: string; template: string; sampler: string; simulated: boolean}>(
  rows: readonly Row[]
): Column<Row> {
  const label = evaluationLabels(rows);
  return {
    key: "model",
    label: "Evaluation",
    by: label,
    show: row => html`<span>${modelLink(row.model, label(row))} ${row.simulated ? simulatedBadge() : ""}</span>`
  };
}
