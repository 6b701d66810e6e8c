// Hazard rates and cumulative hazards of each outcome.
import * as Plot from "npm:@observablehq/plot";
import type {Status} from "../../score/status.js";
import {type Cohort, longest} from "../../studies/hazard/cohort.js";
import {type Rate, rates} from "../../studies/hazard/rates.js";
import {type CurveOptions, cumulativeHazards, outcomesOf} from "../../studies/hazard/series.js";
import {figure} from "../shared/figure.js";
import {formatCount} from "../shared/interval.js";
import {drawPlot} from "../shared/plot.js";
import {OUTCOMES, tokenAxis} from "./axis.js";

export interface RateOptions extends CurveOptions {
  width: number;
  title: string;
  axis: "log" | "linear";
  simulated: boolean;
  suffix?: string;
}

/** Rates are shown per this many tokens. */
const PER = 100;
const MARGINS = {marginLeft: 52, marginRight: 20, marginTop: 24, marginBottom: 40};

/** The hazard of each outcome, constant within bins. */
export function ratePlot(cohort: Cohort, {width, title, axis, simulated, limit, design, suffix = ""}: RateOptions): HTMLElement {
  const found = rates(cohort, outcomesOf(limit), design).map(row => ({...row, from: Math.max(1, row.from)}));
  const top = 1.6 * PER * Math.max(...found.map(({value}) => value));
  const clipped = found.some(({high}) => high !== null && PER * high > top);
  const kept = (value: number) => Math.min(top, PER * value);
  const x = tokenAxis({first: cohort.times[0]!, end: longest(cohort)}, {axis, room: width - 72});
  const bounded = found.filter(({low}) => low !== null);
  const plot = drawPlot({
    width,
    height: 280,
    ...MARGINS,
    x: x.scale,
    y: {domain: [0, top], label: "↑ endings per 100 tokens written", labelAnchor: "top", grid: true},
    ...legendOf(outcomesOf(limit)),
    marks: [
      ...x.marks,
      Plot.rect(bounded, {
        x1: "from",
        x2: "to",
        y1: row => kept(row.low!),
        y2: row => kept(row.high!),
        fill: row => OUTCOMES[row.status as Status].name,
        fillOpacity: 0.18
      }),
      ...outcomesOf(limit).map(status =>
        Plot.ruleY(
          found.filter(row => row.status === status),
          {
            x1: "from",
            x2: "to",
            y: row => PER * row.value,
            stroke: () => OUTCOMES[status].name,
            strokeWidth: 2,
            strokeDasharray: OUTCOMES[status].dash
          }
        )
      ),
      Plot.ruleY([0]),
      Plot.text(
        outcomesOf(limit).map(status => highest(found.filter(row => row.status === status))),
        {
          x: row => Math.sqrt(row.from * row.to),
          y: row => kept(row.high ?? row.value),
          text: row => OUTCOMES[row.status as Status].name,
          dy: -8
        }
      ),
      Plot.tip(found, Plot.pointer({x: row => Math.sqrt(row.from * row.to), y: row => PER * row.value, title: tipOf}))
    ]
  });
  const caption = `Rate at which samples still being generated end, in bins of about equally many endings, with 95 % intervals${clipped ? "; intervals are cut at the top" : ""}.${limit === "event" ? " Cuts fall on the limit itself; here they are spread over their bin." : ""} The rate of one outcome does not depend on how the others are counted.`;
  return figure(plot, {title, caption, simulated, id: `rates${suffix}`});
}

/** The cumulative hazard of each outcome (Nelson–Aalen). */
export function cumulativePlot(
  cohort: Cohort,
  {width, title, axis, simulated, limit, design, suffix = ""}: RateOptions
): HTMLElement {
  const rows = cumulativeHazards(cohort, {limit, design});
  const x = tokenAxis({first: cohort.times[0]!, end: longest(cohort)}, {axis, room: width - 72});
  const plot = drawPlot({
    width,
    height: 280,
    ...MARGINS,
    x: x.scale,
    y: {label: "↑ cumulative hazard", labelAnchor: "top", grid: true, zero: true},
    ...legendOf(outcomesOf(limit)),
    marks: outcomesOf(limit).flatMap((status, i) => {
      const own = rows.filter(row => row.status === status);
      const name = () => OUTCOMES[status].name;
      return [
        ...(i === 0 ? x.marks : []),
        Plot.areaY(
          own.filter(({low}) => low !== null),
          {x: "t", y1: "low", y2: "high", fill: name, fillOpacity: 0.18, curve: "step-after"}
        ),
        Plot.lineY(own, {x: "t", y: "value", stroke: name, strokeDasharray: OUTCOMES[status].dash, curve: "step-after"}),
        Plot.text(own.slice(-1), {x: "t", y: "value", text: name, textAnchor: "end", dy: -8})
      ];
    })
  });
  const caption =
    "Nelson–Aalen: the hazards added up over tokens, with pointwise 95 % intervals. Where a curve is straight, its hazard is constant on a linear axis.";
  return figure(plot, {title, caption, simulated, id: `rates${suffix}`});
}

const highest = (rows: Rate[]): Rate => rows.reduce((best, row) => (row.value > best.value ? row : best));

const legendOf = (outcomes: readonly Status[]): Plot.PlotOptions => ({
  color: {
    domain: outcomes.map(status => OUTCOMES[status].name),
    range: outcomes.map(status => OUTCOMES[status].color),
    legend: true
  }
});

function tipOf({status, from, to, value, low, high, events, exposure}: Rate): string {
  const rate = (each: number) => (PER * each).toPrecision(2);
  const interval = low === null || high === null ? "" : ` [${rate(low)}, ${rate(high)}]`;
  return `${OUTCOMES[status].name}, ${formatCount(from)}–${formatCount(to)} tokens\n${rate(value)}${interval} per 100 tokens\n${formatCount(events)} in ${formatCount(exposure)} tokens`;
}
