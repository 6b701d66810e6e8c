// Shows a narrative next to its tree; a part that is pointed at in one is marked in the other.

import {hierarchy, tree as tidy} from "npm:d3";
import {html} from "npm:htl";
import {svgElement} from "../../pipelines/charts/shared/svg.js";
import {MEDIAN_RULES, type MedianRule} from "../../pipelines/generate/lists/operations.js";
import {atomsOf, innerOf, type ListTree, operationsIn} from "../../pipelines/generate/lists/tree.js";
import {anchorsIn} from "../../pipelines/generate/narratives/anchors.js";
import {resultsOf} from "../../pipelines/generate/narratives/beatStructure.js";
import type {Part} from "../../pipelines/generate/narratives/narrative.js";
import type {Problem} from "../../pipelines/generate/narratives/problem.js";
import {formatCount, sentences, shorten} from "../shared/charts.js";
import {untrusted} from "../shared/text.js";
import {visible} from "../shared/visible.js";

// Cuts a narrative's text at the ends of its parts, names and faults, so that each piece can be shown in its own way.

/** A stretch of a text within which nothing begins or ends. */
interface Piece {
  start: number;
  end: number;
  /** The operation whose result the piece names. */
  anchor?: number;
  /** Numbers of the problems that concern the piece, in the order given. */
  problems: number[];
}

/** A part of the text with its pieces; text outside all parts has no part. */
interface Segment {
  part: Part | undefined;
  start: number;
  end: number;
  pieces: Piece[];
}

interface Marked {
  text: string;
  parts?: readonly Part[] | undefined;
  anchors?: readonly string[] | undefined;
  problems?: readonly Pick<Problem, "start" | "end">[];
}

/**
 * The segments of a text in order; joined, their pieces are the text. Parts that lie outside of it, or overlap an earlier one, are ignored, as
 * files of others may have any.
 */
export function segmentsOf({text, parts = [], anchors = [], problems = []}: Marked): Segment[] {
  const segments: Segment[] = [];
  let at = 0;
  const add = (start: number, end: number, part?: Part) => {
    if (end > start) segments.push({part, start, end, pieces: []});
    at = end;
  };
  for (const part of [...parts].sort((a, b) => a.start - b.start)) {
    if (part.start < at || part.end > text.length || part.end <= part.start) continue;
    add(at, part.start);
    add(part.start, part.end, part);
  }
  add(at, text.length);
  const names = anchorsIn(text, anchors);
  const faults = problems.flatMap(({start, end}, number) => (end > start && end <= text.length ? [{start, end, number}] : []));
  const long = faults.filter(fault => segments.some(({start, end}) => fault.start <= start && fault.end >= end));
  const short = faults.filter(fault => !long.includes(fault)).sort((a, b) => a.start - b.start);
  let name = 0;
  for (const segment of segments) {
    while (name < names.length && names[name]!.end <= segment.start) name++;
    const own: typeof names = [];
    for (let i = name; i < names.length && names[i]!.start < segment.end; i++) own.push(names[i]!);
    const wrong = short.filter(({start, end}) => start < segment.end && end > segment.start);
    segment.pieces = piecesOf(segment, own, wrong, long);
  }
  return segments;
}

type Fault = {start: number; end: number; number: number};

function piecesOf(
  {start, end}: Segment,
  names: readonly {operation: number; start: number; end: number}[],
  faults: readonly Fault[],
  everywhere: readonly Fault[]
): Piece[] {
  const inside = (place: number) => place > start && place < end;
  const cuts = [...names, ...faults].flatMap(each => [each.start, each.end]).filter(inside);
  const places = [...new Set([start, ...cuts, end])].sort((a, b) => a - b);
  return places.slice(1).map((to, i) => {
    const from = places[i]!;
    const covers = (each: {start: number; end: number}) => each.start <= from && each.end >= to;
    const anchor = names.find(covers)?.operation;
    return {
      start: from,
      end: to,
      ...(anchor !== undefined && {anchor}),
      problems: [...faults, ...everywhere]
        .filter(covers)
        .map(({number}) => number)
        .sort((a, b) => a - b)
    };
  });
}

// Shows a narrative's text: beats that can be pointed at, names, faults, and padding that can be dimmed. All of it is untrusted text.

interface Story {
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
function story(marked: Marked & {problems: readonly Problem[]}, {choose}: {choose: (operation: number | null) => void}): Story {
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

// The operations of a nested list as nodes of a drawing: places, own numbers and results.

/** Pixels between neighbours of one level, and between levels. */
const ROW = 30;
const LEVEL = 176;

interface TreeNode {
  /** Number of the operation: 0 the outermost, each before those inside it. */
  operation: number;
  name: ListTree["operation"];
  numbers: number[];
  result: number;
  /** Numbers of the operation that uses the result, and of those inside; null of the outermost. */
  parent: number | null;
  inner: number[];
  level: number;
  x: number;
  y: number;
}

interface DrawnTree {
  nodes: TreeNode[];
  width: number;
  height: number;
}

/** Nodes by number, laid out from left to right (Reingold & Tilford 1981), with the size that they take. */
export function treeNodes(tree: ListTree, median: MedianRule): DrawnTree {
  const operations = operationsIn(tree);
  const number = new Map(operations.map((node, i) => [node, i]));
  const results = resultsOf(operations, median);
  const root = tidy<ListTree>().nodeSize([ROW, LEVEL])(hierarchy(tree, innerOf));
  const laid = root.descendants();
  const top = Math.min(...laid.map(({x}) => x));
  const nodes = laid
    .map(
      ({data, parent, depth, x, y}): TreeNode => ({
        operation: number.get(data)!,
        name: data.operation,
        numbers: atomsOf(data),
        result: results[number.get(data)!]!,
        parent: parent ? number.get(parent.data)! : null,
        inner: innerOf(data).map(inner => number.get(inner)!),
        level: depth + 1,
        x: y,
        y: x - top
      })
    )
    .sort((a, b) => a.operation - b.operation);
  return {
    nodes,
    width: LEVEL * Math.max(...nodes.map(({level}) => level)),
    height: ROW + Math.max(...nodes.map(({y}) => y))
  };
}

/** The numbers of operations in an order in which results can be had: each behind those inside it. */
export function inOrderOfSteps(tree: ListTree): number[] {
  const number = new Map(operationsIn(tree).map((node, i) => [node, i]));
  const order: number[] = [];
  const visit = (node: ListTree): void => {
    for (const inner of innerOf(node)) visit(inner);
    order.push(number.get(node)!);
  };
  visit(tree);
  return order;
}

/** Where an arrow key leads from a node: left to the operation that uses it, right to the first inside it, up and down by number. */
export function neighbourOf(nodes: readonly TreeNode[], operation: number, key: string): number | undefined {
  const {parent, inner} = nodes[operation]!;
  switch (key) {
    case "ArrowLeft":
      return parent ?? undefined;
    case "ArrowRight":
      return inner[0];
    case "ArrowUp":
      return operation > 0 ? operation - 1 : undefined;
    case "ArrowDown":
      return operation + 1 < nodes.length ? operation + 1 : undefined;
    case "Home":
      return 0;
    case "End":
      return nodes.length - 1;
  }
  return undefined;
}

// Draws a nested list as a tree whose nodes can be pointed at, and walked through with arrow keys.

/** Letters of a node's label that fit between two levels. */
const MOST_LETTERS = 19;
/** Where a node's label ends, and links to its inner operations begin, pixels. */
const BOX = 134;
/** Room around the drawing, pixels. */
const ROOM = 14;

interface TreeDrawing {
  element: HTMLElement;
  /** Marks a node as the one that is looked at, and brings it into view; null for none. */
  show(operation: number | null, options?: {scroll?: boolean}): void;
  /** Marks the node from which an answer departs; null for none. */
  depart(operation: number | null): void;
}

/** @param choose called when a reader points at a node, leaves it (null), or comes to it by the keyboard */
function treeDrawing(
  {nodes, width, height}: DrawnTree,
  {anchors = [], choose}: {anchors?: readonly string[] | undefined; choose: (operation: number | null) => void}
): TreeDrawing {
  const groups = nodes.map(node => group(node, anchors[node.operation]));
  const links = nodes.flatMap(({parent, x, y}) => {
    if (parent === null) return [];
    const from = {x: nodes[parent]!.x + BOX, y: nodes[parent]!.y};
    const middle = (from.x + x) / 2;
    return [
      svgElement("path", {
        d: `M${from.x},${from.y}C${middle},${from.y} ${middle},${y} ${x},${y}`,
        fill: "none",
        stroke: "var(--theme-foreground-fainter)"
      })
    ];
  });
  const [w, h] = [width + 2 * ROOM, height + ROOM];
  const svg = svgElement(
    "svg",
    {
      width: w,
      height: h,
      viewBox: `${-ROOM} ${-ROOM} ${w} ${h}`,
      role: "tree",
      "aria-label": "the list as a tree",
      class: "rb-list-tree"
    },
    [...links, ...groups]
  );
  const element = html`<div class="rb-scroll rb-tall" id="list-tree">${svg}</div>`;
  let reachable = 0;
  const reach = (operation: number) => {
    groups[reachable]!.setAttribute("tabindex", "-1");
    reachable = operation;
    groups[operation]!.setAttribute("tabindex", "0");
  };
  for (const [operation, each] of groups.entries()) {
    each.addEventListener("pointerenter", () => choose(operation));
    each.addEventListener("pointerleave", () => choose(null));
    each.addEventListener("focus", () => {
      reach(operation);
      choose(operation);
    });
    each.addEventListener("click", () => (each as SVGGElement).focus());
    each.addEventListener("keydown", event => {
      const next = neighbourOf(nodes, operation, (event as KeyboardEvent).key);
      if (next === undefined) return;
      event.preventDefault();
      (groups[next] as SVGGElement).focus();
    });
  }
  reach(0);
  return {
    element,
    show(operation, {scroll = true} = {}) {
      for (const [i, each] of groups.entries()) each.classList.toggle("rb-shown", i === operation);
      if (operation !== null && scroll) scrollToNode(element, nodes[operation]!);
    },
    depart(operation) {
      for (const [i, each] of groups.entries()) each.classList.toggle("rb-departs", i === operation);
    }
  };
}

function group(node: TreeNode, anchor: string | undefined): SVGElement {
  const {name, numbers, inner, result, operation, level, x, y} = node;
  const own = numbers.join(" ");
  const called = anchor === undefined ? "" : `, called ${visible(anchor)}`;
  return svgElement(
    "g",
    {
      transform: `translate(${x},${y})`,
      class: "rb-node",
      role: "treeitem",
      tabindex: -1,
      "aria-level": level,
      "aria-label": `operation ${operation}: ${name} of ${numbers.length > 0 ? own : "no number of its own"}${inner.length > 0 ? ` and ${inner.length} results` : ""} is ${result}${called}`,
      "data-operation": operation
    },
    [
      svgElement("title", {}, [`${name} ${own}${inner.length > 0 ? ` and ${inner.length} results` : ""} = ${result}${called}`]),
      svgElement("rect", {x: -6, y: -13, width: BOX + 6, height: 26, rx: 4, class: "rb-node-box"}),
      svgElement("circle", {r: 3.5}),
      svgElement("text", {x: 8, y: -1, class: "rb-node-name"}, [
        shorten(sentences(name, own, inner.length > 0 ? `(+${inner.length})` : ""), MOST_LETTERS),
        ` = ${result}`
      ]),
      svgElement("text", {x: 8, y: 10, class: "rb-node-anchor"}, [
        anchor === undefined ? "" : shorten(visible(anchor), MOST_LETTERS + 4)
      ])
    ]
  );
}

/** Scrolls the drawing alone, so that the page stays where it is. */
function scrollToNode(frame: HTMLElement, {x, y}: TreeNode): void {
  const {clientWidth, clientHeight, scrollLeft, scrollTop} = frame;
  if (x < scrollLeft || x + 140 > scrollLeft + clientWidth) frame.scrollLeft = x - clientWidth / 3;
  if (y < scrollTop || y + 30 > scrollTop + clientHeight) frame.scrollTop = y - clientHeight / 2;
}

// A narrative beside its tree: what is pointed at in one is marked in the other.

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

interface Viewer {
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
