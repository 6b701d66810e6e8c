import {html} from "npm:htl";
import {evaluationLabels} from "./label.js";
import {modelLink} from "./modelLink.js";
import {simulatedBadge} from "./simulated.js";
import type {Column} from "./sortable.js";

/** The column that names an evaluation in the shortest way that tells it from the others, leads to its model and marks what is simulated. */
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
