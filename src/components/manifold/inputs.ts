// Inputs and tables of page Manifold.
import {radio} from "npm:@observablehq/inputs";
import {html} from "npm:htl";
import {askLine, type CurvePoint, curveColumns, type Line, MAX_CURVES} from "../../pipelines/charts/manifold/curves.js";
import {manifoldHeat} from "../../pipelines/charts/manifold/heat.js";
import type {EvaluatedPoint, Evaluation} from "../../pipelines/charts/manifold/points.js";
import {askSlice, cellName, gridOf, type Slice} from "../../pipelines/charts/manifold/slice.js";
import type {NamedSlice} from "../../pipelines/generate/manifold.node.js";
import type {Cell} from "../../pipelines/studies/manifold/surface.js";
import {evaluationLabels, type Input, sortable} from "../shared/charts.js";
import {onceOpen} from "../shared/deferred.js";
import {csvButton} from "../shared/download.js";
import {questions} from "../shared/inputs.js";
import {tableBox} from "../shared/page.js";
import {permalink} from "../shared/permalink.js";
import {cellColumns, checklist, sliceCaption, sliceTitle} from "./manifold.js";

/** Input for a task, an evaluation and a slice of the task's parameters. */
export const sliceInput = (points: readonly EvaluatedPoint[], slices: readonly NamedSlice[]): Input<Slice> =>
  questions(askSlice(points, slices));

/** Axes, title and caption of the charts of a slice. */
export const drawingOf = (cells: readonly Cell[], slice: Slice) => ({
  ...gridOf(slice),
  title: sliceTitle(slice),
  caption: sliceCaption(cells, slice),
  simulated: slice.evaluation.simulated
});

/** Heat map of a slice; its value is the name of the cell that the reader picked. */
export const heatInput = (
  cells: readonly Cell[],
  slice: Slice,
  drawing: ReturnType<typeof drawingOf> & {width: number}
): Input<string> => permalink("cell", manifoldHeat(cells, drawing), {among: cells.map(cell => cellName(slice, cell))});

/** Input for the surface in three dimensions: off or on. */
export const surfaceInput = (): Input<string> =>
  permalink("depth", radio(["off", "on"], {label: "3-D surface", value: "off"}) as Input<string>, {among: ["off", "on"]});

/** Table of the cells, once a reader unfolds it. */
export const cellTable = (cells: readonly Cell[], slice: Slice): HTMLElement =>
  onceOpen(
    "All cells as a table",
    () => [
      html`<div class="rb-scroll rb-tall" id="cells" tabindex="0">${permalink("sort", sortable(cells, cellColumns(slice)))}</div>`,
      csvButton(() => cells.map(({params, ...cell}) => ({...cell, points: params.length})), "manifold.csv")
    ],
    {key: "table"}
  );

/** Input for a line of points through the manifold. */
export const lineInput = (slice: Slice, slices: readonly NamedSlice[]): Input<Line> => questions(askLine(slice, slices));

/** Input for further evaluations with a curve; its value is their keys, joined by commas. */
export function curveInput(evaluations: readonly Evaluation[]): Input<string> {
  const label = evaluationLabels(evaluations);
  const options = evaluations.map(each => ({value: each.key, label: label(each)}));
  return permalink("with", checklist(options, {label: "Compare with", most: MAX_CURVES - 1}));
}

/** Table of the curves; empty without points. */
export const curveTable = (rows: readonly CurvePoint[], line: Line): DocumentFragment =>
  tableBox("curve-table", rows, curveColumns(line), {key: null});
