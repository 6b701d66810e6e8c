// The confusion of answers found with answers stated, as shares of texts, one bar a method.
import * as Plot from "npm:@observablehq/plot";
import {figure} from "../../pipelines/charts/shared/figure.js";
import {formatCount} from "../../pipelines/charts/shared/interval.js";
import {drawPlot} from "../../pipelines/charts/shared/plot.js";
import type {Outcome} from "../../pipelines/studies/extraction/confusion.js";
import type {CheckRow} from "./shown.js";

/** Outcomes in the order of the bars: what is right first, in blue tones, then errors, in warm ones. */
const SHOWN: readonly {outcome: Outcome; label: string; color: string}[] = [
  {outcome: "right", label: "right", color: "#4269d0"},
  {outcome: "none", label: "none, rightly", color: "#97bbf5"},
  {outcome: "wrong", label: "wrong", color: "#ff725c"},
  {outcome: "missed", label: "missed", color: "#efb118"},
  {outcome: "invented", label: "invented", color: "#9c6b4e"}
];

/** @param rows of one source, over all its texts */
export function confusionBars(rows: readonly CheckRow[], {width}: {width: number}): HTMLElement {
  const bars = rows
    .filter(({task}) => task === "")
    .flatMap(row => SHOWN.map(({outcome, label}) => ({method: row.method, label, count: row[outcome], n: row.n})));
  const plot = drawPlot({
    width,
    height: 150,
    marginLeft: 70,
    marginBottom: 40,
    x: {label: "texts (%) →", percent: true, domain: [0, 100]},
    y: {label: null},
    color: {domain: SHOWN.map(({label}) => label), range: SHOWN.map(({color}) => color), legend: true},
    marks: [
      Plot.barX(bars, {
        y: "method",
        x: (bar: (typeof bars)[number]) => bar.count / bar.n,
        fill: "label",
        insetLeft: 0.5,
        insetRight: 0.5,
        title: (bar: (typeof bars)[number]) => `${bar.method}: ${bar.label}, ${formatCount(bar.count)} of ${formatCount(bar.n)}`,
        tip: true
      }),
      Plot.ruleX([0])
    ]
  });
  return figure(plot, {
    id: "confusion",
    title: "Answers found and answers stated",
    caption:
      "Right: the stated answer; none, rightly: no answer is stated and none is found. Wrong, missed and invented are errors. Counts are in the table."
  });
}
