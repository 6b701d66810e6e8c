// Chart of accuracy against truncation: quadrants by two thresholds, and rows whose intervals cross a threshold.

import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {excessAccuracy, rescaledInterval} from "../../score/accuracy.js";
import {isTruncationUnknown} from "../../score/pool.js";
import {groupBy} from "../../stats/groupBy.js";
import {shareOf} from "../../stats/intervals.js";
import {type AccuracyAndTruncation, QUADRANTS, type Quadrant, quadrantOf} from "../../studies/truncation/quadrants.js";
import {formatTruncation} from "../shared/columns.js";
import {figure} from "../shared/figure.js";
import type {Evaluated} from "../shared/filtered.js";
import {formatCount, formatRate} from "../shared/interval.js";
import {evaluationLabels} from "../shared/label.js";
import {modelLink} from "../shared/modelLink.js";
import {drawPlot} from "../shared/plot.js";
import {simulatedBadge} from "../shared/simulated.js";
import type {Column} from "../shared/sortable.js";
import type {Sql} from "../shared/sql.js";

/** Counts of a point under an evaluation. */
export interface CountedPoint extends Evaluated {
  eval_id: string;
  params: string;
  correct: number;
  incorrect: number;
  truncated: number;
  cut_by_evidence: number;
  ended_unknown: number;
  guess_sum: number;
}

/** Thresholds as shares from 0 to 1, set by the sliders. */
export interface Thresholds {
  accuracy: number;
  truncation: number;
}

/** One evaluation, or one of its tasks. */
export interface QuadrantRow extends AccuracyAndTruncation {
  model: string;
  template: string;
  sampler: string;
  /** empty for a whole evaluation */
  base_task: string;
  name: string;
  simulated: boolean;
  /** excess accuracy over n untruncated answers; null where there are none */
  accuracy: number | null;
  n: number;
  /** share of all samples that were cut; null where nothing is known of any end */
  truncated: number | null;
  /** cut answers that no finish reason names, but their text shows */
  cut_by_evidence: number;
  ended_unknown: number;
  samples: number;
  reading: Quadrant;
}

/** Reads the table `points`, or another relation with its columns. */
export async function countedPoints(sql: Sql, points = "points"): Promise<CountedPoint[]> {
  const rows =
    await sql.query(`select eval_id, model, template, sampler, base_task, params, groups, tiers, simulated, correct::double as correct,
    incorrect::double as incorrect, truncated::double as truncated,
    cut_by_evidence::double as cut_by_evidence, ended_unknown::double as ended_unknown, guess_sum from ${points} order by model, template, sampler`);
  return Array.from(rows, row => {
    const plain = (row as unknown as {toJSON(): Record<string, unknown>}).toJSON();
    const list = (name: string) => Array.from((plain[name] ?? []) as Iterable<string>);
    return {...(plain as unknown as CountedPoint), groups: list("groups"), tiers: list("tiers")};
  });
}

const NOTHING_KNOWN = shareOf(0, 0);

/** Points pooled by evaluation, or by evaluation and task, and classified by the thresholds. */
export function quadrantRows(
  points: readonly CountedPoint[],
  {unit, ...thresholds}: Thresholds & {unit: "evaluations" | "tasks"}
): QuadrantRow[] {
  const label = evaluationLabels(points);
  const pooled = groupBy(points, ({eval_id, base_task}) => (unit === "tasks" ? `${eval_id} ${base_task}` : eval_id));
  return [...pooled.values()].map(group => {
    const sum = (of: (point: CountedPoint) => number) => group.reduce((total, point) => total + of(point), 0);
    const [correct, n, truncations] = [
      sum(point => point.correct),
      sum(point => point.correct + point.incorrect),
      sum(point => point.truncated)
    ];
    const counts = {correct, total: n, guessSum: sum(point => point.guess_sum)};
    const samples = n + truncations;
    const ended_unknown = sum(point => point.ended_unknown);
    const isUnknown = isTruncationUnknown({samples, truncated: truncations, ended_unknown});
    const {value: truncated, low, high} = isUnknown ? NOTHING_KNOWN : shareOf(truncations, samples);
    const {model, template, sampler, base_task, simulated} = group[0]!;
    const standing = {
      ...rescaledInterval(counts),
      truncated_low: low,
      truncated_high: high
    };
    const task = unit === "tasks" ? base_task : "";
    const name = [label(group[0]!), task].filter(Boolean).join(": ");
    const accuracy = excessAccuracy(counts);
    const row = {
      model,
      template,
      sampler,
      base_task: task,
      name,
      simulated,
      accuracy,
      n,
      truncated,
      cut_by_evidence: sum(point => point.cut_by_evidence),
      ended_unknown,
      samples,
      ...standing
    };
    return {...row, reading: quadrantOf(standing, thresholds)};
  });
}

const readings = Object.keys(QUADRANTS) as Quadrant[];
const COLORS: Record<Quadrant, string> = {
  strong: "var(--theme-blue)",
  context: "#a463f2",
  both: "var(--theme-red)",
  capability: "#9c6b4e",
  open: "var(--theme-foreground-muted)"
};
const SYMBOLS: Record<Quadrant, string> = {
  strong: "circle",
  context: "square",
  both: "times",
  capability: "triangle",
  open: "plus"
};

/** The best evaluations, whose names are written next to their dots. */
const MAX_NAMED = 5;
/** Names that fit one above the other into the height of the chart. */
const MAX_NAMES_IN_HEIGHT = 30;

/** Returns the best evaluations whose names do not overlap: of two whose accuracies are closer than `distance`, the better. */
function bestNamed(rows: readonly QuadrantRow[], distance: number): QuadrantRow[] {
  const named: QuadrantRow[] = [];
  for (const row of [...rows].sort((a, b) => b.accuracy! - a.accuracy!).slice(0, MAX_NAMED))
    if (named.every(({accuracy}) => accuracy! - row.accuracy! >= distance)) named.push(row);
  return named;
}

/** A dot per row with its interval in both directions, with lines at the thresholds and quadrant names in the corners. */
export function quadrantPlot(
  rows: readonly QuadrantRow[],
  {width, accuracy, truncation}: Thresholds & {width: number}
): HTMLElement {
  const widest = Math.max(2 * truncation, 0.05, ...rows.map(row => (row.truncated === null ? 0 : row.truncated_high)));
  const right = Math.min(1, 1.05 * widest);
  const many = rows.length > 150;
  const ends = {x1: "truncated_low", x2: "truncated_high", y1: "low", y2: "high"} as const;
  const cross = {stroke: (row: QuadrantRow) => COLORS[row.reading], strokeOpacity: many ? 0.25 : 0.5};
  const share = (row: QuadrantRow) => row.accuracy ?? 0;
  const shown = rows.filter(row => row.accuracy !== null && row.truncated !== null);
  const corner = (reading: Quadrant, x: number, y: number, textAnchor: "start" | "end", dy: number) =>
    Plot.text([QUADRANTS[reading]], {
      x: () => x,
      y: () => y,
      text: (text: string) => text,
      textAnchor,
      dx: textAnchor === "start" ? 5 : -5,
      dy,
      fill: COLORS[reading],
      stroke: "var(--theme-background)",
      strokeWidth: 4,
      fontSize: width < 500 ? 11 : 13,
      fontWeight: 600
    });
  const bottom = Math.min(0, ...shown.map(({low}) => low));
  const top = Math.min(1, 1.15 * Math.max(accuracy, ...shown.map(({high}) => high)));
  const best = width < 500 || rows[0]?.base_task ? [] : bestNamed(shown, (top - bottom) / MAX_NAMES_IN_HEIGHT);
  const plot = drawPlot({
    width,
    height: Math.min(560, Math.max(340, 0.7 * width)),
    marginLeft: 46,
    marginRight: 16,
    marginBottom: 40,
    x: {domain: [0, 100 * right], percent: true, label: "truncated (% of samples)", grid: true},
    y: {domain: [100 * bottom, 100 * top], percent: true, label: "excess accuracy (%)", grid: true},
    marks: [
      Plot.ruleX([truncation], {strokeDasharray: "4 3"}),
      Plot.ruleY([accuracy], {strokeDasharray: "4 3"}),
      Plot.link(shown, {x1: ends.x1, x2: ends.x2, y1: share, y2: share, ...cross}),
      Plot.link(shown, {x1: "truncated", x2: "truncated", y1: ends.y1, y2: ends.y2, ...cross}),
      Plot.dot(shown, {
        x: "truncated",
        y: share,
        r: many ? 2 : 3.5,
        symbol: (row: QuadrantRow) => SYMBOLS[row.reading] as Plot.SymbolType,
        stroke: (row: QuadrantRow) => COLORS[row.reading],
        fill: "var(--theme-background)",
        strokeWidth: 1.5
      }),
      ...(["start", "end"] as const).map(textAnchor =>
        Plot.text(
          best.filter(row => (row.truncated! > 0.8 * right ? "end" : "start") === textAnchor),
          {x: "truncated", y: share, text: "name", dy: -10, textAnchor, fill: "currentColor", stroke: "var(--theme-background)"}
        )
      ),
      corner("strong", 0, top, "start", 8),
      corner("context", right, top, "end", 8),
      corner("capability", 0, bottom, "start", -8),
      corner("both", right, bottom, "end", -8),
      Plot.tip(shown, Plot.pointer({x: "truncated", y: share, title: rowTitle}))
    ]
  });
  const n = rows.map(row => row.samples);
  return figure(plot, {
    title: "Accuracy and truncation",
    simulated: rows.some(row => row.simulated),
    caption: `Arms are 95 % intervals, dashed lines the thresholds; grey crosses cannot be placed, because an arm crosses a line.${best.length > 0 ? " Some of the best are named." : ""} Samples per ${rows[0]?.base_task ? "task" : "evaluation"}: ${formatCount(Math.min(...n))}–${formatCount(Math.max(...n))}. Point at a cross for its numbers.`,
    id: "quadrant-plot"
  });
}

const accuracyText = (row: QuadrantRow): string => formatRate({value: row.accuracy, low: row.low, high: row.high, n: row.n});
const rowTitle = (row: QuadrantRow): string =>
  `${row.name}${row.simulated ? " (simulated)" : ""}\n${QUADRANTS[row.reading]}\naccuracy ${accuracyText(row)} n = ${formatCount(row.n)}\ntruncated ${formatTruncation(row)} n = ${formatCount(row.samples)}`;

/** Number of rows in each quadrant, and of those in none. */
export function quadrantSentence(rows: readonly QuadrantRow[], {accuracy, truncation}: Thresholds): string {
  if (rows.length === 0) return "Nothing passes the filters.";
  const count = (reading: Quadrant) => rows.filter(row => row.reading === reading).length;
  const of = rows[0]!.base_task ? "tasks of evaluations" : "evaluations";
  const open = rows.filter(row => row.reading === "open");
  const placed = (["strong", "context", "both", "capability"] as const).flatMap(reading => {
    const number = count(reading);
    const [one, several] = PHRASES[reading];
    return number === 0 ? [] : [`${formatCount(number)} ${number === 1 ? one : several}`];
  });
  const unknown = open.filter(row => row.truncated === null);
  const because =
    unknown.length === 0
      ? ""
      : `, ${unknown.length === open.length ? "" : `${formatCount(unknown.length)} of them `}because it is unknown how any answer of ${listed(unknown.map(({name}) => name))} ended, so that the chart leaves ${unknown.length === 1 ? "it" : "them"} out`;
  const parts = [...placed, ...(open.length === 0 ? [] : [`${formatCount(open.length)} cannot be placed${because}`])];
  const bound = rows.some(row => row.truncated !== null && row.ended_unknown > 0)
    ? " Shares of truncated answers are lower bounds: of some answers it is unknown how they ended."
    : "";
  return `Of ${formatCount(rows.length)} ${of}, ${parts.join(", ")}. Thresholds: excess accuracy ${percent(accuracy)}, truncation ${percent(truncation)}.${bound}`;
}

/** Most names of evaluations in a sentence. */
const MAX_LISTED = 3;
const listed = (names: readonly string[]): string =>
  names.length > MAX_LISTED ? `${formatCount(names.length)} of them` : names.join(" and ");

const PHRASES = {
  strong: ["is strong", "are strong"],
  context: ["is capable but context-limited", "are capable but context-limited"],
  both: ["has both problems", "have both problems"],
  capability: ["is capability-limited", "are capability-limited"]
} as const;
const percent = (share: number): string => `${Number((100 * share).toFixed(1))} %`;

/** Columns of the sortable table. */
export function quadrantColumns(): Column<QuadrantRow>[] {
  return [
    {
      key: "name",
      label: "Evaluation",
      by: row => row.name,
      show: row => html`<span>${modelLink(row.model, row.name)} ${row.simulated ? simulatedBadge() : ""}</span>`
    },
    {
      key: "accuracy",
      label: "Excess accuracy",
      numeric: true,
      by: row => row.accuracy,
      show: accuracyText,
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
      show: formatTruncation,
      description: "share of all samples; 95 % interval"
    },
    {key: "samples", label: "Samples", numeric: true, by: row => row.samples, show: row => formatCount(row.samples)},
    {key: "reading", label: "Reading", by: row => readings.indexOf(row.reading), show: row => QUADRANTS[row.reading]},
    {
      key: "cut_by_evidence",
      label: "Cut by evidence",
      numeric: true,
      by: row => row.cut_by_evidence,
      show: row => formatCount(row.cut_by_evidence),
      description: "cut answers that no finish reason names, but their text shows"
    },
    {
      key: "ended_unknown",
      label: "End unknown",
      numeric: true,
      by: row => row.ended_unknown,
      show: row => formatCount(row.ended_unknown),
      description: "samples of which nothing is known of their end"
    }
  ];
}
