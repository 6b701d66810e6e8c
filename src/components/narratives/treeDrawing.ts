// Draws a nested list as a tree whose nodes can be pointed at, and walked through with arrow keys.
import {html} from "npm:htl";
import {shorten} from "../../pipelines/charts/shared/label.js";
import {svgElement} from "../../pipelines/charts/shared/svg.js";
import {visible} from "../shared/visible.js";
import {type DrawnTree, neighbourOf, type TreeNode} from "./treeNodes.js";

/** Letters of a node's label that fit between two levels. */
const MOST_LETTERS = 19;
/** Where a node's label ends, and links to its inner operations begin, pixels. */
const BOX = 134;
/** Room around the drawing, pixels. */
const ROOM = 14;

export interface TreeDrawing {
  element: HTMLElement;
  /** Marks a node as the one that is looked at, and brings it into view; null for none. */
  show(operation: number | null, options?: {scroll?: boolean}): void;
  /** Marks the node from which an answer departs; null for none. */
  depart(operation: number | null): void;
}

/** @param choose called when a reader points at a node, leaves it (null), or comes to it by the keyboard */
export function treeDrawing(
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
      if (operation !== null && scroll) bringIntoView(element, nodes[operation]!);
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
        shorten([name, own, inner.length > 0 ? `(+${inner.length})` : ""].filter(Boolean).join(" "), MOST_LETTERS),
        ` = ${result}`
      ]),
      svgElement("text", {x: 8, y: 10, class: "rb-node-anchor"}, [
        anchor === undefined ? "" : shorten(visible(anchor), MOST_LETTERS + 4)
      ])
    ]
  );
}

/** Scrolls the drawing alone, so that the page stays where it is. */
function bringIntoView(frame: HTMLElement, {x, y}: TreeNode): void {
  const {clientWidth, clientHeight, scrollLeft, scrollTop} = frame;
  if (x < scrollLeft || x + 140 > scrollLeft + clientWidth) frame.scrollLeft = x - clientWidth / 3;
  if (y < scrollTop || y + 30 > scrollTop + clientHeight) frame.scrollTop = y - clientHeight / 2;
}
