import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {figure} from "./figure.js";
import {formatCost, formatCount, formatInterval, formatRate} from "./interval.js";
import {evaluationLabels, nameAxis} from "./label.js";
import {modelLink} from "./modelLink.js";
import {simulatedBadge} from "./simulated.js";
import type {Column} from "./sortable.js";

/** One evaluation, pooled over the points that the filters leave. */
export interface Standing {
  model: string;
  template: string;
  sampler: string;
  /** excess accuracy, 0 guessing … 1 knowing, with its 95 % interval, over `n` untruncated samples; null without any */
  accuracy: number | null;
  low: number;
  high: number;
  n: number;
  /** share of `samples` that the token limit stopped, with its 95 % interval */
  truncated: number;
  truncated_low: number;
  truncated_high: number;
  samples: number;
  /** mean completion tokens per sample, truncated ones included */
  tokens: number;
  /** US dollars at list price */
  cost: number;
  simulated: boolean;
}

const accuracyOf = ({accuracy, low, high, n}: Standing) => ({value: accuracy, low, high, n});
const truncationOf = (row: Standing) => ({
  value: row.truncated,
  low: row.truncated_low,
  high: row.truncated_high,
  n: row.samples
});

/** Columns of the sortable table. */
export function leaderboardColumns(rows: readonly Standing[]): Column<Standing>[] {
  const label = evaluationLabels(rows);
  return [
    {
      key: "model",
      label: "Evaluation",
      by: label,
      show: row => html`<span>${modelLink(row.model, label(row))} ${row.simulated ? simulatedBadge() : ""}</span>`
    },
    {
      key: "accuracy",
      label: "Excess accuracy",
      numeric: true,
      by: row => row.accuracy,
      show: row => formatRate(accuracyOf(row)),
      description: "0 guessing, 100 % knowing; 95 % interval"
    },
    {
      key: "n",
      label: "n",
      numeric: true,
      by: row => row.n,
      show: row => formatCount(row.n),
      description: "samples that were not truncated"
    },
    {
      key: "truncated",
      label: "Truncated",
      numeric: true,
      by: row => row.truncated,
      show: row => formatRate(truncationOf(row)),
      description: "stopped by the token limit; 95 % interval"
    },
    {
      key: "samples",
      label: "Samples",
      numeric: true,
      by: row => row.samples,
      show: row => formatCount(row.samples),
      description: "all samples: n of truncation rate and tokens"
    },
    {
      key: "tokens",
      label: "Tokens per answer",
      numeric: true,
      by: row => row.tokens,
      show: row => formatCount(row.tokens),
      description: "mean completion tokens of all samples"
    },
    {
      key: "cost",
      label: "Cost",
      numeric: true,
      by: row => row.cost,
      show: row => formatCost(row.cost),
      description: "US dollars at list price"
    }
  ];
}

/** A dot and its 95 % interval per evaluation, best first. */
export function leaderboardPlot(rows: readonly Standing[], {width = 640} = {}): HTMLElement {
  const label = evaluationLabels(rows);
  const ranked = rank(rows);
  const names = nameAxis(ranked.map(label), width);
  const caption = `Pooled excess accuracy: 0 % is guessing, 100 % knowing. Bars are 95 % intervals; n per evaluation ${range(ranked.map(row => row.n))}.`;
  const y = (row: Standing) => label(row);
  const plot = Plot.plot({
    width,
    marginLeft: names.margin,
    marginRight: 24,
    marginBottom: 40,
    height: 70 + 15 * ranked.length,
    x: {
      domain: [100 * Math.min(0, ...ranked.map(row => row.accuracy ?? 0)), 100],
      percent: true,
      grid: true,
      axis: "both",
      label: "excess accuracy (%)"
    },
    y: {domain: ranked.map(label), label: null, tickFormat: names.format, tickSize: 0},
    marks: [
      Plot.ruleX([0]),
      Plot.ruleY(ranked, {y, x1: "low", x2: "high", stroke: "var(--theme-foreground-muted)", strokeWidth: 2}),
      Plot.dot(ranked, {
        y,
        x: "accuracy",
        r: width < 500 ? 2.5 : 3.5,
        fill: row => (row.simulated ? "var(--theme-background)" : "var(--theme-blue)"),
        stroke: "var(--theme-blue)",
        strokeWidth: 1.5
      }),
      Plot.tip(
        ranked,
        Plot.pointerY({
          y,
          x: "accuracy",
          title: row => `${label(row)}${row.simulated ? " (simulated)" : ""}\n${formatInterval(accuracyOf(row))}`
        })
      )
    ]
  });
  const simulated = ranked.some(row => row.simulated);
  return figure(plot, {
    title: "Excess accuracy",
    simulated,
    caption: simulated ? `${caption} Hollow dots are simulated.` : caption,
    id: "leaderboard-plot"
  });
}

/** What the plot says, in a sentence. */
export function leaderboardSentence(rows: readonly Standing[]): string {
  const [best, ...others] = rank(rows);
  if (!best) return "No evaluation passes the filters.";
  const label = evaluationLabels(rows);
  const tied = others.filter(row => row.high >= best.low).length;
  const guessing = rows.filter(row => row.n > 0 && row.low <= 0).length;
  const lead = `${label(best)} leads with ${formatInterval(accuracyOf(best))}`;
  const order =
    others.length === 0
      ? ""
      : tied === 0
        ? ", clear of all others"
        : `; ${tied === 1 ? "one other interval overlaps" : `${formatCount(tied)} other intervals overlap`} with it, so the order at the top is open`;
  const floor =
    guessing === 0
      ? ""
      : ` ${formatCount(guessing)} of ${formatCount(rows.length)} cannot be told from guessing: ${guessing === 1 ? "its interval reaches" : "their intervals reach"} 0.`;
  return `${lead}${order}.${floor}`;
}

/** Best first; evaluations without an untruncated answer last. */
export function rank(rows: readonly Standing[]): Standing[] {
  return [...rows].sort((a, b) => (b.accuracy ?? -2) - (a.accuracy ?? -2) || a.model.localeCompare(b.model));
}

function range(counts: readonly number[]): string {
  const [low, high] = [Math.min(...counts), Math.max(...counts)];
  return low === high ? formatCount(low) : `${formatCount(low)}–${formatCount(high)}`;
}
