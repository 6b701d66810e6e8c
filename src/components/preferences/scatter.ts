// Scatter plot of a benchmark against a criterion.
import * as Plot from "npm:@observablehq/plot";
import {figure} from "../../pipelines/charts/shared/figure.js";
import {formatEstimate} from "../../pipelines/charts/shared/interval.js";
import {chartWidth, drawPlot} from "../../pipelines/charts/shared/plot.js";
import {common, findModel, scoresOf} from "../../pipelines/studies/preferences/benchmarks/leaderboard.js";
import {type CorrelationRow, type Criterion, correlationText, PREFERENCE, plainValues} from "./correlations.js";
import type {Scored, Scores} from "./data.js";

/** Benchmark against criterion, with a labelled dot per model. */
export function scatterPlot(
  criterion: Criterion,
  benchmark: Scored,
  scores: Scores,
  {width, found}: {width: number; found: CorrelationRow | undefined}
): HTMLElement {
  const own = scoresOf(scores, benchmark);
  const find = findModel(criterion.values, scores);
  const ends = (model: string) => {
    const i = scores.models.indexOf(model);
    return {left: benchmark.low?.[i] ?? null, right: benchmark.high?.[i] ?? null};
  };
  const dots = common(own, plainValues(criterion), scores).map(({model, x}) => ({model, x, ...ends(model), ...find(model)!}));
  const simulated = benchmark.simulated || criterion.simulated;
  const height = Math.min(520, Math.max(340, width * 0.55));
  const options: Plot.PlotOptions = {
    width,
    height,
    marginLeft: 55,
    marginRight: width < 500 ? 14 : 70,
    marginTop: 30,
    inset: 14,
    grid: true,
    x: {label: `${benchmark.name} →`, nice: true, ticks: Math.max(3, Math.round(width / 110))},
    y: {label: `↑ ${criterion.name}${criterion.name === PREFERENCE ? " (Elo)" : ""}`, nice: true}
  };
  const marks = [
    Plot.linearRegressionY(dots, {
      x: "x",
      y: "value",
      stroke: "var(--theme-foreground-faint)",
      fill: "var(--theme-foreground-faint)"
    }),
    Plot.ruleX(
      dots.filter(dot => dot.low !== null),
      {x: "x", y1: "low", y2: "high", stroke: "var(--theme-foreground-focus)"}
    ),
    Plot.ruleY(
      dots.filter(dot => dot.left !== null && dot.right !== null),
      {y: "value", x1: "left", x2: "right", stroke: "var(--theme-foreground-focus)"}
    ),
    Plot.dot(dots, {
      x: "x",
      y: "value",
      r: 3.5,
      fill: simulated ? "var(--theme-background)" : "var(--theme-foreground-focus)",
      stroke: "var(--theme-foreground-focus)",
      title: dot =>
        `${dot.model}\n${benchmark.name} ${dot.x}\n${criterion.name} ${formatEstimate(dot, {digits: criterion.name === PREFERENCE ? 0 : 2})}`
    })
  ];
  const {x, y} = scales(drawPlot({...options, marks}));
  const places = labelPlaces(
    dots.map(dot => ({name: dot.model, x: x(dot.x), y: y(dot.value)})),
    {right: chartWidth(width)}
  );
  const labels = PLACES.map(place =>
    Plot.text(
      dots.filter((_, i) => places[i] === place),
      {
        x: "x",
        y: "value",
        text: "model",
        dx: place.anchor === "start" ? OFF : -OFF,
        dy: place.dy,
        textAnchor: place.anchor,
        fontSize: 11,
        stroke: "var(--theme-background)",
        strokeWidth: 3,
        fill: "currentColor"
      }
    )
  );
  const plot = drawPlot({...options, marks: [...marks, ...labels]});
  const r = found?.of.pearson;
  const values = r
    ? ` r = ${correlationText(r, "theory")}, ρ = ${correlationText(found.of.spearman, "theory")}, τ-b = ${correlationText(found.of.kendall, "theory")}, n = ${r.n} models.`
    : "";
  const source =
    benchmark.source && benchmark.source !== "this book"
      ? ` Source of ${benchmark.name}: ${benchmark.source}, ${benchmark.date}.`
      : "";
  return figure(plot, {
    title: `${benchmark.name} against ${criterion.name}`,
    id: "scatter",
    simulated,
    caption: `${barsOf(dots, criterion)}Line: least squares with its 95 % band.${values}${source}`
  });
}

/** What the error bars show, where there are any. */
function barsOf(dots: readonly {left: number | null; low: number | null}[], {name}: Criterion): string {
  if (name === PREFERENCE && dots.every(({left}) => left === null)) return "Bars: 95 % intervals of the strengths. ";
  const some = dots.some(({left, low}) => left !== null || low !== null);
  return some
    ? `Bars: 95 % intervals${name === PREFERENCE ? " of the strengths, and those that the table gives" : " as the tables give them"}. `
    : "";
}

const LETTER = 5.8;
const LINE = 11;
const OFF = 6;
const DOT = 4;

/** The scales of a drawn chart, from values to pixels. */
function scales(plot: ReturnType<typeof drawPlot>): {x: (value: number) => number; y: (value: number) => number} {
  const of = (name: "x" | "y") => {
    const scale = plot.scale(name)!;
    return (value: number) => scale.apply(value) as number;
  };
  return {x: of("x"), y: of("y")};
}

interface Place {
  anchor: "start" | "end";
  /** from the dot's centre to the label's, in pixels */
  dy: number;
}
const ABOVE = -7;
const BELOW = 8;
/** Positions of a label, in the order in which they are tried. */
const PLACES: readonly Place[] = [ABOVE, BELOW].flatMap(dy => [
  {anchor: "start", dy},
  {anchor: "end", dy}
]);

/**
 * Position of each dot's label: above right, above left, or below; null where it would overlap another label or dot, and only the tooltip
 * shows the name.
 */
export function labelPlaces(dots: readonly {name: string; x: number; y: number}[], {right}: {right: number}): (Place | null)[] {
  const placed: {from: number; to: number; middle: number}[] = [];
  const free = (from: number, to: number, middle: number) =>
    from >= 0 &&
    to <= right &&
    !dots.some(dot => dot.x + DOT > from && dot.x - DOT < to && Math.abs(dot.y - middle) < DOT + LINE / 2 - 1) &&
    !placed.some(other => Math.abs(other.middle - middle) < LINE && from < other.to && other.from < to);
  return dots.map(({name, x, y}) => {
    const long = LETTER * name.length;
    for (const place of PLACES) {
      const from = place.anchor === "start" ? x + OFF : x - OFF - long;
      const own = {from, to: from + long, middle: y + place.dy};
      if (!free(own.from, own.to, own.middle)) continue;
      placed.push(own);
      return place;
    }
    return null;
  });
}
