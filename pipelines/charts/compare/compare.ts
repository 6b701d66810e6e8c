// Charts, table and sentences of a comparison of two evaluations on common tests.

import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {plural} from "../../book/plural.js";
import {TRUNCATED} from "../../score/status.js";
import {type DesignPrecision, otherDesigns} from "../../stats/noise.js";
import type {PairedOptions} from "../../stats/paired.js";
import {type ComparedPass, mostRepeated, type PassEstimate} from "../../stats/passK.js";
import type {AgreedShare, Compared, Comparison} from "../../studies/compare/compare.js";
import type {PromptComparison} from "../../studies/compare/prompts.js";
import {countColumn, differenceColumn, numberColumn, pColumn, textColumn} from "../shared/columns.js";
import {forest} from "../shared/estimate.js";
import {figure} from "../shared/figure.js";
import {formatCount, formatDifference, formatP, formatRate} from "../shared/interval.js";
import {nameAxis} from "../shared/label.js";
import {STATUS_NAMES} from "../shared/outcome.js";
import {drawPlot} from "../shared/plot.js";
import type {Column} from "../shared/sortable.js";

/** Width in pixels below which the label of the axis is short. */
const NARROW = 600;

/** Names of the two evaluations. */
export interface Sides {
  a: string;
  b: string;
}

const POOLED = "all tasks";
const nameOf = ({base_task}: Compared): string => base_task ?? POOLED;

/** Returns all tasks pooled, then each task; of a single task one row under its name. */
export const comparedRows = ({pooled, tasks}: Comparison): Compared[] =>
  tasks.length === 1 ? [{...pooled, base_task: tasks[0]!.base_task}] : [pooled, ...tasks];

/** Columns of the table under the plot. */
export function comparedColumns({a, b}: Sides): Column<Compared>[] {
  const share = (key: "a" | "b", label: string): Column<Compared> => ({
    key,
    label,
    numeric: true,
    by: row => row[key].value,
    show: row => formatShare(row[key], row.n),
    description: "excess accuracy on the common tests, with its own 95 % interval over tests"
  });
  return [
    {key: "task", label: "Task", by: nameOf, show: nameOf},
    {
      key: "value",
      label: "Difference",
      numeric: true,
      by: row => row.value,
      show: formatDifference,
      description: "A − B in percentage points of excess accuracy, with its paired 95 % interval over what the column Error names"
    },
    {
      key: "over",
      label: "Error",
      by: row => row.over,
      show: row => (row.se === null ? "–" : `over ${row.over}`),
      description: "tests: these points only, tests taken as independent; points: tests clustered by point"
    },
    pColumn("p", "p (t test)", "paired t test of the difference, two-sided, with the degrees of freedom df"),
    {
      key: "df",
      label: "df",
      numeric: true,
      by: row => row.df,
      show: row => (row.df === null ? "–" : row.over === "tests" ? formatCount(row.df) : row.df.toFixed(1)),
      description: "degrees of freedom (over points: Satterthwaite's)"
    },
    countColumn("n", "n", "common tests that count"),
    countColumn("points", "Points", "points that the tests lie in: the clusters"),
    share("a", a),
    share("b", b),
    countColumn("wins", "A only", "tests that A answered better: of single answers, those that only A got right"),
    countColumn("losses", "B only", "tests that B answered better"),
    pColumn("exact", "p (McNemar, exact)", MCNEMAR),
    pColumn("mid", "p (McNemar, mid-p)", MCNEMAR)
  ];
}
const MCNEMAR = "McNemar's test: takes tests as independent, so its p is too small where tests of a point are correlated";
const formatShare = ({value, low, high}: AgreedShare, n: number): string => formatRate({value, low, high, n});

/** The difference per task and pooled, each with its interval. */
export function differencePlot(found: Comparison, {a, b}: Sides, {width = 640, simulated = false} = {}): HTMLElement {
  const rows = comparedRows(found).filter(({value}) => value !== null);
  const names = nameAxis(rows.map(nameOf), width);
  const percent = (share: number | null) => (share === null ? null : 100 * share);
  const reach = Math.max(0.02, ...rows.flatMap(({value, low, high}) => [value, low, high].map(x => Math.abs(x ?? 0))));
  const y = nameOf;
  const color = (row: Compared) => (row.base_task === null ? "var(--theme-foreground)" : "var(--theme-blue)");
  const plot = drawPlot({
    width,
    height: 74 + 24 * rows.length,
    marginLeft: names.margin,
    marginRight: 24,
    marginTop: 30,
    marginBottom: 40,
    x: {domain: [-103 * reach, 103 * reach], grid: true, label: null},
    y: {domain: rows.map(nameOf), label: null, tickFormat: names.format, tickSize: 0},
    marks: [
      Plot.ruleX([0]),
      Plot.text(["← B is better"], {frameAnchor: "top-left", dy: -22}),
      Plot.text(["A is better →"], {frameAnchor: "top-right", dy: -22}),
      Plot.text([width < NARROW ? "A − B, points" : "A − B, percentage points of excess accuracy"], {
        frameAnchor: "bottom",
        dy: 34
      }),
      Plot.ruleY(
        rows.filter(({low}) => low !== null),
        {y, x1: (row: Compared) => percent(row.low), x2: (row: Compared) => percent(row.high), stroke: color, strokeWidth: 2}
      ),
      Plot.dot(rows, {
        y,
        x: (row: Compared) => percent(row.value),
        r: 4,
        symbol: (row: Compared) => (row.base_task === null ? "diamond" : "circle"),
        fill: simulated ? "var(--theme-background)" : color,
        stroke: color,
        strokeWidth: 1.5
      }),
      Plot.tip(
        rows,
        Plot.pointerY({
          y,
          x: (row: Compared) => percent(row.value),
          title: (row: Compared) =>
            `${nameOf(row)}\n${formatDifference(row)} percentage points\nn = ${formatCount(row.n)} tests in ${formatCount(row.points)} points\np = ${formatP(row.p)}`
        })
      )
    ]
  });
  const withoutInterval = rows.filter(({low}) => low === null).map(nameOf);
  const single = rows.filter(({low, points}) => low !== null && points < 2).map(nameOf);
  const note = [
    single.length > 0 ? ` ${single.join(", ")}: one point each, so the error is over its tests.` : "",
    withoutInterval.length > 0 ? ` No error can be given for ${withoutInterval.join(", ")}: too few tests.` : ""
  ].join("");
  return figure(plot, {
    title: `${a} (A) minus ${b} (B)`,
    caption: `Bars are paired 95 % intervals over ${overText(rows)} that both answered; one that reaches 0 leaves open which is better.${note}${simulated ? " Hollow marks are simulated." : ""}`,
    simulated,
    id: "difference"
  });
}

/** What the standard errors of these rows generalise to, as text. */
function overText(rows: readonly Compared[]): string {
  const points = rows.filter(({over}) => over === "points").length;
  if (points === 0) return "the tests of these points";
  return points === rows.length ? "points with tests" : "points (where the tests lie in one point: over tests) with tests";
}

/** Returns a summary of the comparison: first which is better and by how many points. @param wrong the same with cut answers as wrong */
export function comparisonSentence(
  {pooled, tasks, table, repeats}: Comparison,
  {a, b}: Sides,
  {
    asked,
    wrong,
    truncated = "left out",
    weights = "test",
    error = "tests"
  }: PairedOptions & {asked: {a: number; b: number; common: number}; wrong?: Comparison}
): string {
  if (a === b) return "Choose two different evaluations.";
  if (pooled.value === null) return `${a} and ${b} have no test in common that counts.`;
  const [better, worse] = pooled.low !== null && pooled.low > 0 ? [a, b] : pooled.high !== null && pooled.high < 0 ? [b, a] : [];
  const points = `${formatCount(pooled.points)} ${pooled.points === 1 ? "point" : "points"}`;
  const scope =
    pooled.over === "points"
      ? `${points}, the clusters of the error`
      : error === "points"
        ? `${points}, too few for an error over points: it is over tests`
        : `${points}, error over tests`;
  const share = (side: AgreedShare) => `${(100 * side.value!).toFixed(1).replace("-", "−")} %`;
  const [first, second] = better === b ? [pooled.b, pooled.a] : [pooled.a, pooled.b];
  const shares = `${share(first)} against ${share(second)} excess accuracy on the tests that both ${truncated === "left out" ? "finished" : "were asked"}, ${weights === "test" ? "each test" : "each task"} weighing the same (n = ${formatCount(pooled.n)} tests in ${scope})`;
  const verdict = better
    ? `${better} is better than ${worse} by ${formatDifference(better === a ? pooled : turned(pooled)).slice(1)} percentage points: ${shares}.`
    : `${pooled.se === null ? "A single test gives no interval" : `It remains open whether ${a} or ${b} is better`}: A minus B is ${formatDifference(pooled)} percentage points, ${shares}.`;
  const decided = tasks.filter(({low, high}) => (low ?? 0) > 0 || (high ?? 0) < 0).length;
  return [
    verdict,
    `A was asked ${formatCount(asked.a)} tests, B ${formatCount(asked.b)}, both the same ${formatCount(asked.common)}; ${formatCount(pooled.wins)} of these were ${repeats.a > 1 || repeats.b > 1 ? `answered better by A and ${formatCount(pooled.losses)} by B (shares of all repeated answers)` : `right for A only and ${formatCount(pooled.losses)} for B only`}: p = ${formatP(pooled.exact)} by McNemar's exact test of these two counts.`,
    tasks.length > 1 ? `Taken one by one, ${formatCount(decided)} of ${formatCount(tasks.length)} tasks show a difference.` : "",
    truncated === "left out" ? "Tests that either left unfinished do not count." : "Unfinished answers count as wrong.",
    truncated === "left out" && wrong && isAnyCut(table)
      ? `With unfinished answers as wrong, A minus B is ${formatDifference(wrong.pooled)} (n = ${formatCount(wrong.pooled.n)}).`
      : ""
  ]
    .filter(Boolean)
    .join(" ");
}

/** Turns A − B into B − A. */
const turned = ({value, low, high}: Compared) => ({
  value: -value!,
  low: high === null ? null : -high,
  high: low === null ? null : -low
});

const isAnyCut = (table: Comparison["table"]): boolean =>
  table.some((row, a) => row.some((n, b) => n > 0 && (a === TRUNCATED || b === TRUNCATED)));

/** Rows of `designColumns`: precision of the comparison as it is, and with more tests or answers. */
export const designRows = ({pooled: {se, noise}}: Comparison): DesignPrecision[] => (se === null ? [] : otherDesigns(se, noise));

/** Columns of the table of designs. */
export const designColumns = ({pooled: {n}, repeats: {a, b}}: Comparison): Column<DesignPrecision>[] => {
  const points = (share: number) => (100 * share).toFixed(2);
  return [
    {key: "n", label: "Tests", numeric: true, by: row => row.tests, show: row => formatCount(Math.round(row.tests * n))},
    {
      key: "answers",
      label: "Answers of each to a test",
      numeric: true,
      by: row => row.answers,
      show: row => (row.answers === Number.POSITIVE_INFINITY ? "any number" : ((row.answers * (a + b)) / 2).toFixed(1))
    },
    {
      key: "se",
      label: "Standard error",
      numeric: true,
      by: row => row.se,
      show: row => points(row.se),
      description: "percentage points"
    },
    {
      key: "detect",
      label: "Detectable difference",
      numeric: true,
      by: row => row.detect,
      show: row => points(row.detect),
      description: "percentage points: the smallest true difference that is found with a chance of 80 % (two-sided, 5 %)"
    }
  ];
};

/** The noise of the difference in a sentence: its parts, or why they cannot be separated. */
export function noiseSentence({pooled, repeats}: Comparison): string {
  const {noise} = pooled;
  const points = (variance: number) => (100 * Math.sqrt(variance)).toFixed(2);
  if (pooled.se === null) return "";
  if (noise === null)
    return `No test was answered twice by both, so that it is unknown how much of the noise is due to the tests, and how much would go away with more answers to each (n = ${formatCount(pooled.n)} tests).`;
  const share = noise.data + noise.prediction > 0 ? noise.prediction / (noise.data + noise.prediction) : 0;
  return `The total noise, ${points(noise.total)} percentage points (one standard error), has two parts: ${points(noise.data)} because the tests are a sample, and ${points(noise.prediction)} because answers to the same test differ, ${(100 * share).toFixed(0)} % of the variance (${formatCount(noise.tests)} of ${formatCount(pooled.n)} tests were answered twice or more by both; ${repeats.a.toFixed(1)} answers of A to a test, ${repeats.b.toFixed(1)} of B).`;
}

const PASS_NAMES = {pass_hat: "pass^", pass_at: "pass@"} as const;
const passName = ({kind, k}: ComparedPass): string => `${PASS_NAMES[kind]}${k}`;
const formatPass = ({value, low, high, items}: PassEstimate): string => formatRate({value, low, high, n: items});

/** How often several answers in a row are right, in a sentence of the largest k that most repeated tests have; or what would show it. */
export function passesSentence(passes: readonly ComparedPass[], {a, b}: Sides): string {
  const [all, any] = mostRepeated(passes);
  if (!all || !any)
    return "No test was answered twice by both, so that it is unknown how often each would be right again: trials in a sampler (trials: 4) asks each test several times.";
  const side = (name: string, {every, some}: {every: PassEstimate; some: PassEstimate}) =>
    `${name} is right in all of ${formatCount(all.k)} answers to ${formatPass(every)} of the tests and in at least one to ${formatPass(some)}`;
  const better = all.low !== null && all.low > 0 ? a : all.high !== null && all.high < 0 ? b : null;
  return `${side(a, {every: all.a, some: any.a})}; ${side(b, {every: all.b, some: any.b})} (n = ${plural(all.items, "test")}). In all of them ${better === null ? "neither is significantly better" : `${better} is significantly better`}: ${formatDifference(all)} points.${all.left_out > 0 ? ` ${plural(all.left_out, "test")} with fewer answers of either ${all.left_out === 1 ? "is" : "are"} left out.` : ""}`;
}

/** Columns of the table of pass^k and pass@k. */
export function passColumns({a, b}: Sides): Column<ComparedPass>[] {
  const share = (key: "a" | "b", label: string) =>
    numberColumn<ComparedPass>(
      key,
      label,
      row => row[key].value,
      row => formatPass(row[key]),
      "share of tests, with its 95 % interval over tests (bootstrap)"
    );
  return [
    textColumn("measure", "Answers", passName, {
      by: ({kind, k}) => k + (kind === "pass_at" ? 0.5 : 0),
      description: "pass^k: k answers to a test are all right; pass@k: at least one of them is"
    }),
    share("a", a),
    share("b", b),
    differenceColumn("A − B in percentage points, with its 95 % interval over tests, paired by test"),
    pColumn("p", "p", "two-sided, of no difference"),
    countColumn("items", "n", "tests with at least k answers of both"),
    countColumn("left_out", "Left out", "tests with fewer answers of A or of B")
  ];
}

/** Does a difference survive another prompt? */
export function promptsSentence({prompts, spread, n, leads}: PromptComparison, {a, b}: Sides): string {
  if (spread === null)
    return `Both models need two prompts in common, with tests that they answered in each (${formatCount(prompts.length)} here): npm run run -- --prompts 5 asks the same tests in five wordings.`;
  const {value, low, high, sd, sd_low, sd_high} = spread;
  const points = (share: number | null) => (100 * share!).toFixed(1);
  return `${a} leads in ${formatCount(leads)} of ${formatCount(prompts.length)} prompts. Over prompts like these its excess accuracy minus that of ${b} is ${formatDifference({value, low, high})} percentage points (n = ${formatCount(n)} tests in ${formatCount(prompts.length)} prompts), ${low! > 0 || high! < 0 ? "which another prompt would not turn round" : "so that another prompt may turn the order round"}. Between prompts the difference has a standard deviation of ${points(sd)} points [${points(sd_low)}, ${points(sd_high)}].`;
}

/** The difference in each prompt, and over all. */
export const promptsPlot = (
  {prompts, spread, n}: PromptComparison,
  {a, b}: Sides,
  {width = 640, simulated = false} = {}
): HTMLElement =>
  forest(
    [{template: "all prompts", ...spread!}, ...prompts].map(({template, value, low, high}) => ({
      name: template,
      simulated,
      estimate: {value: 100 * value, low: 100 * (low ?? value), high: 100 * (high ?? value), clusters: n},
      detail: `${formatDifference({value, low, high})} percentage points\nn = ${formatCount(n)} tests`
    })),
    {
      width,
      title: `${a} minus ${b}, by prompt`,
      caption:
        "Percentage points of excess accuracy with 95 % intervals: of one prompt over tests, of all prompts over tests and prompts like these.",
      id: "by-prompt",
      x: {label: "difference, percentage points", zero: true},
      reference: 0
    }
  );

/** Cross table of the common tests: A's status by B's, of the first answers. */
export function crossTable({table}: Comparison, {a, b}: Sides, {simulated = false} = {}): HTMLElement {
  const total = (values: readonly number[]) => values.reduce((sum, x) => sum + x, 0);
  const columns = STATUS_NAMES.map((_, j) => table.map(row => row[j]!));
  const line = (name: string, counts: readonly number[], i: number) =>
    html`<tr><th scope="row">A ${name}</th>${counts.map((n, j) => html`<td class=${i === j ? "rb-number rb-same" : "rb-number"}>${formatCount(n)}`)}<td class="rb-number">${formatCount(total(counts))}</td></tr>`;
  const content = html`<table class="rb-table rb-cross">
    <thead><tr><th></th>${STATUS_NAMES.map(name => html`<th scope="col" class="rb-number">B ${name}`)}<th scope="col" class="rb-number">all</th></tr></thead>
    <tbody>${STATUS_NAMES.map((name, i) => line(name, table[i]!, i))}
      <tr><th scope="row">all</th>${columns.map(counts => html`<td class="rb-number">${formatCount(total(counts))}`)}<td class="rb-number">${formatCount(total(table.flat()))}</td></tr></tbody>
  </table>`;
  return figure(content, {
    title: "Wins, losses, ties",
    caption: `Common tests by outcome: rows ${a} (A), columns ${b} (B), of first answers. On the diagonal both have the same outcome.`,
    simulated,
    id: "cross"
  });
}
