// Charts of calibration: the reliability diagram, how often each confidence is stated, and accuracy where only confident answers are kept.
import * as Plot from "npm:@observablehq/plot";
import {figure} from "../../pipelines/charts/shared/figure.js";
import {formatCount, formatInterval} from "../../pipelines/charts/shared/interval.js";
import {drawPlot} from "../../pipelines/charts/shared/plot.js";
import {dotsWithIntervals, percent} from "../../pipelines/charts/shared/severalEvaluations.js";
import type {BinRow, SelectiveRow} from "./shown.js";

interface Options {
  /** Names of the evaluations that are drawn. */
  drawn: readonly string[];
  width: number;
}

const titled = (title: string, drawn: readonly string[]): string => (drawn.length === 1 ? `${title}: ${drawn[0]}` : title);
const kind = ({evaluation, simulated}: {evaluation: string; simulated: boolean}): string =>
  `${evaluation}${simulated ? " (simulated)" : ""}`;
const hollow = (simulated: boolean): string => (simulated ? " Hollow marks are simulated." : "");
/** Pixels of a square chart at most. */
const SQUARE = 480;

/** Share of right answers against mean confidence in each bin. */
export function reliabilityDiagram(rows: readonly BinRow[], {drawn, width}: Options): HTMLElement {
  const own = rows.filter(({evaluation}) => drawn.includes(evaluation));
  const simulated = own.some(row => row.simulated);
  const size = Math.min(width, SQUARE);
  const x = (row: BinRow) => percent(row.confidence);
  const plot = drawPlot({
    width: size,
    height: size - 20,
    marginLeft: 44,
    marginRight: 16,
    x: {label: "mean confidence (%) →", domain: [0, 100], grid: true},
    y: {label: "↑ right answers (%)", domain: [0, 100], grid: true},
    color: {domain: [...drawn], legend: false},
    symbol: {domain: [...drawn], legend: drawn.length > 1},
    marks: [
      Plot.line(
        [
          [0, 0],
          [100, 100]
        ],
        {strokeDasharray: "4 3", strokeOpacity: 0.6}
      ),
      Plot.line(own, {x, y: (row: BinRow) => percent(row.accuracy), z: "evaluation", stroke: "evaluation", strokeOpacity: 0.6}),
      ...dotsWithIntervals(own, {x, value: ({accuracy}) => accuracy}),
      Plot.tip(
        own,
        Plot.pointer({
          x,
          y: (row: BinRow) => percent(row.accuracy),
          title: (row: BinRow) =>
            `${kind(row)}\nconfidence ${percent(row.lowest).toFixed(0)} to ${percent(row.highest).toFixed(0)} %, mean ${percent(row.confidence).toFixed(1)} %\nright ${formatInterval({value: row.accuracy, ...row})}`
        })
      )
    ]
  });
  return figure(plot, {
    title: titled("Reliability diagram", drawn),
    simulated,
    id: "reliability",
    caption: `Each dot is a bin of answers with its 95 % interval (Wilson); n is in its tip and in the table below. On the dashed line confidence equals accuracy; below it, confidence is too high.${hollow(simulated)}`
  });
}

/** Share of answers in each bin. */
export function confidenceHistogram(rows: readonly BinRow[], {drawn, width}: Options): HTMLElement {
  const own = rows.filter(({evaluation}) => drawn.includes(evaluation));
  const simulated = own.some(row => row.simulated);
  const totals = new Map(drawn.map(name => [name, own.filter(row => row.evaluation === name).reduce((sum, {n}) => sum + n, 0)]));
  const share = (row: BinRow) => percent(row.n / totals.get(row.evaluation)!);
  const middle = (row: BinRow) => percent((row.lowest + row.highest) / 2);
  const title = (row: BinRow) =>
    `${kind(row)}\nconfidence ${percent(row.lowest).toFixed(0)} to ${percent(row.highest).toFixed(0)} %\n${formatCount(row.n)} of ${formatCount(totals.get(row.evaluation))} answers, ${share(row).toFixed(1)} %`;
  const single = drawn.length === 1;
  const plot = drawPlot({
    width: Math.min(width, 640),
    height: 200,
    marginLeft: 44,
    marginRight: 16,
    x: {label: "confidence (%) →", domain: [0, 100]},
    y: {label: "↑ answers (%)", grid: true, domain: [0, Math.max(1, ...own.map(share))]},
    color: {domain: [...drawn], legend: false},
    symbol: {domain: [...drawn], legend: false},
    marks: [
      Plot.ruleY([0]),
      ...(single
        ? [
            Plot.rectY(own, {
              x1: (row: BinRow) => percent(row.lowest),
              x2: (row: BinRow) => percent(row.highest),
              y: share,
              inset: 0.5,
              fill: "evaluation",
              fillOpacity: simulated ? 0.35 : 0.8,
              stroke: "evaluation"
            })
          ]
        : [
            Plot.lineY(own, {x: middle, y: share, z: "evaluation", stroke: "evaluation"}),
            Plot.dot(own, {
              x: middle,
              y: share,
              stroke: "evaluation",
              symbol: "evaluation",
              fill: (row: BinRow) => (row.simulated ? "var(--theme-background)" : "currentColor")
            })
          ]),
      Plot.tip(own, Plot.pointerX({x: middle, y: share, title}))
    ]
  });
  return figure(plot, {
    title: titled("How often each confidence is given", drawn),
    simulated,
    id: "histogram",
    caption: `Share of answers in bins of equal width; ${[...totals].map(([name, n]) => `${name}: n = ${formatCount(n)}`).join(", ")}.${single ? "" : hollow(simulated)}`
  });
}

/** Accuracy of the most confident answers against the share that is kept. */
export function selectiveCurve(rows: readonly SelectiveRow[], {drawn, width}: Options): HTMLElement {
  const own = rows.filter(({evaluation}) => drawn.includes(evaluation));
  const simulated = own.some(row => row.simulated);
  const x = (row: SelectiveRow) => percent(row.coverage);
  const y = (row: SelectiveRow) => percent(row.accuracy);
  const plot = drawPlot({
    width: Math.min(width, 720),
    height: 300,
    marginLeft: 44,
    marginRight: 16,
    x: {label: "answers that are kept (%) →", domain: [0, 100]},
    y: {label: "↑ right answers (%)", domain: [Math.min(100, ...own.map(({low}) => percent(low))), 100], nice: true, grid: true},
    color: {domain: [...drawn], legend: false},
    symbol: {domain: [...drawn], legend: drawn.length > 1},
    marks: [
      Plot.lineY(own, {x, y, z: "evaluation", stroke: "evaluation"}),
      ...dotsWithIntervals(own, {x, value: ({accuracy}) => accuracy}),
      Plot.tip(
        own,
        Plot.pointer({
          x,
          y,
          title: (row: SelectiveRow) =>
            `${kind(row)}\nkept ${percent(row.coverage).toFixed(0)} %: confidence ${percent(row.threshold).toFixed(0)} % and more\nright ${formatInterval({value: row.accuracy, ...row})}`
        })
      )
    ]
  });
  return figure(plot, {
    title: titled("Selective accuracy", drawn),
    simulated,
    id: "selective",
    caption: `Right answers where only the most confident are kept, with 95 % intervals (Wilson). A flat line means that confidence carries no information.${hollow(simulated)}`
  });
}
