// The page on replay: rows, curves, table and sentences.
import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import type {RankInterval} from "../pipelines/study/ranks.js";
import {limitGrid, type RankedBy, type Replayed, replayCurves, replayed, replayRanks} from "../pipelines/study/replay.js";
import {figure} from "./figure.js";
import {formatCount, formatRate} from "./interval.js";
import {type Cell, ownersOf, type Replayable, type ReplayEvaluation} from "./replayData.js";
import {simulatedBadge} from "./simulated.js";
import type {Column} from "./sortable.js";

/** One evaluation under the chosen limit, and as it was. */
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

/** The shortest limit that is offered: below it hardly anything fits. */
const LEAST_LIMIT = 16;

/** Ends of the slider, and where it stands at first: a quarter of the full budget. */
export function limitRange({most, shortest}: Replayable): {low: number; high: number; value: number} {
  const low = Math.min(most, Math.max(LEAST_LIMIT, shortest));
  return {low, high: most, value: Math.min(most, Math.max(low, Math.round(most / 4)))};
}

/** A row for each evaluation that passes, ranked among those that can be replayed under the limit. */
export function replayRows(
  stored: Replayable,
  {passes, limit, perPoint, by}: {passes: (cell: Cell) => boolean; limit: number; perPoint: number; by: RankedBy}
): ReplayRow[] {
  const within = new Set(stored.evaluations.filter(({most}) => most >= limit).map(({eval_id}) => eval_id));
  const {owner, chosen} = ownersOf(stored, cell => passes(cell) && within.has(cell.eval_id));
  const options = {owner, evaluations: chosen.length, perPoint};
  const now = replayed(stored.samples, {...options, limit});
  const full = replayed(stored.samples, {...options, limit: Number.POSITIVE_INFINITY});
  const [ranks, fullRanks] = [replayRanks(now, by), replayRanks(full, by)];
  return chosen.map((each, i) => ({...each, now: now[i]!, full: full[i]!, rank: ranks[i]!, fullRank: fullRanks[i]!}));
}

/** Evaluations that pass but ran under a smaller limit than the one chosen. */
export const beyondLimit = (stored: Replayable, {passes, limit}: {passes: (cell: Cell) => boolean; limit: number}): string[] =>
  ownersOf(stored, passes)
    .chosen.filter(({most}) => most < limit)
    .map(({name}) => name);

/** Each evaluation's estimates over a grid of limits, up to its own. */
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

/** More curves than this are thin and grey, with the middle of them drawn on top. */
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

/** Three curves over the limit: how right finished answers are, how much is right in all, and how much is cut. */
export function replayPlot(curves: readonly Curve[], {limit, width}: {limit: number; width: number}): HTMLElement {
  const each = width >= 900 ? Math.floor((width - 40) / 3) : width;
  const few = curves.length <= MOST_COLOURED;
  const panels = PANELS.map(panel => panelPlot(curves, panel, {limit, width: each, few}));
  const simulated = curves.some(({evaluation}) => evaluation.simulated);
  const caption = few
    ? "Bands are pointwise 95 % intervals; the rule is the chosen limit."
    : `Thin: one evaluation each (point at one for its interval). Thick: the median of ${formatCount(curves.length)} evaluations; band: the middle half of them, no interval. The rule is the chosen limit.`;
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
  {title, value, low, high}: Panel,
  {limit, width, few}: {limit: number; width: number; few: boolean}
): HTMLElement {
  const points = curves.flatMap(({evaluation, points}) =>
    points
      .filter(point => point.samples > 0 && value(point) !== null)
      .map(point => ({
        name: evaluation.name,
        limit: point.limit,
        value: value(point)!,
        low: point[low],
        high: point[high],
        n: title === PANELS[0].title ? point.n : point.samples
      }))
  );
  type Drawn = (typeof points)[number];
  const middle = few ? [] : middleOf(points);
  const colour = few ? "name" : "var(--theme-foreground-faint)";
  return Plot.plot({
    width,
    height: 260,
    marginLeft: 38,
    marginRight: 12,
    marginTop: 28,
    x: {type: "log", label: "token limit (log scale)", ticks: width < 500 ? 4 : 5, tickFormat: "~s", grid: true},
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

/** Quartiles of the curves at each limit. */
function middleOf(
  points: readonly {limit: number; value: number}[]
): {limit: number; q25: number; median: number; q75: number}[] {
  const at = new Map<number, number[]>();
  for (const {limit, value} of points) {
    const values = at.get(limit);
    if (values) values.push(value);
    else at.set(limit, [value]);
  }
  return [...at]
    .map(([limit, values]) => {
      values.sort((a, b) => a - b);
      return {limit, q25: quantile(values, 0.25), median: quantile(values, 0.5), q75: quantile(values, 0.75)};
    })
    .sort((a, b) => a.limit - b.limit);
}

/** Of sorted values, by linear interpolation. */
function quantile(sorted: readonly number[], q: number): number {
  const at = q * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(at)]!, sorted[Math.ceil(at)]!];
  return low + (at - Math.floor(at)) * (high - low);
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const middle = (rows: readonly ReplayRow[], of: (row: ReplayRow) => number): number =>
  quantile(
    rows.map(of).sort((a, b) => a - b),
    0.5
  );

/** What the limit does to the evaluations shown, and what it does to their order. */
export function replaySentence(
  rows: readonly ReplayRow[],
  {limit, beyond, perPoint, most}: {limit: number; beyond: readonly string[]; perPoint: number; most: number}
): string {
  if (rows.length === 0) return "No evaluation passes the filters and ran under so large a limit.";
  const cut = `Had the limit been ${formatCount(limit)} tokens and the samples ${perPoint === 1 ? "1" : `the first ${formatCount(perPoint)}`} of each point, the median of ${formatCount(rows.length)} ${rows.length === 1 ? "evaluation" : "evaluations"} would have ${percent(middle(rows, row => row.now.truncated))} of its samples cut instead of ${percent(middle(rows, row => row.full.truncated))}, and would write ${formatCount(middle(rows, row => row.now.tokens))} tokens per answer instead of ${formatCount(middle(rows, row => row.full.tokens))}.`;
  const left = beyond.length > 0 ? ` Left out, as they ran under less: ${beyond.join(", ")}.` : "";
  if (limit >= most && rows.every(row => row.rank.rank === row.fullRank.rank)) return `${cut} This is the full budget.${left}`;
  const moved = rows.filter(row => row.rank.rank !== row.fullRank.rank);
  const surely = moved.filter(row => row.rank.low > row.fullRank.high || row.rank.high < row.fullRank.low);
  const [first] = [...rows].sort((a, b) => a.fullRank.rank - b.fullRank.rank);
  const order =
    moved.length === 0
      ? "No evaluation changes its rank"
      : `${formatCount(moved.length)} of ${formatCount(rows.length)} change their rank, ${surely.length === 0 ? "none" : formatCount(surely.length)} so far that the two intervals of its rank do not overlap`;
  return `${cut} ${order}; ${first!.name}, first under the full budget, has rank ${rankText(first!.rank)}.${left}`;
}

/** `3 [1–8]` */
export const rankText = ({rank, low, high}: RankInterval): string => `${rank} [${low}–${high}]`;

const meanText = ({tokens, tokens_low, tokens_high}: Replayed): string =>
  tokens_low === null || tokens_high === null
    ? `${formatCount(tokens)} [–]`
    : `${formatCount(tokens)} [${formatCount(tokens_low)}, ${formatCount(tokens_high)}]`;
const accuracyText = ({accuracy, low, high, n}: Replayed): string => formatRate({value: accuracy, low, high, n});
const truncatedText = ({truncated, truncated_low, truncated_high, samples}: Replayed): string =>
  formatRate({value: truncated, low: truncated_low, high: truncated_high, n: samples});
const solvedText = ({solved, solved_low, solved_high, samples}: Replayed): string =>
  formatRate({value: solved, low: solved_low, high: solved_high, n: samples});

/** Columns of the sortable table. */
export function replayColumns(): Column<ReplayRow>[] {
  const number = (
    key: string,
    label: string,
    by: (row: ReplayRow) => number | null,
    show: (row: ReplayRow) => string,
    description: string
  ) => ({
    key,
    label,
    numeric: true as const,
    by,
    show,
    description
  });
  const order = (row: ReplayRow) => row.rank.rank;
  return [
    {
      key: "name",
      label: "Evaluation",
      by: row => row.name,
      show: row => html`<span>${row.name} ${row.simulated ? simulatedBadge() : ""}</span>`
    },
    number("rank", "Rank", order, row => rankText(row.rank), "under the chosen limit, with its simultaneous 95 % interval"),
    number(
      "full-rank",
      "Rank, full budget",
      row => row.fullRank.rank,
      row => rankText(row.fullRank),
      "with its simultaneous 95 % interval"
    ),
    number(
      "change",
      "Change",
      row => row.fullRank.rank - row.rank.rank,
      row => changeText(row.fullRank.rank - row.rank.rank),
      "places gained (+) or lost (−) by the limit"
    ),
    number(
      "accuracy",
      "Excess accuracy",
      row => row.now.accuracy,
      row => accuracyText(row.now),
      "of finished answers; 95 % interval"
    ),
    number(
      "n",
      "n",
      row => row.now.n,
      row => formatCount(row.now.n),
      "finished answers"
    ),
    number(
      "full-accuracy",
      "Full budget",
      row => row.full.accuracy,
      row => accuracyText(row.full),
      "excess accuracy of finished answers as it was; 95 % interval"
    ),
    number(
      "full-n",
      "n",
      row => row.full.n,
      row => formatCount(row.full.n),
      "finished answers under the full budget"
    ),
    number(
      "solved",
      "Right of all",
      row => row.now.solved,
      row => solvedText(row.now),
      "right answers among all samples, cut ones included; 95 % interval"
    ),
    number(
      "truncated",
      "Truncated",
      row => row.now.truncated,
      row => truncatedText(row.now),
      "under the chosen limit; 95 % interval"
    ),
    number(
      "full-truncated",
      "Full budget",
      row => row.full.truncated,
      row => truncatedText(row.full),
      "truncated as it was; 95 % interval"
    ),
    number(
      "samples",
      "Samples",
      row => row.now.samples,
      row => formatCount(row.now.samples),
      "n of all shares but accuracy, and of tokens"
    ),
    number(
      "tokens",
      "Tokens per answer",
      row => row.now.tokens,
      row => meanText(row.now),
      "mean completion tokens under the chosen limit; 95 % interval"
    ),
    number(
      "full-tokens",
      "Full budget",
      row => row.full.tokens,
      row => meanText(row.full),
      "mean completion tokens as it was; 95 % interval"
    )
  ];
}

const changeText = (places: number): string => (places === 0 ? "0" : places > 0 ? `+${places}` : `−${-places}`);

/** The table for a spreadsheet. */
export const replayCsv = (
  rows: readonly ReplayRow[],
  {limit, perPoint}: {limit: number; perPoint: number}
): Record<string, unknown>[] =>
  rows.map(({model, template, sampler, simulated, now, full, rank, fullRank}) => ({
    ...{model, template, sampler, simulated, limit, samples_per_point: perPoint},
    ...{rank: rank.rank, rank_low: rank.low, rank_high: rank.high},
    ...prefixed("", now),
    ...{full_rank: fullRank.rank, full_rank_low: fullRank.low, full_rank_high: fullRank.high},
    ...prefixed("full_", full)
  }));

const prefixed = (prefix: string, {cost: _, ...row}: Replayed): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [`${prefix}${name}`, value]));
