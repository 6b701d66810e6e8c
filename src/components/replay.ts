// Replays of an adaptive test or budget on page Replay.

import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import type {Evaluated} from "../pipelines/charts/shared/filtered.js";
import {type Budgeted, replayableTo} from "../pipelines/score/replay.js";
import {Z975} from "../pipelines/stats/distributions.js";
import {groupBy} from "../pipelines/stats/groupBy.js";
import {quantile} from "../pipelines/stats/quantile.js";
import type {RankInterval} from "../pipelines/stats/ranks.js";
import {countedEvaluations} from "../pipelines/store/counted.sql.js";
import type {NamedEvaluation} from "../pipelines/store/evaluationName.js";
import {
  limitGrid,
  type RankedBy,
  type Replayed,
  replayCurves,
  replayed,
  replayRanks,
  type StoredSamples
} from "../pipelines/studies/replay/replay.js";
import {plainRows} from "./shared/answers.js";
import {
  type Column,
  drawPlot,
  evaluationLabels,
  figure,
  formatCount,
  formatEstimate,
  formatRate,
  type Sql,
  simulatedBadge,
  textColumn,
  tip
} from "./shared/charts.js";

// Reads the data of the page on replay: every stored sample as columns, and the limits under which evaluations ran.

/** A point under an evaluation, or of an item bank's point the items of one category, in the order of cell numbers. */
interface Cell extends Evaluated {
  eval_id: string;
  /** number of its samples */
  samples: number;
}

interface ReplayEvaluation extends NamedEvaluation {
  /** the largest limit for which its samples can be replayed */
  most: number;
}

interface Replayable {
  cells: Cell[];
  evaluations: ReplayEvaluation[];
  samples: StoredSamples;
  /** largest number of samples of a point */
  perPoint: number;
  /** the largest limit of all evaluations, in tokens */
  most: number;
  /** fewest completion tokens of a sample */
  shortest: number;
  /** 90 % quantile of completion tokens in the median evaluation */
  usual: number;
}

type Named = Pick<ReplayEvaluation, "model" | "template" | "sampler">;

interface ReplayedManifest {
  evaluations?: {eval_id: string; max_tokens: number | null}[];
}

/** Completion tokens of an evaluation's samples. */
interface Spent {
  shortest: number;
  longest: number;
  usual: number;
}

/** First answers with the domain and category of their items; both are empty for generated tests, whose category is their task. */
const FIRST = `select s.*, coalesce(domain, '') as domain, if(coalesce(domain, '') = '', '', category) as category
  from samples s left join (select item_id, any_value(domain) as domain, any_value(category) as category from items group by item_id) using (item_id)
  where trial = 0`;

const CELLS = `select *, row_number() over (order by eval_id, base_task, params, domain, category) - 1 as cell from (
  select eval_id, any_value(model) as model, any_value(template) as template, any_value(sampler) as sampler, base_task, params,
    any_value(groups) as groups, any_value(tiers) as tiers, bool_or(simulated) as simulated
  from points where eval_id in (${countedEvaluations}) group by eval_id, base_task, params)
  join (select eval_id, base_task, params, domain, category, count(*)::integer as samples from (${FIRST}) group by all)
  using (eval_id, base_task, params)`;

/**
 * Reads the tables `points`, `samples` and `items`; evaluations without token counts are left out.
 * @param manifest contains the limits that were set
 */
export async function replayable(sql: Sql, manifest: ReplayedManifest): Promise<Replayable> {
  const [points, samples, budgets] = await Promise.all([
    sql.query(`${CELLS} order by cell`),
    sql.query(`with cells as (${CELLS}) select cell::integer as cell,
        (row_number() over (partition by eval_id, base_task, params order by seed, "index") - 1)::integer as place,
        status::integer as status, completion_tokens::integer as tokens, guess_chance
      from (${FIRST}) join cells using (eval_id, base_task, params, domain, category)`),
    sql.query(`select eval_id, any_value(model) as model, any_value(template) as template, any_value(sampler) as sampler,
        bool_or(simulated) as simulated, min(case when status = 2 then completion_tokens end)::integer as shortest_truncated,
        min(completion_tokens)::integer as shortest, max(completion_tokens)::integer as longest, quantile_cont(completion_tokens, 0.9) as usual
      from samples where trial = 0 and eval_id in (${countedEvaluations}) group by eval_id order by model, template, sampler`)
  ]);
  // Hundreds of thousands of samples are read by column, not by row.
  const column = (i: number) => (samples.getChildAt(i)?.toArray() ?? []) as ArrayLike<number>;
  const limitOf = new Map(manifest.evaluations?.map(({eval_id, max_tokens}) => [eval_id, max_tokens]));
  const found = plainRows<Omit<ReplayEvaluation, "name" | "most"> & Budgeted & Spent>(budgets);
  const label = evaluationLabels<Named>(found);
  const evaluations = found.map(({eval_id, model, template, sampler, simulated, shortest_truncated}) => ({
    eval_id,
    model,
    template,
    sampler,
    simulated,
    name: label({model, template, sampler}),
    most: replayableTo({max_tokens: limitOf.get(eval_id) ?? null, shortest_truncated})
  }));
  const cells = plainRows<Cell & {params: string}>(points, ["groups", "tiers"]);
  const longest = Math.max(1, ...found.map(each => each.longest));
  const limits = evaluations.map(({most}) => most).filter(Number.isFinite);
  return {
    cells,
    evaluations,
    samples: {cell: column(0), place: column(1), status: column(2), tokens: column(3), guess_chance: column(4)},
    perPoint: perPointOf(cells),
    most: Math.max(longest, ...limits),
    shortest: Math.max(1, Math.min(longest, ...found.map(each => each.shortest))),
    usual:
      found.length > 0
        ? quantile(
            found.map(({usual}) => usual),
            0.5
          )
        : longest
  };
}

/** Largest number of samples of a point, whose categories are cells of their own. */
function perPointOf(cells: readonly (Cell & {params: string})[]): number {
  const sums = new Map<string, number>();
  for (const {eval_id, base_task, params, samples} of cells) {
    const point = `${eval_id} ${base_task} ${params}`;
    sums.set(point, (sums.get(point) ?? 0) + samples);
  }
  return [...sums.values()].reduce((most, each) => Math.max(most, each), 1);
}

/** The evaluation of each cell, −1 for cells that do not pass; evaluations are numbered in their order, without those that have no cell. */
function ownersOf(
  {cells, evaluations}: Replayable,
  passes: (cell: Cell) => boolean
): {owner: Int32Array; chosen: ReplayEvaluation[]} {
  const passing = new Set(cells.filter(cell => cell.samples > 0 && passes(cell)).map(cell => cell.eval_id));
  const chosen = evaluations.filter(({eval_id}) => passing.has(eval_id));
  const number = new Map(chosen.map(({eval_id}, i) => [eval_id, i]));
  const owner = Int32Array.from(cells, cell => (passes(cell) ? (number.get(cell.eval_id) ?? -1) : -1));
  return {owner, chosen};
}

// Rows and chart of the page on replay.

/** One evaluation under the chosen limit, and under its own. */
interface ReplayRow extends ReplayEvaluation {
  now: Replayed;
  full: Replayed;
  rank: RankInterval;
  fullRank: RankInterval;
}

interface Curve {
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
interface Chosen {
  passes: (cell: Cell) => boolean;
  perPoint: number;
  by: RankedBy;
}

/** Estimates and ranks of evaluations under their own limit with all samples, the reference for every limit. */
interface FullBudget {
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
/** Most coloured curves: of more, the best are coloured, the others are pale, and their quartiles are drawn on top. */
const MOST_COLOURED = 6;
/** Curves that are coloured where there are more. */
const BEST_COLOURED = 4;

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
  const coloured = (few ? curves : bestCurves(curves)).map(({evaluation}) => evaluation.name);
  const panels = PANELS.map(panel => panelPlot(curves, panel, {limit, width: each, few, coloured}));
  const simulated = curves.some(({evaluation}) => evaluation.simulated);
  const finished = `Accuracy is drawn where at least ${LEAST_FINISHED} answers are finished.`;
  const caption = few
    ? `Bands are pointwise 95 % intervals; the rule is the chosen limit. ${finished}`
    : `Coloured: the ${BEST_COLOURED} with most right answers under the full budget; pale: the others (point at one for its interval). Thick: the median of ${formatCount(curves.length)} evaluations; band: the middle half of them, no interval. The rule is the chosen limit. ${finished}`;
  const legend = Plot.legend({color: {type: "categorical", domain: coloured}});
  return figure(
    html`<div>${legend}<div class="rb-replay" style="display: flex; flex-wrap: wrap; gap: 1rem 20px">${panels}</div></div>`,
    {
      title: "Over the token limit",
      simulated,
      caption,
      id: "replay-plot"
    }
  );
}

/** The curves with the largest share of right answers at their largest limit. */
const bestCurves = (curves: readonly Curve[]): Curve[] =>
  curves.toSorted((a, b) => (b.points.at(-1)?.solved ?? 0) - (a.points.at(-1)?.solved ?? 0)).slice(0, BEST_COLOURED);

type Panel = (typeof PANELS)[number];

function panelPlot(
  curves: readonly Curve[],
  {key, title, value, low, high}: Panel,
  {limit, width, few, coloured}: {limit: number; width: number; few: boolean; coloured: readonly string[]}
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
  const [front, back] = [true, false].map(isFront => points.filter(({name}) => coloured.includes(name) === isFront)) as [
    Drawn[],
    Drawn[]
  ];
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
    color: {domain: coloured},
    marks: [
      Plot.ruleY([0]),
      Plot.ruleX([limit], {stroke: "var(--theme-foreground-muted)", strokeDasharray: "4 3", strokeWidth: 1.5}),
      few ? Plot.areaY(points, {x: "limit", y1: "low", y2: "high", z: "name", fill: "name", fillOpacity: 0.15}) : null,
      Plot.areaY(middle, {x: "limit", y1: "q25", y2: "q75", fill: "currentColor", fillOpacity: 0.12}),
      Plot.line(back, {x: "limit", y: "value", z: "name", stroke: "currentColor", strokeOpacity: 0.12, strokeWidth: 0.7}),
      Plot.line(middle, {x: "limit", y: "median", stroke: "currentColor", strokeWidth: 2.5}),
      Plot.line(front, {x: "limit", y: "value", z: "name", stroke: "name", strokeWidth: few ? 1.8 : 1.4}),
      tip(points, {
        x: "limit",
        y: "value",
        maxRadius: 20,
        title: (point: Drawn) =>
          `${point.name}\nlimit ${formatCount(point.limit)}: ${formatRate(point)}\nn = ${formatCount(point.n)}`
      })
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

// Sentences, table columns and CSV file of the page on replay.

/**
 * Returns the median of evaluations with its 95 % interval by order statistics, the ranks n/2 ∓ 1.96 √n / 2 (Conover 1999, §3.2); without ends
 * for fewer than eight.
 */
export function medianOf(values: readonly number[]): {value: number; low: number | null; high: number | null} {
  const sorted = [...values].sort((a, b) => a - b);
  const n = sorted.length;
  const rank = Math.floor(n / 2 - (Z975 * Math.sqrt(n)) / 2); // from 1; its mirror image is the upper end
  return {value: quantile(sorted, 0.5), low: sorted[rank - 1] ?? null, high: rank < 1 ? null : sorted[n - rank]!};
}

function oneSentence({name, now, full}: ReplayRow): string {
  const n = `${formatCount(now.samples)} samples${full.samples === now.samples ? "" : ` instead of ${formatCount(full.samples)}`}`;
  return `${name} would have ${truncatedText(now)} instead of ${truncatedText(full)} of its samples truncated, ${solvedText(now)} instead of ${solvedText(full)} answered right, and ${meanText(now)} instead of ${meanText(full)} tokens written per answer (n = ${n}; 95 % intervals).`;
}

function manySentence(rows: readonly ReplayRow[]): string {
  const instead = (value: (row: Replayed) => number, format: (median: ReturnType<typeof medianOf>) => string) =>
    `${format(medianOf(rows.map(row => value(row.now))))} instead of ${format(medianOf(rows.map(row => value(row.full))))}`;
  const share = ({value, low, high}: ReturnType<typeof medianOf>) =>
    low === null || high === null ? `${(100 * value).toFixed(1)} %` : formatRate({value, low, high, n: rows.length});
  const [truncated, solved] = [instead(row => row.truncated, share), instead(row => row.solved, share)];
  const tokens = instead(
    row => row.tokens,
    median => formatEstimate(median, {digits: 0})
  );
  return `the median evaluation would have ${truncated} of its samples truncated, ${solved} answered right, and ${tokens} tokens written per answer (n = ${formatCount(rows.length)} evaluations; 95 % intervals of medians).`;
}

/** Effect of the limit on the evaluations shown, and on their order. */
export function replaySentence(
  rows: readonly ReplayRow[],
  {
    limit,
    perPoint,
    beyond,
    full
  }: {limit: number; perPoint: number; beyond: readonly string[]; full: Pick<Replayable, "most" | "perPoint">}
): string {
  if (rows.length === 0) return "No evaluation passes the filters and ran under so large a limit.";
  const fewer = perPoint < full.perPoint ? ` and the samples the first ${formatCount(perPoint)} of each point` : "";
  const effect = `Had the limit been ${formatCount(limit)} tokens${fewer}, ${rows.length === 1 ? oneSentence(rows[0]!) : manySentence(rows)}`;
  const left = beyond.length > 0 ? ` Left out, as they ran under a smaller limit: ${beyond.join(", ")}.` : "";
  if (limit >= full.most && perPoint >= full.perPoint) return `${effect} This is the full budget.${left}`;
  if (rows.length === 1) return `${effect}${left}`;
  const moved = rows.filter(row => row.rank.rank !== row.fullRank.rank);
  const significant = moved.filter(row => row.rank.low > row.fullRank.high || row.rank.high < row.fullRank.low);
  const [first] = [...rows].sort((a, b) => a.fullRank.rank - b.fullRank.rank);
  const order =
    moved.length === 0
      ? "No evaluation changes its rank"
      : `${formatCount(moved.length)} of ${formatCount(rows.length)} change their rank, ${significant.length === 0 ? "none" : formatCount(significant.length)} significantly`;
  return `${effect} ${order}; ${first!.name}, first under the full budget, has rank ${rankText(first!.rank)}.${left}`;
}

/** `3 [1, 8]` */
const rankText = ({rank, low, high}: RankInterval): string => `${rank} [${low}, ${high}]`;

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
    textColumn("name", "Evaluation", row => html`<span>${row.name} ${row.simulated ? simulatedBadge() : ""}</span>`, {
      by: row => row.name
    }),
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
      "right answers among all samples, truncated ones included; 95 % interval"
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

/** Rows of the CSV file. */
export const replayCsv = (
  rows: readonly ReplayRow[],
  {limit, perPoint}: {limit: number; perPoint: number}
): Record<string, unknown>[] =>
  rows.map(({model, template, sampler, simulated, now, full, rank, fullRank}) => ({
    model,
    template,
    sampler,
    simulated,
    limit,
    samples_per_point: perPoint,
    rank: rank.rank,
    rank_low: rank.low,
    rank_high: rank.high,
    ...prefixed("", now),
    full_rank: fullRank.rank,
    full_rank_low: fullRank.low,
    full_rank_high: fullRank.high,
    ...prefixed("full_", full)
  }));

const prefixed = (prefix: string, {cost: _, ...row}: Replayed): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [`${prefix}${name}`, value]));
