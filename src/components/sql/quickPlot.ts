// A plot of a query's result.
import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {drawPlot} from "../../pipelines/charts/shared/plot.js";
import {plain} from "../shared/plain.js";
import {visible} from "../shared/visible.js";
import type {Result} from "./runner.js";

export interface Encoding {
  mark: "auto" | "dot" | "line" | "bar";
  x: string;
  y: string;
  color: string;
}

const MOST_MARKS = 5_000;
const MOST_COLORS = 20;

/** A plot of a query's first rows by three chosen columns; values other than numbers and times become text. */
export function quickPlot({rows}: Result, {mark, x, y, color}: Encoding, {width = 640} = {}): Node {
  if (!x || !y) return html`<p class="rb-muted">Choose a column for x and one for y.`;
  const value = (column: string) => (row: Record<string, unknown>) => scalar(row[column]);
  const shown = rows.slice(0, MOST_MARKS);
  const numeric = (column: string) =>
    shown.every(row => row[column] == null || typeof row[column] === "number" || row[column] instanceof Date);
  const categories = color && !numeric(color) ? new Set(shown.map(value(color))).size : 0;
  const paint = color && categories <= MOST_COLORS ? value(color) : "var(--theme-blue)";
  const place = {x: value(x), y: value(y), tip: true};
  const marks = {
    auto: () => Plot.auto(shown, {x: place.x, y: place.y, color: paint}),
    dot: () => Plot.dot(shown, {...place, stroke: paint}),
    line: () => Plot.lineY(shown, {...place, stroke: paint}),
    bar: () => (numeric(x) && !numeric(y) ? Plot.barX(shown, {...place, fill: paint}) : Plot.barY(shown, {...place, fill: paint}))
  };
  const crowded = !numeric(x) && new Set(shown.map(value(x))).size > 12;
  const longest = (column: string) => Math.max(4, ...shown.map(row => Math.min(28, String(scalar(row[column])).length)));
  const plot = drawPlot({
    ariaLabel: `${mark} of the result`,
    width,
    height: 380 + (crowded ? 6.3 * longest(x) : 0),
    marginLeft: Math.max(numeric(y) ? 60 : 16 + 6.3 * longest(y), numeric(x) || crowded ? 0 : 5 * longest(x)),
    marginBottom: numeric(x) ? 40 : 44 + (crowded ? 6.3 : 4.2) * longest(x),
    marginRight: 30,
    grid: true,
    x: {
      label: x,
      labelOffset: numeric(x) ? undefined : 36 + (crowded ? 6.3 : 4.2) * longest(x),
      tickRotate: numeric(x) ? 0 : crowded ? -90 : -40
    },
    y: {label: y},
    color: {legend: Boolean(color) && categories <= MOST_COLORS},
    marks: [marks[mark]()]
  });
  const notes = [
    rows.length > MOST_MARKS && `first ${MOST_MARKS.toLocaleString("en-US")} rows`,
    categories > MOST_COLORS && `${color} has more than ${MOST_COLORS} values: not coloured`
  ].filter(Boolean);
  return html`<div class="rb-scroll">${plot}${notes.length > 0 ? html`<p class="rb-muted">${notes.join("; ")}` : ""}</div>`;
}

function scalar(value: unknown): number | string | Date | null {
  if (value === null || value === undefined || typeof value === "number" || value instanceof Date) return value ?? null;
  const text = visible(plain(value));
  return text.length > 28 ? `${text.slice(0, 27)}…` : text;
}
