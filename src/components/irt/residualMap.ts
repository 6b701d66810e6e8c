// Map of residuals: where answers deviate from the model, by evaluation and group of items.
import * as Plot from "npm:@observablehq/plot";
import {plural} from "../../pipelines/book/plural.js";
import {figure} from "../../pipelines/charts/shared/figure.js";
import {formatCount} from "../../pipelines/charts/shared/interval.js";
import {nameAxis} from "../../pipelines/charts/shared/label.js";
import {drawPlot} from "../../pipelines/charts/shared/plot.js";
import type {Residual} from "../../pipelines/studies/irt/diagnose/observed.js";
import {residualCells, residualLayout} from "../../pipelines/studies/irt/diagnose/residualGroups.js";
import {type Calibration, simulatedIn, thetas} from "./calibration.js";
import {number} from "./numbers.js";

export interface ResidualCells {
  rows: string[];
  columns: string[];
  cells: Residual[];
  /** meaning of rows and columns */
  by: string;
}

/**
 * Residuals of evaluations (or groups of similar ability, if there are many), ablest first, by category (or, without categories, by groups
 * of similar difficulty).
 * @param cells computed already, as in the table irt_residuals
 */
export function residualMapOf(calibration: Calibration, cells?: readonly Residual[]): ResidualCells {
  const {items, persons, responses} = calibration;
  const {rows, columns} = residualLayout(items, thetas(calibration));
  const [few, named] = [rows.some(({person}) => person !== null), columns.some(({category}) => category !== null)];
  return {
    rows: few ? rows.map(({person}) => persons[person!]!.name) : rangesText(rows),
    columns: named ? columns.map(({category}) => category!) : rangesText(columns),
    cells: [...(cells ?? residualCells(items, responses, thetas(calibration)))],
    by: `${few ? "Evaluations, ablest first" : "Groups of evaluations of like ability, ablest first"}, by ${named ? "category" : "groups of items of like difficulty, easiest first"}`
  };
}

const rangesText = (ranges: readonly {from: number; to: number}[]): string[] =>
  ranges
    .map(({from, to}) => `${number(from)} … ${number(to)}`)
    .map((name, k, all) => (all.indexOf(name) === k ? name : `${name} · ${k + 1}`));

const STRONG = 3;

export function residualHeatmap(
  {rows, columns, cells, by}: ResidualCells,
  calibration: Calibration,
  {width = 640} = {}
): HTMLElement {
  const names = nameAxis(rows, width);
  const room = Math.max(24, Math.min(80, (width - names.margin - 90) / columns.length));
  const longest = Math.max(...columns.map(name => name.length));
  const slanted = 6.5 * longest > room;
  const top = 16 + (slanted ? 4.8 * longest : 0);
  const right = slanted ? 16 + 5 * longest : 40;
  const place = {x: (cell: Residual) => columns[cell.column], y: (cell: Residual) => rows[cell.row]};
  const plot = drawPlot({
    width: names.margin + right + room * columns.length,
    height: top + 12 + 14 * rows.length,
    marginLeft: names.margin,
    marginTop: top,
    marginRight: right,
    marginBottom: 8,
    padding: 0.05,
    x: {domain: columns, axis: "top", label: null, tickRotate: slanted ? -40 : 0, tickSize: 0},
    y: {domain: rows, label: null, tickFormat: names.format, tickSize: 0},
    color: {type: "diverging", scheme: "PuOr", domain: [-6, 6], clamp: true, label: "z", legend: true},
    marks: [
      Plot.cell(cells, {...place, fill: "z"}),
      Plot.text(
        cells.filter(({z}) => Math.abs(z) > STRONG),
        {
          ...place,
          text: ({z}: Residual) => (z > 0 ? "+" : "−"),
          fontSize: 11,
          fill: ({z}: Residual) => (Math.abs(z) > 4.5 ? "white" : "black")
        }
      ),
      Plot.tip(
        cells,
        Plot.pointer({
          ...place,
          title: (cell: Residual) =>
            `${rows[cell.row]}\n${columns[cell.column]}\nobserved ${number(100 * cell.observed, 1)} %, expected ${number(100 * cell.expected, 1)} %\nz = ${number(cell.z, 1)}, n = ${formatCount(cell.n)}`
        })
      )
    ]
  });
  return figure(plot, {
    title: "Residuals",
    caption: `${by}. Right answers minus what ability and curves expect, in standard errors (z); + and − mark |z| > ${STRONG}. Under the model about 3 cells of 1,000 would be marked.`,
    simulated: simulatedIn(calibration),
    id: "residuals"
  });
}

export function residualSentence({rows, columns, cells}: ResidualCells): string {
  const strong = cells.filter(({z}) => Math.abs(z) > STRONG).length;
  const expected = cells.length * 0.0027;
  const most = cells.reduce((a, b) => (Math.abs(b.z) > Math.abs(a.z) ? b : a));
  const share = (x: number) => `${number(100 * x, 1)} %`;
  return `${formatCount(strong)} of ${plural(cells.length, "cell")} lie more than three standard errors from the model, where chance would leave about ${number(expected, 0)}; furthest is row ${rows[most.row]}, column ${columns[most.column]}: ${share(most.observed)} right instead of ${share(most.expected)} (n = ${plural(most.n, "answer")}).`;
}
