// Table, chart and sentences of the leaderboard.

import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {type Pooled as Counts, type PointCounts, poolOverPoints} from "../../score/pool.js";
import {bestFirst, type RankedScore, type RankingMeasure, rankedScores, type ScoreColumns} from "../../score/rankedScores.js";
import {Z975} from "../../stats/distributions.js";
import {type ErrorOver, OVER_NAMES} from "../../stats/errorOver.js";
import type {EvaluationName} from "../../store/evaluationName.js";
import {formatTruncation} from "../shared/columns.js";
import {evaluationColumn} from "../shared/evaluationColumn.js";
import {figure} from "../shared/figure.js";
import {
  formatCost,
  formatCount,
  formatEstimate,
  formatInterval,
  formatRate,
  formatReasonScore,
  tokensInterval
} from "../shared/interval.js";
import {evaluationLabels, nameAxis} from "../shared/label.js";
import {drawPlot} from "../shared/plot.js";
import type {Column} from "../shared/sortable.js";

/** One evaluation's counts, pooled over the points that pass the filters. */
export interface Pooled extends EvaluationName, Omit<Counts, "tokens_low" | "tokens_high"> {
  /** standard error of `tokens` */
  tokens_se: number | null;
  simulated: boolean;
}

/** A row of the table `scores`, of one tier or of the mean of all. */
export interface Scored extends EvaluationName, ScoreColumns {}

/** A row of the leaderboard; without scores it ranks by excess accuracy. */
export interface Standing extends Omit<Pooled, "tokens_se" | "cost">, RankedScore {
  /** US dollars at list price; null if the model is simulated or its price is not known */
  cost: number | null;
  tokens_low: number | null;
  tokens_high: number | null;
}

const keyOf = ({model, template, sampler}: EvaluationName) => JSON.stringify([model, template, sampler]);

/** Joins counts and scores of each evaluation, best first, with ranks among those that have scores. @param evaluations of the manifest, which says whose price is not known */
export function standingsOf(
  pooled: readonly Pooled[],
  scored: readonly Scored[],
  {
    by = "formula",
    over = "tests",
    evaluations = []
  }: {by?: RankingMeasure; over?: ErrorOver; evaluations?: readonly (EvaluationName & {unpriced?: boolean})[]} = {}
): Standing[] {
  const unpriced = new Set(evaluations.filter(each => each.unpriced).map(keyOf));
  const byKey = new Map(scored.map(row => [keyOf(row), row]));
  const ranked = rankedScores(
    pooled.map(row => byKey.get(keyOf(row))),
    {by, over}
  );
  const order = bestFirst<Standing>(by);
  return pooled
    .map((row, i) => {
      const {low: tokens_low, high: tokens_high} = tokensInterval(row);
      return {
        ...row,
        ...ranked[i]!,
        cost: row.simulated || unpriced.has(keyOf(row)) ? null : row.cost,
        tokens_low,
        tokens_high
      };
    })
    .sort((a, b) => order(a, b) || a.model.localeCompare(b.model));
}

/** A row of `points` with the evaluation that it belongs to. */
export type CountedPoint = EvaluationName & PointCounts & {base_task: string; simulated: boolean};

/** The fields of `pooled`, with intervals over points: for each evaluation (`base_task` null), then for each of its tasks. */
export function pooledOverPoints(points: readonly CountedPoint[]): (Pooled & {base_task: string | null})[] {
  const groups = new Map<string, {base_task: string | null; own: CountedPoint[]}>();
  for (const point of points)
    for (const base_task of [null, point.base_task]) {
      const key = JSON.stringify([keyOf(point), base_task]);
      if (!groups.has(key)) groups.set(key, {base_task, own: []});
      groups.get(key)!.own.push(point);
    }
  return [...groups.values()].map(({base_task, own}) => {
    const {model, template, sampler} = own[0]!;
    const {tokens_low, tokens_high, ...found} = poolOverPoints(own);
    const tokens_se = tokens_low === null || tokens_high === null ? null : (tokens_high - tokens_low) / (2 * Z975);
    return {model, template, sampler, base_task, simulated: own.some(({simulated}) => simulated), ...found, tokens_se};
  });
}

const NAMES = {formula: "formula score", published: "ReasonScore"} as const satisfies Record<RankingMeasure, string>;

/** Names of the measures as shown to readers. */
export const MEASURE_NAMES: Record<RankingMeasure, string> = {formula: "formula score", published: "ReasonScore, as published"};

const rankedBy = (row: RankedScore, by: RankingMeasure): number | null => (by === "formula" ? row.formula : row.score);
const accuracyOf = ({accuracy, low, high, n}: Standing) => ({value: accuracy, low, high, n});
const scoreOf = ({score, score_low, score_high}: RankedScore) => ({value: score, low: score_low, high: score_high});
const reasonScoreText = ({score, score_low, score_high, formula_low}: RankedScore): string =>
  formatReasonScore({score, low: score_low, high: score_high, formula_low});
/** The measure with its interval, in the unit in which it is shown: per cent, or 0 to 1,000. */
export function measured(row: RankedScore, by: RankingMeasure): {value: number | null; low: number | null; high: number | null} {
  if (by === "published") return scoreOf(row);
  const percent = (x: number | null) => (x === null ? null : 100 * x);
  return {value: percent(row.formula), low: percent(row.formula_low), high: percent(row.formula_high)};
}
/** `62.1 % [60.4, 63.8]`, or `812.4 [745.0, 830.2]` */
export const measuredText = (row: RankedScore, by: RankingMeasure): string =>
  by === "published"
    ? reasonScoreText(row)
    : row.formula === null
      ? "–"
      : formatRate({value: row.formula, low: row.formula_low!, high: row.formula_high!, n: 1});
const tokensOf = ({tokens, tokens_low, tokens_high}: Standing) => ({value: tokens, low: tokens_low, high: tokens_high});
/** `3 [2, 6]` */
const formatRank = ({rank, rank_low, rank_high}: RankedScore) => (rank === null ? "–" : `${rank} [${rank_low}, ${rank_high}]`);

/** `120`, or `120 tests, 360 answers` */
const formatTests = ({n, answers}: Pick<Standing, "n" | "answers">): string =>
  answers > n ? `${formatCount(n)} tests, ${formatCount(answers)} answers` : formatCount(n);

/** A rate with its n in small digits; without n where it is empty. */
const withN = (rate: string, n: string): string | Node =>
  n === "" ? rate : html`<span>${rate} <small class="rb-n">n ${n}</small></span>`;

/** Columns of the sortable table. @param isTiered whether ReasonScore, a mean over tiers, is shown; a cost that is nowhere known is left out */
export function leaderboardColumns(
  rows: readonly Standing[],
  {by = "formula", over = "tests", isTiered = true}: {by?: RankingMeasure; over?: ErrorOver; isTiered?: boolean} = {}
): Column<Standing>[] {
  const number = (
    key: string,
    label: string,
    by: (row: Standing) => number | null,
    show: (row: Standing) => string | Node,
    description: string
  ): Column<Standing> => ({key, label, numeric: true, by, show, description});
  const interval = `95 % interval over ${OVER_NAMES[over]}`;
  return [
    evaluationColumn(rows),
    number("rank", "Rank", row => row.rank, formatRank, `by ${NAMES[by]}; 95 % interval that holds for all ranks shown at once`),
    number(
      "formula",
      "Formula score",
      row => row.formula,
      row => withN(measuredText(row, "formula"), row.formula === null ? "" : formatCount(row.samples)),
      `right answers beyond guessing as a share of what there was to gain, truncated ones counting as guesses; ${interval}; n are all answers; a dash where a task is missing`
    ),
    ...(isTiered
      ? [
          number(
            "score",
            "ReasonScore",
            row => row.score,
            reasonScoreText,
            "as published, 0 to 1,000: from the upper ends of the tasks' intervals, so it rises as samples get fewer; its interval covers at least 95 %, and replaces the score where a model may be guessing or it is wider than 500"
          )
        ]
      : []),
    number(
      "accuracy",
      "Excess accuracy",
      row => row.accuracy,
      row => withN(formatRate(accuracyOf(row)), row.n > 0 ? formatTests(row) : ""),
      `of untruncated answers, all repeats: 0 guessing, 100 % knowing, negative below guessing; ${interval}; n are tests with an untruncated answer`
    ),
    number(
      "tokens",
      "Tokens per answer",
      row => row.tokens,
      row => formatEstimate(tokensOf(row), {digits: 0}),
      `mean completion tokens of all samples; ${interval}`
    ),
    ...(rows.some(({cost}) => cost !== null)
      ? [
          number(
            "cost",
            "Cost",
            row => row.cost,
            row => (row.simulated ? "simulated" : row.cost === null ? "unknown" : formatCost(row.cost)),
            "US dollars at list price; unknown without a price; simulated models cost nothing"
          )
        ]
      : []),
    number(
      "truncated",
      "Truncated",
      row => row.truncated,
      formatTruncation,
      `stopped by the token limit, or cut by the evidence of their text; ${over === "tests" ? "95 % interval over samples" : interval}`
    ),
    number(
      "samples",
      "Samples",
      row => row.samples,
      row => formatCount(row.samples),
      "all samples: n of the formula score, of the truncation rate and of tokens"
    )
  ];
}

/** What the chart shows: the score that ranks, or excess accuracy where no evaluation has a score. */
function measureOf(rows: readonly Standing[], tier: string | null, by: RankingMeasure) {
  const shown = rows.filter(row => rankedBy(row, by) !== null);
  const place = tier === null ? "" : tier === "all" ? ", mean of all tiers" : `, tier ${tier}`;
  if (shown.length > 0) {
    const least = Math.min(...shown.map(row => measured(row, by).low!));
    return {
      title: `${capital(NAMES[by])}${place}`,
      shown,
      interval: (row: Standing) => measured(row, by) as {value: number; low: number; high: number},
      domain: by === "published" ? [0, 1000] : [Math.min(0, least), 100],
      label: by === "published" ? "ReasonScore" : "formula score (%)",
      describe: (row: Standing) => `${measuredText(row, by)}, n = ${formatCount(row.samples)}\nrank ${formatRank(row)}`
    };
  }
  const floor = Math.min(0, ...rows.map(({low}) => low));
  const share = (x: number | null) => (x === null ? null : 100 * x);
  return {
    title: "Excess accuracy",
    shown: [...rows],
    interval: ({accuracy, low, high}: Standing) => ({value: share(accuracy), low: 100 * low, high: 100 * high}),
    domain: [100 * floor, 100],
    label: "excess accuracy (%)",
    describe: (row: Standing) => formatInterval(accuracyOf(row))
  };
}

const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1);

/** Most evaluations of a chart, best first: a longer one is not read, and takes a browser seconds to draw. */
const MAX_DRAWN = 200;
/** Evaluations that are drawn until a reader asks for all. */
const BEST_DRAWN = 20;
/** How many of so many evaluations a chart draws. */
export const drawnCount = (count: number, isAll: boolean): number => Math.min(count, isAll ? MAX_DRAWN : BEST_DRAWN);
/** Choices of a reader where more evaluations exist than are drawn at first. */
export const DRAWN = ["best", "all"] as const;
export const DRAWN_NAMES = {best: `the best ${BEST_DRAWN}`, all: "all"} as const;

/** A dot with its 95 % interval per evaluation, best first, with the interval of its rank in the right margin. @param tier null where there are no tiers */
export function leaderboardPlot(
  rows: readonly Standing[],
  {
    width = 640,
    tier = "all",
    by = "formula",
    over = "tests",
    isAll = false
  }: {width?: number; tier?: string | null; by?: RankingMeasure; over?: ErrorOver; isAll?: boolean} = {}
): HTMLElement {
  const label = evaluationLabels(rows);
  const {title, shown: all, interval, domain, label: axis, describe} = measureOf(rows, tier, by);
  const shown = all.slice(0, drawnCount(all.length, isAll));
  const names = nameAxis(shown.map(label), width);
  const ranked = shown.some(row => rankedBy(row, by) !== null);
  const plot = drawPlot({
    width,
    marginLeft: names.margin,
    marginRight: ranked ? 84 : 24,
    marginTop: 44,
    marginBottom: 40,
    height: 84 + 15 * shown.length,
    x: {domain, grid: true, axis: "both", label: axis, labelAnchor: "center", ticks: width < 500 ? 3 : 8},
    y: {domain: shown.map(label), label: null, tickFormat: names.format, tickSize: 0},
    marks: [
      Plot.ruleX([0]),
      Plot.ruleY(shown, {
        y: label,
        x1: row => interval(row).low,
        x2: row => interval(row).high,
        stroke: "var(--theme-foreground-muted)",
        strokeWidth: 2
      }),
      Plot.dot(shown, {
        y: label,
        x: row => interval(row).value,
        r: width < 500 ? 2.5 : 3.5,
        fill: row => (row.simulated ? "var(--theme-background)" : "var(--theme-blue)"),
        stroke: "var(--theme-blue)",
        strokeWidth: 1.5
      }),
      ranked
        ? [
            Plot.text(shown, {
              y: label,
              text: formatRank,
              frameAnchor: "right",
              textAnchor: "start",
              dx: 12,
              fontVariant: "tabular-nums"
            }),
            Plot.text(["rank"], {frameAnchor: "top-right", textAnchor: "start", dx: 12, dy: -32, fontWeight: 600})
          ]
        : [],
      Plot.tip(
        shown,
        Plot.pointerY({
          y: label,
          x: row => interval(row).value,
          title: row => `${label(row)}${row.simulated ? " (simulated)" : ""}\n${describe(row)}`
        })
      )
    ]
  });
  const simulated = all.some(row => row.simulated);
  return figure(plot, {
    title,
    simulated,
    caption: captionOf(rows, {shown: all, ranked, simulated, by, over, isAll}),
    id: "leaderboard-plot"
  });
}

/** What a caption says of evaluations that the chart leaves out; empty where it draws all. */
export const drawnOf = (count: number, {isAll = false} = {}): string =>
  count > drawnCount(count, isAll)
    ? `The first ${formatCount(drawnCount(count, isAll))} of ${formatCount(count)} are drawn; the table lists all, and a part of a name finds others.`
    : "";

function captionOf(
  rows: readonly Standing[],
  {
    shown,
    ranked,
    simulated,
    by,
    over,
    isAll
  }: {shown: readonly Standing[]; ranked: boolean; simulated: boolean; by: RankingMeasure; over: ErrorOver; isAll: boolean}
): string {
  const counts = shown.map(row => (ranked ? row.samples : row.n));
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const kind = ranked && by === "published" ? "intervals of at least 95 %" : `95 % intervals over ${OVER_NAMES[over]}`;
  return [
    `Bars are ${kind}; n of ${ranked ? `the ${NAMES[by]}` : "excess accuracy"} ${least === most ? formatCount(least) : `${formatCount(least)}–${formatCount(most)}`}.`,
    ranked
      ? "At the right the rank with its interval: all these intervals hold at once with 95 % confidence, among the evaluations shown."
      : "",
    drawnOf(shown.length, {isAll}),
    shown.length < rows.length
      ? `${formatCount(rows.length - shown.length)} without an answer to some task have no score and are only in the table.`
      : "",
    simulated ? "Hollow dots are simulated." : ""
  ]
    .filter(Boolean)
    .join(" ");
}

/** Summary of the chart, in a few sentences. @param suite id of the benchmark, which the first sentence then names */
export function leaderboardSentence(
  rows: readonly Standing[],
  {by = "formula", suite = null}: {by?: RankingMeasure; suite?: string | null | undefined} = {}
): string {
  const best = rows[0];
  if (!best) return "No evaluation passes the filters.";
  const label = evaluationLabels(rows);
  const place = suite === null ? "" : ` on ${suite}`;
  const first = `${label(best)} ${rows.length === 1 ? `has${place}` : `leads${place} with`}`;
  const guessing = rows.filter(row => row.n > 0 && row.low <= 0).length;
  const floor =
    guessing === 0
      ? ""
      : ` ${formatCount(guessing)} of ${formatCount(rows.length)} ${guessing === 1 ? "is" : "are"} not shown to beat guessing: ${guessing === 1 ? "its interval of excess accuracy reaches" : "their intervals of excess accuracy reach"} 0 or ${guessing === 1 ? "lies" : "lie"} below.`;
  if (rankedBy(best, by) === null) {
    const tied = rows.filter(row => row !== best && row.high >= best.low).length;
    const overlap =
      tied === 0
        ? ""
        : `; ${tied === 1 ? "one other interval overlaps" : `${formatCount(tied)} other intervals overlap`} with it, so the order at the top is open`;
    return `${first} an excess accuracy of ${formatInterval(accuracyOf(best))}${overlap}.${floor}`;
  }
  const rivals = rows.filter(row => row !== best && row.rank_low === 1).length;
  const ranked = rows.filter(row => rankedBy(row, by) !== null).length;
  const order =
    ranked === 1
      ? ""
      : rivals === 0
        ? ", significantly ahead of all others shown"
        : `, but the first place is open: ${rivals === 1 ? "one other" : `${formatCount(rivals)} others`} may hold it too`;
  return `${first} a ${NAMES[by]} of ${measuredText(best, by)}, n = ${formatCount(best.samples)}${order}.${suite === null ? "" : openPairs(rows)}${floor}`;
}

/** How many pairs of ranked evaluations do not differ significantly, by the simultaneous intervals of their ranks. */
function openPairs(rows: readonly RankedScore[]): string {
  const spans = rows.flatMap(({rank_low, rank_high}) => (rank_low === null || rank_high === null ? [] : [rank_high - rank_low]));
  const pairs = (spans.length * (spans.length - 1)) / 2;
  if (pairs < 2) return "";
  const open = spans.reduce((sum, span) => sum + span, 0) / 2; // a span counts the others from which an evaluation does not differ
  return ` Of ${formatCount(pairs)} pairs, ${formatCount(open)} ${open === 1 ? "does" : "do"} not differ significantly, since these ranks must all hold at once; Clusters compares pair by pair and separates more.`;
}
