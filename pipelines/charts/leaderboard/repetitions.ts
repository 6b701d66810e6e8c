// Repeated answers to the same questions, reduced: a chart over k, a table and a sentence.
import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import type {Reduced} from "../../studies/repetitions/study.js";
import {evaluationColumn} from "../shared/evaluationColumn.js";
import {figure} from "../shared/figure.js";
import {formatCount, formatRate} from "../shared/interval.js";
import {evaluationNames} from "../shared/label.js";
import {chartWidth, drawPlot} from "../shared/plot.js";
import type {Column} from "../shared/sortable.js";

/** A row of the view `repetitions`. */
export interface RepetitionRow extends Reduced {
  eval_id: string;
  model: string;
  template: string;
  sampler: string;
  base_task: string;
  simulated: boolean;
  /** empty where none is known */
  suite: string;
}

/** Most evaluations that have a colour, a symbol and intervals of their own; more are thin lines. */
const MOST_COLOURED = 6;
/** Symbols that can be hollow, one for each of these, so that nothing relies on colour alone. */
const SYMBOLS = ["circle", "square", "triangle", "diamond", "star", "wye"];
const PANELS = [
  {reducer: "pass", title: "At least one of k answers right (pass@k)"},
  {reducer: "pass_hat", title: "All of k answers right (pass^k)"}
] as const;

/** `62.1 % [58.0, 66.2]`; `100.0 % [–]` where a single item gives no interval */
function rateOf({value, low, high, items}: RepetitionRow): string {
  if (low !== null && high !== null) return formatRate({value, low, high, n: items});
  return formatRate({value, low: 0, high: 0, n: items}).replace(/\[.*\]/, "[–]");
}

const reducerName = ({reducer, k}: RepetitionRow): string =>
  ({mean: "mean", pass: `pass@${k}`, pass_hat: `pass^${k}`, majority: "majority"})[reducer];

/** The table's columns: whose answers, reduced how, to how many items. */
export function repetitionColumns(rows: readonly RepetitionRow[]): Column<RepetitionRow>[] {
  const order = ["mean", "majority", "pass", "pass_hat"];
  const counted = (key: "items" | "answers", label: string, description: string): Column<RepetitionRow> => ({
    key,
    label,
    description,
    numeric: true,
    by: row => row[key],
    show: row => formatCount(row[key])
  });
  return [
    evaluationColumn(rows),
    {
      key: "reducer",
      label: "Reducer",
      show: reducerName,
      by: row => `${order.indexOf(row.reducer)} ${String(row.k ?? 0).padStart(9, "0")}`,
      description:
        "mean: right answers among all; majority: the most frequent answer is right; pass@k: at least one of k is; pass^k: all of k are, both over every choice of k answers"
    },
    {
      key: "value",
      label: "Right",
      numeric: true,
      by: (row: RepetitionRow) => row.value,
      show: rateOf,
      description: "mean over items; 95 % interval over items by a bootstrap, a dash for a single one; guessing is not taken out"
    },
    counted("items", "n (items)", "items with enough answers; the interval is over these"),
    counted("answers", "Answers", "answers to these items; those to one item are not independent")
  ];
}

/** Panels of pass@k and at-least-k over k, one line per evaluation. */
export function repetitionPlot(rows: readonly RepetitionRow[], {width = 640} = {}): HTMLElement {
  const name = evaluationNames(evaluationsOf(rows));
  const names = evaluationsOf(rows).map(name);
  const few = names.length <= MOST_COLOURED;
  const size = chartWidth(width >= 900 ? Math.floor((width - 20) / 2) : width);
  const panels = PANELS.map(panel => {
    const own = rows.filter(({reducer, k}) => reducer === panel.reducer && k !== null);
    return panelPlot(own, {title: panel.title, name, names, few, width: size, most: Math.max(2, ...rows.map(({k}) => k ?? 1))});
  });
  const simulated = rows.some(row => row.simulated);
  const counts = rows.map(({items}) => items);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const n = `n is ${least === most ? formatCount(least) : `${formatCount(least)}–${formatCount(most)}`} ${most === 1 ? "item" : "items"}`;
  const caption = few
    ? `Bars are 95 % intervals over items by a bootstrap, ${n}: about 95 of 100 samples of as many items give a bar that holds the mean over all items of this kind; a single item has none. Dots of one k are drawn side by side.${simulated ? " Hollow dots are simulated." : ""}`
    : `One thin line per evaluation, ${n}; point at a dot for its interval, or search for a model: up to ${MOST_COLOURED} have colours and intervals.`;
  return figure(html`<div style="display: flex; flex-wrap: wrap; gap: 1rem 20px">${panels}</div>`, {
    title: "Over the number of answers",
    simulated,
    caption,
    id: "repetition-plot"
  });
}

function evaluationsOf(rows: readonly RepetitionRow[]): RepetitionRow[] {
  return [...new Map(rows.map(row => [row.eval_id, row])).values()];
}

interface Drawing {
  title: string;
  name: (row: RepetitionRow) => string;
  names: readonly string[];
  few: boolean;
  width: number;
  /** largest k of all panels */
  most: number;
}

function panelPlot(rows: readonly RepetitionRow[], {title, name, names, few, width, most}: Drawing): HTMLElement {
  const place = new Map(names.map((each, i) => [each, i - (names.length - 1) / 2]));
  // A share of the axis for each evaluation, so that intervals at one k do not lie on each other.
  const step = few ? 0.025 * Math.log2(most) : 0;
  const points = rows.map(row => ({row, name: name(row), x: row.k! * 2 ** (step * place.get(name(row))!), y: 100 * row.value}));
  type Point = (typeof points)[number];
  const edge = 2 ** (0.08 * Math.log2(most));
  const stroke = few ? "name" : "var(--theme-foreground-faint)";
  const dots = (simulated: boolean) =>
    Plot.dot(
      points.filter(({row}) => row.simulated === simulated),
      {
        x: "x",
        y: "y",
        r: few ? 3.5 : 1.5,
        stroke,
        strokeWidth: 1.5,
        ...(few && {symbol: "name"}),
        fill: simulated ? "var(--theme-background)" : stroke
      }
    );
  return drawPlot({
    width,
    height: 240,
    marginLeft: 38,
    marginRight: 12,
    marginTop: 28,
    x: {
      type: "log",
      base: 2,
      domain: [1 / edge, most * edge],
      label: "k, number of answers (log scale)",
      grid: true,
      ticks: [...new Set(rows.map(({k}) => k!))],
      tickFormat: formatCount
    },
    y: {domain: [0, 100], label: `${title} (%)`, grid: true, ticks: 5},
    color: few ? {domain: names} : {type: "identity"},
    ...(few && {symbol: {domain: names, range: SYMBOLS, legend: true}}),
    marks: [
      Plot.ruleY([0]),
      Plot.line(points, {x: "x", y: "y", z: "name", stroke, strokeWidth: few ? 1.5 : 0.7}),
      few
        ? Plot.ruleX(
            points.filter(({row}) => row.low !== null),
            {x: "x", y1: ({row}: Point) => 100 * row.low!, y2: ({row}: Point) => 100 * row.high!, stroke, strokeWidth: 1.5}
          )
        : null,
      ...[true, false].filter(simulated => rows.some(row => row.simulated === simulated)).map(dots),
      Plot.tip(
        points,
        Plot.pointer({
          x: "x",
          y: "y",
          maxRadius: 20,
          title: ({row, name: each}: Point) =>
            `${each}${row.simulated ? " (simulated)" : ""}\n${reducerName(row)}: ${rateOf(row)}\nn = ${formatCount(row.items)} items, ${formatCount(row.answers)} answers`
        })
      )
    ]
  }) as HTMLElement;
}

/** Who was asked more than once, and what that says of the one that is right most often. */
export function repetitionSentence(rows: readonly RepetitionRow[]): string {
  const means = rows.filter(({reducer}) => reducer === "mean");
  if (means.length === 0) return "No evaluation here was asked the same question more than once.";
  const best = means.reduce((most, row) => (row.value > most.value ? row : most));
  const own = rows.filter(({eval_id}) => eval_id === best.eval_id);
  const largest = (reducer: "pass" | "pass_hat") =>
    own.filter(row => row.reducer === reducer).reduce((a: RepetitionRow | null, b) => (a && a.k! > b.k! ? a : b), null);
  const [some, every] = [largest("pass"), largest("pass_hat")];
  const majority = own.find(({reducer}) => reducer === "majority");
  const parts = [
    `of its answers ${rateOf(best)} are right`,
    some &&
      `of ${formatCount(some.k)} answers to an item at least one is right for ${rateOf(some)} (n = ${formatCount(some.items)})${every ? ` and all are for ${rateOf(every)}` : ""}`,
    majority && `the most frequent answer is right for ${rateOf(majority)} (n = ${formatCount(majority.items)})`
  ].filter(Boolean);
  const head = `${means.length === 1 ? "1 evaluation was" : `${formatCount(means.length)} evaluations were`} asked the same questions several times.`;
  const who = `${means.length === 1 ? "" : "Right most often is "}${evaluationNames(means)(best)}${best.simulated ? " (simulated)" : ""}`;
  return `${head} ${who}, n = ${formatCount(best.items)} ${best.items === 1 ? "item" : "items"} and ${formatCount(best.answers)} answers: ${parts.join("; ")}. Answers to one item are not independent, so n is items. Scores above count first answers alone; here are those of all tiers, and guessing is not taken out.`;
}
