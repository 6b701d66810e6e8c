// Chart, table and sentence about the error of a benchmark's score from few answers.
import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {type BenchmarkErrors, type ErrorRow, relativeError} from "../../pipelines/studies/adaptive/shortForm/errors.js";
import {METHODS, type Method} from "../../pipelines/studies/adaptive/shortForm/replay.js";
import {
  type Column,
  countColumn,
  drawPlot,
  figure,
  formatCount,
  formatEstimate,
  numberColumn,
  textColumn,
  tip
} from "../shared/charts.js";
import {tableBox} from "../shared/page.js";
import {swatch} from "./quality.js";

const STYLES: Record<Method, {colour: string; dash: string}> = {
  "short form": {colour: "var(--theme-blue)", dash: "none"},
  "fixed anchors": {colour: "var(--theme-red)", dash: "8 3"},
  "random items": {colour: "#a463f2", dash: "2 3"}
};

const NAMES: Readonly<Record<string, string>> = {"mmlu-pro": "MMLU-Pro", gsm8k: "GSM8K", livebench: "LiveBench"};
const nameOf = (set: string): string => NAMES[set] ?? set;

/** A row of the table: errors in percentage points. */
interface ShortFormRow extends ErrorRow {
  set: string;
  size: number;
}

const points = (row: ErrorRow) => ({value: 100 * row.error, low: 100 * row.low, high: 100 * row.high});
const estimate = (row: ErrorRow): string => formatEstimate(points(row), {digits: 2});

/** All rows of the replays, one for each benchmark, method and number of asked items. */
export const shortFormRows = (benchmarks: readonly BenchmarkErrors[]): ShortFormRow[] =>
  benchmarks.flatMap(({set, items, rows}) => rows.map(row => ({...row, set, size: items})));

/** Error against the number of asked items, a panel for each benchmark. */
export function shortFormPlot(benchmarks: readonly BenchmarkErrors[], {width}: {width: number}): HTMLElement {
  const each = width >= 860 ? Math.floor((width - 96) / 3) : width;
  const legend = METHODS.map(
    method => html`<span class="rb-field">${swatch(STYLES[method].colour, STYLES[method].dash)} ${method}</span>`
  );
  const panels = benchmarks.map(benchmark => html`<div><strong>${titleOf(benchmark)}</strong>${panel(benchmark, each)}</div>`);
  return figure(
    html`<div><div class="rb-bar">${legend}</div><div style="display: flex; flex-wrap: wrap; gap: 0.5rem 24px">${panels}</div></div>`,
    {
      title: "Error of a benchmark's score against the number of asked items",
      simulated: false,
      caption: "Mean absolute error in percentage points; bands are pointwise 95 % intervals by a bootstrap over models.",
      id: "short-forms"
    }
  );
}

const titleOf = ({set, items, rows}: BenchmarkErrors): string =>
  `${nameOf(set)}: n = ${formatCount(rows[0]?.models ?? 0)} models, ${formatCount(items)} items`;

function panel({rows}: BenchmarkErrors, width: number): Element {
  return drawPlot({
    width,
    height: 260,
    marginLeft: 44,
    marginRight: 16,
    marginBottom: 38,
    x: {type: "log", label: "asked items (log scale) →", ticks: [20, 50, 100, 200, 300], tickFormat: "~s", grid: true},
    y: {label: "↑ error (percentage points)", grid: true, zero: true, ticks: 6},
    marks: [
      ...METHODS.flatMap(method => {
        const ofMethod = rows.filter(row => row.method === method).map(row => ({...row, ...points(row)}));
        const {colour, dash} = STYLES[method];
        return [
          Plot.areaY(ofMethod, {x: "asked", y1: "low", y2: "high", fill: colour, fillOpacity: 0.12}),
          Plot.lineY(ofMethod, {x: "asked", y: "value", stroke: colour, strokeWidth: 2, strokeDasharray: dash})
        ];
      }),
      tip(
        rows.map(row => ({...row, value: 100 * row.error})),
        {
          x: "asked",
          y: "value",
          title: (row: ErrorRow) =>
            `${row.method}, ${formatCount(row.asked)} items\nerror ${estimate(row)} points\nn = ${formatCount(row.models)} models`
        }
      )
    ]
  });
}

/** Table of the numbers in the chart. */
export function shortFormTable(benchmarks: readonly BenchmarkErrors[]): DocumentFragment {
  const rows = shortFormRows(benchmarks);
  return tableBox("short-form-errors", rows, shortFormColumns, {key: null, sort: "asked", csv: ["short-forms.csv", () => rows]});
}

const shortFormColumns: readonly Column<ShortFormRow>[] = [
  textColumn("set", "Benchmark", row => nameOf(row.set)),
  textColumn("method", "Method", row => row.method),
  countColumn("asked", "Asked items"),
  countColumn("size", "Items"),
  numberColumn(
    "error",
    "Error in points",
    row => row.error,
    row => estimate(row)
  ),
  numberColumn(
    "held",
    "Intervals that contain the score",
    row => row.held,
    row => (row.held === null ? "–" : `${formatCount(row.held)} of ${formatCount(row.models)}`)
  ),
  numberColumn(
    "width",
    "Mean width in points",
    row => row.width,
    row => (row.width === null ? "–" : (100 * row.width).toFixed(2))
  ),
  countColumn("models", "n")
];

/** The errors from so many answers, by benchmark, and their share of random items' errors. */
export function shortFormSentence(benchmarks: readonly BenchmarkErrors[], asked: number): string {
  const parts = benchmarks.flatMap(({set, rows}) => {
    const row = rows.find(each => each.method === "short form" && each.asked === asked);
    if (!row) return [];
    const share = relativeError(rows, "short form", asked).toFixed(2);
    return [
      `${nameOf(set)} ${estimate(row)} points (n = ${formatCount(row.models)} models), ${share} of the error of as many random items; the 95 % intervals of ${formatCount(row.held ?? 0)} of ${formatCount(row.models)} models contain the score`
    ];
  });
  return parts.length > 0 ? `Mean absolute error from ${formatCount(asked)} answers: ${parts.join(". ")}.` : "";
}
