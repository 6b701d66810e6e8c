// Data, table and chart of page History.
import * as Plot from "npm:@observablehq/plot";
import type {Evaluated} from "../pipelines/store/evaluationName.js";
import type {Change} from "../pipelines/studies/history/changes.js";
import {namedRows} from "./shared/answers.js";
import {
  type Column,
  countColumn,
  evaluationColumns,
  formatCost,
  formatCount,
  formatDifference,
  formatEstimate,
  formatInstant,
  formatRate,
  kindName,
  numberColumn,
  pColumn,
  plotFigure,
  type Sql,
  textColumn,
  tip
} from "./shared/charts.js";

// What the page History shows: recorded runs by series, their changes, and sentences on both.

/** Measures that are drawn over dates. */
export const SHOWN = ["accuracy", "score", "refused", "truncated", "latency", "cost"] as const;
type Shown = (typeof SHOWN)[number];
export const SHOWN_NAMES: Record<Shown, string> = {
  accuracy: "accuracy (%)",
  score: "score (%)",
  refused: "refused (%)",
  truncated: "truncated (%)",
  latency: "median latency (ms)",
  cost: "cost of 1,000 answers ($)"
};
/** What a value is multiplied with in the unit of its axis. */
const SCALE: Record<Shown, number> = {accuracy: 100, score: 100, refused: 100, truncated: 100, latency: 1, cost: 1_000};

type Estimates = {[Key in Shown as `${Key}` | `${Key}_low` | `${Key}_high`]: number | null};

/** A recorded run of one evaluation and suite. */
interface ShownRun extends Evaluated, Estimates {
  evaluation: string;
  suite: string;
  date: string;
  n: number;
  common: number | null;
  spend: number;
  claimed: string;
  served: readonly string[];
}

interface ShownChange extends Change, Evaluated {
  evaluation: string;
  suite: string;
  served_changed: boolean;
}

export async function runsIn(sql: Sql): Promise<ShownRun[]> {
  const rows = await namedRows<Omit<ShownRun, "evaluation" | "served"> & {served: string}>(
    sql,
    "select * replace (coalesce(array_to_string(served, ', '), '') as served) from history order by model, template, sampler, suite, date"
  );
  return rows.map(row => ({...row, served: row.served === "" ? [] : row.served.split(", ")}));
}

export const changesIn = (sql: Sql): Promise<ShownChange[]> =>
  namedRows(sql, "select * from history_changes order by model, template, sampler, suite, kind, measure, after");

const isShare = (measure: string): boolean => measure !== "latency" && measure !== "cost";

/** A value of a run with its interval, in the measure's unit. */
function runText(run: ShownRun, measure: Shown): string {
  const [value, low, high] = [run[measure], run[`${measure}_low`], run[`${measure}_high`]];
  if (value === null) return "–";
  if (isShare(measure) && low !== null && high !== null) return formatRate({value, low, high, n: run.n});
  const scaled = (x: number | null) => (x === null ? null : SCALE[measure] * x);
  return formatEstimate(
    {value: SCALE[measure] * value, low: scaled(low), high: scaled(high)},
    {digits: isShare(measure) ? 1 : measure === "cost" ? 3 : 0}
  );
}

const runColumn = (measure: Shown, description: string): Column<ShownRun> =>
  numberColumn(
    measure,
    SHOWN_NAMES[measure].replace(/^./u, letter => letter.toUpperCase()),
    run => run[measure],
    run => runText(run, measure),
    description
  );

export const runColumns: readonly Column<ShownRun>[] = [
  ...evaluationColumns,
  textColumn("date", "Date", run => formatInstant(run.date), {by: run => run.date}),
  countColumn("n", "n", "tests answered"),
  runColumn("accuracy", "excess accuracy over untruncated answers"),
  runColumn("score", "formula score of the suite"),
  runColumn("refused", "share of answers that refuse"),
  runColumn("truncated", "share of answers that the token limit stopped"),
  runColumn("latency", "median, with its interval by order statistics"),
  runColumn("cost", "at list price, mean"),
  numberColumn(
    "common",
    "Tests in common",
    run => run.common,
    run => (run.common === null ? "–" : formatCount(run.common)),
    "tests that the date before has as well"
  ),
  numberColumn(
    "spend",
    "Spent",
    run => run.spend,
    run => formatCost(run.spend)
  ),
  textColumn("served", "Served as", run => (run.served.length === 0 ? "–" : run.served.join(", ")), {
    by: run => run.served.join(", "),
    description: "model names that the endpoint reported, where they differ from the one asked for"
  })
];

/** The value of a change in its measure's unit: percentage points, ms, or dollars for 1,000 answers. */
function changeText({measure, value, low, high}: ShownChange): string {
  if (isShare(measure) || value === null) return formatDifference({value, low, high});
  const scale = SCALE[measure as Shown];
  const scaled = (x: number | null) => (x === null ? null : scale * x);
  return formatEstimate({value: scale * value, low: scaled(low), high: scaled(high)}, {digits: measure === "cost" ? 3 : 0});
}

export const changeColumns: readonly Column<ShownChange>[] = [
  ...evaluationColumns,
  textColumn("kind", "Compared", row => (row.kind === "step" ? "two dates" : "before and after"), {by: row => row.kind}),
  textColumn("measure", "Measure", row => row.measure),
  textColumn("before", "Before", row => formatInstant(row.before), {by: row => row.before}),
  textColumn("after", "After", row => formatInstant(row.after), {by: row => row.after}),
  numberColumn(
    "value",
    "Change",
    row => row.value,
    changeText,
    "after minus before, with an interval that holds for all dates together: percentage points, ms, or $ for 1,000 answers"
  ),
  numberColumn(
    "n",
    "n",
    row => row.n,
    row => (isShare(row.measure) ? formatCount(row.n) : `${formatCount(row.dates)} dates`),
    "tests that these dates have in common; for latency and cost dates"
  ),
  {
    key: "only",
    label: "Only before / after",
    numeric: true,
    description: "tests that are marked on only one of the two dates",
    show: row => (row.only_before === null ? "–" : `${formatCount(row.only_before)} / ${formatCount(row.only_after)}`)
  },
  pColumn("adjusted", "p, adjusted", "for all dates of the series"),
  textColumn("named", "Changed", row => (row.named ? "yes" : row.value === null ? "not comparable" : "not shown"), {
    by: row => (row.named ? 1 : 0)
  }),
  textColumn("served_changed", "Served", row => (row.served_changed ? "another name" : "–"), {
    by: row => (row.served_changed ? 1 : 0)
  })
];

/** What a reader should know first: how many dates there are, and which changes the intervals allow to name. */
export function historySentence(runs: readonly ShownRun[], changes: readonly ShownChange[]): string {
  const dates = new Set(runs.map(({date}) => date)).size;
  const several = new Set(changes.map(({eval_id, suite}) => `${eval_id} ${suite}`)).size;
  if (dates === 1)
    return `One date is recorded, ${formatInstant(runs[0]!.date)}: whether a model still answers as it did needs two. The next run with new answers adds another.`;
  const intro = `${formatCount(dates)} dates are recorded`;
  if (several === 0) return `${intro}, but no evaluation has two of them on one suite, so that nothing can be compared.`;
  const points = changes.filter(({kind, named}) => kind === "change point" && named);
  const first = points.find(({measure}) => measure === "accuracy") ?? points[0];
  if (!first)
    return `${intro}. No change point is significant: every interval that holds for all dates together contains no change.`;
  const unit = isShare(first.measure) ? " percentage points" : first.measure === "latency" ? " ms" : " $ for 1,000 answers";
  const counted = isShare(first.measure) ? `n = ${formatCount(first.n)} tests` : `${formatCount(first.dates)} dates`;
  return `${intro}. ${formatCount(points.length)} change ${points.length === 1 ? "point is" : "points are"} significant, ${points.length === 1 ? "" : "first "}${first.measure} of ${kindName(first)} between ${formatInstant(first.before)} and ${formatInstant(first.after)}: ${changeText(first)}${unit}, ${counted}.`;
}

// The chart of the page History: one measure over dates, with intervals and change points.

/** A measure of some evaluations over dates. Dashed lines are change points that can be named. */
export function historyChart(
  runs: readonly ShownRun[],
  {measure, changes, width}: {measure: Shown; changes: readonly ShownChange[]; width: number}
): HTMLElement {
  const known = runs.filter(run => run[measure] !== null);
  const scaled = (x: number | null) => (x === null ? null : SCALE[measure] * x);
  const date = (run: ShownRun) => new Date(run.date);
  const names = [...new Set(known.map(({evaluation}) => evaluation))];
  const shown = new Set(known.map(({eval_id, suite}) => `${eval_id} ${suite}`));
  const points = changes.filter(
    ({kind, named, eval_id, suite, ...change}) =>
      kind === "change point" && named && change.measure === measure && shown.has(`${eval_id} ${suite}`)
  );
  const between = ({before, after}: ShownChange) => new Date((Date.parse(before) + Date.parse(after)) / 2);
  const simulated = known.some(run => run.simulated);
  const ranged = known.filter(run => run[`${measure}_low`] !== null && run[`${measure}_high`] !== null);
  return plotFigure({
    title: SHOWN_NAMES[measure].replace(/^./u, letter => letter.toUpperCase()),
    simulated,
    id: "history",
    caption: `Bars are 95 % intervals of each date by itself${points.length > 0 ? "; dashed lines are significant change points" : "; no change point of this measure is significant"}. Answers to the same tests are compared more precisely than these bars show: see the table of changes.`,
    width,
    height: 340,
    marginLeft: 56,
    marginRight: 24,
    marginBottom: 40,
    x: {type: "utc", label: "date →", inset: 16, ticks: Math.max(2, Math.floor(width / 130))},
    y: {label: `↑ ${SHOWN_NAMES[measure]}`, grid: true, nice: true},
    color: {domain: names, legend: names.length > 1},
    marks: [
      Plot.ruleX(points, {x: between, stroke: "var(--theme-foreground-muted)", strokeDasharray: "4,3"}),
      Plot.line(known, {x: date, y: (run: ShownRun) => scaled(run[measure]), stroke: "evaluation", strokeOpacity: 0.6}),
      Plot.ruleX(ranged, {
        x: date,
        y1: (run: ShownRun) => scaled(run[`${measure}_low`]),
        y2: (run: ShownRun) => scaled(run[`${measure}_high`]),
        stroke: "evaluation"
      }),
      Plot.dot(known, {
        x: date,
        y: (run: ShownRun) => scaled(run[measure]),
        r: 4,
        stroke: "evaluation",
        fill: simulated ? "var(--theme-background)" : "evaluation"
      }),
      tip(known, {
        x: date,
        y: (run: ShownRun) => scaled(run[measure]),
        title: (run: ShownRun) =>
          `${kindName(run)}\n${formatInstant(run.date)}\n${runText(run, measure)} n = ${formatCount(run.n)}`
      })
    ]
  });
}
