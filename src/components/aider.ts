// Aider's public results on page Tokens: accuracy against cost, seconds and tokens, and what the format of an answer costs.
import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {placed, type Trade, tradePlot, tradeSentence} from "../pipelines/charts/leaderboard/pareto.js";
import {
  type Column,
  formatCost,
  formatCount,
  formatDifference,
  formatInterval,
  formatRate,
  formatSeconds,
  nameAxis,
  numberColumn,
  plotFigure,
  plural,
  textColumn,
  tip
} from "./shared/charts.js";
import {choice, choices, tableBox} from "./shared/page.js";

/** A run of one of Aider's benchmarks; rates are shares of its tasks. */
interface AiderRun {
  benchmark: "polyglot" | "edit";
  model: string;
  edit_format: string;
  date: string;
  tasks: number;
  comparable: boolean;
  pass_1: number;
  pass_1_low: number;
  pass_1_high: number;
  pass_2: number;
  pass_2_low: number;
  pass_2_high: number;
  well_formed: number;
  seconds: number;
  cost: number | null;
  prompt_tokens: number | null;
  completion_tokens: number | null;
}

/** A model in one format of code-in-json. */
interface FormatRow {
  model: string;
  format: string;
  runs: number;
  tasks: number;
  value: number;
  low: number | null;
  high: number | null;
  task_low: number;
  task_high: number;
  difference: number | null;
  difference_low: number | null;
  difference_high: number | null;
  difference_task_low: number | null;
  difference_task_high: number | null;
  well_formed: number;
  seconds: number;
  cost: number | null;
}

const BENCHMARK_NAMES = {polyglot: "polyglot, 225 tasks in six languages", edit: "edit, 133 tasks in Python"};

/** Prices of an answer. */
const PRICES = {
  cost: {name: "cost", label: "US dollars per task", format: formatCost, text: (x: number) => `${formatCost(x)} per task`},
  seconds: {name: "seconds", label: "seconds per task", format: formatCount, text: (x: number) => `${formatSeconds(x)} per task`},
  completion_tokens: {
    name: "completion tokens",
    label: "completion tokens per task",
    format: formatCount,
    text: (x: number) => `${formatCount(x)} completion tokens per task`
  }
} as const;
type Price = keyof typeof PRICES;
const PRICE_NAMES: Readonly<Record<Price, string>> = {
  cost: PRICES.cost.name,
  seconds: PRICES.seconds.name,
  completion_tokens: PRICES.completion_tokens.name
};

/** Inputs for the benchmark and the price of the chart. */
export const aiderInputs = () =>
  choices({
    benchmark: choice("benchmark", ["polyglot", "edit"], {label: "Benchmark", names: BENCHMARK_NAMES}),
    price: choice("price", ["cost", "seconds", "completion_tokens"], {label: "Against", names: PRICE_NAMES})
  });

const passText = ({pass_2: value, pass_2_low: low, pass_2_high: high, tasks: n}: AiderRun): string =>
  formatInterval({value, low, high, n});

/** The comparable runs that have a price. */
const tradesOf = (runs: readonly AiderRun[], price: Price) =>
  placed(
    runs.flatMap((run): Trade[] => {
      const paid = run[price];
      if (!run.comparable || paid === null || paid <= 0) return [];
      return [
        {
          name: run.model,
          simulated: false,
          gain: 100 * run.pass_2,
          gain_low: 100 * run.pass_2_low,
          gain_high: 100 * run.pass_2_high,
          price: paid,
          price_low: paid,
          price_high: paid,
          detail: `${passText(run)} tasks\n${PRICES[price].text(paid)}\n${run.edit_format}, ${run.date}`
        }
      ];
    })
  );

/** Which run solves most, and which runs no other beats in both accuracy and price. */
export function aiderSentence(runs: readonly AiderRun[], price: Price): string {
  const comparable = runs.filter(run => run.comparable);
  const [best] = comparable;
  if (!best) return "No run has the benchmark's tasks.";
  const alike = comparable.filter(run => run !== best && run.pass_2_high >= best.pass_2_low).length;
  const trades = tradesOf(runs, price);
  const without = comparable.length - trades.length;
  const paid = best[price];
  return `${best.model} solves most: ${passText(best)} tasks after two tries${paid === null ? "" : `, for ${PRICES[price].text(paid)}`}; the intervals of ${plural(alike, "other run")} of ${formatCount(comparable.length)} overlap with its own. In accuracy and ${PRICES[price].name}, ${tradeSentence(trades, PRICES[price].text)}${without > 0 ? ` ${plural(without, "run")} without published ${PRICES[price].name} ${without === 1 ? "is" : "are"} only in the table.` : ""}`;
}

/** Accuracy against a price. */
export function aiderPlot(runs: readonly AiderRun[], {price, width}: {price: Price; width: number}): HTMLElement {
  const trades = tradesOf(runs, price);
  if (trades.length === 0)
    return html`<p class="rb-muted" id="aider-plot">No run of this benchmark has published ${PRICES[price].name}.`;
  return tradePlot(trades, {
    width,
    id: "aider-plot",
    title: `Tasks solved and ${PRICES[price].name}`,
    price: PRICES[price].name,
    priceLabel: PRICES[price].label,
    format: PRICES[price].format,
    gainLabel: "↑ tasks solved (%)",
    step: 10,
    least: 0
  });
}

type Spent = Pick<AiderRun, "cost" | "seconds" | "well_formed">;

const costColumn = (title: string): Column<Spent> =>
  numberColumn(
    "cost",
    "Cost",
    row => row.cost,
    row => (row.cost === null ? "–" : formatCost(row.cost)),
    title
  );

const secondsColumn = (title: string): Column<Spent> =>
  numberColumn(
    "seconds",
    "Seconds",
    row => row.seconds,
    row => formatSeconds(row.seconds),
    title
  );

const wellFormedColumn = (title: string): Column<Spent> =>
  numberColumn(
    "well_formed",
    "Well formed",
    row => row.well_formed,
    row => `${(100 * row.well_formed).toFixed(1)} %`,
    title
  );

const runColumns = (): Column<AiderRun>[] => [
  textColumn("model", "Model", row => row.model),
  textColumn("edit_format", "Edit format", row => row.edit_format),
  numberColumn(
    "pass_2",
    "Solved, 2 tries",
    row => row.pass_2,
    row => passText(row),
    "share of tasks, with Wilson's 95 % interval over tasks"
  ),
  numberColumn(
    "pass_1",
    "Solved, 1 try",
    row => row.pass_1,
    row => formatInterval({value: row.pass_1, low: row.pass_1_low, high: row.pass_1_high, n: row.tasks})
  ),
  costColumn("US dollars per task: a published total ÷ tasks, without an interval; – where the source has none or 0"),
  secondsColumn("mean per task, as published, without an interval"),
  numberColumn(
    "tokens",
    "Completion tokens",
    row => row.completion_tokens,
    row => formatCount(row.completion_tokens),
    "per task, as published"
  ),
  wellFormedColumn("share of tasks without a malformed answer, as published"),
  textColumn("date", "Date", row => row.date)
];

/** All runs of a benchmark. */
export const aiderTable = (runs: readonly AiderRun[]): DocumentFragment =>
  tableBox("aider-table", runs, runColumns(), {
    sort: "-pass_2",
    key: "aider-sort",
    csv: ["aider.csv", () => runs.map(row => ({...row}))]
  });

/** The formats whose difference is significant on these tasks, and on others of their kind. */
export function formatsSentence(rows: readonly FormatRow[]): string {
  const others = rows.filter(row => row.difference !== null).sort((a, b) => a.difference! - b.difference!);
  const [most] = others;
  if (!most) return "No model was asked in Markdown and in another format.";
  const {runs, tasks, difference, difference_low: low, difference_high: high} = most;
  const lower = others.filter(row => row.difference_high !== null && row.difference_high < 0).length;
  const sure = others.filter(row => row.difference_task_high! < 0).length;
  return `${most.format} instead of Markdown costs ${most.model} most: ${formatDifference({value: difference, low, high})} points on the same ${formatCount(tasks)} tasks (${plural(runs, "run")}). ${formatCount(lower)} of ${plural(others.length, "difference")} ${lower === 1 ? "is" : "are"} below 0 on these tasks, by the variation between runs; over other tasks of the kind ${sure === 0 ? "none is significant" : `${formatCount(sure)} ${sure === 1 ? "is" : "are"} significant`}: results by task are not published, so only the widest intervals are certain.`;
}

/** Differences from Markdown: thick bars over runs on these tasks, thin bars over runs and tasks. */
export function formatsPlot(rows: readonly FormatRow[], {width}: {width: number}): HTMLElement {
  const differences = rows
    .filter(row => row.difference !== null)
    .sort((a, b) => a.difference! - b.difference!)
    .map(row => ({...row, name: `${row.model}, ${row.format}`}));
  type Difference = (typeof differences)[number];
  const names = nameAxis(
    differences.map(({name}) => name),
    width
  );
  const points =
    (field: "difference" | "difference_low" | "difference_high" | "difference_task_low" | "difference_task_high") =>
    (row: Difference) =>
      100 * row[field]!;
  return plotFigure({
    id: "formats-plot",
    title: "Tasks solved in another format, minus those solved in Markdown",
    caption:
      "Thick bars: 95 % intervals over runs, on these tasks (Welch). Thin bars: over runs and tasks without pairing (Newcombe), the widest where formats tend to solve the same tasks.",
    width,
    height: 70 + 24 * differences.length,
    marginLeft: names.margin,
    marginRight: 24,
    marginBottom: 40,
    x: {label: "points →", grid: true},
    y: {domain: differences.map(({name}) => name), label: null, tickFormat: names.format, tickSize: 0},
    marks: [
      Plot.ruleX([0]),
      Plot.ruleY(differences, {
        y: "name",
        x1: points("difference_task_low"),
        x2: points("difference_task_high"),
        stroke: "var(--theme-foreground-muted)"
      }),
      Plot.ruleY(
        differences.filter(row => row.difference_low !== null),
        {
          y: "name",
          x1: points("difference_low"),
          x2: points("difference_high"),
          stroke: "var(--theme-blue)",
          strokeWidth: 4,
          strokeOpacity: 0.6
        }
      ),
      Plot.dot(differences, {y: "name", x: points("difference"), r: 3.5, fill: "var(--theme-blue)", stroke: "var(--theme-blue)"}),
      tip(differences, {
        y: "name",
        x: points("difference"),
        title: (row: Difference) =>
          `${row.name}\n${formatDifference({value: row.difference, low: row.difference_low, high: row.difference_high})} points over ${plural(row.runs, "run")}\n${formatDifference({value: row.difference, low: row.difference_task_low, high: row.difference_task_high})} points over runs and ${formatCount(row.tasks)} tasks`
      })
    ]
  });
}

const formatColumns = (): Column<FormatRow>[] => [
  textColumn("model", "Model", row => row.model),
  textColumn("format", "Format", row => row.format),
  numberColumn(
    "value",
    "Solved",
    row => row.value,
    ({value, task_low, task_high, tasks}) => formatRate({value, low: task_low, high: task_high, n: tasks}),
    "mean of the runs, with the widest 95 % interval over runs and tasks"
  ),
  numberColumn(
    "runs",
    "n",
    row => row.runs * row.tasks,
    row => `${formatCount(row.runs)} × ${formatCount(row.tasks)}`,
    "runs × tasks"
  ),
  numberColumn(
    "difference",
    "Difference from Markdown, points",
    row => row.difference,
    ({difference, difference_low, difference_high}) =>
      difference === null ? "–" : formatDifference({value: difference, low: difference_low, high: difference_high}),
    "with Welch's 95 % interval over runs, on these tasks"
  ),
  wellFormedColumn("mean of the runs, as published"),
  secondsColumn("mean per task"),
  costColumn("US dollars per task, mean of the runs")
];

export const formatsTable = (rows: readonly FormatRow[]): DocumentFragment =>
  tableBox("formats-table", rows, formatColumns(), {sort: "model", key: "formats-sort"});
