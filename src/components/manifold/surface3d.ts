// A surface in three dimensions.

import {html} from "npm:htl";
import {cellName, type Grid, showValue} from "../../pipelines/charts/manifold/slice.js";
import type {Cell} from "../../pipelines/studies/manifold/surface.js";
import {figure, formatInterval, shorten} from "../shared/charts.js";
import {connected} from "../shared/deferred.js";

// Plotly's data for a slice.

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

// The 3-D surface. Plotly's WebGL bundle is large, so it is loaded only when a reader asks for the surface.

interface SurfaceOptions extends Grid {
  width: number;
  title: string;
  simulated?: boolean;
  /** called with the name of a clicked cell */
  pick?: (cell: string) => void;
  /** resolves when the page's cell is redrawn: the graphics memory is then released */
  invalidation?: Promise<unknown>;
}

const TICK_LETTERS = 12;
/**
 * Plotly's buttons are listed one by one: its default includes one that uploads the chart to a cloud service, and later versions may add
 * another. Without the address of that service nothing can be uploaded in any other way either.
 */
const CONFIG = {
  displaylogo: false,
  responsive: true,
  modeBarButtons: [["toImage", "zoom3d", "pan3d", "orbitRotation", "tableRotation", "resetCameraDefault3d"]],
  plotlyServerURL: ""
};

/** Excess accuracy as a surface over two parameters, its 95 % interval as translucent sheets above and below and as bars. */
export function surface3d(cells: readonly Cell[], {title, simulated = false, ...options}: SurfaceOptions): HTMLElement {
  const stage = html`<div class="rb-surface" style=${`width:${options.width}px;max-width:100%`}>`;
  const status = html`<p class="rb-muted" role="status">loading the 3-D library …`;
  const caption =
    "The solid surface is the estimate, the translucent sheets and the bars its 95 % interval. Both axes run in equal steps, not to scale; a gap is a cell without an untruncated answer. Drag to turn, scroll to come closer, click a dot for its samples. All numbers are in the cells above.";
  draw().catch(error => {
    status.className = "rb-error";
    status.textContent = `no 3-D picture: ${(error as Error).message}`;
  });
  return figure(html`<div>${status}${stage}</div>`, {title: `${title}, in 3-D`, caption, simulated, id: "surface3d"});

  async function draw(): Promise<void> {
    if (!document.createElement("canvas").getContext("webgl2")) throw new Error("this browser offers no WebGL");
    const {default: Plotly} = await import("npm:plotly.js-gl3d-dist-min");
    await connected(stage);
    const {data, dots} = traces(cells, options);
    const element = await Plotly.newPlot(
      stage,
      data,
      layout({...options, lowest: Math.min(0, ...dots.map(({low}) => low))}, stage),
      CONFIG
    );
    element.on("plotly_click", ({points: [point]}) => {
      const cell = point && point.curveNumber === data.length - 1 ? dots[point.pointNumber] : undefined;
      if (cell) options.pick?.(cellName(options, cell));
    });
    options.invalidation?.then(() => Plotly.purge(stage));
    stage.dataset.points = String(dots.length);
    status.remove();
  }
}

/** @param lowest the lowest end of an interval, as a share */
function layout({x, y, columns, rows, width, lowest}: Grid & {width: number; lowest: number}, stage: HTMLElement): object {
  const style = getComputedStyle(stage);
  const ink = style.color;
  const away = width < 500 ? 2 : 1.6; // leaves room for labels beside the box
  const axis = {color: ink, gridcolor: "#9a9a9a", backgroundcolor: "rgba(0,0,0,0)", showspikes: false};
  const ticks = (values: readonly Grid["columns"][number][]) => ({
    tickvals: values.map((_, i) => i),
    ticktext: values.map(value => escaped(shorten(showValue(value), TICK_LETTERS)))
  });
  return {
    height: Math.max(320, Math.min(560, 0.7 * width)),
    margin: {l: 0, r: 0, t: 0, b: 0},
    paper_bgcolor: "rgba(0,0,0,0)",
    font: {color: ink, family: style.fontFamily, size: 11},
    scene: {
      camera: {eye: {x: -away, y: -away, z: away / 2}, center: {x: 0, y: 0, z: -0.15}},
      xaxis: {...axis, title: {text: escaped(x)}, ...ticks(columns)},
      yaxis: {...axis, title: {text: escaped(y ?? "")}, ...ticks(rows)},
      zaxis: {...axis, title: {text: "excess accuracy (%)"}, range: [100 * lowest - 5, 105]}
    }
  };
}

/** Escapes the small markup language of Plotly's labels. Parameters come from the book, and none of them is markup. */
const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
