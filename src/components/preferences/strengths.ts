// Strengths of models: table, chart, win rates, and strengths adjusted for position, length and style.

import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import type {AdjustedStrength} from "../../pipelines/studies/preferences/bradleyTerry/controlled.js";
import {ELO} from "../../pipelines/studies/preferences/bradleyTerry/fit.js";
import type {ErrorKind, Strength} from "../../pipelines/studies/preferences/bradleyTerry/strengths.js";
import type {WinCell} from "../../pipelines/studies/preferences/bradleyTerry/winCells.js";
import type {AdjustedStrengths} from "../../pipelines/studies/preferences/shownParts.js";
import {
  type Column,
  formatCount,
  formatEstimate,
  formatInterval,
  formatP,
  nameAxis,
  numberColumn,
  plotFigure,
  textColumn
} from "../shared/charts.js";
import {effectName} from "./effects.js";
import {errorName} from "./inputs.js";
import type {ShownFit} from "./shown.js";

// Table, chart and sentences of strengths.

/** A model as the page shows it: Elo with its 95 % interval by the chosen error, and its rank with the simultaneous one. */
export interface ShownStrength {
  model: string;
  elo: number;
  low: number | null;
  high: number | null;
  votes: number;
  rank: number;
  rank_lo: number;
  rank_hi: number;
  /** P(rank = 1) and P(rank ≤ 3) under a flat prior */
  first: number;
  among3: number;
  /** P(rank ≤ k) for each k */
  among: number[];
  simulated: boolean;
  beta: number;
  se: Strength["se"];
}

export function shownStrengths({rows, ranksBy}: ShownFit, simulated: boolean): ShownStrength[] {
  return rows.map(({model, elo, beta, se, interval, ranks, votes}) => {
    const ends = interval[ranksBy];
    return {
      model,
      elo,
      low: ends ? elo + ELO * (ends[0] - beta) : null,
      high: ends ? elo + ELO * (ends[1] - beta) : null,
      votes,
      rank: ranks.rank,
      rank_lo: ranks.lo,
      rank_hi: ranks.hi,
      first: ranks.among[0]!,
      among3: ranks.among[Math.min(2, ranks.among.length - 1)]!,
      among: ranks.among,
      simulated,
      beta,
      se
    };
  });
}

/** Rows of the CSV file: a column for each kind of error, and for P(rank ≤ k) of each k. */
export const strengthFile = (rows: readonly ShownStrength[]): Record<string, unknown>[] =>
  rows.map(({se, among, ...row}) => ({
    ...row,
    ...Object.fromEntries(Object.entries(se).map(([kind, value]) => [`se_${kind}`, value])),
    ...Object.fromEntries(among.map((p, k) => [`rank_at_most_${k + 1}`, p]))
  }));

const share = (p: number) => (p > 0.9995 ? "> 99.9 %" : p < 0.0005 ? "< 0.1 %" : `${(100 * p).toFixed(1)} %`);
const eloText = (row: {elo: number; low: number | null; high: number | null}) =>
  formatEstimate({value: row.elo, low: row.low, high: row.high}, {digits: 0});

export function strengthColumns(): Column<ShownStrength>[] {
  const number = (
    key: string,
    label: string,
    description: string,
    by: (row: ShownStrength) => number,
    show: (row: ShownStrength) => string
  ) => numberColumn(key, label, by, show, description);
  return [
    textColumn("model", "Model", row => row.model),
    number("elo", "Elo", "1000 + 400/ln 10 · β, with its 95 % interval", row => row.elo, eloText),
    number(
      "votes_n",
      "Votes",
      "votes in which it took part",
      row => row.votes,
      row => formatCount(row.votes)
    ),
    number(
      "rank",
      "Rank",
      "with its simultaneous 95 % interval",
      row => row.rank,
      row => `${row.rank} [${row.rank_lo}, ${row.rank_hi}]`
    ),
    number(
      "first",
      "P(first)",
      "share of draws from the strengths' distribution in which it is first",
      row => row.first,
      row => share(row.first)
    ),
    number(
      "among3",
      "P(top 3)",
      "the same for being among the first three",
      row => row.among3,
      row => share(row.among3)
    ),
    number(
      "beta",
      "β",
      "strength in log-odds, Σβ = 0",
      row => row.beta,
      row => formatEstimate({value: row.beta, low: null, high: null}, {digits: 3})
    ),
    ...(["information", "votes", "prompts", "annotators", "both"] as const).map(kind =>
      number(
        kind,
        `se: ${SHORT[kind]}`,
        `standard error of β over ${errorName(kind)}`,
        row => row.se[kind] ?? Number.POSITIVE_INFINITY,
        row => row.se[kind]?.toFixed(3) ?? "–"
      )
    )
  ];
}
const SHORT: Record<ErrorKind, string> = {
  information: "model",
  votes: "votes",
  prompts: "prompts",
  annotators: "judges",
  both: "both"
};

/** Strengths with their intervals, strongest first, with the intervals of ranks beside them. */
export function strengthPlot(rows: readonly ShownStrength[], {width, ranksBy}: {width: number; ranksBy: ErrorKind}): HTMLElement {
  const names = rows.map(row => row.model);
  const simulated = rows.some(row => row.simulated);
  const {margin, format} = nameAxis(names, width);
  const ranks = width >= 640;
  return plotFigure({
    title: "Strength by the judges' preference",
    id: "strengths-plot",
    simulated,
    caption: `Bars are 95 % intervals over ${errorName(ranksBy)}, one model at a time; beside them ranks with simultaneous 95 % intervals.${simulated ? " Hollow dots: simulated judgments." : ""}`,
    width,
    height: 20 * names.length + 70,
    marginLeft: margin,
    marginTop: 30,
    marginRight: ranks ? 112 : 80,
    insetLeft: 6,
    insetRight: 6,
    x: {label: "Elo →", grid: true, ticks: Math.max(3, Math.round((width - margin - 90) / 80))},
    y: {domain: names, label: null, tickFormat: format},
    marks: [
      Plot.ruleX([1000], {stroke: "var(--theme-foreground-faint)"}),
      Plot.link(
        rows.filter(row => row.low !== null),
        {x1: "low", x2: "high", y: "model", stroke: "var(--theme-foreground-focus)", strokeWidth: 1.6}
      ),
      Plot.dot(rows, {
        x: "elo",
        y: "model",
        r: 3.5,
        fill: simulated ? "var(--theme-background)" : "var(--theme-foreground-focus)",
        stroke: "var(--theme-foreground-focus)",
        title: (row: ShownStrength) =>
          `${row.model}\nElo ${eloText(row)}\nrank ${row.rank} [${row.rank_lo}, ${row.rank_hi}]\nn = ${formatCount(row.votes)} votes`
      }),
      Plot.text(rows, {
        y: "model",
        frameAnchor: "right",
        dx: 8,
        textAnchor: "start",
        text: (row: ShownStrength) => `${ranks ? "rank " : ""}${row.rank} [${row.rank_lo}, ${row.rank_hi}]`
      })
    ]
  });
}

/** Which model leads, and whether that is significant. */
export function strengthSentence(
  rows: readonly ShownStrength[],
  {votes, judges, found}: {votes: number; judges: number; found: ShownFit}
): string {
  const {ranksBy} = found;
  const [first, second] = rows;
  if (!first || !second) return "These votes compare no two models: there is nothing to rank.";
  const sure = rows.filter(row => row.rank_lo === row.rank_hi).length;
  const judged = `${formatCount(votes)} ${votes === 1 ? "vote" : "votes"} of ${formatCount(judges)} ${judges === 1 ? "judge" : "judges"} on ${rows.length} models`;
  if (Math.round(first.elo - second.elo) === 0 && second.rank === 1)
    return `${judged}: ${rows.filter(({rank}) => rank === 1).length} models are level at the top, ${first.model} among them, with the rank 1 [${first.rank_lo}, ${first.rank_hi}] (simultaneous 95 % intervals over ${errorName(ranksBy)}).`;
  const lead =
    first.rank_hi === 1
      ? `${first.model} is first: its rank is ${first.rank} [${first.rank_lo}, ${first.rank_hi}]`
      : `${first.model} leads, but its rank is uncertain: ${first.rank} [${first.rank_lo}, ${first.rank_hi}]`;
  const {value, lo, hi} = found.lead!;
  const ahead = formatEstimate({value: ELO * value, low: lo && ELO * lo, high: hi && ELO * hi}, {digits: 0});
  return `${judged}: ${lead}, ${ahead} Elo ahead of ${second.model} (this pair alone). The rank intervals of ${sure} of ${rows.length} models hold one rank only (simultaneous 95 % intervals over ${errorName(ranksBy)}).`;
}

// Table and sentences of strengths adjusted for position, length and style.

/** A model's adjusted strength, beside its unadjusted one. */
interface ShownAdjusted extends AdjustedStrength {
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
    textColumn("model", "Model", row => row.model),
    numberColumn(
      "held",
      "Elo, held equal",
      row => row.elo,
      ({elo, beta, lo, hi}) =>
        formatEstimate({value: elo, low: elo + ELO * (lo - beta), high: elo + ELO * (hi - beta)}, {digits: 0}),
      "with its 95 % interval, by the widest error that these votes give"
    ),
    numberColumn("change", "Change", change, row => signed(change(row)), "against the Elo above"),
    numberColumn(
      "rank",
      "Rank",
      row => row.rank,
      ({rank, rank_lo, rank_hi}) => `${rank} [${rank_lo}, ${rank_hi}]`,
      "with its simultaneous 95 % interval"
    ),
    numberColumn(
      "before",
      "Rank before",
      row => row.plain?.rank ?? null,
      row => formatCount(row.plain?.rank)
    )
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

// Matrix of win rates between models.

const FALSE_SHARE = 0.05;

export function winPlot(
  cells: readonly WinCell[],
  {names, width, simulated}: {names: readonly string[]; width: number; simulated: boolean}
): HTMLElement {
  const {margin, format} = nameAxis(names, Math.min(width, 700));
  const side = Math.max(22, Math.min(46, Math.floor((width - margin - 20) / names.length)));
  const texts = side >= 30;
  return plotFigure({
    title: "Wins of the row's model against the column's (%)",
    id: "wins",
    simulated,
    caption: `Ties count as half. ${texts ? "≈: the two strengths do not differ significantly (q > 0.05, Benjamini and Yekutieli over all pairs). " : ""}Point at a cell for its interval over prompts, n and P(stronger), which the CSV holds too.`,
    width: margin + side * names.length + 20,
    height: side * names.length + margin + 10,
    marginLeft: margin,
    marginTop: margin,
    marginRight: 20,
    x: {domain: names, axis: "top", label: null, tickRotate: -90, tickFormat: format, tickSize: 0},
    y: {domain: names, label: null, tickFormat: format, tickSize: 0},
    color: {type: "diverging", scheme: "PuOr", domain: [0, 1], pivot: 0.5},
    marks: [
      Plot.cell(cells, {
        x: "column",
        y: "row",
        fill: "share",
        inset: 0.5,
        title: (cell: WinCell) =>
          `${cell.row} against ${cell.column}\nwon ${formatInterval({value: cell.share, low: cell.low, high: cell.high, n: cell.n})}\nP(stronger) = ${cell.chance.toFixed(3)}, q = ${formatP(cell.q)}`
      }),
      texts
        ? Plot.text(cells, {
            x: "column",
            y: "row",
            text: (cell: WinCell) => `${(100 * cell.share).toFixed(0)}${cell.q !== null && cell.q <= FALSE_SHARE ? "" : "≈"}`,
            fill: (cell: WinCell) => (cell.share > 0.88 || cell.share < 0.18 ? "white" : "black"),
            pointerEvents: "none"
          })
        : null
    ]
  });
}

export function winSentence(cells: readonly WinCell[], models: number): string {
  const pairs = (models * (models - 1)) / 2;
  const once = cells.filter(cell => cell.row < cell.column);
  const apart = once.filter(cell => cell.q !== null && cell.q <= FALSE_SHARE).length;
  const least = once.reduce((low, cell) => Math.min(low, cell.n), Number.POSITIVE_INFINITY);
  if (once.length === 0) return "No two models were compared.";
  return `${once.length} of ${pairs} pairs of models ${once.length === 1 ? "was" : "were"} compared, each at least ${formatCount(least)} ${least === 1 ? "time" : "times"}; of these ${apart} ${apart === 1 ? "differs" : "differ"} significantly at a false-discovery rate of 5 %.`;
}
