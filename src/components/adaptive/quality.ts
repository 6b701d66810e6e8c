// How near shorter tests come, form by form.
import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import type {QualityRow, Scored} from "../../pipelines/study/irt/adaptive/comparison.js";
import type {Form} from "../../pipelines/study/irt/adaptive/replay.js";
import {figure} from "../figure.js";
import {formatCount, formatEstimate} from "../interval.js";
import {drawPlot} from "../plot.js";
import type {Column} from "../sortable.js";
import {svgElement} from "../svg.js";

/** Forms in the order of the legend; a colour and a dash each. */
export const KINDS: readonly {form: Form; scored: Scored; name: string; short: string; colour: string; dash: string}[] = [
  {form: "adaptive", scored: "ability", name: "adaptive", short: "adaptive", colour: "var(--theme-blue)", dash: "none"},
  {
    form: "informative",
    scored: "ability",
    name: "fixed, most informative",
    short: "informative",
    colour: "var(--theme-red)",
    dash: "8 3"
  },
  {form: "random", scored: "ability", name: "random", short: "random", colour: "#a463f2", dash: "2 3"},
  {form: "fixed", scored: "ability", name: "fixed at random", short: "fixed", colour: "var(--theme-green)", dash: "10 3 2 3"},
  {
    form: "fixed",
    scored: "share",
    name: "fixed at random, share right",
    short: "fixed, share",
    colour: "var(--theme-foreground-muted)",
    dash: "1 2"
  }
];

/** What a reader calls a form and its scoring. */
export const nameOf = ({form, scored}: {form: Form; scored: Scored}): string =>
  KINDS.find(kind => kind.form === form && kind.scored === scored)?.name ?? `${form}, ${scored}`;

type Named = QualityRow & {name: string};

export interface QualityOptions {
  width: number;
  simulated: boolean;
  truth: string;
}

/** Two charts over the number of items: error, and rank correlation. */
export function qualityPlot(rows: readonly QualityRow[], {width, simulated, truth}: QualityOptions): HTMLElement {
  const shown = rows.filter(row => row.truth === truth).map(row => ({...row, name: nameOf(row)}));
  const withError = shown.some(({rmse}) => rmse !== null);
  const each = withError && width >= 860 ? Math.floor((width - 24) / 2) : width;
  const plots = [
    ...(withError
      ? [panel(shown, {width: each, label: "↑ error (RMSE of ability, log scale)", value: "rmse", type: "log"})]
      : []),
    panel(shown, {width: each, label: "↑ rank correlation with the truth", value: "correlation", type: "linear"})
  ];
  const n = shown[0]?.models ?? 0;
  return figure(html`<div>${legend()}<div style="display: flex; flex-wrap: wrap; gap: 0.5rem 24px">${plots}</div></div>`, {
    title: "Error and rank correlation against items used",
    simulated,
    caption: `Bands are pointwise 95 % intervals by a bootstrap over ${formatCount(n)} evaluations. Truth: ${truth}.`,
    id: "quality"
  });
}

/** A piece of a curve, for a legend. */
export const swatch = (colour: string, dash: string): SVGElement =>
  svgElement("svg", {width: 30, height: 8, "aria-hidden": "true"}, [
    svgElement("line", {x1: 0, x2: 30, y1: 4, y2: 4, "stroke-width": 2.5, "stroke-dasharray": dash, style: `stroke: ${colour}`})
  ]);

const legend = (): HTMLElement =>
  html`<div class="rb-bar">${KINDS.map(({name, colour, dash}) => html`<span class="rb-field">${swatch(colour, dash)} ${name}</span>`)}</div>`;

interface Panel {
  width: number;
  label: string;
  value: "rmse" | "correlation";
  type: "log" | "linear";
}

function panel(rows: readonly Named[], {width, label, value, type}: Panel): Element {
  const drawn = rows.filter(row => row[value] !== null);
  const [low, high] = [`${value}_low`, `${value}_high`] as ["rmse_low", "rmse_high"];
  const floor = Math.min(...drawn.map(row => row[low]!));
  const domain =
    type === "log" ? [floor, Math.max(...drawn.map(row => row[high]!))] : [Math.max(0, Math.floor(10 * floor) / 10), 1];
  return drawPlot({
    width,
    height: 300,
    marginLeft: 44,
    marginRight: 16,
    marginBottom: 38,
    x: {type: "log", label: "items used (log scale) →", ticks: width < 500 ? 4 : 6, tickFormat: "~s", grid: true},
    y: {type, domain, label, grid: true, ticks: 6, ...(type === "log" ? {tickFormat: "~g"} : {})},
    marks: [
      ...KINDS.flatMap(({name, colour, dash}) => {
        const own = drawn.filter(row => row.name === name);
        return [
          Plot.areaY(own, {x: "items", y1: low, y2: high, fill: colour, fillOpacity: 0.12}),
          Plot.lineY(own, {x: "items", y: value, stroke: colour, strokeWidth: 2, strokeDasharray: dash})
        ];
      }),
      Plot.tip(
        drawn,
        Plot.pointer({
          x: "items",
          y: value,
          title: (row: Named) =>
            `${row.name}, ${formatCount(row.items)} items\n${value === "rmse" ? "RMSE" : "rank correlation"} ${estimate(row, value)}\nn = ${formatCount(row.models)} evaluations`
        })
      )
    ]
  });
}

const estimate = (row: QualityRow, value: "rmse" | "correlation"): string =>
  value === "rmse"
    ? formatEstimate({value: row.rmse, low: row.rmse_low, high: row.rmse_high}, {digits: 3})
    : formatEstimate({value: row.correlation, low: row.correlation_low, high: row.correlation_high}, {digits: 3});

/** Numbers behind the chart. */
export const qualityColumns: readonly Column<QualityRow>[] = [
  {key: "form", label: "Form", by: nameOf, show: nameOf},
  {key: "items", label: "Items", numeric: true, by: row => row.items, show: row => formatCount(row.items)},
  {key: "rmse", label: "RMSE", numeric: true, by: row => row.rmse, show: row => estimate(row, "rmse")},
  {
    key: "correlation",
    label: "Rank correlation",
    numeric: true,
    by: row => row.correlation,
    show: row => estimate(row, "correlation")
  },
  {
    key: "se",
    label: "Mean standard error",
    numeric: true,
    by: row => row.se,
    show: row => (row.se === null ? "–" : row.se.toFixed(3))
  },
  {
    key: "covered",
    label: "Intervals that hold the truth",
    numeric: true,
    by: row => row.covered,
    show: row => (row.covered === null ? "–" : `${formatCount(row.covered)} of ${formatCount(row.models)}`)
  },
  {key: "models", label: "n", numeric: true, by: row => row.models, show: row => formatCount(row.models)}
];

/** The chart in a sentence: how many items another form needs for what 50 adaptive ones give, and whether intervals can be believed. */
export function qualitySentence(rows: readonly QualityRow[], truth: string): string {
  const of = (form: Form, scored: Scored) =>
    rows.filter(row => row.truth === truth && row.form === form && row.scored === scored).sort((a, b) => a.items - b.items);
  const adaptive = of("adaptive", "ability").find(row => row.items >= 50);
  if (!adaptive) return "";
  const value = (row: QualityRow) => (row.rmse === null ? -row.correlation : row.rmse);
  const needs = (form: Form) => of(form, "ability").find(row => value(row) <= value(adaptive))?.items;
  const others = [
    ["random draws", needs("random")],
    ["the most informative fixed form", needs("informative")]
  ] as const;
  const what =
    adaptive.rmse === null
      ? `rank correlation ${estimate(adaptive, "correlation")}`
      : `RMSE ${estimate(adaptive, "rmse")} and rank correlation ${estimate(adaptive, "correlation")}`;
  const compared = others.map(([name, items]) =>
    items === undefined
      ? `${name} never get there`
      : `${name} ${name.startsWith("the") ? "needs" : "need"} about ${formatCount(items)}`
  );
  const honest =
    adaptive.covered === null
      ? ""
      : ` ${formatCount(adaptive.covered)} of ${formatCount(adaptive.models)} intervals hold the truth then.`;
  return `${formatCount(adaptive.items)} adaptive items give ${what} (n = ${formatCount(adaptive.models)} evaluations); for as much, ${compared.join(" and ")}.${honest}`;
}
