import * as Plot from "npm:@observablehq/plot";
import {spearman as rankCorrelation} from "../pipelines/study/correlation.js";
import {evaluationColumn} from "./evaluation.js";
import {figure} from "./figure.js";
import {formatCount, formatEstimate} from "./interval.js";
import {evaluationLabels, nameAxis} from "./label.js";
import {drawPlot} from "./plot.js";
import type {Column} from "./sortable.js";

/** One evaluation's score of a tier (0–1000) or of all tiers by tokens, with its 95 % bootstrap interval. */
export interface TierScore {
  model: string;
  template: string;
  sampler: string;
  score: number;
  low: number | null;
  high: number | null;
  /** the same from the lower ends of the points' intervals */
  conservative: number;
  /** samples, truncated ones included */
  n: number;
  /** tasks of the tier that the evaluation lacks */
  missing: string[];
  simulated: boolean;
}

/** What a reader may ask for besides a single tier. */
export const MEAN = "mean of tiers";
export const PER_TOKEN = "per token";

export const titleOf = (choice: string): string =>
  choice === MEAN ? "ReasonScore, mean of all tiers" : choice === PER_TOKEN ? "Score per token" : `ReasonScore, tier ${choice}`;

const tenth = new Intl.NumberFormat("en-US", {minimumFractionDigits: 1, maximumFractionDigits: 1});
const show = (row: TierScore) =>
  row.low === null || row.high === null
    ? `${tenth.format(row.score)} (partial)`
    : formatEstimate({value: row.score, low: row.low, high: row.high});

/** Columns of the sortable table. */
export function scoreColumns(rows: readonly TierScore[]): Column<TierScore>[] {
  return [
    evaluationColumn(rows),
    {key: "score", label: "Score", numeric: true, by: row => row.score, show, description: "with its 95 % bootstrap interval"},
    {
      key: "conservative",
      label: "Conservative",
      numeric: true,
      by: row => row.conservative,
      show: row => tenth.format(row.conservative),
      description: "the same score from the lower ends of the intervals"
    },
    {
      key: "n",
      label: "Samples",
      numeric: true,
      by: row => row.n,
      show: row => formatCount(row.n),
      description: "truncated ones included"
    },
    {key: "missing", label: "Missing tasks", show: row => [...row.missing].join(", ") || "none"}
  ];
}

/** Dot and interval per evaluation, best first; the tick is the conservative score. */
export function scorePlot(rows: readonly TierScore[], {width, title}: {width: number; title: string}): HTMLElement {
  const label = evaluationLabels(rows);
  const names = [...rows].sort((a, b) => b.score - a.score).map(label);
  const simulated = rows.some(row => row.simulated);
  const {margin, format} = nameAxis(names, width);
  const plot = drawPlot({
    width,
    height: 16 * names.length + 70,
    marginLeft: margin,
    marginTop: 30,
    x: {label: `${title} →`, grid: true, zero: true},
    y: {domain: names, label: null, tickFormat: format},
    marks: [
      Plot.link(
        rows.filter(row => row.low !== null),
        {x1: "low", x2: "high", y: label, stroke: "var(--theme-foreground-focus)"}
      ),
      Plot.tickX(rows, {x: "conservative", y: label, stroke: "currentColor", insetTop: 4, insetBottom: 4}),
      Plot.dot(rows, {
        x: "score",
        y: label,
        r: 3.5,
        fill: (row: TierScore) => (row.simulated ? "var(--theme-background)" : "var(--theme-foreground-focus)"),
        stroke: "var(--theme-foreground-focus)",
        title: (row: TierScore) => `${label(row)}\n${show(row)}\nn = ${formatCount(row.n)}`
      })
    ]
  });
  const caption = `Bars are 95 % bootstrap intervals over items, ticks the conservative twin${simulated ? "; hollow dots are simulated" : ""}.`;
  return figure(plot, {title, caption, simulated});
}

/** One reference model: its latent ability and what the instrument made of it. */
export interface Calibrated {
  model: string;
  ability: number;
  score: number;
}

/** Spearman's rank correlation with its 95 % interval by Fisher's transformation and the standard error of Bonett and Wright (2000). */
export function spearman(pairs: readonly {x: number; y: number}[]): {rho: number; low: number; high: number; n: number} {
  const n = pairs.length;
  const rho = rankCorrelation(
    pairs.map(({x}) => x),
    pairs.map(({y}) => y)
  );
  const half = 1.96 * Math.sqrt((1 + (rho * rho) / 2) / (n - 3));
  return {rho, low: Math.tanh(Math.atanh(rho) - half), high: Math.tanh(Math.atanh(rho) + half), n};
}

/** Does the score find the order that was built in? One sentence, computed. */
export function calibrationSentence(rows: readonly Calibrated[]): string {
  if (rows.length < 5) return "Too few reference models here to check the instrument against a known truth.";
  const {rho, low, high, n} = spearman(rows.map(({ability, score}) => ({x: ability, y: score})));
  const digits = (x: number) => x.toFixed(3);
  return `The order of the scores and the order of the latent abilities that the simulated models were built with agree with Spearman's ρ = ${digits(rho)} [${digits(low)}, ${digits(high)}], n = ${n} models.`;
}

/** Latent ability against score, one dot per simulated model. */
export function calibrationPlot(rows: readonly Calibrated[], {width}: {width: number}): HTMLElement {
  const plot = drawPlot({
    width,
    height: 340,
    marginLeft: 55,
    grid: true,
    x: {label: "latent ability θ →"},
    y: {label: "↑ mean of the tier scores", zero: true},
    marks: [
      Plot.dot(rows, {
        x: "ability",
        y: "score",
        title: (row: Calibrated) => `${row.model}\nθ = ${row.ability.toFixed(2)}\n${tenth.format(row.score)}`,
        stroke: "var(--theme-foreground-focus)"
      })
    ]
  });
  return figure(plot, {
    title: "Check of the instrument",
    caption: "Abilities are known because the models are simulated; they enter no score.",
    simulated: true
  });
}
