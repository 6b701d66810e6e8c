// Checks of the detectors of flaws: sensitivity to injected faults, false alarms in clean text, and detection of simulated models that
// loop.
import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {figure} from "../../pipelines/charts/shared/figure.js";
import {formatCount, formatRate} from "../../pipelines/charts/shared/interval.js";
import {drawPlot} from "../../pipelines/charts/shared/plot.js";
import type {Column} from "../../pipelines/charts/shared/sortable.js";
import {type Rate, rateOf} from "../../pipelines/studies/traces/entropy.js";

/** A row of `trace_checks`. */
export interface TraceCheck {
  detector: "loop" | "garble";
  case: string;
  planted: boolean;
  claimed: boolean;
  n: number;
  found: number;
}

const NAMES = {loop: "loops", garble: "garble"} as const;

/** Numbers of injected and detected faults, in two sentences. */
export function checkSentence(checks: readonly TraceCheck[]): string {
  return (["loop", "garble"] as const)
    .map(detector => {
      const own = checks.filter(check => check.detector === detector);
      const [injected, clean] = [
        pooled(own.filter(check => check.planted && check.claimed)),
        pooled(own.filter(check => !check.planted))
      ];
      const [found, flagged] = [formatRate(injected), falseRate(clean)];
      return injected.n === 0
        ? `There are no clean traces to plant ${NAMES[detector]} in; of clean texts ${flagged} are flagged (n = ${formatCount(clean.n)}).`
        : `Of planted ${NAMES[detector]} ${found} are found (n = ${formatCount(injected.n)}), of clean texts ${flagged} are flagged (n = ${formatCount(clean.n)}).`;
    })
    .join(" ");
}

function pooled(checks: readonly TraceCheck[]): Rate {
  const sum = (key: "found" | "n") => checks.reduce((total, check) => total + check[key], 0);
  return rateOf(sum("found"), sum("n"));
}

/** A rate near 0 needs more digits. */
const falseRate = ({value, low, high}: Rate): string => {
  const points = (share: number) => (100 * share).toFixed(3);
  return `${points(value)} % [${points(low)}, ${points(high)}]`;
};

export const checkColumns = (): Column<TraceCheck>[] => [
  {key: "detector", label: "Detector", by: row => row.detector, show: row => NAMES[row.detector]},
  {
    key: "case",
    label: "Text",
    by: row => row.case,
    show: row =>
      html`<span>${row.planted ? `planted: ${row.case}` : `clean: ${row.case}`}${row.claimed ? "" : html` <em>(not what it looks for)</em>`}</span>`
  },
  {
    key: "found",
    label: "Flagged",
    numeric: true,
    by: row => row.found / row.n,
    show: row => (row.planted ? formatRate(rateOf(row.found, row.n)) : falseRate(rateOf(row.found, row.n))),
    description: "95 % interval"
  },
  {key: "n", label: "n", numeric: true, by: row => row.n, show: row => formatCount(row.n)}
];

/** A simulated model: its probability of looping, and how often loops were detected among truncated and among other traces. */
export interface BuiltLooper {
  model: string;
  built: number;
  loops: number;
  traces: number;
  truncated: number;
  truncated_loops: number;
}

/** Least probability of models that loop often; all others have at most 0.02. */
const OFTEN = 0.1;

/** Whether the detector finds the models that were simulated to loop. */
export function builtSentence(models: readonly BuiltLooper[]): string {
  if (models.length === 0) return "There are no simulated models here to check the detector on.";
  const loopers = models.filter(({built}) => built >= OFTEN);
  const others = models.filter(({built}) => built < OFTEN);
  const highest = Math.max(0, ...others.map(model => rateOf(model.loops, model.traces).high));
  const found = loopers.filter(model => rateOf(model.loops, model.traces).low > highest).length;
  const total = (key: "loops" | "traces" | "truncated" | "truncated_loops") => models.reduce((sum, model) => sum + model[key], 0);
  const [truncated, truncatedLoops] = [total("truncated"), total("truncated_loops")];
  const ended = rateOf(total("loops") - truncatedLoops, total("traces") - truncated);
  return `${formatCount(found)} of the ${formatCount(loopers.length)} simulated models that were built to loop have a rate of loops above every other model's interval. A simulated model is cut off only while it loops: ${formatRate(rateOf(truncatedLoops, truncated))} of ${formatCount(truncated)} truncated traces are flagged, and ${falseRate(ended)} of ${formatCount(ended.n)} others.`;
}

/** True probability of looping against the detected rate with its interval. */
export function builtPlot(models: readonly BuiltLooper[], {width}: {width: number}): HTMLElement {
  const rows = models.map(model => ({...model, ...rateOf(model.loops, model.traces)}));
  const plot = drawPlot({
    width,
    height: 320,
    marginLeft: 46,
    marginRight: 20,
    marginBottom: 40,
    x: {percent: true, grid: true, zero: true, label: "probability of looping that was built in (%)"},
    y: {percent: true, grid: true, zero: true, label: "traces found in a loop (%)"},
    marks: [
      Plot.ruleX(rows, {x: "built", y1: "low", y2: "high", stroke: "var(--theme-foreground-muted)"}),
      Plot.dot(rows, {x: "built", y: "value", r: 3.5, stroke: "var(--theme-blue)", fill: "var(--theme-background)"}),
      Plot.tip(
        rows,
        Plot.pointer({
          x: "built",
          y: "value",
          title: (row: (typeof rows)[number]) =>
            `${row.model} (simulated)\nbuilt in ${(100 * row.built).toFixed(1)} %\nfound ${formatRate(row)} n = ${formatCount(row.n)}`
        })
      )
    ]
  });
  return figure(plot, {
    title: "Loops: built in and found",
    simulated: true,
    caption:
      "One dot per simulated model, with its 95 % interval. The built-in probability holds for questions of very many steps, so the rate found lies below it; models that were built to loop should stand apart from the others.",
    id: "built-plot"
  });
}
