// A reader's own responses, and on request a fit of them: files that stay in the browser.
import {html} from "npm:htl";
import type {Input} from "../permalink.js";

export interface Uploaded {
  responses: File | null;
  fit: File | null;
}

/** Two file inputs; nothing leaves the page. */
export function upload(): Input<Uploaded> {
  const field = (key: keyof Uploaded, label: string, accept: string) => {
    const input = html`<input type="file" accept=${accept} id=${`own-${key}`}>` as HTMLInputElement;
    return {input, node: html`<label class="rb-field">${label} ${input}</label>`};
  };
  const responses = field("responses", "Responses (CSV)", ".csv,.tsv,.txt");
  const fit = field("fit", "Fit of them (fit.json, optional)", ".json");
  const form = html`<div class="rb-bar">${responses.node}${fit.node}</div>`;
  const first = ({input}: {input: HTMLInputElement}): File | null => input.files?.[0] ?? null;
  return Object.defineProperty(form, "value", {
    get: () => ({responses: first(responses), fit: first(fit)})
  }) as unknown as Input<Uploaded>;
}
