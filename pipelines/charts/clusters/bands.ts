// The ranking of evaluations next to the groups that do not differ, each group a vertical band over its members.
import * as Plot from "npm:@observablehq/plot";
import type {Clusters} from "../../studies/compare/clusters.js";
import {figure, sentences} from "../shared/figure.js";
import {formatCount, formatRate} from "../shared/interval.js";
import {nameAxis} from "../shared/label.js";
import {chartWidth, drawPlot} from "../shared/plot.js";
import type {NamedMember} from "./clusters.js";

/** Distance between bands, pixels. */
const BAND_STEP = 16;
/** Share of the width that bands may take: the rest is for intervals. */
const MAX_BAND_SHARE = 0.45;
/** Bands that a narrow chart shows at least. */
const MIN_BANDS = 3;

/** Consecutive ranks of a group. */
interface Run {
  first: number;
  last: number;
}

/** Returns the ranks of groups with two members or more as runs of consecutive ranks below `limit`; groups that begin later are left out. */
export function runsOf(groups: readonly (readonly number[])[], limit: number): Run[][] {
  return groups
    .filter(members => members.length > 1 && members[0]! < limit)
    .map(members => {
      const runs: Run[] = [];
      for (const rank of members.filter(each => each < limit)) {
        const latest = runs.at(-1);
        if (latest && rank === latest.last + 1) latest.last = rank;
        else runs.push({first: rank, last: rank});
      }
      return runs;
    });
}

/** A band with its column: bands that do not reach the same ranks share one. */
interface Band {
  column: number;
  runs: readonly Run[];
}

/** Places each band in the first column that is free from its first rank on; bands are in the order of their first ranks. */
export function packBands(groups: readonly (readonly Run[])[]): Band[] {
  const lasts: number[] = [];
  return groups.map(runs => {
    const free = lasts.findIndex(last => last < runs[0]!.first);
    const column = free < 0 ? lasts.length : free;
    lasts[column] = runs.at(-1)!.last;
    return {column, runs};
  });
}

interface BandOptions {
  width: number;
  /** evaluations that are drawn, from the best down */
  limit?: number;
}

/** Excess accuracies with their intervals in order of rank, and next to them a band for each group that does not differ. */
export function bandPlot(
  {groups}: Clusters,
  members: readonly NamedMember[],
  {width, limit = Number.POSITIVE_INFINITY}: BandOptions
): HTMLElement {
  const rows = members.slice(0, limit);
  const every = packBands(runsOf(groups, rows.length));
  const axis = nameAxis(
    rows.map(({name}) => name),
    width
  );
  const left = axis.margin + 28;
  const room = chartWidth(width) - left - 16;
  const fitting = Math.max(MIN_BANDS, Math.floor((MAX_BAND_SHARE * room) / BAND_STEP));
  const bands = every.filter(({column}) => column < fitting);
  const end = room - BAND_STEP * (Math.max(0, ...bands.map(({column}) => column + 1)) + 1);
  const scored = rows.filter(({accuracy}) => accuracy !== null);
  const [low, high] = [Math.min(0, ...scored.map(row => row.low)), Math.max(...scored.map(row => row.high), 0.01)];
  const place = (share: number) => (end * (share - low)) / (high - low);
  const columnPlace = ({column}: {column: number}) => end + BAND_STEP * (column + 1);
  const ticks = ticksBetween(low, high, Math.max(2, Math.floor(end / 90)));
  const plot = drawPlot({
    width,
    height: 50 + 22 * rows.length,
    marginLeft: left,
    marginRight: 16,
    marginTop: 8,
    marginBottom: 36,
    x: {domain: [0, room], axis: null},
    y: {
      type: "point",
      padding: 0.5,
      domain: rows.map(({rank}) => rank),
      label: null,
      tickSize: 0,
      tickFormat: (rank: number) => `${axis.format(rows[rank - 1]!.name)} ${rank}`
    },
    marks: [
      Plot.axisX(ticks.map(place), {
        label: "excess accuracy",
        tickFormat: (_: number, i: number) => `${Math.round(100 * ticks[i]!)} %`
      }),
      Plot.gridX(ticks.map(place)),
      Plot.link(scored, {
        x1: row => place(row.low),
        x2: row => place(row.high),
        y1: "rank",
        y2: "rank",
        stroke: "var(--theme-blue)",
        strokeWidth: 1.5
      }),
      Plot.dot(scored, {
        x: row => place(row.accuracy!),
        y: "rank",
        r: 4,
        stroke: "var(--theme-blue)",
        fill: row => (row.simulated ? "var(--theme-background)" : "var(--theme-blue)")
      }),
      Plot.link(
        bands
          .filter(({runs}) => runs.length > 1)
          .map(({runs, column}) => ({column, first: runs[0]!.first, last: runs.at(-1)!.last})),
        {x: columnPlace, y1: ({first}) => first + 1, y2: ({last}) => last + 1, strokeOpacity: 0.5}
      ),
      Plot.link(
        bands.flatMap(({runs, column}) => runs.map(run => ({...run, column}))),
        {
          x: columnPlace,
          y1: ({first}) => first + 1,
          y2: ({last}) => last + 1,
          className: "rb-bands",
          stroke: "var(--theme-foreground-muted)",
          strokeWidth: 8,
          strokeLinecap: "round",
          strokeOpacity: 0.75
        }
      ),
      Plot.tip(
        rows,
        Plot.pointerY({
          x: () => 0,
          y: "rank",
          title: row =>
            `${row.name}, rank ${row.rank}\nexcess accuracy ${formatRate({value: row.accuracy, ...row})}\nn = ${formatCount(row.n)} tests\nnot different from ${formatCount(row.tied)}, better than ${formatCount(row.better)}, worse than ${formatCount(row.worse)}`
        })
      )
    ]
  });
  return figure(plot, {
    title: "Ranking, and the groups that do not differ",
    caption: sentences(
      "Dots are excess accuracies with their 95 % intervals; ranks are by the mean difference to all others on common tests.",
      bands.length > 0
        ? "Evaluations on one band do not differ significantly; a thin line passes over those that are no part of it."
        : "No two of these evaluations are alike: each differs from all others.",
      every.length > bands.length ? `${bands.length} of ${every.length} groups are drawn; the table has the letters of all.` : "",
      rows.length < members.length ? `The best ${rows.length} of ${members.length} evaluations.` : "",
      rows.some(({simulated}) => simulated) ? "Hollow marks are simulated." : ""
    ),
    simulated: rows.some(({simulated}) => simulated),
    id: "bands"
  });
}

/** Round shares between two ends, at most about `count`. */
function ticksBetween(low: number, high: number, count: number): number[] {
  const step = [0.05, 0.1, 0.2, 0.25, 0.5, 1].find(each => (high - low) / each <= count) ?? 1;
  const first = Math.ceil(low / step - 1e-9);
  return Array.from({length: Math.floor(high / step + 1e-9) - first + 1}, (_, i) => (first + i) * step);
}
