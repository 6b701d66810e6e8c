// Stacked cumulative incidence with the number at risk below the axis, as in survival plots of clinical trials.
import * as Plot from "npm:@observablehq/plot";
import {type Cohort, longest} from "../../studies/hazard/cohort.js";
import {type CurveOptions, outcomesOf, type RiskRow, riskTable, type StackRow, stack} from "../../studies/hazard/series.js";
import {figure} from "../shared/figure.js";
import {formatCount, formatInterval} from "../shared/interval.js";
import {drawPlot} from "../shared/plot.js";
import {OUTCOMES, tokenAxis} from "./axis.js";

const LINE = 15;
/** Where truncation is an outcome, the last values are drawn slightly beyond the last sample, so that the final jump has a width. */
const BEYOND = {log: 1.12, linear: 1.04};

export interface StackOptions extends CurveOptions {
  width: number;
  title: string;
  axis: "log" | "linear";
  /** the token limit for which the page reports shares */
  budget: number;
  simulated: boolean;
  suffix?: string;
}

export function stackPlot(
  cohort: Cohort,
  {width, title, axis, budget, simulated, limit, design, suffix = ""}: StackOptions
): HTMLElement {
  const rows = stack(cohort, {limit, design});
  const end = longest(cohort);
  const right = limit === "event" ? end * BEYOND[axis] : end;
  const shown = [...rows, ...rows.filter(({t}) => t === end).map(row => ({...row, t: right}))];
  const margins = {marginLeft: 92, marginRight: 104, marginTop: 22, marginBottom: 44 + 4 * LINE};
  const x = tokenAxis({first: cohort.times[0]!, end, right}, {axis, room: width - margins.marginLeft - margins.marginRight});
  const plot = drawPlot({
    width,
    height: 380,
    ...margins,
    x: x.scale,
    y: {domain: [0, 100], label: "↑ share of samples (%)", labelAnchor: "top", grid: true},
    marks: [
      ...x.marks,
      ...outcomesOf(limit).flatMap(status =>
        layer(
          shown.filter(row => row.status === status),
          OUTCOMES[status],
          x.low
        )
      ),
      Plot.ruleY([0]),
      ...(budget < end ? [Plot.ruleX([budget], {stroke: "currentColor", strokeDasharray: "3,3"})] : []),
      ...ends(
        rows.filter(({t}) => t === end),
        {end: right, limit}
      ),
      ...underAxis(riskTable(cohort, x.ticks), limit),
      Plot.tip(
        rows,
        Plot.pointer({
          x: "t",
          y: (row: StackRow) => 50 * (row.from + row.to),
          title: (row: StackRow) => tipOf(row, cohort.n),
          preferredAnchor: "left"
        })
      )
    ]
  });
  const view =
    limit === "event"
      ? "A sample truncated at its own limit is an outcome of its own."
      : "A sample truncated at its own limit is censored there; the curves stop at the last sample.";
  const caption = `Share of samples that had ended in each way within a number of tokens; the rest were still generating. Light bands are pointwise 95 % intervals of the edges. ${view} Below: how many are still generating at that count, and how many have ended in each way.`;
  return figure(plot, {title, caption, simulated, id: `incidence${suffix}`});
}

function layer(rows: StackRow[], {color, dash}: {color: string; dash: string}, left: number): Plot.Markish[] {
  const all = [{...rows[0]!, t: left, from: 0, to: 0, edgeLow: 0, edgeHigh: 0}, ...rows];
  const curve = "step-after";
  return [
    Plot.areaY(all, {x: "t", y1: row => 100 * row.from, y2: row => 100 * row.to, fill: color, fillOpacity: 0.35, curve}),
    Plot.areaY(
      all.filter(({edgeLow}) => edgeLow !== null),
      {
        x: "t",
        y1: row => 100 * row.edgeLow!,
        y2: row => 100 * row.edgeHigh!,
        fill: "var(--theme-foreground)",
        fillOpacity: 0.22,
        curve
      }
    ),
    Plot.lineY(
      all.filter(row => row.to > row.from),
      {x: "t", y: row => 100 * row.to, stroke: color, strokeWidth: 1.5, strokeDasharray: dash, curve}
    )
  ];
}

/** Names and shares at the right edge, moved apart where layers are thin. */
function ends(rows: readonly StackRow[], {end, limit}: {end: number; limit: CurveOptions["limit"]}): Plot.Markish[] {
  const GAP = 5.5;
  const top = rows[rows.length - 1]?.to ?? 0;
  const labels = rows.map(({status, value, from, to}) => ({
    text: `${OUTCOMES[status].name} ${(100 * value).toFixed(1)} %`,
    y: 50 * (from + to)
  }));
  if (limit === "censoring" && top < 0.9995) labels.push({text: `unknown ${(100 * (1 - top)).toFixed(1)} %`, y: 50 * (1 + top)});
  labels.forEach((label, i) => {
    if (i > 0) label.y = Math.max(label.y, labels[i - 1]!.y + GAP);
  });
  for (let i = labels.length - 1; i >= 0; i--) labels[i]!.y = Math.min(labels[i]!.y, (labels[i + 1]?.y ?? 100 + GAP) - GAP);
  return [Plot.text(labels, {x: () => end, y: "y", text: "text", textAnchor: "start", dx: 6, fontSize: 11})];
}

function underAxis(rows: readonly RiskRow[], limit: CurveOptions["limit"]): Plot.Markish[] {
  const lines: {name: string; of(row: RiskRow): number}[] = [
    {name: "still generating", of: row => row.writing},
    {name: "correct", of: row => row.correct},
    {name: "incorrect", of: row => row.incorrect},
    {name: limit === "event" ? "truncated" : "censored", of: row => row.truncated}
  ];
  return lines.flatMap(({name, of}, i) => {
    const dy = 38 + LINE * (i + 1);
    const place = {frameAnchor: "bottom", dy, fontSize: 11} as const;
    return [
      Plot.text([name], {...place, frameAnchor: "bottom-left", textAnchor: "end", dx: -26, text: d => d}),
      Plot.text(rows, {...place, x: "t", text: row => formatCount(of(row)), fontVariant: "tabular-nums"})
    ];
  });
}

const tipOf = ({t, status, value, low, high}: StackRow, n: number): string =>
  `${OUTCOMES[status].name} within ${formatCount(t)} tokens\n${
    low === null || high === null ? `${(100 * value).toFixed(1)} %, n = ${formatCount(n)}` : formatInterval({value, low, high, n})
  }`;
