// Heat map of excess accuracy over two parameters of a task.
import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import type {Cell} from "../../studies/manifold/surface.js";
import {formatTruncation} from "../shared/columns.js";
import {figure} from "../shared/figure.js";
import type {Input} from "../shared/input.js";
import {formatCount, formatInterval, formatRate, formatTokens} from "../shared/interval.js";
import {shorten} from "../shared/label.js";
import {svgElement} from "../shared/svg.js";
import {cellName, type Grid, showValue, WHOLE} from "./slice.js";

const LETTER = 6.3;
const LEAST_WIDTH = 88;
const MOST_WIDTH = 150;
const MOST_ROW_LETTERS = 24;
const HEIGHT = 56;
/** Most cells that are drawn: more are unreadable, and take a browser seconds. */
const MOST_CELLS = 5_000;
/** Space above the cells for the axis name and its values. */
const TOP = 44;

/**
 * Excess accuracy over two parameters, with estimate, 95 % interval and n in every cell, so that nothing depends on colour. The element's
 * value is the name of the clicked cell, or "" for none.
 */
export function manifoldHeat(
  cells: readonly Cell[],
  {width, title, caption, simulated = false, ...grid}: Grid & {width: number; title: string; caption: string; simulated?: boolean}
): Input<string> {
  const known = new Map(cells.map(cell => [cellName(grid, cell), cell]));
  const size = grid.columns.length * grid.rows.length;
  const {chart, groups} = size > MOST_CELLS ? tooLarge(grid) : drawGrid(grid, known, {width, title});
  let picked = "";

  function draw(next: string): void {
    groups.get(picked)?.setAttribute("aria-pressed", "false");
    picked = known.has(next) ? next : "";
    groups.get(picked)?.setAttribute("aria-pressed", "true");
  }
  const nameAt = ({target}: Event): string => (target as Element).closest(".rb-cell")?.getAttribute("data-cell") ?? "";
  const toggle = (name: string): void => {
    if (!name) return;
    draw(picked === name ? "" : name);
    node.dispatchEvent(new Event("input", {bubbles: true}));
  };
  chart.addEventListener("click", event => toggle(nameAt(event)));
  chart.addEventListener("keydown", event => {
    if ((event as KeyboardEvent).key !== "Enter" && (event as KeyboardEvent).key !== " ") return;
    event.preventDefault();
    toggle(nameAt(event));
  });
  chart.addEventListener("pointerover", event => explain(groups.get(nameAt(event)), known.get(nameAt(event)), nameAt(event)));

  const node = figure(chart, {title, caption, simulated, id: "heat"});
  return Object.defineProperty(node, "value", {get: () => picked, set: draw}) as Input<string>;
}

function tooLarge({columns, rows}: Grid): {chart: HTMLElement; groups: Map<string, SVGElement>} {
  const size = `${formatCount(columns.length)} × ${formatCount(rows.length)}`;
  const chart = html`<p class="rb-muted">${size} cells are more than can be drawn (${formatCount(MOST_CELLS)}): choose other axes, or filters that leave fewer values. The table below has them all.`;
  return {chart, groups: new Map()};
}

/** Draws the cells without a template, since hundreds of them are redrawn at every change of a filter. */
function drawGrid(
  {x, y, columns, rows}: Grid,
  known: ReadonlyMap<string, Cell>,
  {width, title}: {width: number; title: string}
): {chart: SVGElement; groups: Map<string, SVGElement>} {
  const shade = Plot.scale({color: {type: "linear", scheme: "blues", domain: [-0.1, 1.1], clamp: true}});
  const [names, rowNames] = [x === "" ? [WHOLE] : columns.map(showValue), rows.map(showValue)];
  const left = 26 + LETTER * Math.min(MOST_ROW_LETTERS, Math.max(...rowNames.map(name => name.length)));
  const wanted = 12 + LETTER * Math.max(...names.map(name => name.length));
  const room = (width - left - 4) / columns.length;
  const cellWidth = Math.floor(Math.max(LEAST_WIDTH, Math.min(MOST_WIDTH, Math.max(room, wanted))));
  const letters = Math.floor((cellWidth - 4) / LETTER);
  const groups = new Map<string, SVGElement>();
  for (const [j, row] of rows.entries()) {
    for (const [i, column] of columns.entries()) {
      const name = cellName({x, y}, {x: column, y: row});
      const cell = known.get(name);
      const group = cell
        ? filledCell(name, cell, {width: cellWidth, shade: share => String(shade.apply(share))})
        : emptyCell(cellWidth);
      group.setAttribute("transform", `translate(${left + i * cellWidth},${TOP + j * HEIGHT})`);
      group.setAttribute("data-cell", name);
      groups.set(name, group);
    }
  }
  const label = (text: string, at: Record<string, string | number>, most: number) =>
    svgElement("text", at, [shorten(text, most), svgElement("title", {}, [text])]);
  const chart = svgElement(
    "svg",
    {
      class: "rb-heat",
      width: left + cellWidth * columns.length + 4,
      height: TOP + Math.max(HEIGHT * rows.length, LETTER * ((y?.length ?? 0) + 3)) + 4,
      "font-family": "var(--sans-serif, sans-serif)",
      "font-size": 11,
      fill: "currentColor",
      role: "group",
      "aria-label": title
    },
    [
      svgElement("text", {x: left, y: 13, "font-weight": 600}, [x === "" ? "" : `${x} →`]),
      ...names.map((name, i) => label(name, {x: left + (i + 0.5) * cellWidth, y: TOP - 8, "text-anchor": "middle"}, letters)),
      ...(y === undefined ? [] : downAxis(y, rowNames, left, label)),
      ...groups.values()
    ]
  );
  return {chart, groups};
}

function downAxis(
  name: string,
  values: readonly string[],
  left: number,
  label: (text: string, at: Record<string, string | number>, most: number) => SVGElement
): SVGElement[] {
  const turned = {transform: `translate(12,${TOP}) rotate(-90)`, "text-anchor": "end", "font-weight": 600};
  return [
    svgElement("text", turned, [`← ${name}`]),
    ...values.map((value, j) =>
      label(value, {x: left - 8, y: TOP + (j + 0.5) * HEIGHT + 4, "text-anchor": "end"}, MOST_ROW_LETTERS)
    )
  ];
}

function filledCell(name: string, cell: Cell, {width, shade}: {width: number; shade: (share: number) => string}): SVGElement {
  const share = cell.n > 0 ? Math.min(1, Math.max(0, cell.accuracy ?? 0)) : null;
  const ink = share === null ? "currentColor" : share > 0.6 ? "white" : "black";
  const [estimate, interval, count] = cellLines(cell);
  const line = (text: string, y: number) => svgElement("text", {x: width / 2, y, "text-anchor": "middle", fill: ink}, [text]);
  const first = line(estimate, 20);
  first.setAttribute("font-weight", "600");
  first.setAttribute("font-size", "13");
  return svgElement(
    "g",
    {
      class: "rb-cell",
      role: "button",
      tabindex: 0,
      "aria-pressed": "false",
      "aria-label": `${name}: ${formatInterval({value: cell.accuracy, ...cell})}`
    },
    [
      box(width, {fill: share === null ? "none" : shade(share), "stroke-opacity": 0.25}),
      first,
      line(interval, 34),
      line(count, 48)
    ]
  );
}

function emptyCell(width: number): SVGElement {
  const text = svgElement("text", {x: width / 2, y: HEIGHT / 2 + 4, "text-anchor": "middle", "fill-opacity": 0.65}, ["no data"]);
  return svgElement("g", {}, [box(width, {fill: "none", "stroke-opacity": 0.35, "stroke-dasharray": "3 3"}), text]);
}

const box = (width: number, look: Record<string, string | number>): SVGElement =>
  svgElement("rect", {x: 1, y: 1, width: width - 2, height: HEIGHT - 2, rx: 2, stroke: "currentColor", ...look});

/** Lines of a cell: estimate, interval and n; cells with truncated samples only say so. */
function cellLines(cell: Cell): [string, string, string] {
  if (cell.n === 0) return ["–", "all truncated", `${formatCount(cell.samples)} samples`];
  const [estimate, interval] = formatRate({value: cell.accuracy, ...cell}).split(" % ");
  return [`${estimate} %`, interval ?? "", `n = ${formatCount(cell.n)}`];
}

/** Adds the tooltip of a cell when the pointer reaches it. */
function explain(group: SVGElement | undefined, cell: Cell | undefined, name: string): void {
  if (!group || !cell || group.querySelector("title")) return;
  const {params} = cell;
  const lines = [
    name,
    formatInterval({value: cell.accuracy, ...cell}),
    `truncated ${formatTruncation(cell)} n = ${formatCount(cell.samples)}`,
    `${formatTokens(cell)} tokens per answer`,
    params.length > 1 ? `${formatCount(params.length)} points pooled` : (params[0] ?? "")
  ];
  group.prepend(svgElement("title", {}, [lines.join("\n")]));
}
