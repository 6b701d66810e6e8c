// An input for a file of the reader's.
import {html} from "npm:htl";
import type {Input} from "../../pipelines/charts/shared/input.js";

/**
 * A file chosen by the reader, null before. It is the browser's own File: Framework's wrapper fetches a blob address, which the site's
 * policy forbids.
 */
export function fileInput({label, accept}: {label: string; accept: string}): Input<File | null> {
  const input = html`<input type="file" accept=${accept}>` as HTMLInputElement;
  const away = html`<button type="button" class="rb-button" hidden>Remove file</button>` as HTMLButtonElement;
  const form = html`<form class="rb-file" onsubmit=${(event: Event) => event.preventDefault()}><label><span>${label}</span> ${input}</label>${away}</form>`;
  input.addEventListener("input", () => (away.hidden = !input.files?.length));
  away.addEventListener("click", () => {
    input.value = "";
    away.hidden = true;
    input.focus();
    form.dispatchEvent(new Event("input", {bubbles: true}));
  });
  return Object.defineProperty(form, "value", {get: () => input.files?.[0] ?? null}) as Input<File | null>;
}
