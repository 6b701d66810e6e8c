// Table and summary of the clusters of evaluations that cannot be told apart.

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
    key: "accuracy",
    label: "Excess accuracy",
    numeric: true,
    by: row => row.accuracy,
    show: row => formatRate({value: row.accuracy, ...row}),
    description: "over its own tests; 0 guessing, 100 % knowing; 95 % interval over tests"
  },
  {
    key: "letters",
    label: "Letters",
    by: row => row.rank,
    show: row => html`<span class="rb-letters">${row.letters}`,
    description: "two evaluations that share a letter do not differ, by the test method above"
  },
  {key: "n", label: "n", numeric: true, by: row => row.n, show: row => formatCount(row.n), description: "its tests that count"},
  countColumn("better", "Better than", "evaluations that it is better than, by the test method above"),
  countColumn("tied", "Tied with", "evaluations from which it does not differ, by the same"),
  countColumn("worse", "Worse than", "evaluations that it is worse than, by the same")
];

/** Returns how many pairs differ, in one or two sentences. */
export function clustersSentence({members, pairs}: Clusters, {method = "BH", q = 0.05}: ClusterOptions): string {
  if (members.length < 2) return "Fewer than two evaluations pass the filters: there is nothing to compare.";
  const differing = pairs.filter(({differ}) => differ).length;
  const counted = `Of ${formatCount(pairs.length)} pairs of ${formatCount(members.length)} evaluations, ${formatCount(differing)} differ`;
  const others = `${formatCount(pairs.length - differing)} do not`;
  return method === "overlap"
    ? `${counted}: their 95 % intervals do not overlap; ${others}.`
    : `${counted} significantly and ${others}. Up to ${100 * q} % of the differences may be false.`;
}

/** Returns the method, the groups and the numbers of common tests, in a few sentences; empty where there is nothing to compare. */
export function methodSentence(
  {members, pairs, groups, apart}: Clusters,
  {method = "BH", error = "tests", truncated = "left out"}: ClusterOptions,
  asked: number
): string {
  if (members.length < 2) return "";
  const untested = method === "overlap" ? 0 : pairs.filter(({p}) => p === null).length;
  const single = pairs.every(({points}) => points < 2);
  const by =
    method === "overlap"
      ? ""
      : `Pairs are compared by paired tests on the tests that both answered, ${error !== "points" ? "with the error over tests of these points" : single ? "with the error over tests, since they all lie in one point" : "clustered by point"} (${METHOD_NAMES[method].slice("paired tests, ".length)}).`;
  const common = pairs.map(({n}) => n);
  const alone = groups.filter(({length}) => length === 1).length;
  return [
    by,
    `Truncated answers are ${truncated === "wrong" ? "counted as wrong" : truncated}.`,
    groups.length === members.length
      ? "Each has a letter of its own."
      : `The letters name ${formatCount(groups.length)} ${groups.length === 1 ? "group" : "overlapping groups"} of evaluations that do not differ${alone > 0 ? `, ${formatCount(alone)} of them of one evaluation` : ""}; at least ${formatCount(apart.length)} ${apart.length === 1 ? "evaluation" : "evaluations"} can be picked, from the top down, that all differ from one another.`,
    `Two evaluations have between ${formatCount(Math.min(...common))} and ${formatCount(Math.max(...common))} of ${formatCount(asked)} tests in common.`,
    untested === 0
      ? ""
      : `${formatCount(untested)} ${untested === 1 ? "pair" : "pairs"} could not be tested: they have fewer than two tests in common.`
  ]
    .filter(Boolean)
    .join(" ");
}

// Matrix of all pairs of evaluations: which of two is better, and how surely.

const STRENGTHS = [
  {name: "p ≤ 0.001", most: 0.001, fill: "#08519c", ink: "white"},
  {name: "p ≤ 0.01", most: 0.01, fill: "#3182bd", ink: "white"},
  {name: "significantly different", most: 1, fill: "#9ecae1", ink: "black"}
];
const TIED = {name: "not significantly different", fill: "var(--theme-foreground-faintest)", ink: "var(--theme-foreground)"};
/** Where intervals decide, nothing is tested. */
const APART = {...STRENGTHS[2]!, name: "intervals do not overlap"};
const OVERLAPPING = {...TIED, name: "intervals overlap"};
const UNTESTED = {name: "could not be tested", fill: "var(--theme-background-alt)", ink: "var(--theme-foreground)"};
/** The shade of a pair and its name. */
function strength({differ, adjusted, p}: ComparedPair, method: ClusterOptions["method"]) {
  if (method === "overlap") return differ ? APART : OVERLAPPING;
  return differ ? STRENGTHS.find(({most}) => (adjusted ?? 1) <= most)! : p === null ? UNTESTED : TIED;
}

type Cell = ComparedPair & PairCell;

/** The class of the mark that draws the cells. */
const CELLS = "rb-pairs";

/** Side of a cell in pixels: a sign of readable size fits in the least. */
const LEAST_CELL = 14;
const MOST_CELL = 34;

/**
 * Matrix of all pairs: the shade shows significance, the sign the direction of the difference, row minus column. A click or the Enter key
 * opens the comparison.
 */
export function pairMatrix(
  found: Clusters,
  rows: readonly NamedMember[],
  {width = 640, method = "BH"}: {width?: number; method?: ClusterOptions["method"]} = {}
): HTMLElement {
  const cells: Cell[] = found.pairs
    .flatMap(pair => [
      {...pair, row: pair.a, column: pair.b},
      {...pair, row: pair.b, column: pair.a, value: pair.value === null ? null : -pair.value}
    ])
    .sort((a, b) => a.row - b.row || a.column - b.column);
  const words = (cell: Cell) => `${pairTitle(cell, rows)}\n${strength(cell, method).name}`;
  const axis = nameAxis(
    rows.map(({name}) => name),
    width
  );
  const room = Math.min(MOST_CELL, Math.max(LEAST_CELL, (width - axis.margin - 60) / rows.length));
  const ranks = rows.map((_, i) => i);
  const place = {x: "column", y: "row"} as const;
  const strengths = [...STRENGTHS, APART, TIED, OVERLAPPING, UNTESTED].filter(({name}) =>
    cells.some(cell => strength(cell, method).name === name)
  );
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
        tickFormat: (rank: number) => String(rank + 1)
      }),
      Plot.cell(cells, {...place, className: CELLS, fill: (cell: Cell) => strength(cell, method).name}),
      Plot.text(
        cells.filter(({differ}) => differ),
        {
          ...place,
          text: (cell: Cell) => sign(cell),
          fill: (cell: Cell) => strength(cell, method).ink,
          pointerEvents: "none"
        }
      ),
      Plot.tip(cells, Plot.pointer({...place, title: words}))
    ]
  });
  const shown = html`<p class="rb-muted rb-pair-shown">`;
  pairGrid(plot.querySelector(`.${CELLS}`)!, cells, {
    title: "Every pair: rows and columns are evaluations, in order of rank",
    name: cell => words(cell).replaceAll("\n", ", "),
    open: (cell, apart) => follow(compareLink(rows[cell.row]!.name, rows[cell.column]!.name), apart),
    focus: cell => shown.replaceChildren(words(cell).replaceAll("\n", ", "))
  });
  return figure(html.fragment`${plot}${shown}`, {
    title: "Every pair",
    caption: `+ the row is better than the column, − it is worse${method === "overlap" ? "" : "; p after false-discovery control"}. Numbers are ranks. Point at a cell, or go to it with the arrow keys, for the difference, its interval and the number of common tests. Click it, or press Enter, to compare the two.`,
    simulated: rows.some(({simulated}) => simulated),
    id: "matrix"
  });
}

const sign = ({value}: ComparedPair): string => ((value ?? 0) < 0 ? "−" : "+");

/** Opens a page of the site by a link, which keeps the page's source; in a new tab if asked. */
function follow(address: string, apart: boolean): void {
  const link = html`<a href=${address} hidden>` as HTMLAnchorElement;
  if (apart) Object.assign(link, {target: "_blank", rel: "noopener"});
  document.querySelector("#observablehq-main")!.append(link);
  link.click();
  link.remove();
}

/** The address of a comparison of two evaluations by name. */
const compareLink = (a: string, b: string): string => `./compare#${new URLSearchParams({a, b})}`;

function pairTitle(cell: Cell, rows: readonly NamedMember[]): string {
  const ends = differenceInterval(cell) ?? {low: null, high: null};
  return [
    `${rows[cell.row]!.name} against ${rows[cell.column]!.name}`,
    `${formatDifference({value: cell.value, ...ends})} percentage points`,
    `n = ${formatCount(cell.n)} common tests in ${formatCount(cell.points)} points`,
    `p = ${formatP(cell.p)}${cell.adjusted === null ? "" : `, adjusted ${formatP(cell.adjusted)}`}`
  ].join("\n");
}

// The cells of a matrix of pairs as one grid for the keyboard and for screen readers.

/** Where a cell stands. */
interface PairCell {
  row: number;
  column: number;
}

interface GridOptions<Cell> {
  /** what the grid holds */
  title: string;
  /** a cell in words */
  name(cell: Cell): string;
  /** Opens what a cell stands for, `apart` in a tab of its own. */
  open(cell: Cell, apart: boolean): void;
  /** The focus is on this cell. */
  focus(cell: Cell): void;
}

/** Steps of the arrow keys. */
const STEPS: Record<string, readonly [down: number, right: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1]
};

/**
 * Makes a grid of drawn cells. One of them is in the order of the tab key, and the arrow keys, Home, End, and these with Ctrl move from
 * there (WAI-ARIA Authoring Practices, pattern Grid). Enter, Space or a click opens a cell.
 * @param drawn the element that holds the shapes of the cells, in the order of `cells`
 * @param cells row after row, each from left to right; the diagonal may be missing
 */
function pairGrid<Cell extends PairCell>(
  drawn: Element,
  cells: readonly Cell[],
  {title, name, open, focus}: GridOptions<Cell>
): void {
  const shapes = [...drawn.children] as SVGElement[];
  const indexes = new Map(cells.map(({row, column}, i) => [`${row} ${column}`, i]));
  const rows = new Map<number, number[]>();
  for (const [i, {row}] of cells.entries()) rows.set(row, [...(rows.get(row) ?? []), i]);
  const lines = [...rows.values()].map(indexesOfRow => {
    const line = drawn.ownerDocument.createElementNS(drawn.namespaceURI, "g");
    line.setAttribute("role", "row");
    line.append(...indexesOfRow.map(i => shapes[i]!));
    return line;
  });
  drawn.append(...lines);
  drawn.setAttribute("role", "grid");
  drawn.setAttribute("aria-label", title);
  shapes.forEach((shape, i) => {
    shape.setAttribute("role", "gridcell");
    shape.setAttribute("aria-label", name(cells[i]!));
    shape.setAttribute("tabindex", i === 0 ? "0" : "-1");
  });

  let current = 0;
  const move = (next: number | undefined): void => {
    if (next === undefined) return;
    shapes[current]!.setAttribute("tabindex", "-1");
    shapes[next]!.setAttribute("tabindex", "0");
    current = next;
    shapes[next]!.focus();
  };
  /** The next cell in a direction, which may lie beyond a missing one. */
  const beside = ([down, right]: readonly [number, number]): number | undefined => {
    const {row, column} = cells[current]!;
    return indexes.get(`${row + down} ${column + right}`) ?? indexes.get(`${row + 2 * down} ${column + 2 * right}`);
  };
  const indexOf = (event: Event): number => shapes.indexOf(event.target as SVGElement);

  drawn.addEventListener("focusin", event => {
    const i = indexOf(event);
    if (i < 0) return;
    if (i !== current) move(i);
    focus(cells[i]!);
  });
  drawn.addEventListener("click", event => {
    const i = indexOf(event);
    const {ctrlKey, metaKey} = event as MouseEvent;
    if (i >= 0) open(cells[i]!, ctrlKey || metaKey);
  });
  drawn.addEventListener("keydown", event => {
    const {key, ctrlKey, metaKey} = event as KeyboardEvent;
    const ofRow = rows.get(cells[current]!.row)!;
    if (key in STEPS) move(beside(STEPS[key]!));
    else if (key === "Home") move(ctrlKey ? 0 : ofRow[0]);
    else if (key === "End") move(ctrlKey ? cells.length - 1 : ofRow.at(-1));
    else if (key === "Enter" || key === " ") open(cells[current]!, ctrlKey || metaKey);
    else return;
    event.preventDefault();
  });
}
