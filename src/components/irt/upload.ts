// Inputs for a reader's own responses, and optionally a fit of them. The files stay in the browser.
import {form, text} from "npm:@observablehq/inputs";
import {html} from "npm:htl";
import type {Input} from "../../pipelines/charts/shared/input.js";
import {fileInput, ROW_FILES} from "../shared/fileInput.js";

export interface Uploaded {
  responses: File | null;
  /** texts that mark a missing response, separated by commas */
  missing: string;
  fit: File | null;
}

/** Inputs for two files and for how missing responses are marked; nothing leaves the page. */
export const upload = (): Input<Uploaded> =>
  form(
    {
      fit: fileInput({label: "Fit of your responses (fit.json, optional)", accept: ".json"}),
      responses: fileInput({
        label: "Your responses (CSV, JSON lines or Parquet)",
        accept: ROW_FILES
      }),
      missing: text({label: "Texts that mark a missing response (--missing)", placeholder: ".,-,N/A", submit: true})
    },
    {
      template: (each: Record<string, HTMLElement>) =>
        html`<div class="rb-questions" id="own">${each.responses}${each.missing}${each.fit}</div>`
    }
  );
