// A button that saves a table as CSV.
import {html} from "npm:htl";
import {saveText} from "./save.js";
import {csv} from "./separated.js";

/** A button that saves rows as a CSV file. The rows are computed when it is pressed. */
export function csvButton(
  rows: () => readonly Record<string, unknown>[],
  name: string,
  {label = "Download CSV"} = {}
): HTMLElement {
  const save = () => saveText(csv(rows()), {name, type: "text/csv"});
  return html`<button type="button" class="rb-button" onclick=${save}>${label}`;
}
