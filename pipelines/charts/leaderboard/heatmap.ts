// Heat map of excess accuracy by task and evaluation.
import * as Plot from "npm:@observablehq/plot";
import {figure} from "../shared/figure.js";
import {formatCount, formatInterval} from "../shared/interval.js";
import {evaluationLabels, nameAxis} from "../shared/label.js";
import {drawPlot} from "../shared/plot.js";
import {drawnCount, drawnOf} from "./leaderboard.js";

/** One cell: excess accuracy of an evaluation on a task with its 95 % interval over `n` untruncated samples. */
export interface Cell {
  model: string;
  template: string;
  sampler: string;
  base_task: string;
  accuracy: number | null;
  low: number;
  high: number;
  n: number;
  simulated: boolean;
}

const LEAST_CELL_WIDTH = 30;
const MOST_CELL_WIDTH = 96;

/**
 * Heat map of tasks × evaluations with percentages in the cells, so that nothing depends on colour.
 * @param order models, best first
 */
export function heatmap(given: readonly Cell[], {width = 640, order = [] as readonly string[], isAll = false} = {}): HTMLElement {
  const label = evaluationLabels(given);
  const tasks = [...new Set(given.map(cell => cell.base_task))].sort();
  const known = new Set(given.map(label));
  const all = [...new Set([...order.filter(name => known.has(name)), ...known])];
  const domain = all.slice(0, drawnCount(all.length, isAll));
  const drawn = new Set(domain);
  const cells = given.filter(cell => drawn.has(label(cell)));
  const names = nameAxis(domain, width);
  const room = Math.min(MOST_CELL_WIDTH, Math.max(LEAST_CELL_WIDTH, (width - names.margin - 40) / Math.max(1, tasks.length)));
  const slanted = tasks.some(task => 6.5 * task.length > room);
  const top = 16 + (slanted ? 4.8 : 0) * Math.max(0, ...tasks.map(task => task.length));
  const text = (cell: Cell) =>
    cell.n > 0 && cell.accuracy !== null ? String(Math.round(100 * cell.accuracy)).replace("-", "−") : "–";
  const shade = (cell: Cell) => (cell.n > 0 ? Math.min(1, Math.max(0, cell.accuracy ?? 0)) : null);
  const place = {x: "base_task", y: label};
  const plot = drawPlot({
    width: names.margin + 40 + room * tasks.length,
    height: top + 12 + 17 * domain.length,
    marginLeft: names.margin,
    marginTop: top,
    marginRight: 40,
    marginBottom: 8,
    padding: 0.04,
    x: {domain: tasks, axis: "top", label: null, tickRotate: slanted ? -40 : 0, tickSize: 0},
    y: {domain, label: null, tickFormat: names.format, tickSize: 0},
    color: {type: "linear", scheme: "blues", domain: [-0.1, 1.1], clamp: true},
    marks: [
      Plot.cell(cells, {...place, fill: shade}),
      Plot.text(cells, {...place, text, fontSize: 11, fill: cell => ((shade(cell) ?? 0) > 0.72 ? "white" : "black")}),
      Plot.tip(
        cells,
        Plot.pointer({
          ...place,
          title: cell =>
            `${label(cell)}${cell.simulated ? " (simulated)" : ""}\n${cell.base_task}\n${formatInterval({value: cell.accuracy, ...cell})}`
        })
      )
    ]
  });
  return figure(plot, {
    title: "Task by model",
    simulated: cells.some(cell => cell.simulated),
    caption: [caption(cells), drawnOf(all.length, {isAll})].filter(Boolean).join(" "),
    id: "heatmap"
  });
}

/** The caption gives bounds of the intervals, which do not fit into cells; hovering over a cell shows its own. */
function caption(cells: readonly Cell[]): string {
  const counts = cells.map(cell => cell.n);
  const widest = Math.max(0, ...cells.filter(cell => cell.n > 0).map(cell => (cell.high - cell.low) / 2));
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const n = least === most ? formatCount(most) : `${formatCount(least)}–${formatCount(most)}`;
  return `Excess accuracy in percent. n per cell ${n}; the widest 95 % interval is ± ${(100 * widest).toFixed(1)} points. Point at a cell for its own interval.`;
}
