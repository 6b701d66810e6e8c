import * as Plot from "npm:@observablehq/plot";
import {wilson} from "../../pipelines/score/accuracy.js";
import {countsOf, winMatrix} from "../../pipelines/study/human/cells.js";
import {pairsOf} from "../../pipelines/study/human/ranking.js";
import type {Strengths} from "../../pipelines/study/human/strengths.js";
import {figure} from "../figure.js";
import {formatCount, formatInterval, formatP} from "../interval.js";
import {nameAxis} from "../label.js";
import {drawPlot} from "../plot.js";

/** How often the model of the row won against that of the column. */
export interface Cell {
  row: string;
  column: string;
  wins: number;
  n: number;
  share: number;
  low: number;
  high: number;
  /** q-value of the pair's difference in strength, and P(row stronger than column) */
  q: number | null;
  chance: number;
}

/** Cells of all ordered pairs that met, by strength. */
export function winCells({votes, rows, fit, models, covariances, ranksBy}: Strengths): Cell[] {
  if (!fit) return [];
  const size = models.length;
  const {wins, votes: met} = winMatrix(countsOf(votes), size);
  const sure = new Map<string, {q: number | null; chance: number}>();
  for (const {i, j, q, chance} of pairsOf({beta: fit.parameters, models: size, covariances: covariances[ranksBy] ?? []})) {
    sure.set(`${i} ${j}`, {q, chance});
    sure.set(`${j} ${i}`, {q, chance: 1 - chance});
  }
  const order = rows.map(({model}) => models.indexOf(model));
  return order.flatMap(i =>
    order.flatMap(j => {
      const n = met[i * size + j]!;
      if (i === j || n === 0) return [];
      const share = wins[i * size + j]! / n;
      const {center, margin} = wilson(share, n);
      return [
        {
          row: models[i]!,
          column: models[j]!,
          wins: wins[i * size + j]!,
          n,
          share,
          low: Math.max(0, center - margin),
          high: Math.min(1, center + margin),
          ...sure.get(`${i} ${j}`)!
        }
      ];
    })
  );
}

const FALSE_SHARE = 0.05;

export function winPlot(
  cells: readonly Cell[],
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
        title: (cell: Cell) =>
          `${cell.row} against ${cell.column}\nwon ${formatInterval({value: cell.share, low: cell.low, high: cell.high, n: cell.n})}\nP(stronger) = ${cell.chance.toFixed(3)}, q = ${formatP(cell.q)}`
      }),
      texts
        ? Plot.text(cells, {
            x: "column",
            y: "row",
            text: (cell: Cell) => `${(100 * cell.share).toFixed(0)}${cell.q !== null && cell.q <= FALSE_SHARE ? "" : "≈"}`,
            fill: (cell: Cell) => (cell.share > 0.88 || cell.share < 0.18 ? "white" : "black"),
            pointerEvents: "none"
          })
        : null
    ]
  });
  return figure(plot, {
    title: "Wins of the row's model against the column's (%)",
    id: "wins",
    simulated,
    caption: `Ties count as half. ${texts ? "≈: the two strengths are not told apart (q > 0.05, Benjamini and Yekutieli over all pairs). " : ""}Point at a cell for its interval, n and P(stronger), which the CSV holds too.`
  });
}

export function winSentence(cells: readonly Cell[], models: number): string {
  const pairs = (models * (models - 1)) / 2;
  const once = cells.filter(cell => cell.row < cell.column);
  const apart = once.filter(cell => cell.q !== null && cell.q <= FALSE_SHARE).length;
  const least = once.reduce((low, cell) => Math.min(low, cell.n), Number.POSITIVE_INFINITY);
  if (once.length === 0) return "No two models met.";
  return `${once.length} of ${pairs} pairs of models met, each at least ${formatCount(least)} ${least === 1 ? "time" : "times"}; of these ${apart} are told apart at a false-discovery rate of 5 %.`;
}
