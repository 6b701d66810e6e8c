// A narrative beside its tree: what is pointed at in one is marked in the other.
import {html} from "npm:htl";
import {formatCount} from "../../pipelines/charts/shared/interval.js";
import type {MedianRule} from "../../pipelines/generate/lists/operations.js";
import {MEDIAN_RULES} from "../../pipelines/generate/lists/operations.js";
import type {ListTree} from "../../pipelines/generate/lists/tree.js";
import type {Part} from "../../pipelines/generate/narratives/narrative.js";
import type {Problem} from "../../pipelines/generate/narratives/problem.js";
import {untrusted} from "../shared/text.js";
import {story} from "./story.js";
import {treeDrawing} from "./treeDrawing.js";
import {treeNodes} from "./treeNodes.js";

export interface ShownNarrative {
  id: string;
  text: string;
  /** Absent where the list cannot be read. */
  tree: ListTree | undefined;
  median: MedianRule;
  answer: number;
  anchors?: readonly string[] | undefined;
  parts?: readonly Part[] | undefined;
  problems: readonly Problem[];
  unchecked: readonly string[];
  /** Whether the validator looks at it: a list that is written out is no narrative. */
  isNarrative: boolean;
}

/** Most problems that are listed. */
const MOST_LISTED = 200;

export interface Viewer {
  element: HTMLElement;
  dim(dimmed: boolean): void;
  /** Marks the operation from which an answer departs. */
  depart(operation: number | null): void;
}

export function viewer(shown: ShownNarrative): Viewer {
  const {text, tree, median, answer, anchors, parts, problems, unchecked, isNarrative} = shown;
  const nodes = tree && treeNodes(tree, median);
  const note = html`<p class="rb-muted" id="pointed" role="status">${pointedText(null)}</p>`;
  let kept: number | null = null;
  const told = story({text, parts, anchors, problems}, {choose: operation => choose(operation, "story")});
  const drawn = nodes && treeDrawing(nodes, {anchors, choose: operation => choose(operation, "tree")});

  /** Marks an operation in both; what is pointed at last stays marked, so that a reader can move over to it. */
  function choose(operation: number | null, from: "story" | "tree"): void {
    if (operation === null || operation === kept) return;
    kept = operation;
    told.show(operation, {scroll: from === "tree"});
    drawn?.show(operation, {scroll: from === "story"});
    note.replaceChildren(pointedText(operation));
  }
  function pointedText(operation: number | null): string | Node {
    const node = operation === null ? undefined : nodes?.nodes[operation];
    if (!node)
      return parts
        ? "Point at an operation or a beat, or walk through them with the arrow keys. (+2) stands for two results of inner operations."
        : "The parts of this text are not known, so operations are not tied to sentences.";
    const {name, numbers, inner, result} = node;
    const of = [...(numbers.length > 0 ? [numbers.join(", ")] : []), ...inner.map(number => called(number))];
    const own = anchors?.[operation!];
    return html.fragment`Operation ${operation}: ${name} of ${joined(of)} is ${result}${own === undefined ? "" : html.fragment`, called ${untrusted(own)}`}.`;
  }
  const called = (number: number): Node => {
    const {result} = nodes!.nodes[number]!;
    const name = anchors?.[number];
    return name === undefined
      ? html`<span>operation ${number} (${result})</span>`
      : html`<span>${untrusted(name)} (${result})</span>`;
  };

  const element = html`<div id="viewer">
    <p id="list-facts">${factsText({answer, median, operations: nodes?.nodes.length, text})}</p>
    ${note}
    <div class="rb-beside rb-narrative"><section><h4>Tree</h4>${drawn?.element ?? html`<p class="rb-error">The list cannot be read, so there is no tree.`}</section><section><h4>Text</h4>${told.element}</section></div>
    ${isNarrative ? verdicts(problems, unchecked, number => told.point(number)) : ""}
  </div>`;
  requestAnimationFrame(() => told.begin());
  return {element, dim: told.dim, depart: operation => drawn?.depart(operation)};
}

const joined = (parts: readonly (string | Node)[]): (string | Node)[] =>
  parts.flatMap((part, i) => (i === 0 ? [part] : [i === parts.length - 1 ? " and " : ", ", part]));

const factsText = ({
  answer,
  median,
  operations,
  text
}: {
  answer: number;
  median: MedianRule;
  operations: number | undefined;
  text: string;
}): string =>
  `The answer is ${answer}. ${operations === undefined ? "" : `${formatCount(operations)} ${operations === 1 ? "operation" : "operations"}; `}${formatCount(text.length)} characters. Median: ${MEDIAN_RULES[median]}.`;

/** What the validator says, problem by problem; a problem's button leads to its words. */
function verdicts(problems: readonly Problem[], unchecked: readonly string[], point: (number: number) => void): HTMLElement {
  const listed = problems.slice(0, MOST_LISTED).map((problem, number) => {
    const {code, message, start, end, words} = problem;
    const place =
      end > start
        ? html`<button type="button" class="rb-button rb-name" onclick=${() => point(number)}>at ${formatCount(start)}</button>`
        : "";
    return html`<li><code>${code}</code> ${untrusted(message)} ${words === "" ? "" : html`<span>“${untrusted(words)}”</span>`} ${place}</li>`;
  });
  const said =
    problems.length === 0
      ? "The validator finds no problem."
      : `The validator finds ${formatCount(problems.length)} ${problems.length === 1 ? "problem" : "problems"}${problems.length > MOST_LISTED ? `; the first ${formatCount(MOST_LISTED)}:` : ":"}`;
  return html`<div id="verdicts"><p>${said}${unchecked.length > 0 ? ` Not checked, since the file has no parts or names: ${unchecked.join(", ")}.` : ""}</p>${listed.length > 0 ? html`<ol class="rb-muted">${listed}</ol>` : ""}</div>`;
}
