// The file of one person that `human plan` has written: its entries, instructions and faults.
import {html} from "npm:htl";
import {type PlannedFile, plannedFile} from "../../pipelines/studies/preferences/annotation/plannedFile.js";
import {plural} from "../shared/charts.js";
import {recordsIn} from "../shared/content.js";
import {untrusted} from "../shared/text.js";
import {contentOf} from "../shared/uploaded.js";

/** Reads a person's file. Rejects where it holds neither a pair nor an answer. */
export async function plannedFrom(file: File): Promise<PlannedFile> {
  const planned = plannedFile(recordsIn(await contentOf(file)));
  if (planned.pairs.length + planned.answers.length === 0)
    throw new Error(`${file.name} holds no pair and no answer: choose a file that npm run human -- plan has written`);
  return planned;
}

/** The instructions of a person's file, and how many of its lines are neither pairs nor answers; empty without a file. */
export function plannedNotes(planned: PlannedFile | null): HTMLElement | DocumentFragment {
  if (planned === null) return html.fragment``;
  const {instructions, bad} = planned;
  return html`<div id="instructions">${instructions === null ? "" : html`<p>${untrusted(instructions)}`}
    ${bad.length === 0 ? "" : html`<p class="rb-error">${plural(bad.length, "line")} without a pair or an answer; the first is line ${bad[0]}`}</div>`;
}
