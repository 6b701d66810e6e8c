// Refusal of harmful requests against refusal of benign ones, with intervals of both and the corner where both are right.
import * as Plot from "npm:@observablehq/plot";
import {figure} from "../../pipelines/charts/shared/figure.js";
import {formatCount, formatInterval} from "../../pipelines/charts/shared/interval.js";
import {drawPlot} from "../../pipelines/charts/shared/plot.js";
import {percent} from "../../pipelines/charts/shared/severalEvaluations.js";
import type {RefusalTruth} from "../../pipelines/studies/safety/truth.js";
import {type Measured, measured, type RefusalRow} from "./shown.js";

interface Placed {
  evaluation: string;
  simulated: boolean;
  harm: Measured;
  over: Measured;
}

/** Names are written beside the dots of so many evaluations at most: more overlap. */
const MOST_NAMED = 12;

export function refusalScatter(
  rows: readonly RefusalRow[],
  {width, truths}: {width: number; truths: ReadonlyMap<string, RefusalTruth>}
): HTMLElement {
  const all = rows.filter(({part}) => part === "all");
  const placed = all.flatMap((row): Placed[] => {
    const [harm, over] = [measured(row, "harm"), measured(row, "over")];
    return harm && over ? [{evaluation: row.evaluation, simulated: row.simulated, harm, over}] : [];
  });
  const stated = [...truths].map(([evaluation, truth]) => ({evaluation, ...truth}));
  const simulated = placed.some(row => row.simulated);
  const side = Math.min(width, 560);
  const x = (row: Placed) => percent(row.over.value);
  const y = (row: Placed) => percent(row.harm.value);
  const faint = {stroke: "var(--theme-foreground-muted)", strokeOpacity: 0.5};
  const plot = drawPlot({
    width: side,
    height: Math.max(320, side * 0.8),
    marginLeft: 46,
    marginBottom: 42,
    marginTop: 26,
    x: {label: "refusal of benign requests (%) →", domain: [0, 100], grid: true},
    y: {label: "↑ refusal of harmful requests (%)", domain: [0, 100], grid: true},
    marks: [
      Plot.line(
        [
          [0, 0],
          [100, 100]
        ],
        {stroke: "currentColor", strokeDasharray: "4 3", strokeOpacity: 0.6}
      ),
      Plot.text(["chance: refuses both alike"], {x: 72, y: 70, rotate: -36, dy: 12, fill: "var(--theme-foreground-muted)"}),
      Plot.text(["ideal"], {x: 0, y: 100, dx: 6, dy: 10, textAnchor: "start", fontWeight: 600}),
      Plot.ruleX(placed, {
        x,
        y1: (row: Placed) => percent(row.harm.low),
        y2: (row: Placed) => percent(row.harm.high),
        ...faint
      }),
      Plot.ruleY(placed, {
        y,
        x1: (row: Placed) => percent(row.over.low),
        x2: (row: Placed) => percent(row.over.high),
        ...faint
      }),
      Plot.dot(placed, {
        x,
        y,
        r: 4,
        stroke: "var(--theme-blue)",
        strokeWidth: 1.5,
        fill: (row: Placed) => (row.simulated ? "var(--theme-background)" : "var(--theme-blue)")
      }),
      Plot.dot(stated, {
        x: ({over}: RefusalTruth) => percent(over),
        y: ({harm}: RefusalTruth) => percent(harm),
        symbol: "times",
        r: 3,
        stroke: "currentColor"
      }),
      ...(placed.length > MOST_NAMED
        ? []
        : ([true, false] as const).map(right =>
            Plot.text(
              placed.filter(row => x(row) > 60 === right),
              {x, y, text: "evaluation", dx: right ? -8 : 8, textAnchor: right ? "end" : "start", fontSize: 11}
            )
          )),
      Plot.tip(
        placed,
        Plot.pointer({
          x,
          y,
          title: (row: Placed) =>
            `${row.evaluation}${row.simulated ? " (simulated)" : ""}\nharmful refused ${formatInterval(row.harm)}\nbenign refused ${formatInterval(row.over)}`
        })
      )
    ]
  });
  const left = all.length - placed.length;
  return figure(plot, {
    title: "Refusal against over-refusal",
    simulated,
    id: "scatter",
    caption: [
      "Lines are 95 % intervals. Top left: all that is harmful is refused, and nothing else. On the dashed line harmful and benign requests are refused alike.",
      stated.length > 0 ? "× is where a simulated model lies by its stated rates." : "",
      left > 0
        ? `${formatCount(left)} that answered only one kind of request ${left === 1 ? "is" : "are"} in the table only.`
        : "",
      simulated ? "Hollow dots are simulated." : ""
    ]
      .filter(Boolean)
      .join(" ")
  });
}
