// Accuracy against length on a logarithmic axis with a place for 0: dots with intervals, the fitted curve, and the truth of simulated models.
import * as Plot from "npm:@observablehq/plot";
import {figure} from "../../pipelines/charts/shared/figure.js";
import {formatCount, formatInterval} from "../../pipelines/charts/shared/interval.js";
import {drawPlot} from "../../pipelines/charts/shared/plot.js";
import {dotsWithIntervals, percent} from "../../pipelines/charts/shared/severalEvaluations.js";
import {groupBy} from "../../pipelines/stats/groupBy.js";
import {mean} from "../../pipelines/stats/mean.js";
import {accuracyAt} from "../../pipelines/studies/length/curve.js";
import {meanRecall, type RecallFaculties} from "../../pipelines/studies/length/truth.js";
import {type EffectiveRow, type LengthRow, tokensText} from "./shown.js";

/** How far left of the shortest length that is not 0 the place of 0 lies, as a factor. */
const ZERO_BELOW = 4;
/** Places at which a curve is computed. */
const STEPS = 80;
/** Pixels of a letter at the axis. */
const LETTER = 6.5;

/** Names of the evaluations from best to worst, by the mean of their lengths. */
export function ranked(rows: readonly LengthRow[]): string[] {
  const whole = rows.filter(({position}) => position === "all");
  return [...groupBy(whole, ({evaluation}) => evaluation)]
    .map(([name, own]) => ({name, value: mean(own.map(({accuracy}) => accuracy))}))
    .sort((a, b) => b.value - a.value || (a.name < b.name ? -1 : 1))
    .map(({name}) => name);
}

interface Options {
  drawn: readonly string[];
  width: number;
  /** Fits of the drawn evaluations. */
  fits: readonly EffectiveRow[];
  faculties: ReadonlyMap<string, RecallFaculties>;
}

interface Traced {
  evaluation: string;
  x: number;
  y: number;
}

export function lengthCurves(all: readonly LengthRow[], {drawn, width, fits, faculties}: Options): HTMLElement {
  const rows = all.filter(({evaluation, position}) => position === "all" && drawn.includes(evaluation));
  const lengths = [...new Set(rows.map(({length}) => length))].sort((a, b) => a - b);
  const positive = lengths.filter(length => length > 0);
  const zero = (positive[0] ?? 1) / ZERO_BELOW;
  // The scale is linear in the logarithm: a logarithmic one leaves out labels such as 8,000.
  const x = (length: number) => Math.log10(length === 0 ? zero : length);
  const named = new Map(lengths.map(length => [x(length), tokensText(length)]));
  const single = drawn.length === 1 ? drawn[0] : undefined;
  const trace = (evaluation: string, of: (length: number) => number): Traced[] =>
    positive.length === 0
      ? []
      : Array.from({length: STEPS}, (_, i) => {
          const length = zero * (positive.at(-1)! / zero) ** (i / (STEPS - 1));
          return {evaluation, x: x(length), y: percent(of(i === 0 && lengths[0] === 0 ? 0 : length))};
        });
  const fitted = fits.flatMap(({evaluation, top, half_tokens, slope}) =>
    top === null
      ? []
      : trace(evaluation, length => accuracyAt({top, half: half_tokens ?? Infinity, slope: slope!, likelihood: 0}, length))
  );
  const truth = single === undefined ? [] : truthOf(single);

  function truthOf(name: string): Traced[] {
    const own = all.filter(({evaluation, position}) => evaluation === name && position !== "all");
    const known = faculties.get(own[0]?.model ?? "");
    const top = fits.find(({evaluation}) => evaluation === name)?.top;
    if (!own[0]?.simulated || !known || top === null || top === undefined) return [];
    const depths = [...new Set(own.filter(({length}) => length > 0).map(({depth}) => depth))];
    return depths.length === 0 ? [] : trace(name, length => top * meanRecall(known, length, depths));
  }

  const simulated = rows.some(row => row.simulated);
  const others = new Set(all.map(({evaluation}) => evaluation)).size - drawn.length;
  const plot = drawPlot({
    width,
    height: 320,
    marginLeft: 46,
    marginRight: 34,
    marginBottom: 42,
    x: {
      label: "tokens →",
      domain: [x(lengths[0] ?? 1), x(positive.at(-1) ?? lengths[0] ?? 1)],
      ticks: ticksOf(named, width - 80),
      tickFormat: (place: number) => named.get(place) ?? "",
      inset: 14
    },
    y: {
      label: "↑ excess accuracy (%)",
      domain: [Math.min(0, ...rows.map(({low}) => percent(low))), 100],
      grid: true
    },
    color: {domain: [...drawn], legend: false},
    symbol: {domain: [...drawn], legend: true},
    marks: [
      Plot.ruleY([0]),
      Plot.lineY(fitted, {x: "x", y: "y", z: "evaluation", stroke: "evaluation", strokeWidth: 1.5}),
      Plot.lineY(truth, {x: "x", y: "y", z: "evaluation", stroke: "currentColor", strokeDasharray: "4 3"}),
      ...dotsWithIntervals(rows, {x: ({length}) => x(length), value: ({accuracy}) => accuracy}),
      Plot.tip(
        rows,
        Plot.pointer({
          x: (row: LengthRow) => x(row.length),
          y: (row: LengthRow) => percent(row.accuracy),
          title: (row: LengthRow) =>
            `${row.evaluation}${row.simulated ? " (simulated)" : ""}\n${tokensText(row.length)} tokens\n${formatInterval({value: row.accuracy, ...row})}`
        })
      )
    ]
  });
  return figure(plot, {
    title: `Excess accuracy by length${single === undefined ? "" : `: ${single}`}`,
    simulated,
    id: "curves",
    caption: [
      "Bars are 95 % intervals; each position of a length counts the same. Lines are fitted, logistic in the logarithm of the length.",
      truth.length > 0
        ? "Dashed: the truth, what the model recalls of single sentences by its faculties, below the fitted top."
        : "",
      others > 0 ? `${formatCount(others)} further evaluations can be chosen above.` : "",
      simulated ? "Hollow marks are simulated." : ""
    ]
      .filter(Boolean)
      .join(" ")
  });
}

/** Of the places as many as have room for their names, from the right; the last always. */
function ticksOf(named: ReadonlyMap<number, string>, room: number): number[] {
  const places = [...named.keys()];
  const [first, last] = [places[0]!, places.at(-1)!];
  const pixel = (place: number) => (last > first ? ((place - first) / (last - first)) * room : 0);
  const half = (place: number) => (LETTER * named.get(place)!.length) / 2 + 4;
  const kept: number[] = [];
  for (const place of places.toReversed())
    if (kept.length === 0 || pixel(kept.at(-1)!) - half(kept.at(-1)!) > pixel(place) + half(place)) kept.push(place);
  return kept.reverse();
}
