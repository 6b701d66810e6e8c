// Rows and chart of the page on replay.

import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {figure} from "../../pipelines/charts/shared/figure.js";
import {formatCount, formatRate} from "../../pipelines/charts/shared/interval.js";
import {drawPlot} from "../../pipelines/charts/shared/plot.js";
import {groupBy} from "../../pipelines/stats/groupBy.js";
import {quantile} from "../../pipelines/stats/quantile.js";
import type {RankInterval} from "../../pipelines/stats/ranks.js";
import {
  limitGrid,
  type RankedBy,
  type Replayed,
  replayCurves,
  replayed,
  replayRanks
} from "../../pipelines/studies/replay/replay.js";
import {type Cell, ownersOf, type Replayable, type ReplayEvaluation} from "./data.js";

/** One evaluation under the chosen limit, and under its own. */
export interface ReplayRow extends ReplayEvaluation {
  now: Replayed;
  full: Replayed;
  rank: RankInterval;
  fullRank: RankInterval;
}

export interface Curve {
  evaluation: ReplayEvaluation;
  points: (Replayed & {limit: number})[];
}

/** The smallest limit that is offered: below it hardly any answer is complete. */
const LEAST_LIMIT = 16;

/** Ends of the slider, and its initial value: a power of two at which truncation begins. */
export function limitRange({most, shortest, usual}: Replayable): {low: number; high: number; value: number} {
  const low = Math.min(most, Math.max(LEAST_LIMIT, shortest));
  return {low, high: most, value: Math.min(most, Math.max(low, 2 ** Math.floor(Math.log2(usual))))};
}

/** The reader's choices. */
export interface Chosen {
  passes: (cell: Cell) => boolean;
  perPoint: number;
  by: RankedBy;
}

/** Estimates and ranks of evaluations under their own limit with all samples, the reference for every limit. */
export interface FullBudget {
  chosen: ReplayEvaluation[];
  rows: Replayed[];
  ranks: RankInterval[];
}

export function fullBudget(stored: Replayable, {passes, by}: Omit<Chosen, "perPoint">): FullBudget {
  const {owner, chosen} = ownersOf(stored, passes);
  const all = Number.POSITIVE_INFINITY;
  const rows = replayed(stored.samples, {owner, evaluations: chosen.length, perPoint: all, limit: all});
  return {chosen, rows, ranks: replayRanks(rows, by)};
}

/** A row for each evaluation that passes the filters, ranked among those that can be replayed under the limit. */
export function replayRows(
  stored: Replayable,
  full: FullBudget,
  {passes, limit, perPoint, by}: Chosen & {limit: number}
): ReplayRow[] {
  const within = new Set(stored.evaluations.filter(({most}) => most >= limit).map(({eval_id}) => eval_id));
  const {owner, chosen} = ownersOf(stored, cell => passes(cell) && within.has(cell.eval_id));
  const now = replayed(stored.samples, {owner, evaluations: chosen.length, perPoint, limit});
  const ranks = replayRanks(now, by);
  const was = full.rows.filter((_, i) => within.has(full.chosen[i]!.eval_id));
  const wasRanks = was.length === full.rows.length ? full.ranks : replayRanks(was, by);
  return chosen.map((each, i) => ({...each, now: now[i]!, full: was[i]!, rank: ranks[i]!, fullRank: wasRanks[i]!}));
}

/** Evaluations that pass the filters but ran under a smaller limit than the chosen one. */
export const beyondLimit = (stored: Replayable, {passes, limit}: {passes: (cell: Cell) => boolean; limit: number}): string[] =>
  ownersOf(stored, passes)
    .chosen.filter(({most}) => most < limit)
    .map(({name}) => name);

/** Each evaluation's estimates over a grid of limits, up to its own limit. */
export function curvesOf(stored: Replayable, {passes, perPoint}: {passes: (cell: Cell) => boolean; perPoint: number}): Curve[] {
  const {owner, chosen} = ownersOf(stored, passes);
  const {low, high} = limitRange(stored);
  const limits = limitGrid(low, high);
  const curves = replayCurves(stored.samples, {owner, evaluations: chosen.length, perPoint, limits});
  return chosen.map((evaluation, i) => ({
    evaluation,
    points: curves[i]!.map((point, k) => ({...point, limit: limits[k]!})).filter(({limit}) => limit <= evaluation.most)
  }));
}

/** Fewest complete answers for which accuracy is drawn: with fewer, its interval fills the chart. */
const LEAST_FINISHED = 30;
/** Most coloured curves: with more, curves are thin and grey, with their quartiles drawn on top. */
const MOST_COLOURED = 6;

const PANELS = [
  {
    key: "accuracy",
    title: "Excess accuracy of finished answers",
    value: (row: Replayed) => row.accuracy,
    low: "low",
    high: "high"
  },
  {
    key: "solved",
    title: "Right answers among all samples",
    value: (row: Replayed) => row.solved,
    low: "solved_low",
    high: "solved_high"
  },
  {key: "truncated", title: "Truncated", value: (row: Replayed) => row.truncated, low: "truncated_low", high: "truncated_high"}
] as const;

/** Three curves over the limit: accuracy of complete answers, share right of all answers, and share truncated. */
export function replayPlot(curves: readonly Curve[], {limit, width}: {limit: number; width: number}): HTMLElement {
  const each = width >= 900 ? Math.floor((width - 40) / 3) : width;
  const few = curves.length <= MOST_COLOURED;
  const panels = PANELS.map(panel => panelPlot(curves, panel, {limit, width: each, few}));
  const simulated = curves.some(({evaluation}) => evaluation.simulated);
  const finished = `Accuracy is drawn from ${LEAST_FINISHED} finished answers on.`;
  const caption = few
    ? `Bands are pointwise 95 % intervals; the rule is the chosen limit. ${finished}`
    : `Thin: one evaluation each (point at one for its interval). Thick: the median of ${formatCount(curves.length)} evaluations; band: the middle half of them, no interval. The rule is the chosen limit. ${finished}`;
  return figure(html`<div class="rb-replay" style="display: flex; flex-wrap: wrap; gap: 1rem 20px">${panels}</div>`, {
    title: "Over the token limit",
    simulated,
    caption,
    id: "replay-plot"
  });
}

type Panel = (typeof PANELS)[number];

function panelPlot(
  curves: readonly Curve[],
  {key, title, value, low, high}: Panel,
  {limit, width, few}: {limit: number; width: number; few: boolean}
): HTMLElement {
  const points = curves.flatMap(({evaluation, points}) =>
    points
      .filter(point => value(point) !== null && (key === "accuracy" ? point.n >= LEAST_FINISHED : point.samples > 0))
      .map(point => ({
        name: evaluation.name,
        limit: point.limit,
        value: value(point)!,
        low: point[low],
        high: point[high],
        n: key === "accuracy" ? point.n : point.samples
      }))
  );
  type Drawn = (typeof points)[number];
  const limits = curves.flatMap(each => each.points.map(point => point.limit));
  const domain = [Math.min(...limits), Math.max(...limits)]; // the same in every panel
  const middle = few ? [] : middleOf(points, curves.length);
  const colour = few ? "name" : "var(--theme-foreground-faint)";
  return drawPlot({
    width,
    height: 260,
    marginLeft: 38,
    marginRight: 12,
    marginTop: 28,
    x: {type: "log", domain, label: "token limit (log scale)", ticks: width < 500 ? 4 : 5, tickFormat: "~s", grid: true},
    y: {
      percent: true,
      label: `${title} (%)`,
      domain: [Math.min(0, ...points.map(point => 100 * point.value)), 100],
      grid: true,
      ticks: 5
    },
    color: few ? {legend: true, domain: curves.map(({evaluation}) => evaluation.name)} : {type: "identity"},
    marks: [
      Plot.ruleY([0]),
      Plot.ruleX([limit], {stroke: "var(--theme-foreground-muted)", strokeDasharray: "4 3", strokeWidth: 1.5}),
      few ? Plot.areaY(points, {x: "limit", y1: "low", y2: "high", z: "name", fill: "name", fillOpacity: 0.15}) : null,
      Plot.line(points, {x: "limit", y: "value", z: "name", stroke: colour, strokeWidth: few ? 1.8 : 0.7}),
      Plot.areaY(middle, {x: "limit", y1: "q25", y2: "q75", fill: "var(--theme-blue)", fillOpacity: 0.2}),
      Plot.line(middle, {x: "limit", y: "median", stroke: "var(--theme-blue)", strokeWidth: 2.5}),
      Plot.tip(
        points,
        Plot.pointer({
          x: "limit",
          y: "value",
          maxRadius: 20,
          title: (point: Drawn) =>
            `${point.name}\nlimit ${formatCount(point.limit)}: ${formatRate(point)}\nn = ${formatCount(point.n)}`
        })
      )
    ]
  }) as HTMLElement;
}

/** Quartiles of the curves at each limit that all of them have: otherwise the median would jump where a curve begins. */
function middleOf(
  points: readonly {limit: number; value: number}[],
  curves: number
): {limit: number; q25: number; median: number; q75: number}[] {
  return [...groupBy(points, ({limit}) => limit)]
    .filter(([, own]) => own.length === curves)
    .map(([limit, own]) => {
      const values = own.map(({value}) => value);
      const [q25, median, q75] = [0.25, 0.5, 0.75].map(q => quantile(values, q)) as [number, number, number];
      return {limit, q25, median, q75};
    })
    .sort((a, b) => a.limit - b.limit);
}
