// Chart and table of the results under every token limit, and of the best limits.
import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {limitCurve} from "../../studies/hazard/bestLimit.js";
import {type Cohort, longest} from "../../studies/hazard/cohort.js";
import type {HazardRow} from "../../studies/hazard/competingRisks.js";
import type {LimitAs} from "../../studies/hazard/curves.js";
import {figure} from "../shared/figure.js";
import {formatCount} from "../shared/interval.js";
import {drawPlot} from "../shared/plot.js";
import {tokenAxis} from "./axis.js";
import {rangeText} from "./sentences.js";

interface Place {
  name: string;
  tokens: number;
  low: number | null;
  high: number | null;
  open: boolean;
}

export interface LimitOptions {
  width: number;
  title: string;
  axis: "log" | "linear";
  limit: LimitAs;
  simulated: boolean;
  suffix?: string;
}

export function limitPlot(
  cohort: Cohort,
  row: HazardRow,
  {width, title, axis, limit, simulated, suffix = ""}: LimitOptions
): HTMLElement {
  const curve = limitCurve(cohort, {limit});
  const places = placesOf(row);
  const end = longest(cohort);
  const x = tokenAxis({first: cohort.times[0]!, end}, {axis, room: width - 80});
  const margins = {marginLeft: 56, marginRight: 24};
  const perThousand = drawPlot({
    width,
    height: 220,
    ...margins,
    marginTop: 24,
    marginBottom: 4,
    x: x.scale,
    y: {label: "↑ correct answers per 1,000 tokens", labelAnchor: "top", grid: true, zero: true},
    marks: [
      Plot.ruleY([0]),
      Plot.lineY(curve, {x: "tokens", y: each => 1000 * each.perToken, stroke: "var(--theme-blue)"}),
      ...(row.best === null ? [] : [Plot.dot([row], {x: "best", y: "per_1000_tokens", r: 4, fill: "var(--theme-blue)"})]),
      Plot.tip(
        curve,
        Plot.pointerX({
          x: "tokens",
          y: each => 1000 * each.perToken,
          title: each =>
            `limit ${formatCount(each.tokens)}\n${(1000 * each.perToken).toPrecision(3)} correct per 1,000 tokens\n${(100 * each.correct).toFixed(1)} % correct`
        })
      )
    ]
  });
  const ranges = drawPlot({
    width,
    height: 46 + 34 * places.length,
    ...margins,
    marginTop: 0,
    marginBottom: 40,
    x: x.scale,
    y: {domain: places.map(({name}) => name), axis: null, padding: 0.4},
    marks: [
      ...x.marks,
      Plot.ruleY(
        places.filter(({low}) => low !== null),
        {x1: "low", x2: ({high}) => high ?? end, y: "name", dy: 8, strokeWidth: 2, stroke: "var(--theme-foreground-muted)"}
      ),
      Plot.text(
        places.filter(({open}) => open),
        {x: () => end, y: "name", dy: 8, text: () => "→", textAnchor: "start", dx: 2}
      ),
      Plot.dot(places, {x: "tokens", y: "name", dy: 8, r: 4, fill: "var(--theme-blue)"}),
      Plot.text(places, {
        x: () => x.low,
        y: "name",
        dy: -7,
        dx: 4,
        textAnchor: "start",
        text: place => `${place.name}: ${rangeText(place)}`,
        fontSize: 12,
        fill: "currentColor",
        stroke: "var(--theme-background)",
        strokeWidth: 4
      })
    ]
  });
  const caption = `Above: expected correct answers under each limit divided by the tokens that samples would take under it. Below: the limits that pay best, with the range of limits that do not differ significantly from them in ${formatCount(row.replicates)} bootstrap replicates; an arrow means that no larger limit tried is worse.`;
  return figure(html`<div>${perThousand}${ranges}</div>`, {title, caption, simulated, id: `limits${suffix}`});
}

function placesOf(row: HazardRow): Place[] {
  const place = (name: string, tokens: number | null, low: number | null, high: number | null, open: boolean): Place[] =>
    tokens === null ? [] : [{name, tokens, low, high, open}];
  return [
    ...place("most per token", row.best, row.best_low, row.best_high, row.best_open),
    ...place("most per dollar", row.best_dollar, row.best_dollar_low, row.best_dollar_high, row.best_dollar_open),
    ...place("keeps 95 % of the correct", row.keep95, row.keep95_low, row.keep95_high, row.keep95_open)
  ];
}
