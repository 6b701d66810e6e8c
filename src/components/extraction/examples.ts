// Answers that the two methods read differently, as text.
import {html} from "npm:htl";
import {sampleLink} from "../../pipelines/charts/shared/sampleLink.js";
import {simulatedBadge} from "../../pipelines/charts/shared/simulated.js";
import {untrusted} from "../shared/text.js";
import type {ExtractionExample} from "./shown.js";

const reading = (answer: string | null) => (answer === null ? html`<em>no answer</em>` : untrusted(answer));

export const readingList = (examples: readonly ExtractionExample[]): HTMLElement =>
  html`<div id="example-list">${examples.map(
    example => html`<div class="rb-figure">
    <p><strong>${example.disagreement}</strong> · ${example.base_task} · ${example.evaluation} ${example.simulated ? simulatedBadge() : ""} · ${sampleLink({...example, trial: 0})}</p>
    <dl><dt>Rules</dt><dd>${reading(example.rules)}</dd><dt>Classifier, probability ${example.probability.toFixed(2)}</dt><dd>${reading(example.classifier)}</dd>
    <dt>Right answer</dt><dd>${untrusted(example.expected)}</dd><dt>End of the response</dt><dd>${untrusted(example.text)}</dd></dl>
  </div>`
  )}</div>`;
