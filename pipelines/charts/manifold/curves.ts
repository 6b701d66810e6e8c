// Excess accuracy along one parameter of a task, as curves, table and sentences.
import * as Plot from "npm:@observablehq/plot";
import type {NamedSlice} from "../../generate/manifold.node.js";
import {type Cell, cellsOf, compareValues, type Value, valuesOf, varying} from "../../studies/manifold/surface.js";
import {figure} from "../shared/figure.js";
import type {InputQuestion} from "../shared/input.js";
import {formatCount, formatInterval, formatRate} from "../shared/interval.js";
import {evaluationLabels, shorten} from "../shared/label.js";
import {drawPlot} from "../shared/plot.js";
import type {Column} from "../shared/sortable.js";
import type {EvaluatedPoint, Evaluation} from "./points.js";
import {askBeside, keep, projectionsOf, type Slice, showValue} from "./slice.js";

/** Most curves that a reader can still distinguish. */
export const MAX_CURVES = 6;

export interface Line {
  x: string;
  /** the projection's name; undefined for a parameter chosen by the reader */
  projection?: string | undefined;
  pooled: string[];
  /** parameters of the task, other than `x`, that have one value on the line */
  held: Readonly<Record<string, Value>>;
  /** the points on the line, of every evaluation that passes the filters */
  points: EvaluatedPoint[];
}

/** Asks which line through the manifold to show: a projection that the suite defines, or any parameter. */
export const askLine =
  ({task, filtered: points, ofTask}: Slice, named: readonly NamedSlice[] = []) =>
  (ask: InputQuestion): Line => {
    const projections = projectionsOf(points);
    const parameters = varying(points);
    const options = [
      ...projections.map(name => ({value: name})),
      ...parameters.map(name => ({value: `by ${name}`, label: `by ${name}`}))
    ];
    const along = ask("along", "Along", options);
    const projection = projections.find(name => name === along);
    const on = (each: EvaluatedPoint) => projection === undefined || each.place.projections.includes(projection);
    const tagged = keep(points, on);
    const suite = named.find(each => each.kind === "projection" && each.task === task && each.name === projection);
    const x = projection ? (suite?.x ?? varying(keep(ofTask, on))[0] ?? "") : along.replace(/^by /, "");
    const {pooled, kept} = askBeside(ask, tagged, [x], {prefix: "curve"});
    const held = parameters.flatMap(name => {
      const values = name === x ? [] : (valuesOf(kept).get(name) ?? []);
      return values.length === 1 ? [[name, values[0]!] as const] : [];
    });
    return {x, ...(projection && {projection}), pooled, held: Object.fromEntries(held), points: kept};
  };

export interface CurvePoint extends Cell {
  evaluation: string;
  simulated: boolean;
}

/** One row per chosen evaluation and value of x. */
export function curveRows({x, points}: Line, chosen: readonly Evaluation[]): CurvePoint[] {
  if (x === "") return [];
  const label = evaluationLabels(chosen);
  return chosen.flatMap(evaluation =>
    cellsOf(
      points.filter(point => point.evaluation.key === evaluation.key),
      {x}
    ).map(cell => ({...cell, evaluation: label(evaluation), simulated: evaluation.simulated}))
  );
}

/** Excess accuracy along one parameter: a curve and a 95 % band per evaluation. Curves differ in colour and in the shape of their dots. */
export function curvePlot(rows: readonly CurvePoint[], {x, pooled}: Line, {width}: {width: number}): HTMLElement {
  const known = rows.filter(row => row.n > 0 && row.accuracy !== null);
  const values = [...new Set(known.map(row => row.x))].sort(compareValues);
  const scaled = values.every(value => typeof value === "number");
  const at = (row: CurvePoint): Value => (scaled ? row.x : showValue(row.x));
  const domain = [...new Set(rows.map(row => row.evaluation))];
  const longest = Math.min(MOST_LETTERS, Math.max(...values.map(value => showValue(value).length), 1));
  const crowded = !scaled && longest * 6.3 > (width - 80) / values.length;
  const percent = (share: number) => 100 * share;
  const plot = drawPlot({
    width,
    height: 320 + (crowded ? 4.5 * longest : 0),
    marginLeft: 46,
    marginRight: 24,
    marginBottom: 40 + (crowded ? 4.5 * longest : 0),
    x: scaled
      ? {label: `${x} →`, ...axisOf(values as number[])}
      : {
          type: "point",
          label: null,
          domain: values.map(showValue),
          tickFormat: brief,
          padding: 0.3,
          tickRotate: crowded ? -40 : 0
        },
    y: {label: "↑ excess accuracy (%)", domain: [Math.min(0, ...known.map(row => percent(row.low))), 100], grid: true},
    color: {domain, legend: false},
    symbol: {domain, legend: true},
    marks: [
      Plot.ruleY([0]),
      Plot.areaY(known, {
        x: at,
        y1: row => percent(row.low),
        y2: row => percent(row.high),
        z: "evaluation",
        fill: "evaluation",
        fillOpacity: 0.14
      }),
      Plot.lineY(known, {x: at, y: row => percent(row.accuracy), z: "evaluation", stroke: "evaluation", strokeWidth: 1.5}),
      Plot.ruleX(known, {
        x: at,
        y1: row => percent(row.low),
        y2: row => percent(row.high),
        stroke: "evaluation",
        strokeOpacity: 0.5
      }),
      Plot.dot(known, {
        x: at,
        y: row => percent(row.accuracy),
        stroke: "evaluation",
        fill: "var(--theme-background)",
        symbol: "evaluation",
        r: 4
      }),
      Plot.tip(
        known,
        Plot.pointer({
          x: at,
          y: row => percent(row.accuracy),
          title: row => `${row.evaluation}\n${x} ${showValue(row.x)}\n${formatInterval({value: row.accuracy, ...row})}`
        })
      )
    ]
  });
  const pooledText = pooled.length > 0 ? ` Each dot pools points that differ in ${pooled.join(", ")}.` : "";
  return figure(plot, {
    title: `Excess accuracy by ${x}`,
    simulated: rows.some(row => row.simulated),
    caption: `Bands and bars are 95 % intervals; every number is in the table below.${pooledText}`,
    id: "curves"
  });
}

/** Most letters of a value that fit at the axis. */
const MOST_LETTERS = 24;
const brief = (value: string): string => shorten(value, MOST_LETTERS);

/** Most values that are all labelled at the axis. */
const MOST_TICKS = 12;
/** If the largest value is this many times the median, a linear axis would crowd the smaller half, so a logarithmic one is used. */
const FAR = 8;

/** `512K` */
const compact = (value: number): string => COMPACT.format(value);
const COMPACT = new Intl.NumberFormat("en-US", {notation: "compact"});

/**
 * Scale of the axis: all values are labelled where they are few; equal ratios, with 0 included, where a few are much larger than the
 * others.
 */
function axisOf(values: readonly number[]): Plot.ScaleOptions {
  const ticks = values.length <= MOST_TICKS ? [...values] : undefined;
  const [least, middle, most] = [values[0]!, values[Math.floor(values.length / 2)]!, values.at(-1)!];
  if (least < 0 || values.length < 4 || most < FAR * middle)
    return ticks && values.length <= 10 ? {ticks, tickFormat: String} : {};
  return {type: "symlog", constant: values.find(value => value > 0) ?? 1, tickFormat: compact, ...(ticks && {ticks})};
}

/** Summary of the curves, one clause per evaluation: its first and last value, and whether the difference is significant. */
export function curveSentence(rows: readonly CurvePoint[], {x, held, pooled}: Pick<Line, "x" | "held" | "pooled">): string {
  if (x === "") return "No parameter of this task varies, so there is no curve to draw.";
  const clauses = [...new Set(rows.map(row => row.evaluation))].map(name => {
    const own = rows.filter(row => row.evaluation === name && row.n > 0);
    const [first, last] = [own[0], own.at(-1)];
    if (!first || !last || first === last) return `${name} has fewer than two values of ${x}`;
    const [from, to] = [first, last].map(row => `${formatInterval({value: row.accuracy, ...row})} at ${showValue(row.x)}`);
    const [verb, overlap] =
      last.high < first.low ? ["falls", ""] : last.low > first.high ? ["rises", ""] : ["goes", " (the intervals overlap)"];
    return `${name} ${verb} from ${from} to ${to}${overlap}`;
  });
  const fixed = Object.entries(held).map(([name, value]) => `${name} ${showValue(value)}`);
  const others = [
    fixed.length > 0 ? ` All of this is at ${fixed.join(", ")}.` : "",
    pooled.length > 0 ? ` Points that differ in ${pooled.join(", ")} are pooled.` : ""
  ].join("");
  return clauses.length === 0 ? "No evaluation is chosen." : `Along ${x}, ${clauses.join("; ")}.${others}`;
}

/** The curves as a table. */
export function curveColumns({x}: Line): Column<CurvePoint>[] {
  return [
    {key: "evaluation", label: "Evaluation", by: row => row.evaluation, show: row => row.evaluation},
    {key: "x", label: x, by: row => (typeof row.x === "number" ? row.x : showValue(row.x)), show: row => showValue(row.x)},
    {
      key: "accuracy",
      label: "Excess accuracy",
      numeric: true,
      by: row => row.accuracy,
      show: row => formatRate({value: row.accuracy, ...row}),
      description: "0 guessing, 100 % knowing; 95 % interval"
    },
    {key: "n", label: "n", numeric: true, by: row => row.n, show: row => formatCount(row.n)}
  ];
}

/** Evaluations with a curve: first the one that the page shows, then those that the reader added. */
export function curvesOf({evaluation}: Slice, everybody: readonly Evaluation[], added: string): Evaluation[] {
  const keys = new Set(added.split(",").filter(Boolean));
  const others = everybody.filter(({key}) => keys.has(key) && key !== evaluation.key);
  return [evaluation, ...others].slice(0, MAX_CURVES);
}
