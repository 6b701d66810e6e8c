// Table and sentences of strengths adjusted for position, length and style.
import {html} from "npm:htl";
import {formatCount, formatEstimate} from "../../pipelines/charts/shared/interval.js";
import type {Column} from "../../pipelines/charts/shared/sortable.js";
import type {AdjustedStrength} from "../../pipelines/studies/preferences/bradleyTerry/controlled.js";
import {ELO} from "../../pipelines/studies/preferences/bradleyTerry/fit.js";
import type {AdjustedStrengths} from "../../pipelines/studies/preferences/shownParts.js";
import {effectName} from "./effects.js";
import type {ShownStrength} from "./strengths.js";

/** A model's adjusted strength, beside its unadjusted one. */
export interface ShownAdjusted extends AdjustedStrength {
  plain: ShownStrength | undefined;
}

export function shownAdjusted(adjusted: AdjustedStrengths | null, rows: readonly ShownStrength[]): ShownAdjusted[] {
  const plain = new Map(rows.map(row => [row.model, row]));
  return adjusted ? adjusted.strengths.map(row => ({...row, plain: plain.get(row.model)})) : [];
}

const change = ({elo, plain}: ShownAdjusted): number | null => (plain ? elo - plain.elo : null);
const signed = (x: number | null) =>
  x === null ? "–" : `${Math.round(x) > 0 ? "+" : ""}${formatCount(Math.round(x) || 0)}`.replace("-", "−");

export function adjustedColumns(): Column<ShownAdjusted>[] {
  return [
    {key: "model", label: "Model", by: row => row.model, show: row => row.model},
    {
      key: "held",
      label: "Elo, held equal",
      description: "with its 95 % interval, by the widest error that these votes give",
      numeric: true,
      by: row => row.elo,
      show: ({elo, beta, lo, hi}) =>
        formatEstimate({value: elo, low: elo + ELO * (lo - beta), high: elo + ELO * (hi - beta)}, {digits: 0})
    },
    {
      key: "change",
      label: "Change",
      description: "against the Elo above",
      numeric: true,
      by: change,
      show: row => signed(change(row))
    },
    {
      key: "rank",
      label: "Rank",
      description: "with its simultaneous 95 % interval",
      numeric: true,
      by: row => row.rank,
      show: ({rank, rank_lo, rank_hi}) => `${rank} [${rank_lo}, ${rank_hi}]`
    },
    {
      key: "before",
      label: "Rank before",
      numeric: true,
      by: row => row.plain?.rank ?? null,
      show: row => formatCount(row.plain?.rank)
    }
  ];
}

/** How the adjustment changes the order. */
function adjustedSentence(rows: readonly ShownAdjusted[], adjusted: AdjustedStrengths | null): string {
  if (!adjusted || rows.length === 0)
    return "Strengths cannot be separated from what position and length add: nothing is held equal.";
  const names = adjusted.effects
    .map(({name}) => effectName(name))
    .join(", ")
    .replace(/, ([^,]*)$/, " and $1");
  const most = rows.reduce((top, row) => (Math.abs(change(row) ?? 0) > Math.abs(change(top) ?? 0) ? row : top));
  const moved = rows.filter(row => row.plain && row.plain.rank !== row.rank).length;
  const farthest =
    Math.abs(change(most) ?? 0) < 0.5
      ? "none moves by a whole Elo point"
      : `${most.model} moves most, by ${signed(change(most))} Elo`;
  return `With ${names} held equal (n = ${formatCount(adjusted.n)} votes), ${moved === 0 ? "no model changes" : `${moved} of ${rows.length} models change`} rank; ${farthest}.`;
}

export const adjustedFile = (rows: readonly ShownAdjusted[]) =>
  rows.map(({plain, ...row}) => ({...row, elo_before: plain?.elo, rank_before: plain?.rank}));

export const adjustedIntro = (rows: readonly ShownAdjusted[], adjusted: AdjustedStrengths | null): HTMLElement =>
  html`<p id="held-reading">${adjustedSentence(rows, adjusted)}</p>`;
