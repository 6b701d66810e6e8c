// Sentence, chart and table of published figures that were recomputed.
import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {numberColumn, textColumn} from "../../pipelines/charts/shared/columns.js";
import {plotFigure} from "../../pipelines/charts/shared/figure.js";
import {formatCount, formatEstimate} from "../../pipelines/charts/shared/interval.js";
import {nameAxis} from "../../pipelines/charts/shared/label.js";
import {tip} from "../../pipelines/charts/shared/plot.js";
import type {Column} from "../../pipelines/charts/shared/sortable.js";
import {countVerdicts, REPRODUCTION_VERDICTS, type ReproductionVerdict} from "../../pipelines/studies/reproductions/verdict.js";

/** A row of the table `reproductions`. */
interface ReproductionRow {
  set: string;
  title: string;
  statistic: string;
  part: string;
  source: string;
  printed: string;
  unit: string;
  published: number;
  value: number;
  low: number | null;
  high: number | null;
  difference: number;
  n: number;
  n_of: string;
  verdict: ReproductionVerdict;
  explanation: string;
  carried: boolean;
}

const ALL = "all";

/** Mark, level and colour of each verdict; the mark and the position say the same as the colour. */
const MARKS: Record<ReproductionVerdict, {mark: string; level: string; symbol: "circle" | "square" | "triangle"; color: string}> =
  {
    "equal after rounding": {mark: "=", level: "good", symbol: "circle", color: "var(--theme-blue)"},
    "within its error": {mark: "≈", level: "open", symbol: "square", color: "var(--theme-foreground-muted)"},
    differs: {mark: "≠", level: "bad", symbol: "triangle", color: "var(--theme-red)"}
  };

function verdictBadge(verdict: ReproductionVerdict): HTMLElement {
  const {mark, level} = MARKS[verdict];
  return html`<span class="rb-verdict" data-level=${level}><span aria-hidden="true">${mark}</span> ${verdict}</span>`;
}

/** One sentence that counts the verdicts: `Of 866 published figures in 10 sets, 797 are equal after rounding, …`. */
export function reproductionsSentence(rows: readonly ReproductionRow[]): string {
  const sets = new Set(rows.map(({set}) => set)).size;
  const [equal, within, different] = countVerdicts(rows).map(({count}) => count) as [number, number, number];
  const figures = rows.length === 1 ? "1 published figure" : `${formatCount(rows.length)} published figures`;
  return `Of ${figures} in ${sets === 1 ? "1 set" : `${formatCount(sets)} sets`}, ${formatCount(equal)} ${equal === 1 ? "is" : "are"} equal after rounding to the value that the published answers give, ${formatCount(within)} ${within === 1 ? "lies" : "lie"} within its 95 % interval, and ${formatCount(different)} ${different === 1 ? "differs" : "differ"}.`;
}

/** Values of the choosers: all, and the sets' ids or the verdicts. */
export const setChoices = (rows: readonly ReproductionRow[]): {values: string[]; names: Record<string, string>} => ({
  values: [ALL, ...new Set(rows.map(({set}) => set))],
  names: Object.fromEntries(rows.map(({set, title}) => [set, title]))
});
export const reproductionVerdicts: string[] = [ALL, ...REPRODUCTION_VERDICTS];

/** Rows of a set with a verdict; `all` restricts nothing. */
export const chosenRows = (rows: readonly ReproductionRow[], {set, verdict}: {set: string; verdict: string}): ReproductionRow[] =>
  rows.filter(row => (set === ALL || row.set === set) && (verdict === ALL || row.verdict === verdict));

/** A difference, or an end of an interval, in percentage points. */
const inPoints = (value: number, {unit}: Pick<ReproductionRow, "unit">): number => (unit === "%" ? value : 100 * value);

const digitsOf = ({unit}: Pick<ReproductionRow, "unit">): number => (unit === "%" ? 2 : 3);
const signed = (value: number, digits: number): string => {
  const text = Math.abs(value).toFixed(digits);
  return Number(text) === 0 ? text : `${value < 0 ? "−" : "+"}${text}`;
};
const recomputedText = (row: ReproductionRow): string =>
  `${formatEstimate(row, {digits: digitsOf(row)})}${row.unit && ` ${row.unit}`}`;

const ROW_HEIGHT = 30;
const AXES_HEIGHT = 82;

/**
 * One line per set: published minus recomputed of each figure, and the mean 95 % interval of the recomputed values around 0. A figure beyond
 * its own interval differs.
 */
export function differencesChart(rows: readonly ReproductionRow[], {width}: {width: number}): HTMLElement {
  const titles = [...new Set(rows.map(({title}) => title))];
  const names = nameAxis(titles, width);
  const intervals = rows.flatMap(row =>
    row.low === null || row.high === null
      ? []
      : [{title: row.title, low: inPoints(row.low - row.value, row), high: inPoints(row.high - row.value, row)}]
  );
  const scale = (rangeOf: (verdict: ReproductionVerdict) => string) => ({
    domain: [...REPRODUCTION_VERDICTS],
    range: REPRODUCTION_VERDICTS.map(rangeOf)
  });
  const x = (row: ReproductionRow) => inPoints(row.difference, row);
  return plotFigure({
    id: "differences",
    title: "Published minus recomputed, by set",
    caption:
      "Each mark is a figure, in percentage points; the bar is the set's mean 95 % interval of recomputed values, which depends on the number of answers. A mark that differs is beyond its own interval.",
    width,
    height: AXES_HEIGHT + ROW_HEIGHT * titles.length,
    marginLeft: names.margin,
    marginBottom: 42,
    x: {label: "published − recomputed, points", grid: true, nice: true},
    y: {domain: titles, label: null, tickFormat: names.format, tickSize: 0},
    color: scale(verdict => MARKS[verdict].color),
    symbol: {...scale(verdict => MARKS[verdict].symbol), legend: true},
    marks: [
      Plot.ruleX([0]),
      Plot.ruleY(
        intervals,
        Plot.groupY(
          {x1: "mean", x2: "mean"},
          {y: "title", x1: "low", x2: "high", stroke: "var(--theme-foreground-faint)", strokeOpacity: 0.45, strokeWidth: 8}
        )
      ),
      Plot.dot(rows, {y: "title", x, stroke: "verdict", symbol: "verdict", r: 3.5, strokeOpacity: 0.7}),
      tip(rows, {
        x,
        y: "title",
        title: (row: ReproductionRow) =>
          `${row.title}\n${row.part}\npublished ${row.printed}, recomputed ${recomputedText(row)}\nn = ${formatCount(row.n)} ${row.n_of}: ${row.verdict}`
      })
    ]
  });
}

/** Columns of the table of figures. */
export const reproductionColumns = (): Column<ReproductionRow>[] => [
  textColumn(
    "part",
    "Figure",
    ({part, title, statistic, explanation, carried}) =>
      html`<div>${part}</div><div><small>${title}: ${statistic}</small></div>${explanation ? html`<div><small>Reason: ${explanation}${carried ? " (from counts that were taken from the texts beforehand)" : ""}</small></div>` : ""}`,
    {
      by: ({title, part}) => `${title} ${part}`
    }
  ),
  numberColumn(
    "printed",
    "Published",
    row => inPoints(row.published, row),
    ({printed, unit, source}) => html`<a href=${source}>${printed}${unit && ` ${unit}`}</a>`,
    "as the linked page or file prints it"
  ),
  numberColumn("value", "Recomputed", row => inPoints(row.value, row), recomputedText, "with its 95 % interval"),
  numberColumn(
    "difference",
    "Difference",
    row => inPoints(row.difference, row),
    row => signed(row.difference, digitsOf(row)),
    "published minus recomputed, in the figure's unit"
  ),
  numberColumn(
    "n",
    "n",
    ({n}) => n,
    ({n, n_of}) => html`${formatCount(n)} <small>${n_of}</small>`
  ),
  textColumn("verdict", "Verdict", ({verdict}) => verdictBadge(verdict), {
    by: ({verdict}) => REPRODUCTION_VERDICTS.indexOf(verdict)
  })
];
