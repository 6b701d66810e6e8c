// How many tests of each task stand in a corpus: a chart, a table and a sentence.
import * as Plot from "npm:@observablehq/plot";
import {groupBy} from "../../stats/groupBy.js";
import {type ContaminationRate, contaminationRate} from "../../studies/contamination/rates.js";
import type {Verdict} from "../../studies/contamination/settings.js";
import {figure} from "../shared/figure.js";
import {formatCount, formatRate} from "../shared/interval.js";
import {nameAxis} from "../shared/label.js";
import {drawPlot} from "../shared/plot.js";
import type {Column} from "../shared/sortable.js";

/** A test with its task or category, and what was decided about it. */
export interface Judged {
  place: string;
  verdict: Verdict;
}

/** The tests of one task or category: how many of each verdict, and the share of contaminated ones. */
export interface RateRow extends ContaminationRate {
  place: string;
}

/** Counts of verdicts by place, and of all together under the name "all". */
export function ratesOf(judged: readonly Judged[]): RateRow[] {
  const of = (tests: readonly Judged[]) => contaminationRate(tests.map(({verdict}) => verdict));
  const sorted = [...groupBy(judged, ({place}) => place)].sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = sorted.map(([place, own]): RateRow => ({place, ...of(own)}));
  return rows.length > 1 ? [...rows, {place: "all", ...of(judged)}] : rows;
}

const share = (row: RateRow): string => (row.n === 0 ? "none testable" : formatRate(row));

/** The table's columns: which tests, and what was decided about how many. */
export function rateColumns(place: string): Column<RateRow>[] {
  const counted = (key: Verdict | "n", label: string, description: string): Column<RateRow> => ({
    key,
    label,
    description,
    numeric: true,
    by: row => row[key],
    show: row => formatCount(row[key])
  });
  return [
    {key: "place", label: place, by: row => row.place, show: row => row.place},
    {
      key: "value",
      label: "Contaminated",
      numeric: true,
      by: (row: RateRow) => row.value,
      show: share,
      description: "share of exact and near copies among the tests that could be tested; Wilson's 95 % interval"
    },
    counted("n", "n", "tests that could be tested"),
    counted("exact", "Exact", "copied as they are, or nearly all of their n-grams in one window of a document"),
    counted("near", "Near", "copied with changes"),
    counted("clean", "Clean", "searched for in all that was read, and not found"),
    counted("not_testable", "Not testable", "too little text beside what other tests of the task share, or not all was read")
  ];
}

/** A dot with its interval for each place, the share of contaminated tests. */
export function ratePlot(rows: readonly RateRow[], {width = 640} = {}): HTMLElement {
  const drawn = rows.filter(({n}) => n > 0);
  const {margin, format} = nameAxis(
    drawn.map(({place}) => place),
    width
  );
  const most = Math.max(1, ...drawn.map(({high}) => 100 * high));
  const plot = drawPlot({
    width,
    height: 22 * drawn.length + 56,
    marginLeft: margin,
    marginRight: 16,
    x: {label: "contaminated tests (%)", domain: [0, most], grid: true},
    y: {label: null, domain: drawn.map(({place}) => place), tickFormat: format},
    marks: [
      Plot.ruleX([0]),
      Plot.ruleY(drawn, {y: "place", x1: row => 100 * row.low, x2: row => 100 * row.high, strokeWidth: 1.5}),
      Plot.dot(drawn, {y: "place", x: row => 100 * row.value, r: 4, fill: "currentColor"}),
      Plot.tip(
        drawn,
        Plot.pointerY({
          y: "place",
          x: (row: RateRow) => 100 * row.value!,
          title: (row: RateRow) =>
            `${row.place}: ${share(row)}, n = ${formatCount(row.n)}\n${formatCount(row.exact)} exact, ${formatCount(row.near)} near, ${formatCount(row.not_testable)} more not testable`
        })
      )
    ]
  }) as HTMLElement;
  return figure(plot, {
    title: "Contaminated tests",
    caption: "Bars are Wilson's 95 % intervals over tests; those that could not be tested count on neither side.",
    id: "contamination-rates"
  });
}

/** What the audit found, and of how much nothing can be said. */
export function rateSentence(rows: readonly RateRow[]): string {
  const all = rows.find(({place}) => place === "all") ?? rows[0];
  if (!all) return "No tests have been audited: the book names no corpus (corpora), or the store holds no tests.";
  const total = all.n + all.not_testable;
  const unknown = `${formatCount(all.not_testable)} of ${formatCount(total)} tests could not be tested, and are not called clean.`;
  if (all.n === 0) return `None of ${formatCount(total)} tests could be tested.`;
  const head = `Of ${formatCount(all.n)} tests that could be tested, ${formatCount(all.exact)} ${all.exact === 1 ? "was" : "were"} found as exact copies and ${formatCount(all.near)} as near copies: ${formatRate(all)}.`;
  return `${head} ${unknown}`;
}
