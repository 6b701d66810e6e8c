// The charts of the page Code: accuracy of each evaluation, its outcomes stacked, and accuracy by level.
import * as Plot from "npm:@observablehq/plot";
import {type Estimated, forest} from "../../pipelines/charts/shared/estimate.js";
import {figure} from "../../pipelines/charts/shared/figure.js";
import {formatCount} from "../../pipelines/charts/shared/interval.js";
import {nameAxis} from "../../pipelines/charts/shared/label.js";
import {drawPlot} from "../../pipelines/charts/shared/plot.js";
import {dotsWithIntervals, percent} from "../../pipelines/charts/shared/severalEvaluations.js";
import type {Outcome} from "../../pipelines/studies/code/rates.js";
import {type CodeRow, OUTCOME_NAMES, outcomesIn} from "./shown.js";
import {rateText} from "./table.js";

const HOLLOW = "Hollow dots are simulated.";

/** Accuracy of each evaluation with its interval, in their order; null where none has one. */
export function accuracyForest(rows: readonly CodeRow[], {width}: {width: number}): HTMLElement | null {
  const drawn = rows.flatMap(({evaluation, simulated, rates}): Estimated[] => {
    const {value, low, high, n} = rates.get("accuracy") ?? {value: null, low: null, high: null, n: 0};
    if (value === null || low === null || high === null) return [];
    const estimate = {value: percent(value), low: percent(low), high: percent(high), clusters: n};
    return [{simulated, name: `${evaluation} · n = ${formatCount(n)}`, estimate, detail: rateText(rates.get("accuracy"))}];
  });
  if (drawn.length === 0) return null;
  return forest(drawn, {
    width,
    id: "code-accuracy",
    title: "Accuracy",
    x: {label: "programs that passed all tests (%) →", domain: [0, 100]},
    caption: "95 % intervals, clustered by problem; truncated and unscored answers are left out."
  });
}

/** Colours of outcomes: what passed, what is wrong in several ways, what has no score. */
const COLOURS: Readonly<Record<Outcome, string>> = {
  passed: "var(--theme-blue)",
  wrong_result: "var(--theme-red)",
  raised_error: "#ff8ab7",
  timed_out: "#efb118",
  stopped: "#9c6b4e",
  no_function: "#3ca951",
  syntax_error: "#6cc5b0",
  no_program: "#97bbf5",
  no_reason: "#c78a6b",
  truncated: "#a463f2",
  not_scored: "#9498a0",
  not_answered: "var(--theme-foreground-fainter)"
};

/** From what passed over what is wrong to what has no score. */
const STACKED = Object.keys(COLOURS) as Outcome[];
/** Pixels of a letter in a bar, and of a bar that is worth a number. */
const LETTER = 6.5;

interface Segment {
  name: string;
  evaluation: string;
  simulated: boolean;
  outcome: string;
  from: number;
  to: number;
  text: string;
}

/** The share of each outcome of all answers of each evaluation, one bar each. */
export function outcomeBars(rows: readonly CodeRow[], {width}: {width: number}): HTMLElement {
  const known = new Set(outcomesIn(rows));
  const outcomes = STACKED.filter(outcome => known.has(outcome));
  const labels = rows.map(({evaluation, n}) => `${evaluation} · n = ${formatCount(n)}`);
  const names = nameAxis(labels, width);
  const segments = rows.flatMap((row, i): Segment[] => {
    let from = 0;
    return outcomes.flatMap(outcome => {
      const rate = row.rates.get(outcome);
      if (!rate?.value) return [];
      const own = {from, to: from + percent(rate.value)};
      from = own.to;
      const {evaluation, simulated} = row;
      return [{name: labels[i]!, evaluation, simulated, outcome: OUTCOME_NAMES[outcome], ...own, text: rateText(rate)}];
    });
  });
  const room = (width - names.margin - 24) / 100;
  const simulated = rows.some(row => row.simulated);
  const plot = drawPlot({
    width,
    height: 70 + 20 * rows.length,
    marginLeft: names.margin,
    marginRight: 24,
    marginBottom: 40,
    x: {label: "share of all answers (%) →", domain: [0, 100]},
    y: {domain: labels, label: null, tickFormat: names.format, tickSize: 0},
    color: {
      domain: outcomes.map(outcome => OUTCOME_NAMES[outcome]),
      range: outcomes.map(outcome => COLOURS[outcome]),
      legend: true
    },
    marks: [
      Plot.barX(segments, {y: "name", x1: "from", x2: "to", fill: "outcome", fillOpacity: 0.75, inset: 1}),
      Plot.text(
        segments.filter(({outcome, from, to}) => (to - from) * room > outcome.length * LETTER + 8),
        {y: "name", x: ({from, to}: Segment) => (from + to) / 2, text: "outcome", fontSize: 11, fill: "currentColor"}
      ),
      Plot.tip(
        segments,
        Plot.pointer({
          y: "name",
          x: ({from, to}: Segment) => (from + to) / 2,
          title: (row: Segment) => `${row.evaluation}${row.simulated ? " (simulated)" : ""}\n${row.outcome}: ${row.text}`
        })
      )
    ]
  });
  return figure(plot, {
    title: "Outcomes of the answers",
    simulated,
    id: "code-outcomes",
    caption: "Each share has its interval and n in the table below, and where the pointer is."
  });
}

interface Dot {
  evaluation: string;
  simulated: boolean;
  level: string;
  value: number;
  low: number;
  high: number;
  text: string;
}

/** Evaluations beside each other at one level take this share of the room between levels. */
const SPREAD = 0.6;

/** Accuracy by level, of one family or of all; null where no level has an accuracy. */
export function levelChart(
  all: readonly CodeRow[],
  {drawn, family, width}: {drawn: readonly string[]; family: string; width: number}
): HTMLElement | null {
  const dots = all
    .filter(
      row =>
        row.part === (family === "" ? "level" : "family and level") && row.family === family && drawn.includes(row.evaluation)
    )
    .flatMap(({evaluation, simulated, level, rates}): Dot[] => {
      const {value, low, high} = rates.get("accuracy") ?? {value: null, low: null, high: null};
      if (value === null || low === null || high === null) return [];
      return [{evaluation, simulated, level, value, low, high, text: rateText(rates.get("accuracy"))}];
    });
  if (dots.length === 0) return null;
  const levels = [...new Set(dots.map(({level}) => level))].sort((a, b) => a.localeCompare(b, "en", {numeric: true}));
  const x = ({level, evaluation}: Dot) =>
    levels.indexOf(level) + (drawn.length < 2 ? 0 : SPREAD * (drawn.indexOf(evaluation) / (drawn.length - 1) - 0.5));
  const simulated = dots.some(dot => dot.simulated);
  const others = new Set(all.map(({evaluation}) => evaluation)).size - drawn.length;
  const plot = drawPlot({
    width,
    height: 320,
    marginLeft: 46,
    marginBottom: 42,
    x: {
      label: "level →",
      domain: [-0.5, Math.max(0.5, levels.length - 0.5)],
      ticks: levels.map((_, i) => i),
      tickFormat: (i: number) => levels[i] ?? ""
    },
    y: {label: "↑ accuracy (%)", domain: [0, 100], grid: true},
    color: {domain: [...drawn], legend: false},
    symbol: {domain: [...drawn], legend: true},
    marks: [
      ...dotsWithIntervals(dots, {x, value: ({value}) => value}),
      Plot.tip(
        dots,
        Plot.pointer({
          x,
          y: ({value}: Dot) => percent(value),
          title: (dot: Dot) => `${dot.evaluation}${dot.simulated ? " (simulated)" : ""}\nlevel ${dot.level}\n${dot.text}`
        })
      )
    ]
  });
  return figure(plot, {
    title: `Accuracy by level${family === "" ? "" : `: ${family}`}`,
    simulated,
    id: "code-levels",
    caption: [
      "Each level adds one rule to those of the one before. Bars are 95 % intervals, clustered by problem.",
      others > 0 ? `${formatCount(others)} further evaluations can be chosen above.` : "",
      simulated ? HOLLOW : ""
    ]
      .filter(Boolean)
      .join(" ")
  });
}
