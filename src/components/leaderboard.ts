import * as Plot from "npm:@observablehq/plot";
import type {EvaluationName} from "../pipelines/study/evaluated.js";
import type {Pooled as Counts} from "../pipelines/study/pool.js";
import {rankIntervals} from "../pipelines/study/ranks.js";
import {evaluationColumn} from "./evaluation.js";
import {figure} from "./figure.js";
import {formatCost, formatCount, formatEstimate, formatInterval, formatRate} from "./interval.js";
import {evaluationLabels, nameAxis} from "./label.js";
import {drawPlot} from "./plot.js";
import type {Column} from "./sortable.js";

/** One evaluation's counters, pooled over the points that the filters leave. */
export interface Pooled extends EvaluationName, Omit<Counts, "tokens_low" | "tokens_high"> {
  /** standard error of `tokens` */
  tokens_se: number | null;
  simulated: boolean;
}

/** ReasonScore of a tier or of all, 0–1000, with its 95 % bootstrap interval and standard error; null where tasks are missing. */
export interface Scored extends EvaluationName {
  score: number;
  low: number | null;
  high: number | null;
  se: number | null;
}

/** What the leaderboard shows of an evaluation; without scores it ranks by excess accuracy. */
export interface Standing extends Omit<Pooled, "tokens_se"> {
  score?: number | null;
  score_low?: number | null;
  score_high?: number | null;
  score_se?: number | null;
  /** place by ReasonScore, 1 = best, and the simultaneous 95 % interval of the true place */
  rank?: number | null;
  rank_low?: number | null;
  rank_high?: number | null;
  tokens_low: number | null;
  tokens_high: number | null;
}

const Z95 = 1.96;

/** Both sides of each evaluation together, best first, with ranks among those that have a ReasonScore. */
export function standingsOf(pooled: readonly Pooled[], scored: readonly Scored[]): Standing[] {
  const key = ({model, template, sampler}: EvaluationName) => JSON.stringify([model, template, sampler]);
  const byKey = new Map(scored.filter(({se}) => se !== null).map(row => [key(row), row]));
  const ranked = pooled.filter(row => byKey.has(key(row)));
  const ranks = rankIntervals(ranked.map(row => ({value: byKey.get(key(row))!.score, se: byKey.get(key(row))!.se!})));
  const rankOf = new Map(ranked.map((row, i) => [key(row), ranks[i]!]));
  return pooled
    .map(row => {
      const [found, place] = [byKey.get(key(row)), rankOf.get(key(row))];
      const {tokens, tokens_se} = row;
      const half = tokens === null || tokens_se === null ? null : Z95 * tokens_se;
      return {
        ...row,
        score: found?.score ?? null,
        score_low: found?.low ?? null,
        score_high: found?.high ?? null,
        score_se: found?.se ?? null,
        rank: place?.rank ?? null,
        rank_low: place?.low ?? null,
        rank_high: place?.high ?? null,
        tokens_low: half === null ? null : Math.max(0, tokens! - half),
        tokens_high: half === null ? null : tokens! + half
      };
    })
    .sort(
      (a, b) => (b.score ?? -1) - (a.score ?? -1) || (b.accuracy ?? -2) - (a.accuracy ?? -2) || a.model.localeCompare(b.model)
    );
}

const hasScore = ({score}: Standing): boolean => score !== null && score !== undefined;
const accuracyOf = ({accuracy, low, high, n}: Standing) => ({value: accuracy, low, high, n});
const scoreOf = ({score = null, score_low = null, score_high = null}: Standing) => ({
  value: score,
  low: score_low,
  high: score_high
});
const tokensOf = ({tokens, tokens_low, tokens_high}: Standing) => ({value: tokens, low: tokens_low, high: tokens_high});
const truncationOf = (row: Standing) => ({
  value: row.truncated,
  low: row.truncated_low,
  high: row.truncated_high,
  n: row.samples
});
/** `3 [2, 6]` */
const formatRank = ({rank = null, rank_low, rank_high}: Standing) =>
  rank === null ? "–" : `${rank} [${rank_low}, ${rank_high}]`;

/** Columns of the sortable table. */
export function leaderboardColumns(rows: readonly Standing[]): Column<Standing>[] {
  const number = (
    key: string,
    label: string,
    by: (row: Standing) => number | null,
    show: (row: Standing) => string,
    description: string
  ): Column<Standing> => ({key, label, numeric: true, by, show, description});
  return [
    evaluationColumn(rows),
    number(
      "rank",
      "Rank",
      row => row.rank ?? null,
      formatRank,
      "by ReasonScore; 95 % interval that holds for all ranks shown at once"
    ),
    number(
      "score",
      "ReasonScore",
      row => row.score ?? null,
      row => formatEstimate(scoreOf(row)),
      "0 to 1,000, with its 95 % bootstrap interval; a dash where a task is missing"
    ),
    number(
      "accuracy",
      "Excess accuracy",
      row => row.accuracy,
      row => formatRate(accuracyOf(row)),
      "0 guessing, 100 % knowing; 95 % interval"
    ),
    number(
      "n",
      "n",
      row => row.n,
      row => formatCount(row.n),
      "samples that were not truncated"
    ),
    number(
      "truncated",
      "Truncated",
      row => row.truncated,
      row => formatRate(truncationOf(row)),
      "stopped by the token limit; 95 % interval"
    ),
    number(
      "samples",
      "Samples",
      row => row.samples,
      row => formatCount(row.samples),
      "all samples: n of ReasonScore, truncation rate and tokens"
    ),
    number(
      "tokens",
      "Tokens per answer",
      row => row.tokens,
      row => formatEstimate(tokensOf(row), {digits: 0}),
      "mean completion tokens of all samples; 95 % interval"
    ),
    number(
      "cost",
      "Cost",
      row => row.cost,
      row => formatCost(row.cost),
      "US dollars at list price"
    )
  ];
}

/** What the chart shows: ReasonScore, or excess accuracy where nobody has a score. */
function measureOf(rows: readonly Standing[], tier: string) {
  if (rows.some(hasScore))
    return {
      title: tier === "all" ? "ReasonScore, mean of all tiers" : `ReasonScore, tier ${tier}`,
      shown: rows.filter(hasScore),
      interval: scoreOf,
      domain: [0, 1000],
      label: "ReasonScore",
      says: (row: Standing) => `${formatEstimate(scoreOf(row))}, n = ${formatCount(row.samples)}\nrank ${formatRank(row)}`
    };
  const floor = Math.min(0, ...rows.map(({accuracy}) => accuracy ?? 0));
  const share = (x: number | null) => (x === null ? null : 100 * x);
  return {
    title: "Excess accuracy",
    shown: [...rows],
    interval: ({accuracy, low, high}: Standing) => ({value: share(accuracy), low: 100 * low, high: 100 * high}),
    domain: [100 * floor, 100],
    label: "excess accuracy (%)",
    says: (row: Standing) => formatInterval(accuracyOf(row))
  };
}

/** A dot and its 95 % interval per evaluation, best first, and its rank's interval in the right margin. */
export function leaderboardPlot(rows: readonly Standing[], {width = 640, tier = "all"} = {}): HTMLElement {
  const label = evaluationLabels(rows);
  const {title, shown, interval, domain, label: axis, says} = measureOf(rows, tier);
  const names = nameAxis(shown.map(label), width);
  const ranked = shown.some(hasScore);
  const plot = drawPlot({
    width,
    marginLeft: names.margin,
    marginRight: ranked ? 64 : 24,
    marginTop: 44,
    marginBottom: 40,
    height: 84 + 15 * shown.length,
    x: {domain, grid: true, axis: "both", label: axis, labelAnchor: "center", ticks: width < 500 ? 4 : 8},
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
              text: row => `${row.rank_low}–${row.rank_high}`,
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
          title: row => `${label(row)}${row.simulated ? " (simulated)" : ""}\n${says(row)}`
        })
      )
    ]
  });
  const simulated = shown.some(row => row.simulated);
  return figure(plot, {title, simulated, caption: captionOf(rows, shown, ranked, simulated), id: "leaderboard-plot"});
}

function captionOf(rows: readonly Standing[], shown: readonly Standing[], ranked: boolean, simulated: boolean): string {
  const counts = shown.map(row => (ranked ? row.samples : row.n));
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return [
    `Bars are 95 % intervals; n per evaluation ${least === most ? formatCount(least) : `${formatCount(least)}–${formatCount(most)}`}.`,
    ranked
      ? "At the right the ranks that each may truly have: all these intervals hold at once with 95 % confidence, among the evaluations shown."
      : "",
    shown.length < rows.length
      ? `${formatCount(rows.length - shown.length)} without an answer to some task have no ReasonScore and stand only in the table.`
      : "",
    simulated ? "Hollow dots are simulated." : ""
  ]
    .filter(Boolean)
    .join(" ");
}

/** What the chart says, in a sentence or two. */
export function leaderboardSentence(rows: readonly Standing[]): string {
  const best = rows[0];
  if (!best) return "No evaluation passes the filters.";
  const label = evaluationLabels(rows);
  const guessing = rows.filter(row => row.n > 0 && row.low <= 0).length;
  const floor =
    guessing === 0
      ? ""
      : ` ${formatCount(guessing)} of ${formatCount(rows.length)} cannot be told from guessing: ${guessing === 1 ? "its interval of excess accuracy reaches" : "their intervals of excess accuracy reach"} 0.`;
  if (!hasScore(best)) {
    const tied = rows.filter(row => row !== best && row.high >= best.low).length;
    const overlap =
      tied === 0
        ? ""
        : `; ${tied === 1 ? "one other interval overlaps" : `${formatCount(tied)} other intervals overlap`} with it, so the order at the top is open`;
    return `${label(best)} leads with an excess accuracy of ${formatInterval(accuracyOf(best))}${overlap}.${floor}`;
  }
  const rivals = rows.filter(row => row !== best && row.rank_low === 1).length;
  const ranked = rows.filter(hasScore).length;
  const order =
    ranked === 1
      ? ""
      : rivals === 0
        ? ", surely the best of those shown"
        : `, but the first place is open: ${rivals === 1 ? "one other" : `${formatCount(rivals)} others`} may hold it too`;
  return `${label(best)} leads with a ReasonScore of ${formatEstimate(scoreOf(best))}, n = ${formatCount(best.samples)}${order}.${floor}`;
}
