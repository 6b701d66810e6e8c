// Charts and table of the accuracy of shorter tests, by form.

import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {svgElement} from "../../pipelines/charts/shared/svg.js";
import type {QualityRow, Scored} from "../../pipelines/studies/adaptive/comparison.js";
import type {Form} from "../../pipelines/studies/adaptive/replay.js";
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

/** Forms in the order of the legend, with a colour and a dash pattern each. */
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

/** Name of a form and its scoring, as shown to readers. */
export const nameOf = ({form, scored}: {form: Form; scored: Scored}): string =>
  KINDS.find(kind => kind.form === form && kind.scored === scored)?.name ?? `${form}, ${scored}`;

type Named = QualityRow & {name: string};

export interface QualityOptions {
  width: number;
  simulated: boolean;
  truth: string;
}

/** Charts over the number of items: error, rank correlation, and the accuracy of an adaptive test's standard error. */
export function qualityPlot(rows: readonly QualityRow[], {width, simulated, truth}: QualityOptions): HTMLElement {
  const shown = rows.filter(row => row.truth === truth).map(row => ({...row, name: nameOf(row)}));
  const withError = shown.some(({rmse}) => rmse !== null);
  const each = withError && width >= 860 ? Math.floor((width - 24) / 2) : width;
  const adaptive = shown.filter(row => row.form === "adaptive" && row.rmse !== null);
  const plots = [
    ...(withError
      ? [panel(shown, {width: each, label: "↑ error (RMSE of ability, log scale)", value: "rmse", type: "log"})]
      : []),
    panel(shown, {width: each, label: "↑ rank correlation with the truth", value: "correlation", type: "linear"}),
    ...(adaptive.length > 0 ? [errorRatioChart(adaptive, each)] : [])
  ];
  const n = shown[0]?.models ?? 0;
  return figure(html`<div>${legend()}<div style="display: flex; flex-wrap: wrap; gap: 0.5rem 24px">${plots}</div></div>`, {
    title: "Error, rank correlation and standard error against items used",
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

/** Size and horizontal axis that all charts over the number of items share. */
const overItems = (width: number) => ({
  width,
  height: 300,
  marginLeft: 44,
  marginRight: 16,
  marginBottom: 38,
  x: {type: "log" as const, label: "items used (log scale) →", ticks: width < 500 ? 4 : 6, tickFormat: "~s", grid: true}
});

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
    ...overItems(width),
    y: {type, domain, label, grid: true, ticks: 6, ...(type === "log" ? {tickFormat: "~g"} : {})},
    marks: [
      ...KINDS.flatMap(({name, colour, dash}) => {
        const own = drawn.filter(row => row.name === name);
        return [
          Plot.areaY(own, {x: "items", y1: low, y2: high, fill: colour, fillOpacity: 0.12}),
          Plot.lineY(own, {x: "items", y: value, stroke: colour, strokeWidth: 2, strokeDasharray: dash})
        ];
      }),
      tip(drawn, {
        x: "items",
        y: value,
        title: (row: Named) =>
          `${row.name}, ${formatCount(row.items)} items\n${value === "rmse" ? "RMSE" : "rank correlation"} ${estimate(row, value)}\nn = ${formatCount(row.models)} evaluations`
      })
    ]
  });
}

/** An adaptive test's standard error divided by its true error: 1 where it is correct. */
function errorRatioChart(rows: readonly Named[], width: number): Element {
  const ratios = rows.map(row => ({
    ...row,
    ratio: row.se! / row.rmse!,
    low: row.se! / row.rmse_high!,
    high: row.se! / row.rmse_low!,
    raw: row.se! / (row.inflation ?? 1) / row.rmse!
  }));
  return drawPlot({
    ...overItems(width),
    y: {label: "↑ adaptive: standard error ÷ RMSE (1 = calibrated)", grid: true, zero: true, ticks: 6},
    marks: [
      Plot.ruleY([1], {stroke: "var(--theme-foreground-muted)"}),
      Plot.areaY(ratios, {x: "items", y1: "low", y2: "high", fill: "var(--theme-blue)", fillOpacity: 0.12}),
      Plot.lineY(ratios, {x: "items", y: "ratio", stroke: "var(--theme-blue)", strokeWidth: 2}),
      Plot.lineY(ratios, {x: "items", y: "raw", stroke: "var(--theme-foreground-muted)", strokeWidth: 2, strokeDasharray: "4 4"}),
      Plot.text(ratios.slice(-1), {
        x: "items",
        y: "raw",
        text: ["before inflation"],
        textAnchor: "end",
        dy: 14,
        fill: "currentColor"
      }),
      tip(ratios, {
        x: "items",
        y: "ratio",
        title: (row: (typeof ratios)[number]) =>
          `${formatCount(row.items)} items\nstandard error ÷ RMSE ${formatEstimate({value: row.ratio, low: row.low, high: row.high}, {digits: 2})}\nstandard error ${row.se!.toFixed(3)}, inflated by ${(row.inflation ?? 1).toFixed(2)}\nn = ${formatCount(row.models)} evaluations`
      })
    ]
  });
}

const estimate = (row: QualityRow, value: "rmse" | "correlation"): string =>
  value === "rmse"
    ? formatEstimate({value: row.rmse, low: row.rmse_low, high: row.rmse_high}, {digits: 3})
    : formatEstimate({value: row.correlation, low: row.correlation_low, high: row.correlation_high}, {digits: 3});

/** Table of the numbers in the chart. */
export const qualityTable = (rows: readonly QualityRow[]): DocumentFragment =>
  tableBox("lengths", rows, qualityColumns, {sort: "items", csv: ["adaptive.csv", () => rows]});

const qualityColumns: readonly Column<QualityRow>[] = [
  textColumn("form", "Form", nameOf),
  countColumn("items", "Items"),
  numberColumn(
    "rmse",
    "RMSE",
    row => row.rmse,
    row => estimate(row, "rmse")
  ),
  numberColumn(
    "correlation",
    "Rank correlation",
    row => row.correlation,
    row => estimate(row, "correlation")
  ),
  numberColumn(
    "se",
    "Mean standard error",
    row => row.se,
    row => (row.se === null ? "–" : row.se.toFixed(3))
  ),
  numberColumn(
    "inflation",
    "Inflated by",
    row => row.inflation,
    row => (row.inflation == null ? "–" : row.inflation.toFixed(2))
  ),
  numberColumn(
    "covered",
    "Intervals that contain the truth",
    row => row.covered,
    row => (row.covered === null ? "–" : `${formatCount(row.covered)} of ${formatCount(row.models)}`)
  ),
  countColumn("models", "n")
];

/** Rank correlation with the ranking by all answers from which on a shorter test counts as the same ranking. */
const SAME_RANKING = 0.99;

/** A form with the fewest items from which on it ranks as all answers do: by its estimate, and by the lower end of the interval. */
export interface Needed {
  name: string;
  /** Row at which the estimate first reaches the level, and the one at which the whole interval does; null if no length does. */
  first: QualityRow | null;
  sure: QualityRow | null;
  /** Longest length that was tried. */
  longest: number;
}

/** Fewest items of each form for the same ranking, in the order of the legend; empty without replays. */
export function neededItems(rows: readonly QualityRow[]): Needed[] {
  const truth = rows[0]?.truth;
  return KINDS.flatMap(({form, scored, name}) => {
    const lengths = rows
      .filter(row => row.truth === truth && row.form === form && row.scored === scored)
      .sort((a, b) => a.items - b.items);
    if (lengths.length === 0) return [];
    const first = lengths.find(({correlation}) => correlation >= SAME_RANKING) ?? null;
    const sure = lengths.find(({correlation_low}) => correlation_low >= SAME_RANKING) ?? null;
    return [{name, first, sure, longest: lengths.at(-1)!.items}];
  });
}

/** How few chosen items rank the evaluations as all answers do, next to random ones; empty without replays. */
export function rankingSentence(rows: readonly QualityRow[]): string {
  const needed = neededItems(rows);
  const [chosen, drawn] = ["adaptive", "random"].map(form => needed.find(({name}) => name === form));
  if (!chosen) return "";
  const n = `n = ${formatCount(rows[0]!.models)} evaluations`;
  const level = `a rank correlation of ${SAME_RANKING} with the ranking by all answers`;
  if (!chosen.first) return `Even ${formatCount(chosen.longest)} chosen items do not reach ${level} (${n}).`;
  const sure = chosen.sure
    ? chosen.sure.items === chosen.first.items
      ? ", the whole interval included"
      : `; the whole interval is above that from ${formatCount(chosen.sure.items)} items on`
    : `; the whole interval is at no length up to ${formatCount(chosen.longest)} above that`;
  const random = !drawn
    ? ""
    : ` Random items need ${drawn.first ? formatCount(drawn.first.items) : `more than ${formatCount(drawn.longest)}`} by the same estimate.`;
  return `${formatCount(chosen.first.items)} items, chosen by the answers so far, are the fewest whose estimate reaches ${level}: ${estimate(chosen.first, "correlation")}, ${n}${sure}.${random}`;
}

/** The fewest items for the same ranking, in a sentence and in a table of all forms. */
export const rankingAnswer = (rows: readonly QualityRow[]): DocumentFragment => {
  const needed = neededItems(rows);
  return html.fragment`<p id="ranking">${rankingSentence(rows)}</p>${needed.length > 0 ? tableBox("fewest", needed, neededColumns) : ""}`;
};

const itemsText = (row: QualityRow | null, longest: number): string =>
  row ? formatCount(row.items) : `more than ${formatCount(longest)}`;
const neededColumns: readonly Column<Needed>[] = [
  textColumn("form", "Items", row => row.name),
  numberColumn(
    "first",
    `Fewest for ${SAME_RANKING}`,
    row => row.first?.items ?? null,
    row => itemsText(row.first, row.longest),
    "fewest items whose estimated rank correlation reaches the level"
  ),
  numberColumn(
    "correlation",
    "Rank correlation then",
    row => row.first?.correlation ?? null,
    row => (row.first ? estimate(row.first, "correlation") : "–"),
    "with its 95 % interval by a bootstrap over evaluations"
  ),
  numberColumn(
    "sure",
    "Whole interval above",
    row => row.sure?.items ?? null,
    row => itemsText(row.sure, row.longest),
    "fewest items of which the lower end of the interval reaches the level"
  ),
  numberColumn(
    "models",
    "n",
    row => row.first?.models ?? null,
    row => (row.first ? formatCount(row.first.models) : "–"),
    "evaluations"
  )
];

/**
 * Summary of the chart: how many items another form needs to match 50 adaptive ones, and whether the intervals have their nominal coverage.
 */
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
      : ` ${formatCount(adaptive.covered)} of ${formatCount(adaptive.models)} intervals contain the truth then.`;
  const pays = adaptive.rmse === null ? "" : paysSentence(of("adaptive", "ability"), of("random", "ability"));
  return `${formatCount(adaptive.items)} adaptive items give ${what} (n = ${formatCount(adaptive.models)} evaluations); for as much, ${compared.join(" and ")}.${honest}${pays}`;
}

/** Up to which length an adaptive test is nearer to the truth than random draws beyond its 95 % interval, with a leading space. */
function paysSentence(adaptive: readonly QualityRow[], random: readonly QualityRow[]): string {
  if (random.length === 0) return "";
  const errors = new Map(random.map(({items, rmse}) => [items, rmse]));
  const [shortest, longest] = [Math.min(...errors.keys()), Math.max(...errors.keys())];
  const last = adaptive.findLast(({items, rmse_high}) => {
    const other = errors.get(items);
    return rmse_high !== null && other != null && other > rmse_high;
  });
  if (last === undefined)
    return ` At no length looked at (${formatCount(shortest)} to ${formatCount(longest)} items) is an adaptive test significantly nearer than random draws.`;
  if (last.items >= longest)
    return ` Up to ${formatCount(longest)} items, the longest that random draws were followed, adaptive tests are significantly nearer than random draws.`;
  return ` Beyond ${formatCount(last.items)} items an adaptive test is not significantly nearer than as many random draws.`;
}
