// Chart of the difference between two evaluations over tokens.
import * as Plot from "npm:@observablehq/plot";
import {tokenAxis} from "../../pipelines/charts/hazard/plots.js";
import {figure} from "../../pipelines/charts/shared/figure.js";
import {formatCount} from "../../pipelines/charts/shared/interval.js";
import {drawPlot} from "../../pipelines/charts/shared/plot.js";
import type {CurveComparison, CurveDifference} from "../../pipelines/studies/hazard/difference.js";
import {differences} from "../../pipelines/studies/hazard/series.js";

export interface DifferenceOptions {
  width: number;
  title: string;
  axis: "log" | "linear";
  budget: number;
  /** token counts at which the curve is drawn */
  times: readonly number[];
  simulated: boolean;
}

/** Share correct within each number of tokens: A minus B. */
export function differencePlot(
  comparison: CurveComparison,
  {width, title, axis, budget, times, simulated}: DifferenceOptions
): HTMLElement {
  const rows = differences(comparison, times);
  const x = tokenAxis({first: times[0]!, end: comparison.end}, {axis, room: width - 72});
  const plot = drawPlot({
    width,
    height: 240,
    marginLeft: 52,
    marginRight: 20,
    marginTop: 24,
    marginBottom: 40,
    x: x.scale,
    y: {label: "↑ difference in share correct (points)", labelAnchor: "top", grid: true, zero: true},
    marks: [
      ...x.marks,
      Plot.areaY(
        rows.filter(({low}) => low !== null),
        {
          x: "t",
          y1: row => 100 * row.low!,
          y2: row => 100 * row.high!,
          fill: "var(--theme-blue)",
          fillOpacity: 0.2,
          curve: "step-after"
        }
      ),
      Plot.ruleY([0]),
      Plot.ruleX([Math.min(budget, comparison.end)], {strokeDasharray: "3,3"}),
      Plot.lineY(rows, {x: "t", y: row => 100 * row.value, stroke: "var(--theme-blue)", curve: "step-after"}),
      Plot.tip(rows, Plot.pointerX({x: "t", y: row => 100 * row.value, title: tipOf}))
    ]
  });
  const caption = `Paired by test, n = ${formatCount(comparison.n)}; pointwise 95 % intervals. Above 0 the first is ahead.`;
  return figure(plot, {title, caption, simulated, id: "difference"});
}

function tipOf({t, value, low, high}: CurveDifference): string {
  const points = (share: number) => (100 * share).toFixed(1).replace("-", "−");
  const interval = low === null || high === null ? "" : ` [${points(low)}, ${points(high)}]`;
  return `within ${formatCount(t)} tokens\n${points(value)}${interval} points`;
}
