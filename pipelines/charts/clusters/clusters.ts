// Table, matrix of pairs and summary of the clusters of evaluations that cannot be told apart.

import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {differenceInterval} from "../../stats/paired.js";
import type {Evaluation} from "../../studies/compare/answers.js";
import type {ClusterMember, ClusterOptions, Clusters, ComparedPair} from "../../studies/compare/clusters.js";
import {countColumn} from "../shared/columns.js";
import {figure} from "../shared/figure.js";
import {formatCount, formatDifference, formatP, formatRate} from "../shared/interval.js";
import {nameAxis} from "../shared/label.js";
import {modelLink} from "../shared/modelLink.js";
import {drawPlot} from "../shared/plot.js";
import {simulatedBadge} from "../shared/simulated.js";
import type {Column} from "../shared/sortable.js";

/** A member of a cluster with its names and its evaluation. */
export interface NamedMember extends ClusterMember, Omit<Evaluation, "groups"> {
  rank: number;
  name: string;
}

/** Members joined with their evaluations, in order of rank. */
export function namedMembers(
  {members}: Clusters,
  evaluations: readonly Evaluation[],
  name: (evaluation: Evaluation) => string
): NamedMember[] {
  return members.map((member, i) => {
    const {groups: _, ...evaluation} = evaluations[member.evaluation]!;
    return {rank: i + 1, name: name(evaluations[member.evaluation]!), ...evaluation, ...member};
  });
}

export const METHOD_NAMES = {
  BH: "paired tests, Benjamini–Hochberg",
  BY: "paired tests, Benjamini–Yekutieli",
  overlap: "95 % intervals overlap"
} as const;

/** Columns of the table of letters. */
export const clusterColumns: Column<NamedMember>[] = [
  {key: "rank", label: "Rank", numeric: true, by: row => row.rank, show: row => formatCount(row.rank)},
  {
    key: "name",
    label: "Evaluation",
    by: row => row.name,
    show: row => html`<span>${modelLink(row.model, row.name)} ${row.simulated ? simulatedBadge() : ""}</span>`
  },
  {
    key: "letters",
    label: "Letters",
    by: row => row.rank,
    show: row => html`<span class="rb-letters">${row.letters}`,
    description: "two evaluations that share a letter cannot be told apart"
  },
  {
    key: "accuracy",
    label: "Excess accuracy",
    numeric: true,
    by: row => row.accuracy,
    show: row => formatRate({value: row.accuracy, ...row}),
    description: "over its own tests; 0 guessing, 100 % knowing; 95 % interval over tests"
  },
  {key: "n", label: "n", numeric: true, by: row => row.n, show: row => formatCount(row.n), description: "its tests that count"},
  countColumn("better", "Better than", "evaluations that it was told apart from and is better than"),
  countColumn("tied", "Tied with", "evaluations that it cannot be told apart from"),
  countColumn("worse", "Worse than", "evaluations that it was told apart from and is worse than")
];

/** Summary of the tests, in a few sentences. */
export function clustersSentence(
  {members, pairs, groups, apart}: Clusters,
  {method = "BH", q = 0.05, error = "tests"}: ClusterOptions,
  asked: number
): string {
  if (members.length < 2) return "Fewer than two evaluations pass the filters: there is nothing to tell apart.";
  const differing = pairs.filter(({differ}) => differ).length;
  const untested = method === "overlap" ? 0 : pairs.filter(({p}) => p === null).length;
  const single = pairs.every(({points}) => points < 2);
  const by =
    method === "overlap"
      ? "because their 95 % intervals do not overlap"
      : `by paired tests on the tests that both answered, ${error !== "points" ? "with the error over tests of these points" : single ? "with the error over tests, since they all lie in one point" : "clustered by point"}, with at most ${100 * q} % false ones expected among them (${METHOD_NAMES[method].slice("paired tests, ".length)})`;
  const common = pairs.map(({n}) => n);
  return [
    `Of ${formatCount(pairs.length)} pairs of ${formatCount(members.length)} evaluations, ${formatCount(differing)} can be told apart ${by}.`,
    groups.length === members.length
      ? "Each has a letter of its own."
      : `The letters name ${formatCount(groups.length)} ${groups.length === 1 ? "group" : "overlapping groups"} of evaluations that cannot be told from each other; at least ${formatCount(apart.length)} ${apart.length === 1 ? "evaluation" : "evaluations"} can be picked, from the top down, that all differ from one another.`,
    `Two evaluations have between ${formatCount(Math.min(...common))} and ${formatCount(Math.max(...common))} of ${formatCount(asked)} tests in common.`,
    untested === 0
      ? ""
      : `${formatCount(untested)} ${untested === 1 ? "pair" : "pairs"} could not be tested: they have fewer than two tests in common.`
  ]
    .filter(Boolean)
    .join(" ");
}

const STRENGTHS = [
  {name: "p ≤ 0.001", most: 0.001, fill: "#08519c", ink: "white"},
  {name: "p ≤ 0.01", most: 0.01, fill: "#3182bd", ink: "white"},
  {name: "told apart", most: 1, fill: "#9ecae1", ink: "black"}
];
const TIED = {name: "not told apart", fill: "var(--theme-foreground-faintest)", ink: "var(--theme-foreground)"};
const UNTESTED = {name: "could not be tested", fill: "var(--theme-background-alt)", ink: "var(--theme-foreground)"};
/** Index of the shade of a pair. Where intervals decide there is no p-value. */
const strength = ({differ, adjusted, p}: ComparedPair, method: ClusterOptions["method"]) =>
  differ ? STRENGTHS.find(({most}) => (adjusted ?? 1) <= most)! : p === null && method !== "overlap" ? UNTESTED : TIED;

interface Cell extends ComparedPair {
  row: number;
  column: number;
}

const LEAST_CELL = 11;
const MOST_CELL = 34;

/**
 * Matrix of all pairs: the shade shows significance, the sign the direction of the difference, row minus column. A click opens the
 * comparison.
 */
export function pairMatrix(
  found: Clusters,
  rows: readonly NamedMember[],
  {width = 640, method = "BH"}: {width?: number; method?: ClusterOptions["method"]} = {}
): HTMLElement {
  const cells: Cell[] = found.pairs.flatMap(pair => [
    {...pair, row: pair.a, column: pair.b},
    {...pair, row: pair.b, column: pair.a, value: pair.value === null ? null : -pair.value}
  ]);
  const axis = nameAxis(
    rows.map(({name}) => name),
    width
  );
  const room = Math.min(MOST_CELL, Math.max(LEAST_CELL, (width - axis.margin - 60) / rows.length));
  const ranks = rows.map((_, i) => i);
  const place = {x: "column", y: "row"} as const;
  const strengths = [...STRENGTHS, TIED, UNTESTED].filter(({name}) => cells.some(cell => strength(cell, method).name === name));
  const plot = drawPlot({
    width: axis.margin + 60 + room * rows.length,
    height: 30 + room * rows.length,
    marginLeft: axis.margin + 24,
    marginTop: 22,
    marginRight: 12,
    marginBottom: 8,
    padding: 0.05,
    x: {domain: ranks, axis: null},
    y: {domain: ranks, label: null, tickSize: 0, tickFormat: (rank: number) => `${axis.format(rows[rank]!.name)} ${rank + 1}`},
    color: {type: "ordinal", domain: strengths.map(({name}) => name), range: strengths.map(({fill}) => fill), legend: true},
    marks: [
      Plot.axisX({
        anchor: "top",
        label: null,
        tickSize: 0,
        tickFormat: (rank: number) => String(rank + 1),
        fontSize: room < 18 ? 7.5 : 10
      }),
      Plot.cell(cells, {
        ...place,
        fill: (cell: Cell) => strength(cell, method).name,
        href: (cell: Cell) => compareLink(rows[cell.row]!.name, rows[cell.column]!.name)
      }),
      Plot.text(
        cells.filter(({differ}) => differ),
        {
          ...place,
          text: (cell: Cell) => sign(cell),
          fill: (cell: Cell) => strength(cell, method).ink,
          fontSize: room < 14 ? 8 : 10,
          pointerEvents: "none"
        }
      ),
      Plot.tip(cells, Plot.pointer({...place, title: (cell: Cell) => `${pairTitle(cell, rows)}\n${strength(cell, method).name}`}))
    ]
  });
  return figure(plot, {
    title: "Every pair",
    caption: `+ the row is better than the column, − it is worse${method === "overlap" ? "" : "; p after false-discovery control"}. Numbers are ranks. Point at a cell for the difference, its interval and the number of common tests; click it to compare the two.`,
    simulated: rows.some(({simulated}) => simulated),
    id: "matrix"
  });
}

const sign = ({value}: ComparedPair): string => ((value ?? 0) < 0 ? "−" : "+");

/** The address of a comparison of two evaluations by name. */
export const compareLink = (a: string, b: string): string => `./compare#${new URLSearchParams({a, b})}`;

function pairTitle(cell: Cell, rows: readonly NamedMember[]): string {
  const ends = differenceInterval(cell) ?? {low: null, high: null};
  return [
    `${rows[cell.row]!.name} against ${rows[cell.column]!.name}`,
    `${formatDifference({value: cell.value, ...ends})} percentage points`,
    `n = ${formatCount(cell.n)} common tests in ${formatCount(cell.points)} points`,
    `p = ${formatP(cell.p)}${cell.adjusted === null ? "" : `, adjusted ${formatP(cell.adjusted)}`}`
  ].join("\n");
}
