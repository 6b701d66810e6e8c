// Inputs for a reader's own responses, and optionally a fit of them. The files stay in the browser.
import {form} from "npm:@observablehq/inputs";
import {html} from "npm:htl";
import type {Input} from "../../pipelines/charts/shared/input.js";
import {fileInput} from "../shared/fileInput.js";

export interface Uploaded {
  responses: File | null;
  fit: File | null;
}

/** Two file inputs; nothing leaves the page. */
export const upload = (): Input<Uploaded> =>
  form(
    {
      fit: fileInput({label: "Fit of your responses (fit.json, optional)", accept: ".json"}),
      responses: fileInput({
        label: "Your responses (CSV or JSON lines)",
        accept: ".csv,.tsv,.txt,.jsonl,.ndjson,.json,.yaml,.gz,.zst"
      })
    },
    {template: (each: Record<string, HTMLElement>) => html`<div class="rb-questions" id="own">${each.responses}${each.fit}</div>`}
  );
