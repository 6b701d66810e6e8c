// Matrix of win rates between models.
import * as Plot from "npm:@observablehq/plot";
import {figure} from "../../pipelines/charts/shared/figure.js";
import {formatCount, formatInterval, formatP} from "../../pipelines/charts/shared/interval.js";
import {nameAxis} from "../../pipelines/charts/shared/label.js";
import {drawPlot} from "../../pipelines/charts/shared/plot.js";
import type {WinCell} from "../../pipelines/studies/preferences/bradleyTerry/winCells.js";

const FALSE_SHARE = 0.05;

export function winPlot(
  cells: readonly WinCell[],
  {names, width, simulated}: {names: readonly string[]; width: number; simulated: boolean}
): HTMLElement {
  const {margin, format} = nameAxis(names, Math.min(width, 700));
  const side = Math.max(22, Math.min(46, Math.floor((width - margin - 20) / names.length)));
  const texts = side >= 30;
  const plot = drawPlot({
    width: margin + side * names.length + 20,
    height: side * names.length + margin + 10,
    marginLeft: margin,
    marginTop: margin,
    marginRight: 20,
    x: {domain: names, axis: "top", label: null, tickRotate: -90, tickFormat: format, tickSize: 0},
    y: {domain: names, label: null, tickFormat: format, tickSize: 0},
    color: {type: "diverging", scheme: "PuOr", domain: [0, 1], pivot: 0.5},
    marks: [
      Plot.cell(cells, {
        x: "column",
        y: "row",
        fill: "share",
        inset: 0.5,
        title: (cell: WinCell) =>
          `${cell.row} against ${cell.column}\nwon ${formatInterval({value: cell.share, low: cell.low, high: cell.high, n: cell.n})}\nP(stronger) = ${cell.chance.toFixed(3)}, q = ${formatP(cell.q)}`
      }),
      texts
        ? Plot.text(cells, {
            x: "column",
            y: "row",
            text: (cell: WinCell) => `${(100 * cell.share).toFixed(0)}${cell.q !== null && cell.q <= FALSE_SHARE ? "" : "≈"}`,
            fill: (cell: WinCell) => (cell.share > 0.88 || cell.share < 0.18 ? "white" : "black"),
            pointerEvents: "none"
          })
        : null
    ]
  });
  return figure(plot, {
    title: "Wins of the row's model against the column's (%)",
    id: "wins",
    simulated,
    caption: `Ties count as half. ${texts ? "≈: the two strengths do not differ significantly (q > 0.05, Benjamini and Yekutieli over all pairs). " : ""}Point at a cell for its interval over prompts, n and P(stronger), which the CSV holds too.`
  });
}

export function winSentence(cells: readonly WinCell[], models: number): string {
  const pairs = (models * (models - 1)) / 2;
  const once = cells.filter(cell => cell.row < cell.column);
  const apart = once.filter(cell => cell.q !== null && cell.q <= FALSE_SHARE).length;
  const least = once.reduce((low, cell) => Math.min(low, cell.n), Number.POSITIVE_INFINITY);
  if (once.length === 0) return "No two models were compared.";
  return `${once.length} of ${pairs} pairs of models ${once.length === 1 ? "was" : "were"} compared, each at least ${formatCount(least)} ${least === 1 ? "time" : "times"}; of these ${apart} ${apart === 1 ? "differs" : "differ"} significantly at a false-discovery rate of 5 %.`;
}
