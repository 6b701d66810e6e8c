// Hazard rates and cumulative hazards of each outcome.
import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {CORRECT, INCORRECT, type Status, TRUNCATED} from "../../score/status.js";
import {limitCurve} from "../../studies/hazard/bestLimit.js";
import {type Cohort, longest} from "../../studies/hazard/cohort.js";
import type {HazardRow} from "../../studies/hazard/competingRisks.js";
import type {LimitAs} from "../../studies/hazard/curves.js";
import {type Rate, rates} from "../../studies/hazard/rates.js";
import {
  type CurveOptions,
  cumulativeHazards,
  outcomesOf,
  type RiskRow,
  riskTable,
  type StackRow,
  stack
} from "../../studies/hazard/series.js";
import {figure} from "../shared/figure.js";
import {formatCount, formatInterval} from "../shared/interval.js";
import {outcomeStyle} from "../shared/outcome.js";
import {drawPlot} from "../shared/plot.js";
import {rangeText} from "./sentences.js";

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

// The axis of tokens and the appearance of outcomes in charts of competing risks.

/** Colour, dash and name of each outcome, so that nothing depends on colour alone. */
export const OUTCOMES: Record<Status, {name: string; color: string; dash: string}> = {
  [CORRECT]: {name: "correct", color: outcomeStyle.correct.color, dash: ""},
  [INCORRECT]: {name: "incorrect", color: outcomeStyle.incorrect.color, dash: "7,3"},
  [TRUNCATED]: {name: "truncated", color: outcomeStyle.truncated.color, dash: "2,3"}
};

interface TokenAxis {
  ticks: number[];
  low: number;
  scale: Plot.ScaleOptions;
  /** tick labels, since Plot's own labels of a logarithmic axis leave numbers out */
  marks: Plot.Markish[];
}

const PIXELS_PER_TICK = 52;

/**
 * An axis of tokens from the first ending to `right`, with ticks that leave room for counts below them; the last tick is at the longest
 * sample.
 * @param room pixels between both ends
 */
export function tokenAxis(
  {first, end, right = end}: {first: number; end: number; right?: number},
  {axis, room}: {axis: "log" | "linear"; room: number}
): TokenAxis {
  const low = axis === "log" ? Math.max(1, first * 0.9) : 0;
  const most = Math.max(2, Math.floor(room / PIXELS_PER_TICK));
  const share = (t: number) => (axis === "log" ? Math.log(t / low) / Math.log(right / low) : t / right);
  const round = axis === "log" ? logTicks(low, end, most) : linearTicks(end, most);
  const ticks = [...round.filter(t => (share(end) - share(t)) * room >= PIXELS_PER_TICK), end];
  return {
    ticks,
    low,
    scale: {type: axis, domain: [low, right], axis: null},
    marks: [
      Plot.axisX(ticks, {text: (t: number) => formatCount(t), label: "completion tokens →", labelOffset: 34}),
      Plot.gridX(ticks, {strokeOpacity: 0.06})
    ]
  };
}

/** Ticks at 1, 2, 5, 10, … or fewer; never closer together than a label is wide. */
function logTicks(low: number, high: number, most: number): number[] {
  const decades = Array.from({length: 8}, (_, k) => 10 ** k);
  const steps = [[1, 2, 5], [1, 3], [1]].map(parts =>
    decades.flatMap(d => parts.map(part => part * d)).filter(t => t >= low && t <= high)
  );
  return steps.find(ticks => ticks.length <= most && ticks.length > 0) ?? steps[steps.length - 1]!;
}

function linearTicks(high: number, most: number): number[] {
  const step = [1, 2, 5, 10, 20, 50]
    .map(part => part * 10 ** Math.max(0, Math.floor(Math.log10(Math.max(10, high))) - 1))
    .find(s => high / s < most)!;
  return Array.from({length: Math.floor(high / step) + 1}, (_, k) => k * step);
}

// Chart and table of the results under every token limit, and of the best limits.

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

// Stacked cumulative incidence with the number at risk below the axis, as in survival plots of clinical trials.

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
          title: (row: StackRow) => stackTip(row, cohort.n),
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

const stackTip = ({t, status, value, low, high}: StackRow, n: number): string =>
  `${OUTCOMES[status].name} within ${formatCount(t)} tokens\n${
    low === null || high === null ? `${(100 * value).toFixed(1)} %, n = ${formatCount(n)}` : formatInterval({value, low, high, n})
  }`;
