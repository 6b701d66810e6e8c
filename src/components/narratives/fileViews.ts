// Parts of the page that show a reader's file of narratives.
import {html} from "npm:htl";
import {formatCount} from "../../pipelines/charts/shared/interval.js";
import type {NarrativeLine} from "../../pipelines/generate/narratives/narrative.js";
import type {Validated} from "../../pipelines/generate/narratives/validate.js";
import {treeIn} from "../../pipelines/studies/narratives/facts.js";
import {csvButton} from "../shared/page.js";
import {untrusted} from "../shared/text.js";
import {visible} from "../shared/visible.js";
import type {ListedNarrative, ReadFile} from "./ownFile.js";
import type {ShownNarrative} from "./viewer.js";

/** A narrative of a file as it is shown. */
export const shownLine = ({line, problems, unchecked}: {line: NarrativeLine} & Validated): ShownNarrative => ({
  id: line.id,
  text: line.full_text_for_eval,
  tree: treeIn(line.ast_str),
  median: line.median,
  answer: line.ground_truth_value,
  anchors: line.anchors,
  parts: line.parts,
  problems,
  unchecked,
  isNarrative: true
});

/** Those with problems first, and before others of the same file by line. */
export const byProblems = (narratives: readonly ListedNarrative[]): ListedNarrative[] =>
  [...narratives].sort((a, b) => b.problems - a.problems || a.line - b.line);

export const lineName = ({line, id, operations, depth, tokens, problems}: ListedNarrative): string =>
  [
    `line ${line}`,
    operations === undefined
      ? "list that cannot be read"
      : `${operations} ${operations === 1 ? "operation" : "operations"}, depth ${depth}`,
    `${formatCount(tokens)} tokens`,
    ...(problems > 0 ? [`${problems} ${problems === 1 ? "problem" : "problems"}`] : []),
    visible(id)
  ].join(" · ");

/** Number of narratives in a file, the lines that cannot be read, and a button that saves the narratives. */
export function fileSummary({name, narratives, faults, faulty}: ReadFile): DocumentFragment {
  const failed = narratives.filter(({problems}) => problems > 0).length;
  const unchecked = narratives.filter(each => each.unchecked > 0).length;
  return html.fragment`<div id="file-summary"><p>${untrusted(name)} holds ${formatCount(narratives.length)} ${narratives.length === 1 ? "narrative" : "narratives"}; the validator passes ${formatCount(narratives.length - failed)} and finds problems in ${formatCount(failed)}.${unchecked > 0 ? ` ${formatCount(unchecked)} have no parts or names, so only what the whole text allows was checked.` : ""}</p>${
    faulty > 0
      ? html`<p class="rb-error">${formatCount(faulty)} ${faulty === 1 ? "line" : "lines"} cannot be read, so there is no shortcut report: one on the others would mislead.</p><ul class="rb-error">${faults.map(fault => html`<li>${untrusted(fault)}</li>`)}</ul>`
      : ""
  }</div>${csvButton(() => fileCsv(narratives), "narratives-of-file.csv")}`;
}

/** Rows of a file's narratives for CSV. */
const fileCsv = (narratives: readonly ListedNarrative[]): Record<string, unknown>[] =>
  narratives.map(({place, codes, ...row}) => ({...row, codes: codes.join(" ")}));
