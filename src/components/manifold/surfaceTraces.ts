// Plotly's data for a slice.

import {cellName, type Grid} from "../../pipelines/charts/manifold/slice.js";
import {formatInterval} from "../../pipelines/charts/shared/interval.js";
import type {Cell} from "../../pipelines/studies/manifold/surface.js";

const BLUE = "#4269d0";

/** Three surfaces, and the dots with their error bars last. In per cent; null where there are no data. */
export function traces(cells: readonly Cell[], {x, y, columns, rows}: Grid): {data: object[]; dots: Cell[]} {
  const at = (cell: Pick<Cell, "x" | "y">) => cellName({x, y}, cell);
  const known = new Map(cells.filter(({n, accuracy}) => n > 0 && accuracy !== null).map(cell => [at(cell), cell]));
  const matrix = (of: (cell: Cell) => number) =>
    rows.map(row =>
      columns.map(column => {
        const cell = known.get(at({x: column, y: row}));
        return cell ? 100 * of(cell) : null;
      })
    );
  const sheet = (of: (cell: Cell) => number, opacity: number) => ({
    type: "surface",
    x: columns.map((_, i) => i),
    y: rows.map((_, j) => j),
    z: matrix(of),
    cmin: 0,
    cmax: 100,
    colorscale: [
      [0, "#deebf7"],
      [1, "#08306b"]
    ],
    showscale: false,
    opacity,
    connectgaps: false,
    hoverinfo: "skip"
  });
  const dots = [...known.values()];
  const rate = (cell: Cell) => 100 * cell.accuracy!;
  const bars = {
    type: "scatter3d",
    mode: "markers",
    x: dots.map(cell => columns.indexOf(cell.x)),
    y: dots.map(cell => rows.indexOf(cell.y)),
    z: dots.map(rate),
    error_z: {
      type: "data",
      symmetric: false,
      array: dots.map(cell => Math.max(0, 100 * cell.high - rate(cell))),
      arrayminus: dots.map(cell => Math.max(0, rate(cell) - 100 * cell.low)),
      color: BLUE,
      thickness: 2
    },
    text: dots.map(cell => `${at(cell)}<br>${formatInterval({value: cell.accuracy, ...cell})}`),
    hoverinfo: "text",
    marker: {size: 4, color: BLUE},
    showlegend: false
  };
  const sheets = [sheet(cell => cell.accuracy!, 0.9), sheet(cell => cell.low, 0.25), sheet(cell => cell.high, 0.25)];
  return {data: [...sheets, bars], dots};
}
