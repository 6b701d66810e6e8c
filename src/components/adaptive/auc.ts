// Charts of how well evaluations of similar ability are ordered, compared with a published claim.
import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {figure} from "../../pipelines/charts/shared/figure.js";
import {formatCount, formatEstimate} from "../../pipelines/charts/shared/interval.js";
import {nameAxis} from "../../pipelines/charts/shared/label.js";
import {drawPlot} from "../../pipelines/charts/shared/plot.js";
import type {AucRow} from "../../pipelines/studies/adaptive/comparison.js";
import {KINDS, nameOf, swatch} from "./quality.js";

/** Published AUCs, by form, scoring and length. */
const CLAIMED: readonly {form: AucRow["form"]; scored: AucRow["scored"]; items: number; auc: number}[] = [
  {form: "adaptive", scored: "ability", items: 400, auc: 0.89},
  {form: "fixed", scored: "share", items: 2_000, auc: 0.73},
  {form: "adaptive", scored: "ability", items: 2_000, auc: 0.94}
];
const claimOf = (row: AucRow): number | null =>
  CLAIMED.find(({form, scored, items}) => form === row.form && scored === row.scored && items === row.items)?.auc ?? null;

const label = (row: AucRow, {short = false} = {}): string =>
  `${formatCount(row.items)} ${short ? styleOf(row).short : nameOf(row)}`;
const auc = ({auc: value, auc_low: low, auc_high: high}: AucRow) => formatEstimate({value, low, high}, {digits: 2});
const styleOf = (row: AucRow) => KINDS.find(({form, scored}) => form === row.form && scored === row.scored)!;

export interface AucOptions {
  width: number;
  simulated: boolean;
  truth: string;
}

/** AUCs with their intervals, next to the published values. */
export function aucPlot(all: readonly AucRow[], {width, simulated, truth}: AucOptions): HTMLElement {
  const rows = ofTruth(all, truth).map(row => ({...row, name: label(row, {short: width < 500}), claimed: claimOf(row)}));
  const {margin, format} = nameAxis(
    rows.map(({name}) => name),
    width
  );
  const plot = drawPlot({
    width,
    height: 60 + 26 * rows.length,
    marginLeft: margin,
    marginBottom: 40,
    marginRight: 24,
    x: {
      label: width < 500 ? "AUC, closest quarter of pairs →" : "AUC over the closest quarter of pairs →",
      domain: [0.5, 1],
      grid: true,
      ticks: width < 500 ? 5 : 10
    },
    y: {label: null, domain: rows.map(({name}) => name), tickFormat: format, tickSize: 0},
    marks: [
      Plot.ruleX([0.5]),
      Plot.ruleY(rows, {x1: "auc_low", x2: "auc_high", y: "name", stroke: row => styleOf(row).colour, strokeWidth: 2}),
      Plot.dot(rows, {x: "auc", y: "name", fill: row => styleOf(row).colour, r: 4.5}),
      Plot.dot(
        rows.filter(({claimed}) => claimed !== null),
        {x: "claimed", y: "name", symbol: "times", stroke: "currentColor", strokeWidth: 2, r: 5}
      ),
      Plot.tip(
        rows,
        Plot.pointerY({
          x: "auc",
          y: "name",
          title: row => `${row.name}\nAUC ${auc(row)}\n${formatCount(row.pairs)} pairs of ${formatCount(row.models)} evaluations`
        })
      )
    ]
  });
  const [first] = rows;
  const caption = first
    ? `Chance that the better of two close evaluations gets the higher score: ${formatCount(first.pairs)} pairs of ${formatCount(first.models)} evaluations, 95 % intervals by a bootstrap over evaluations. Crosses: what was published for another bank. Truth: ${truth}.`
    : "";
  return figure(plot, {title: "Distinguishing close evaluations", simulated, caption, id: "auc"});
}

const ofTruth = (rows: readonly AucRow[], truth: string): AucRow[] =>
  rows.filter(row => row.truth === truth).sort((a, b) => b.auc - a.auc);

/** The three ROC curves of the claim. */
export function rocPlot(all: readonly AucRow[], {width, simulated, truth}: AucOptions): HTMLElement {
  const rows = ofTruth(all, truth).filter(row => claimOf(row) !== null);
  const points = rows.flatMap(row => row.false_positive.map((x, k) => ({x, y: row.true_positive[k]!, name: label(row), row})));
  const size = Math.min(width, 460);
  const dashes = ["none", "6 3", "2 3"];
  const plot = drawPlot({
    width: size,
    height: size,
    marginLeft: 44,
    marginBottom: 40,
    x: {label: "false orders that pass the threshold →", domain: [0, 1], grid: true, ticks: 5},
    y: {label: "↑ true orders that pass", domain: [0, 1], grid: true, ticks: 5},
    marks: [
      Plot.line(
        [
          [0, 0],
          [1, 1]
        ],
        {stroke: "var(--theme-foreground-faint)"}
      ),
      ...rows.map((row, k) =>
        Plot.line(
          points.filter(point => point.row === row),
          {x: "x", y: "y", stroke: colourOf(row), strokeWidth: 2, strokeDasharray: dashes[k % 3]!}
        )
      )
    ]
  });
  const legend = html`<div class="rb-bar">${rows.map(
    (row, k) =>
      html`<span class="rb-field">${swatch(colourOf(row), dashes[k % 3]!)} ${label(row)}: area ${row.area.toFixed(2)}</span>`
  )}</div>`;
  return figure(html`<div>${legend}${plot}</div>`, {
    title: "ROC of score differences",
    simulated,
    caption:
      "Each close pair is put forward in its true and in its false order; a threshold on the score difference passes some of both. The area also compares pairs with one another, which makes it larger than the AUC above.",
    id: "roc"
  });
}

const colourOf = (row: AucRow): string =>
  row.form === "adaptive" && row.items === 400
    ? "var(--theme-blue)"
    : row.form === "adaptive"
      ? "var(--theme-red)"
      : "var(--theme-foreground-muted)";

/** Whether the claim is reproduced here, in a sentence that depends on the numbers. */
export function claimSentence(all: readonly AucRow[], truth: string): string {
  const rows = ofTruth(all, truth);
  const [few, fixed, many] = CLAIMED.map(({form, scored, items}) =>
    rows.find(row => row.form === form && row.scored === scored && row.items === items)
  );
  if (!few) return "The bank has too few items for the comparison.";
  if (!fixed || !many) return `400 adaptive items reach AUC ${auc(few)}; the bank has fewer than 2,000 items to compare with.`;
  const gap = 0 - fixed.difference; // 0 − x avoids a displayed −0
  const [low, high] = [0 - fixed.difference_high, 0 - fixed.difference_low];
  const difference = formatEstimate({value: gap, low, high}, {digits: 2});
  const verdict =
    low > 0
      ? "so the claim's order holds here"
      : high < 0
        ? "so here the claim's order is reversed"
        : "so here the two do not differ significantly";
  const size = low <= 0.89 - 0.73 && 0.89 - 0.73 <= high ? "" : `; the published gap of 0.16 lies outside that interval`;
  return `400 adaptive items reach AUC ${auc(few)}, 2,000 static ones scored by the share right ${auc(fixed)}, 2,000 adaptive ones ${auc(many)} (${formatCount(few.pairs)} pairs of ${formatCount(few.models)} evaluations). The difference of the first two is ${difference}, ${verdict}${size}.`;
}
