// Estimates over points as text and as dots with intervals.
import * as Plot from "npm:@observablehq/plot";
import type {ClusteredEstimate} from "../../stats/clustered.js";
import {figure} from "./figure.js";
import {formatCount} from "./interval.js";
import {nameAxis} from "./label.js";
import {drawPlot} from "./plot.js";

/** Text in place of an estimate without an interval: numbers are not shown without one. */
const NO_INTERVAL = "too few points";

/** `312 [280, 350]`; a text where there are too few points for an interval */
export function estimateText(estimate: ClusteredEstimate | null, format: (value: number) => string): string {
  if (!estimate) return "–";
  const {value, low, high} = estimate;
  return low === null || high === null ? NO_INTERVAL : `${format(value)} [${format(low)}, ${format(high)}]`;
}

/** `61.2 % [58.0, 64.3]` */
export function shareText(estimate: ClusteredEstimate | null): string {
  const points = (share: number) => (100 * share).toFixed(1);
  if (!estimate) return "–";
  const {value, low, high} = estimate;
  return low === null || high === null ? NO_INTERVAL : `${points(value)} % [${points(low)}, ${points(high)}]`;
}

/** A row of a chart of estimates. */
export interface Estimated {
  name: string;
  simulated: boolean;
  estimate: ClusteredEstimate;
  /** tooltip below the name */
  detail: string;
  /** number of observations, written at the right edge of the row */
  n?: number;
}

export interface ForestOptions {
  width: number;
  title: string;
  caption: string;
  id: string;
  x: Plot.ScaleOptions;
  /** position of the reference line: the value of no difference */
  reference?: number;
}

/**
 * Domain of a chart. Intervals that extend beyond half of the range of nine tenths of the ends are clipped there, so that a few very wide
 * ones do not hide the rest; estimates never are.
 */
export function reach(estimates: readonly ClusteredEstimate[]): readonly [number, number] {
  const sorted = (ends: readonly (number | null)[]) =>
    ends
      .filter(each => each !== null)
      .filter(Number.isFinite)
      .sort((a, b) => a - b);
  const [values, lows, highs] = [
    sorted(estimates.map(({value}) => value)),
    sorted(estimates.map(({low}) => low)),
    sorted(estimates.map(({high}) => high))
  ];
  const at = (ends: readonly number[], q: number, otherwise: number) => ends[Math.round((ends.length - 1) * q)] ?? otherwise;
  const [first, last] = [values[0]!, values.at(-1)!];
  const [least, most] = [at(lows, 0.1, first), at(highs, 0.9, last)];
  const room = (most - least) / 2;
  return [Math.min(first, Math.max(at(lows, 0, first), least - room)), Math.max(last, Math.min(at(highs, 1, last), most + room))];
}

/** Caption text about intervals that are clipped. */
export function beyondText(estimates: readonly ClusteredEstimate[], [least, most]: readonly [number, number]): string {
  const beyond = estimates.filter(({low, high}) => low! < least || high! > most).length;
  return beyond === 0 ? "" : ` ${beyond} ${beyond === 1 ? "interval extends" : "intervals extend"} beyond the chart.`;
}

/** One dot and interval per row, in the given order; rows must have intervals. */
export function forest(rows: readonly Estimated[], {width, title, caption, id, x, reference}: ForestOptions): HTMLElement {
  const names = nameAxis(
    rows.map(({name}) => name),
    width
  );
  const estimates = rows.map(({estimate}) => estimate);
  const [least, most] = reach(estimates);
  const kept = (value: number) => Math.min(most, Math.max(least, value));
  const simulated = rows.some(row => row.simulated);
  const counted = rows.filter(({n}) => n !== undefined);
  const plot = drawPlot({
    width,
    height: 70 + 15 * rows.length,
    marginLeft: names.margin,
    marginRight: counted.length > 0 ? 60 : 24,
    marginBottom: 40,
    x: {grid: true, axis: "both", ...x},
    y: {domain: rows.map(({name}) => name), label: null, tickFormat: names.format, tickSize: 0},
    marks: [
      ...(reference === undefined ? [] : [Plot.ruleX([reference])]),
      Plot.ruleY(rows, {
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
      Plot.text(counted, {
        y: "name",
        text: ({n}: Estimated) => formatCount(n!),
        frameAnchor: "right",
        textAnchor: "end",
        dx: 54,
        fill: "var(--theme-foreground-muted)"
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
  return figure(plot, {
    title,
    simulated,
    caption: [caption + beyondText(estimates, [least, most]), simulated ? "Hollow dots are simulated." : ""].join(" ").trim(),
    id
  });
}
