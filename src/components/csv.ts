import {html} from "npm:htl";
import {csv} from "./separated.js";

/** A button that saves rows as a CSV file. The rows are asked for when it is pressed. */
export function csvButton(
  rows: () => readonly Record<string, unknown>[],
  name: string,
  {label = "Download CSV"} = {}
): HTMLElement {
  const save = () => {
    const url = URL.createObjectURL(new Blob([csv(rows())], {type: "text/csv"}));
    const link = html`<a href=${url} download=${name}></a>` as HTMLAnchorElement;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 1_000);
  };
  return html`<button type="button" class="rb-button" onclick=${save}>${label}`;
}
