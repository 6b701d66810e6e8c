// Examples of answers, as text.
import {html} from "npm:htl";
import {simulatedBadge} from "../../pipelines/charts/shared/simulated.js";
import {languageName} from "../shared/languageName.js";
import {untrusted} from "../shared/text.js";
import type {RefusalExample} from "./shown.js";

/** Requests with their answers, one below the other. */
export const exampleList = (examples: readonly RefusalExample[]): HTMLElement =>
  html`<div id="example-list">${examples.map(
    example => html`<div class="rb-figure">
    <p><strong>${example.outcome}</strong> · ${example.request} request · ${example.category || "no category"} · ${example.style || "no style"} · ${example.language === "" ? "no language" : languageName(example.language)} · ${example.evaluation} ${example.simulated ? simulatedBadge() : ""}</p>
    <dl><dt>Request</dt><dd>${untrusted(example.prompt)}</dd><dt>Answer</dt><dd>${untrusted(example.text)}</dd></dl>
  </div>`
  )}</div>`;
