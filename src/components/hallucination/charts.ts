// The charts of the page Hallucination: abstention against confabulation, and one rate by subject.
import * as Plot from "npm:@observablehq/plot";
import {figure} from "../../pipelines/charts/shared/figure.js";
import {formatCount, formatRate} from "../../pipelines/charts/shared/interval.js";
import {drawPlot} from "../../pipelines/charts/shared/plot.js";
import {percent} from "../../pipelines/charts/shared/severalEvaluations.js";
import type {Rate, RateName} from "../../pipelines/studies/hallucination/rates.js";
import type {ShownRates} from "./shown.js";

/** Most evaluations whose names stand beside their dots. */
const MOST_NAMED = 12;
const LETTER = 6.5;

interface Placed {
  evaluation: string;
  simulated: boolean;
  x: Rate;
  y: Rate;
}

/** Abstention on real entities against confabulation on fabricated ones, with both intervals. */
export function tradeOff(rows: readonly ShownRates[], {width}: {width: number}): HTMLElement {
  const placed = rows.flatMap(({evaluation, simulated, rates}): Placed[] => {
    const [x, y] = [rates.get("abstained_real"), rates.get("confabulated")];
    return x && y ? [{evaluation, simulated, x, y}] : [];
  });
  const named = placed.length <= MOST_NAMED;
  const simulated = placed.some(row => row.simulated);
  // Names stand right of a dot in the left half, and left of it in the other.
  const labels = (right: boolean) =>
    Plot.text(
      placed.filter(({x}) => x.value < 0.5 === right),
      {
        x: (row: Placed) => percent(row.x.value),
        y: (row: Placed) => percent(row.y.value),
        text: (row: Placed) => shortened(row.evaluation, width),
        textAnchor: right ? "start" : "end",
        dx: right ? 7 : -7,
        dy: -7
      }
    );
  const plot = drawPlot({
    width,
    height: 380,
    marginLeft: 46,
    marginRight: 20,
    marginBottom: 42,
    x: {label: "abstained on real entities (%) →", domain: [0, 100], grid: true, inset: 6},
    y: {label: "↑ confabulated on fabricated ones (%)", domain: [0, 100], grid: true, inset: 6},
    marks: [
      Plot.ruleX(placed, {
        x: (row: Placed) => percent(row.x.value),
        y1: (row: Placed) => percent(row.y.low),
        y2: (row: Placed) => percent(row.y.high),
        stroke: "var(--theme-foreground-muted)"
      }),
      Plot.ruleY(placed, {
        y: (row: Placed) => percent(row.y.value),
        x1: (row: Placed) => percent(row.x.low),
        x2: (row: Placed) => percent(row.x.high),
        stroke: "var(--theme-foreground-muted)"
      }),
      Plot.dot(placed, {
        x: (row: Placed) => percent(row.x.value),
        y: (row: Placed) => percent(row.y.value),
        r: 4,
        stroke: "var(--theme-blue)",
        fill: (row: Placed) => (row.simulated ? "var(--theme-background)" : "var(--theme-blue)")
      }),
      ...(named ? [labels(true), labels(false)] : []),
      Plot.tip(
        placed,
        Plot.pointer({
          x: (row: Placed) => percent(row.x.value),
          y: (row: Placed) => percent(row.y.value),
          title: (row: Placed) =>
            `${row.evaluation}${row.simulated ? " (simulated)" : ""}\nabstained on real: ${withCount(row.x)}\nconfabulated: ${withCount(row.y)}`
        })
      )
    ]
  });
  return figure(plot, {
    title: "Abstention against confabulation",
    simulated,
    id: "trade-off",
    caption: [
      "Lower left is best: it answers what has an answer, and makes nothing up. Lines are 95 % intervals.",
      named ? "" : "Names are in the table.",
      simulated ? "Hollow dots are simulated." : ""
    ]
      .filter(Boolean)
      .join(" ")
  });
}

const shortened = (name: string, width: number): string => {
  const most = Math.max(8, Math.floor((0.4 * width) / LETTER));
  return name.length <= most ? name : `${name.slice(0, most - 1)}…`;
};
const withCount = (rate: Rate): string => `${formatRate(rate)} n = ${formatCount(rate.n)}`;

interface OfSubject {
  subject: string;
  rate: Rate;
}

/** Bars of two rates by subject for one evaluation, with intervals. */
export function subjectBars(rows: readonly ShownRates[], {width}: {width: number}): HTMLElement {
  const [first] = rows;
  const of = (name: RateName): OfSubject[] =>
    rows.flatMap(({subject, rates}) => (rates.has(name) ? [{subject, rate: rates.get(name)!}] : []));
  const bars = (["accuracy", "confabulated"] as const).flatMap(name =>
    of(name).map(row => ({...row, kind: name === "accuracy" ? "accuracy, real" : "confabulated, fabricated"}))
  );
  type Bar = (typeof bars)[number];
  const subjects = [...new Set(bars.map(({subject}) => subject))].sort();
  const plot = drawPlot({
    width,
    height: 60 + 44 * subjects.length,
    marginLeft: 100,
    marginRight: 20,
    marginBottom: 40,
    x: {label: "share (%) →", domain: [0, 100], grid: true},
    y: {axis: null, domain: ["accuracy, real", "confabulated, fabricated"]},
    fy: {domain: subjects, label: null, axis: "left"},
    color: {
      domain: ["accuracy, real", "confabulated, fabricated"],
      range: ["var(--theme-blue)", "var(--theme-red)"],
      legend: true
    },
    marks: [
      Plot.barX(bars, {fy: "subject", y: "kind", x: (bar: Bar) => percent(bar.rate.value), fill: "kind", fillOpacity: 0.6}),
      Plot.ruleY(bars, {
        fy: "subject",
        y: "kind",
        x1: (bar: Bar) => percent(bar.rate.low),
        x2: (bar: Bar) => percent(bar.rate.high),
        stroke: "currentColor"
      }),
      Plot.tip(
        bars,
        Plot.pointer({
          fy: "subject",
          y: "kind",
          x: (bar: Bar) => percent(bar.rate.value),
          title: (bar: Bar) => `${bar.subject}: ${bar.kind}\n${withCount(bar.rate)}`
        })
      )
    ]
  });
  return figure(plot, {
    title: `By subject: ${first?.evaluation ?? ""}`,
    simulated: rows.some(row => row.simulated),
    id: "subjects",
    caption: "Upper bars: right about real entities. Lower bars: made up about fabricated ones. Lines are 95 % intervals."
  });
}
