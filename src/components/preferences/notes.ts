// Notices and notes about the votes on the page.
import {html} from "npm:htl";
import {plural} from "../../pipelines/book/plural.js";
import {formatCount} from "../../pipelines/charts/shared/interval.js";
import {simulatedBadge} from "../../pipelines/charts/shared/simulated.js";
import type {Judgments} from "./data.js";

/** Source of the votes. */
export function humanNotice({name, simulated, votes, groundTruth}: Judgments): HTMLElement {
  if (!simulated) return html`<p class="rb-muted" role="note">Shown: ${plural(votes.n, "vote")} of ${name}.</p>`;
  if (groundTruth.length === 0)
    return html`<p class="rb-notice" role="note">${simulatedBadge()} Shown: ${plural(votes.n, "vote")} of ${name}. The file says that models in it are
      simulated: reasonbook's built-in reference models, which are not language models, whoever judged their answers.</p>`;
  return html`<p class="rb-notice" role="note">${simulatedBadge()} ${name[0]!.toUpperCase()}${name.slice(1)}, ${formatCount(votes.n)} in number, are simulated, not human:
    they were drawn by a program from the planted abilities of reasonbook's built-in reference models, which are not language models.</p>`;
}

/** Notes for the reader about the votes, one line each. */
export function noteList(notes: readonly string[]): HTMLElement | DocumentFragment {
  if (notes.length === 0) return document.createDocumentFragment();
  return html`<ul class="rb-muted">${[...new Set(notes)].map(note => html`<li>${note}</li>`)}</ul>`;
}
