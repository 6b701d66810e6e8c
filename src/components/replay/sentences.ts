// Sentences, table columns and CSV file of the page on replay.
import {html} from "npm:htl";
import {formatCount, formatRate} from "../../pipelines/charts/shared/interval.js";
import {simulatedBadge} from "../../pipelines/charts/shared/simulated.js";
import type {Column} from "../../pipelines/charts/shared/sortable.js";
import {quantile} from "../../pipelines/stats/quantile.js";
import type {RankInterval} from "../../pipelines/stats/ranks.js";
import type {Replayed} from "../../pipelines/studies/replay/replay.js";
import type {Replayable} from "./data.js";
import type {ReplayRow} from "./replay.js";

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const middle = (rows: readonly ReplayRow[], of: (row: ReplayRow) => number): number => quantile(rows.map(of), 0.5);

function oneSentence({name, now, full}: ReplayRow): string {
  const n = `${formatCount(now.samples)} samples${full.samples === now.samples ? "" : ` instead of ${formatCount(full.samples)}`}`;
  return `${name} would have ${truncatedText(now)} instead of ${truncatedText(full)} of its samples truncated, ${solvedText(now)} instead of ${solvedText(full)} answered right, and ${meanText(now)} instead of ${meanText(full)} tokens written per answer (n = ${n}; 95 % intervals).`;
}

function manySentence(rows: readonly ReplayRow[]): string {
  const instead = (value: (row: Replayed) => number, format: (value: number) => string) =>
    `${format(middle(rows, row => value(row.now)))} instead of ${format(middle(rows, row => value(row.full)))}`;
  const [truncated, solved] = [instead(row => row.truncated, percent), instead(row => row.solved, percent)];
  const tokens = instead(row => row.tokens, formatCount);
  return `the median of ${formatCount(rows.length)} evaluations would have ${truncated} of its samples truncated, ${solved} answered right, and ${tokens} tokens written per answer.`;
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
      : `${formatCount(moved.length)} of ${formatCount(rows.length)} change their rank, ${significant.length === 0 ? "none" : formatCount(significant.length)} so far that the intervals of the two ranks do not overlap`;
  return `${effect} ${order}; ${first!.name}, first under the full budget, has rank ${rankText(first!.rank)}.${left}`;
}

/** `3 [1–8]` */
const rankText = ({rank, low, high}: RankInterval): string => `${rank} [${low}–${high}]`;

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
