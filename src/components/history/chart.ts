// The chart of the page History: one measure over dates, with intervals and change points.
import * as Plot from "npm:@observablehq/plot";
import {figure} from "../../pipelines/charts/shared/figure.js";
import {formatCount, formatInstant} from "../../pipelines/charts/shared/interval.js";
import {drawPlot} from "../../pipelines/charts/shared/plot.js";
import {runText, SCALE, SHOWN_NAMES, type Shown, type ShownChange, type ShownRun} from "./shown.js";

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
  const plot = drawPlot({
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
      Plot.tip(
        known,
        Plot.pointer({
          x: date,
          y: (run: ShownRun) => scaled(run[measure]),
          title: (run: ShownRun) =>
            `${run.evaluation}${run.simulated ? " (simulated)" : ""}\n${formatInstant(run.date)}\n${runText(run, measure)} n = ${formatCount(run.n)}`
        })
      )
    ]
  });
  return figure(plot, {
    title: SHOWN_NAMES[measure].replace(/^./u, letter => letter.toUpperCase()),
    simulated,
    id: "history",
    caption: `Bars are 95 % intervals of each date by itself${points.length > 0 ? "; dashed lines are significant change points" : "; no change point of this measure is significant"}. Answers to the same tests are compared more precisely than these bars show: see the table of changes.`
  });
}
