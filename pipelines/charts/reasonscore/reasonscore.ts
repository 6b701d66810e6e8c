// Table, charts and sentences of ReasonScore.
import * as Plot from "npm:@observablehq/plot";
import type {RankingMeasure} from "../../score/rankedScores.js";
import {spearman as rankCorrelation, zInterval} from "../../stats/correlation.js";
import type {ErrorOver} from "../../stats/errorOver.js";
import type {EvaluationName} from "../../store/evaluationName.js";
import {figure} from "../shared/figure.js";
import {formatCount, formatEstimate, formatReasonScore, isScoreShown} from "../shared/interval.js";
import {evaluationLabels, nameAxis} from "../shared/label.js";
import {drawPlot} from "../shared/plot.js";
import type {Column} from "../shared/sortable.js";

/** One evaluation's scores of a tier, of all, or per token: a row of the table `scores`. */
export interface TierScore extends EvaluationName {
  formula: number;
  formula_low: number;
  formula_high: number;
  /** ReasonScore as published, with its interval */
  score: number;
  low: number;
  high: number;
  /** the score computed from the lower ends of the tasks' intervals */
  conservative: number;
  /** number of samples, including truncated ones */
  n: number;
  /** tasks of the tier without answers */
  missing: readonly string[];
  layer: string;
  simulated: boolean;
}

/** Aggregates that a reader may choose besides a single tier. */
export const MEAN = "mean of tiers";
export const PER_TOKEN = "per token";

export const placeOf = (choice: string): string =>
  choice === MEAN ? "mean of all tiers" : choice === PER_TOKEN ? "per token" : `tier ${choice}`;

/** A score of a row of `scores` in the unit in which it is shown: formula scores in per cent, scores per token in thousandths. */
function shownAs(row: TierScore, by: RankingMeasure): {value: number; low: number; high: number} {
  const scale = by === "published" ? 1 : row.layer === "token" ? 1000 : 100;
  const [value, low, high] =
    by === "published" ? [row.score, row.low, row.high] : [row.formula, row.formula_low, row.formula_high];
  return {value: scale * value, low: scale * low, high: scale * high};
}

const unitOf = (row: TierScore, by: RankingMeasure): string =>
  by === "published" ? "" : row.layer === "token" ? " per 1,000 tokens" : " %";
const show = (row: TierScore, by: RankingMeasure) => {
  const digits = row.layer === "token" ? 2 : 1;
  const text = by === "published" ? formatReasonScore(row, {digits}) : formatEstimate(shownAs(row, by), {digits});
  return `${text}${unitOf(row, by)}${row.missing.length > 0 ? " (partial)" : ""}`;
};

/** First column of rows that belong to one evaluation: the tier. */
export const placeColumn: Column<TierScore & {tier: string}> = {
  key: "name",
  label: "Of",
  show: ({layer, tier}) => placeOf(layer === "mean" ? MEAN : layer === "token" ? PER_TOKEN : tier)
};

/** Columns of a sortable table of scores, after its first one. */
export function scoreColumns<Row extends TierScore>(first: Column<Row>): Column<Row>[] {
  return [
    first,
    {
      key: "formula",
      label: "Formula score",
      numeric: true,
      by: row => row.formula,
      show: row => show(row, "formula"),
      description: "0 guessing, 100 % knowing, truncated answers count as guesses; 95 % interval over tests of these points"
    },
    {
      key: "score",
      label: "ReasonScore",
      numeric: true,
      by: row => row.score,
      show: row => show(row, "published"),
      description:
        "as published; its interval covers at least 95 %, and replaces the score where a model may be guessing or it is wider than 500"
    },
    {
      key: "conservative",
      label: "Conservative",
      numeric: true,
      by: row => row.conservative,
      show: row => formatEstimate({value: row.conservative, low: null, high: null}, {digits: row.layer === "token" ? 2 : 1}),
      description: "ReasonScore from the lower ends of the tasks' intervals, not their upper ones"
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

const byScore = (rows: readonly TierScore[], by: RankingMeasure): TierScore[] =>
  [...rows].sort((a, b) => shownAs(b, by).value - shownAs(a, by).value);

/** Names the evaluation with the highest score, with interval and n, and counts the others whose intervals overlap its own. */
export function scoreSentence(rows: readonly TierScore[], {place, by}: {place: string; by: RankingMeasure}): string {
  const [best, ...others] = byScore(by === "published" ? rows.filter(isScoreShown) : rows, by);
  if (!best) return "No evaluation has enough answers for this score.";
  const {low} = shownAs(best, by);
  const near = others.filter(row => shownAs(row, by).high >= low).length;
  const text = `${evaluationLabels(rows)(best)} has the highest ${by === "formula" ? "formula score" : "ReasonScore"}, ${place}: ${show(best, by)} (n = ${formatCount(best.n)} samples).`;
  if (others.length === 0) return text;
  return `${text} Of the ${formatCount(others.length)} other evaluations, ${near === 0 ? "none has an interval that overlaps" : `${formatCount(near)} ${near === 1 ? "has an interval that overlaps" : "have intervals that overlap"}`} this one.`;
}

interface ScorePlotOptions {
  width: number;
  place: string;
  by?: RankingMeasure;
  over?: ErrorOver;
  /** evaluations that are drawn, from the best down */
  limit?: number;
}

/** A dot and interval per evaluation, best first. */
export function scorePlot(
  every: readonly TierScore[],
  {width, place, by = "formula", over = "tests", limit = Number.POSITIVE_INFINITY}: ScorePlotOptions
): HTMLElement {
  const label = evaluationLabels(every);
  const rows = byScore(every, by).slice(0, limit);
  const names = rows.map(label);
  const simulated = rows.some(row => row.simulated);
  const {margin, format} = nameAxis(names, width);
  const name = `${by === "formula" ? "Formula score" : "ReasonScore"}, ${place}`;
  const plot = drawPlot({
    width,
    height: 16 * names.length + 70,
    marginLeft: margin,
    marginTop: 30,
    x: {label: `${name}${rows[0] && unitOf(rows[0], by) ? ` (${unitOf(rows[0], by).trim()})` : ""} →`, grid: true, zero: true},
    y: {domain: names, label: null, tickFormat: format},
    marks: [
      Plot.link(rows, {
        x1: (row: TierScore) => shownAs(row, by).low,
        x2: (row: TierScore) => shownAs(row, by).high,
        y: label,
        stroke: "var(--theme-foreground-focus)"
      }),
      Plot.dot(by === "published" ? rows.filter(isScoreShown) : rows, {
        x: (row: TierScore) => shownAs(row, by).value,
        y: label,
        r: 3.5,
        fill: (row: TierScore) => (row.simulated ? "var(--theme-background)" : "var(--theme-foreground-focus)"),
        stroke: "var(--theme-foreground-focus)",
        title: (row: TierScore) => `${label(row)}\n${show(row, by)}\nn = ${formatCount(row.n)}`
      })
    ]
  });
  const bars =
    by === "published"
      ? "Bars are intervals of at least 95 %: from the lower ends of the tasks' intervals to their upper ends. No dot: it may be guessing, or has too few samples."
      : `Bars are 95 % intervals over ${over === "tests" ? "tests of these points" : "points"}.`;
  const left = rows.length < every.length ? ` The best ${rows.length} of ${every.length} evaluations.` : "";
  return figure(plot, {title: name, caption: `${bars}${simulated ? " Hollow dots are simulated." : ""}${left}`, simulated});
}

/** One reference model: its latent ability and its measured formula score. */
export interface CalibratedScore {
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
  const [low, high] = zInterval("spearman", "bonett-wright", rho, n) ?? [rho, rho]; // a perfect correlation has no such interval
  return {rho, low, high, n};
}

/** Whether the score recovers the simulated order: one sentence, computed. */
export function calibrationSentence(rows: readonly CalibratedScore[]): string {
  if (rows.length < 5) return "Too few reference models here to check the instrument against a known truth.";
  const {rho, low, high, n} = spearman(rows.map(({ability, score}) => ({x: ability, y: score})));
  const digits = (x: number) => x.toFixed(3);
  return `The order of the formula scores and the order of the latent abilities that the simulated models were built with agree with Spearman's ρ = ${digits(rho)} [${digits(low)}, ${digits(high)}], n = ${n} models.`;
}

/** Latent ability against score, one dot per simulated model. */
export function calibrationPlot(rows: readonly CalibratedScore[], {width}: {width: number}): HTMLElement {
  const plot = drawPlot({
    width,
    height: 340,
    marginLeft: 55,
    grid: true,
    x: {label: "latent ability θ →"},
    y: {label: "↑ formula score (%), mean of the tiers"},
    marks: [
      Plot.dot(rows, {
        x: "ability",
        y: row => 100 * row.score,
        title: (row: CalibratedScore) => `${row.model}\nθ = ${row.ability.toFixed(2)}\n${(100 * row.score).toFixed(1)} %`,
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
