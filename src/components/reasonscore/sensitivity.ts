// Sensitivity of ranks to the choices in the definition of the score.

import * as Plot from "npm:@observablehq/plot";
import {spearman, type TierScore} from "../../pipelines/charts/reasonscore/reasonscore.js";
import {evaluationColumn} from "../../pipelines/charts/shared/evaluationColumn.js";
import {figure} from "../../pipelines/charts/shared/figure.js";
import {formatCount, formatEstimate} from "../../pipelines/charts/shared/interval.js";
import {evaluationLabels, nameAxis} from "../../pipelines/charts/shared/label.js";
import {drawPlot} from "../../pipelines/charts/shared/plot.js";
import type {Column} from "../../pipelines/charts/shared/sortable.js";
import type {PointCounters, Suite} from "../../pipelines/score/reasonscore.js";
import {type ReadingName, sensitivity} from "../../pipelines/score/sensitivity.js";
import {groupBy} from "../../pipelines/stats/groupBy.js";

/** The columns of `points` that scores need. */
export interface ScoredPoint extends PointCounters {
  model: string;
  template: string;
  sampler: string;
  simulated: boolean;
}

/** One evaluation's scores and ranks under each definition; `samples` is the n of all of them. */
export type Sensitive = Pick<ScoredPoint, "model" | "template" | "sampler" | "simulated"> & {
  samples: number;
  /** interval of the published score, whose coverage is at least 95 % */
  low: number | null;
  high: number | null;
  readings: ReturnType<typeof sensitivity>[number];
};

const OTHERS = {
  formula: {
    label: "formula score",
    symbol: "star",
    says: "the formula score, mean of what was gained over guessing, in per cent"
  },
  lower_bound: {label: "lower bound", symbol: "triangle", says: "points and tasks count with the lower ends of their intervals"},
  arithmetic_mean: {label: "arithmetic mean", symbol: "square", says: "a tier is the arithmetic mean of its tasks"},
  truncated_wrong: {label: "truncated = wrong", symbol: "diamond2", says: "a truncated sample is a wrong answer"}
} as const satisfies Record<Exclude<ReadingName, "standard">, {label: string; symbol: string; says: string}>;
type Other = keyof typeof OTHERS;
const others = Object.keys(OTHERS) as Other[];

const tenth = new Intl.NumberFormat("en-US", {minimumFractionDigits: 1, maximumFractionDigits: 1});

/** The points of each evaluation, in order of name. */
export function byEvaluation(points: readonly ScoredPoint[]): ScoredPoint[][] {
  const groups = groupBy(points, ({model, template, sampler}) => JSON.stringify([model, template, sampler]));
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

/**
 * Evaluations that have a score, best first.
 * @param tier null for the mean of all tiers
 * @param stored their rows of the table `scores`, for the intervals
 */
export function sensitivityRows(
  points: readonly ScoredPoint[],
  {tier, suite, stored}: {tier: string | null; suite: Suite; stored: readonly TierScore[]}
): Sensitive[] {
  const groups = byEvaluation(points);
  return sensitivity(groups, {tier, suite})
    .map((readings, i) => {
      const {model, template, sampler, simulated} = groups[i]![0]!;
      const own = groups[i]!.filter(point => tier === null || point.tiers.includes(tier));
      const samples = own.reduce((sum, {correct, incorrect, truncated}) => sum + correct + incorrect + truncated, 0);
      const same = stored.find(row => row.model === model && row.template === template && row.sampler === sampler);
      return {model, template, sampler, simulated, samples, low: same?.low ?? null, high: same?.high ?? null, readings};
    })
    .filter(({readings}) => readings.standard.rank !== null)
    .sort((a, b) => a.readings.standard.rank! - b.readings.standard.rank!);
}

/** `12 (+3)`: the rank, and how many places it differs from the standard rank. */
function moved({readings}: Sensitive, reading: Other): string {
  const by = readings.standard.rank! - readings[reading].rank!;
  const shift = by === 0 ? "" : by > 0 ? ` (up ${by})` : ` (down ${-by})`;
  return `${readings[reading].rank}${shift}`;
}

export function sensitivityColumns(rows: readonly Sensitive[]): Column<Sensitive>[] {
  return [
    evaluationColumn(rows),
    {
      key: "rank",
      label: "Rank",
      numeric: true,
      by: row => row.readings.standard.rank,
      show: row => String(row.readings.standard.rank),
      description: "as scored, without its interval, which the leaderboard shows"
    },
    {
      key: "score",
      label: "Score",
      numeric: true,
      by: row => row.readings.standard.score,
      show: row => formatEstimate({value: row.readings.standard.score, low: row.low, high: row.high}),
      description: "as published; its interval covers at least 95 %"
    },
    ...others.flatMap((reading): Column<Sensitive>[] => [
      {
        key: `${reading}_rank`,
        label: `Rank, ${OTHERS[reading].label}`,
        numeric: true,
        by: row => row.readings[reading].rank,
        show: row => moved(row, reading),
        description: OTHERS[reading].says
      },
      {
        key: `${reading}_score`,
        label: "Score",
        numeric: true,
        by: row => row.readings[reading].score,
        show: row => tenth.format((reading === "formula" ? 100 : 1) * row.readings[reading].score!),
        description: OTHERS[reading].says
      }
    ]),
    {key: "samples", label: "Samples", numeric: true, by: row => row.samples, show: row => formatCount(row.samples)}
  ];
}

/** Ranks of each evaluation: the line is its standard rank, symbols are those under the other definitions. */
export function sensitivityPlot(rows: readonly Sensitive[], {width}: {width: number}): HTMLElement {
  const label = evaluationLabels(rows);
  const names = nameAxis(rows.map(label), width);
  const places = rows.flatMap(row =>
    others.map(reading => ({
      name: label(row),
      reading: OTHERS[reading].label,
      rank: row.readings[reading].rank!,
      title: `${label(row)}${row.simulated ? " (simulated)" : ""}\nrank ${row.readings.standard.rank}\n${OTHERS[reading].label}: ${moved(row, reading)}`
    }))
  );
  const simulated = rows.some(row => row.simulated);
  const plot = drawPlot({
    width,
    height: 76 + 15 * rows.length,
    marginLeft: names.margin,
    marginTop: 40,
    x: {
      label: "rank",
      labelAnchor: "center",
      axis: "both",
      grid: true,
      domain: [0, rows.length + 1],
      ticks: Math.min(width < 500 ? 4 : 8, rows.length + 1),
      tickFormat: "d"
    },
    y: {domain: rows.map(label), label: null, tickFormat: names.format, tickSize: 0},
    symbol: {
      domain: others.map(reading => OTHERS[reading].label),
      range: others.map(reading => OTHERS[reading].symbol),
      legend: true
    },
    color: {domain: others.map(reading => OTHERS[reading].label), range: ["#00796b", "var(--theme-blue)", "#c2570c", "#7a4fbf"]},
    marks: [
      Plot.line(rows, {x: row => row.readings.standard.rank, y: label, stroke: "var(--theme-foreground-muted)", curve: "step"}),
      Plot.dot(places, {x: "rank", y: "name", symbol: "reading", stroke: "reading", r: 3.5, strokeWidth: 1.5}),
      Plot.tip(places, Plot.pointer({x: "rank", y: "name", title: "title"}))
    ]
  });
  return figure(plot, {
    title: "What the rank would be under other readings",
    simulated,
    id: "sensitivity-plot",
    caption: `The grey line is the rank as scored. ${others.map(reading => `${capital(OTHERS[reading].label)}: ${OTHERS[reading].says}.`).join(" ")} n per evaluation as in the table below.`
  });
}

/** How much ranks depend on each choice: one sentence, computed. */
export function sensitivitySentence(rows: readonly Sensitive[]): string {
  if (rows.length < 5) return "Fewer than five evaluations have a score here: too few to say how well the orders agree.";
  const label = evaluationLabels(rows);
  const parts = others.map(reading => {
    const shift = (row: Sensitive) => Math.abs(row.readings[reading].rank! - row.readings.standard.rank!);
    const most = rows.reduce((a, b) => (shift(b) > shift(a) ? b : a));
    const {rho} = spearman(rows.map(({readings}) => ({x: readings.standard.rank!, y: readings[reading].rank!})));
    const mover =
      shift(most) === 0
        ? "no evaluation moves"
        : `${label(most)} moves most, from ${most.readings.standard.rank} to ${most.readings[reading].rank}`;
    return `under “${OTHERS[reading].label}” the order agrees with ρ = ${rho.toFixed(3)} and ${mover}`;
  });
  return `Among the ${formatCount(rows.length)} evaluations here, ${parts.join("; ")}.`;
}

const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1);
