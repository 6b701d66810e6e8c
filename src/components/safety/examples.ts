// Examples of answers, as text.
import {html} from "npm:htl";
import {itemLink} from "../../pipelines/charts/shared/sampleLink.js";
import {simulatedBadge} from "../../pipelines/charts/shared/simulated.js";
import {languageName} from "../shared/languageName.js";
import {untrusted} from "../shared/text.js";
import type {RefusalExample} from "./shown.js";

/** Requests with their answers, one below the other. */
export const exampleList = (examples: readonly RefusalExample[]): HTMLElement =>
  html`<div id="example-list">${examples.map(
    example => html`<div class="rb-figure">
    <p><strong>${example.outcome}</strong> · ${example.request} request · ${example.category || "no category"} · ${example.style || "no style"} · ${example.language === "" ? "no language" : languageName(example.language)} · ${example.evaluation} ${example.simulated ? simulatedBadge() : ""} · ${itemLink(example.item_id, "its answer on page Samples", {eval_id: example.eval_id})}</p>
    <dl><dt>Request</dt><dd>${untrusted(example.prompt)}</dd><dt>Answer</dt><dd>${untrusted(example.text)}</dd></dl>
  </div>`
  )}</div>`;
