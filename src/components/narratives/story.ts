// Shows a narrative's text: beats that can be pointed at, names, faults, and padding that can be dimmed. All of it is untrusted text.
import {html} from "npm:htl";
import type {Part} from "../../pipelines/generate/narratives/narrative.js";
import type {Problem} from "../../pipelines/generate/narratives/problem.js";
import {visible} from "../shared/visible.js";
import {type Marked, type Piece, type Segment, segmentsOf} from "./segments.js";

export interface Story {
  element: HTMLElement;
  /** Marks the beat of an operation and scrolls to it; null for none. */
  show(operation: number | null, options?: {scroll?: boolean}): void;
  /** Marks the words of a problem and scrolls to them. */
  point(problem: number): void;
  dim(dimmed: boolean): void;
  /** Scrolls past the instructions to where the story begins. */
  begin(): void;
}

const PART_WORDS: Record<Part["kind"], string> = {
  instructions: "instructions",
  introduction: "introduction",
  beat: "beat",
  padding: "padding",
  question: "question"
};

/** @param choose called when a reader points at a beat or the padding behind it, leaves it (null), or comes to it by the keyboard */
export function story(
  marked: Marked & {problems: readonly Problem[]},
  {choose}: {choose: (operation: number | null) => void}
): Story {
  const segments = segmentsOf(marked);
  const words = new Map<number, HTMLElement[]>();
  const shown = segments.map(segment => ({segment, node: segmentNode(marked.text, segment, words)}));
  const element = html`<div class="rb-story rb-tall" id="story" tabindex="-1" dir="ltr">${shown.map(({node}) => node)}</div>`;
  const beats = shown.filter(({segment}) => segment.part?.kind === "beat");
  const ofOperation = new Map<number, HTMLElement>();
  for (const {segment, node} of beats) {
    const operation = segment.part!.operation;
    if (operation !== undefined && !ofOperation.has(operation)) ofOperation.set(operation, node);
  }
  for (const {segment, node} of shown) {
    const {kind, operation} = segment.part ?? {};
    if ((kind !== "beat" && kind !== "padding") || operation === undefined) continue;
    node.addEventListener("pointerenter", () => choose(operation));
    node.addEventListener("pointerleave", () => choose(null));
  }
  for (const [place, {segment, node}] of beats.entries()) {
    node.setAttribute("tabindex", place === 0 ? "0" : "-1");
    node.addEventListener("focus", () => {
      for (const other of beats) other.node.setAttribute("tabindex", other.node === node ? "0" : "-1");
      choose(segment.part!.operation ?? null);
    });
    node.addEventListener("keydown", event => {
      const step = {ArrowDown: 1, ArrowUp: -1}[(event as KeyboardEvent).key];
      const next = step === undefined ? undefined : beats[place + step];
      if (!next) return;
      event.preventDefault();
      next.node.focus();
    });
  }
  return {
    element,
    show(operation, {scroll = true} = {}) {
      for (const [number, node] of ofOperation) node.classList.toggle("rb-shown", number === operation);
      const node = operation === null ? undefined : ofOperation.get(operation);
      if (node && scroll) bringIntoView(element, node);
    },
    point(problem) {
      for (const own of words.values()) for (const each of own) each.classList.remove("rb-pointed");
      const own = words.get(problem) ?? [];
      for (const each of own) each.classList.add("rb-pointed");
      if (own[0]) bringIntoView(element, own[0]);
    },
    begin() {
      const first = shown.find(({segment}) => segment.part && segment.part.kind !== "instructions");
      if (first) bringIntoView(element, first.node);
    },
    dim: dimmed => void element.classList.toggle("rb-dimmed", dimmed)
  };
}

/** Scrolls the story alone, so that the page stays where it is. */
function bringIntoView(frame: HTMLElement, node: HTMLElement): void {
  const [outer, inner] = [frame.getBoundingClientRect(), node.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom) frame.scrollTop += inner.top - outer.top - outer.height / 4;
}

function segmentNode(text: string, {part, pieces, start}: Segment, words: Map<number, HTMLElement[]>): HTMLElement {
  const node = document.createElement("span");
  node.className = part ? `rb-part rb-${part.kind}` : "rb-part";
  if (part) node.title = partTitle(part);
  if (part?.operation !== undefined) node.dataset.operation = String(part.operation);
  node.dataset.start = String(start);
  for (const piece of pieces) node.append(pieceNode(text, piece, words));
  return node;
}

const partTitle = ({kind, operation}: Part): string =>
  operation === undefined ? PART_WORDS[kind] : `${PART_WORDS[kind]}${kind === "beat" ? " of" : " behind"} operation ${operation}`;

function pieceNode(text: string, {start, end, anchor, problems}: Piece, words: Map<number, HTMLElement[]>): Node {
  const shown = document.createTextNode(visible(text.slice(start, end)));
  if (anchor === undefined && problems.length === 0) return shown;
  const node = document.createElement(problems.length > 0 ? "mark" : "span");
  if (anchor !== undefined) {
    node.classList.add("rb-anchor");
    node.title = `result of operation ${anchor}`;
  }
  node.append(shown);
  for (const problem of problems) words.set(problem, [...(words.get(problem) ?? []), node]);
  return node;
}
