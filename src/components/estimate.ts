// Estimates over points as text and as dots with intervals.
import * as Plot from "npm:@observablehq/plot";
import type {Estimate} from "../pipelines/study/clustered.js";
import {figure} from "./figure.js";
import {nameAxis} from "./label.js";

/** `312 [280, 350]`; `312 [–]` where too few points carry it for an interval */
export function estimateText(estimate: Estimate | null, format: (value: number) => string): string {
  if (!estimate) return "–";
  const {value, low, high} = estimate;
  return low === null || high === null ? `${format(value)} [–]` : `${format(value)} [${format(low)}, ${format(high)}]`;
}

/** `61.2 % [58.0, 64.3]`; `61.2 % [–]` */
export function shareText(estimate: Estimate | null): string {
  const points = (share: number) => (100 * share).toFixed(1);
  if (!estimate) return "–";
  const {value, low, high} = estimate;
  return `${points(value)} % [${low === null || high === null ? "–" : `${points(low)}, ${points(high)}`}]`;
}

/** A row of a chart of estimates. */
export interface Estimated {
  name: string;
  simulated: boolean;
  estimate: Estimate;
  /** what a pointer shows below the name */
  detail: string;
}

export interface ForestOptions {
  width: number;
  title: string;
  caption: string;
  id: string;
  x: Plot.ScaleOptions;
  /** where nothing differs */
  reference?: number;
  /** smallest and largest value shown; intervals are cut there, which the caption must say */
  within?: readonly [number, number];
}

/** One dot and interval a row, in the order given. */
export function forest(
  rows: readonly Estimated[],
  {width, title, caption, id, x, reference, within}: ForestOptions
): HTMLElement {
  const names = nameAxis(
    rows.map(({name}) => name),
    width
  );
  const [least, most] = within ?? [-Infinity, Infinity];
  const kept = (value: number) => Math.min(most, Math.max(least, value));
  const simulated = rows.some(row => row.simulated);
  const bounded = rows.filter(({estimate}) => estimate.low !== null && estimate.high !== null);
  const plot = Plot.plot({
    width,
    height: 70 + 15 * rows.length,
    marginLeft: names.margin,
    marginRight: 24,
    marginBottom: 40,
    x: {grid: true, axis: "both", ...x},
    y: {domain: rows.map(({name}) => name), label: null, tickFormat: names.format, tickSize: 0},
    marks: [
      ...(reference === undefined ? [] : [Plot.ruleX([reference])]),
      Plot.ruleY(bounded, {
        y: "name",
        x1: ({estimate}: Estimated) => kept(estimate.low!),
        x2: ({estimate}: Estimated) => kept(estimate.high!),
        stroke: "var(--theme-foreground-muted)",
        strokeWidth: 2
      }),
      Plot.dot(rows, {
        y: "name",
        x: ({estimate}: Estimated) => kept(estimate.value),
        r: width < 500 ? 2.5 : 3.5,
        fill: (row: Estimated) => (row.simulated ? "var(--theme-background)" : "var(--theme-blue)"),
        stroke: "var(--theme-blue)",
        strokeWidth: 1.5
      }),
      Plot.tip(
        rows,
        Plot.pointerY({
          y: "name",
          x: ({estimate}: Estimated) => kept(estimate.value),
          title: (row: Estimated) => `${row.name}${row.simulated ? " (simulated)" : ""}\n${row.detail}`
        })
      )
    ]
  });
  return figure(plot, {title, simulated, caption: simulated ? `${caption} Hollow dots are simulated.` : caption, id});
}
