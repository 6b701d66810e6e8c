// Chart of item difficulties along a parameter of the task.

import * as Plot from "npm:@observablehq/plot";
import {plural} from "../../pipelines/book/plural.js";
import {figure} from "../../pipelines/charts/shared/figure.js";
import {formatCount} from "../../pipelines/charts/shared/interval.js";
import {drawPlot} from "../../pipelines/charts/shared/plot.js";
import {zInterval} from "../../pipelines/stats/correlation.js";
import {Z975} from "../../pipelines/stats/distributions.js";
import {correlation} from "../../pipelines/studies/irt/diagnose/q3.js";
import {type Calibration, reversedIn, simulatedIn} from "./calibration.js";
import {number} from "./numbers.js";

interface Placed {
  id: string;
  x: number;
  b: number;
}
interface Level {
  x: number;
  mean: number;
  low: number;
  high: number;
  n: number;
}
export interface Along {
  task: string;
  parameter: string;
  items: Placed[];
  levels: Level[];
  /** number of reversed items, which are left out: for them, a large difficulty parameter means easy */
  reversed: number;
}

/** Numeric parameters of a category's points that have more than one value. */
export function parametersOf({items}: Calibration, category: string): string[] {
  const values = new Map<string, Set<number>>();
  for (const item of items) {
    if (item.category !== category || item.params === "") continue;
    for (const [name, value] of Object.entries(JSON.parse(item.params) as Record<string, unknown>))
      if (typeof value === "number") values.set(name, (values.get(name) ?? new Set()).add(value));
  }
  return [...values].filter(([, set]) => set.size > 1).map(([name]) => name);
}

/**
 * Difficulties along a parameter, for items with positive discrimination. Those beyond ±6 are poorly determined and would dominate the
 * means.
 */
export function along({items}: Calibration, task: string, parameter: string): Along {
  const own = items.filter(item => item.category === task && item.params !== "");
  const placed = own
    .filter(({a}) => !(a < 0))
    .map(item => ({
      id: item.id,
      x: (JSON.parse(item.params) as Record<string, unknown>)[parameter],
      b: Math.max(-FARTHEST, Math.min(FARTHEST, item.b))
    }))
    .filter((item): item is Placed => typeof item.x === "number");
  const values = [...new Set(placed.map(({x}) => x))].sort((a, b) => a - b);
  return {
    task,
    parameter,
    reversed: reversedIn(own).length,
    items: placed,
    levels: values.map(x =>
      levelOf(
        x,
        placed.filter(item => item.x === x)
      )
    )
  };
}
const FARTHEST = 6;
/** Standard normal quantile of a two-sided 95 % interval. */

function levelOf(x: number, items: readonly Placed[]): Level {
  const n = items.length;
  const mean = items.reduce((sum, {b}) => sum + b, 0) / n;
  const reach = n > 1 ? Z975 * Math.sqrt(items.reduce((sum, {b}) => sum + (b - mean) ** 2, 0) / (n - 1) / n) : Number.NaN;
  return {x, mean, low: mean - reach, high: mean + reach, n};
}

export function parameterPlot(
  {task, parameter, items, levels}: Along,
  calibration: Calibration,
  {width = 640} = {}
): HTMLElement {
  const plot = drawPlot({
    width,
    height: 320,
    marginLeft: 44,
    marginBottom: 40,
    x: {label: `${parameter} →`, ...(levels.length < 12 ? {type: "point"} : {})},
    y: {grid: true, label: "↑ difficulty, standard deviations"},
    marks: [
      Plot.dot(items, {x: "x", y: "b", r: 2, fill: "var(--theme-foreground-muted)", fillOpacity: 0.35}),
      Plot.line(levels, {x: "x", y: "mean", stroke: "var(--theme-blue)"}),
      Plot.ruleX(
        levels.filter(({low}) => Number.isFinite(low)),
        {x: "x", y1: "low", y2: "high", stroke: "var(--theme-blue)", strokeWidth: 3}
      ),
      Plot.dot(levels, {x: "x", y: "mean", r: 4, fill: "var(--theme-background)", stroke: "var(--theme-blue)", strokeWidth: 2}),
      Plot.tip(
        levels,
        Plot.pointerX({
          x: "x",
          y: "mean",
          title: (level: Level) =>
            `${parameter} ${level.x}\nmean difficulty ${number(level.mean)} [${number(level.low)}, ${number(level.high)}]\nn = ${plural(level.n, "item")}`
        })
      )
    ]
  });
  return figure(plot, {
    title: `Difficulty of ${task} by ${parameter}`,
    caption: "Dots: items. Rings: means of the items at one value, over all other parameters, with 95 % intervals.",
    simulated: simulatedIn(calibration),
    id: "by-parameter"
  });
}

export function parameterSentence({task, parameter, items, levels, reversed}: Along): string {
  const {r, n} = correlation(
    items.map(({x}) => x),
    items.map(({b}) => b)
  );
  const [first, last] = [levels[0]!, levels.at(-1)!];
  const [low, high] = zInterval("pearson", "fisher", r, Math.max(4, n)) ?? [r, r]; // a perfect correlation has no such interval
  const way = low > 0 ? "grows with" : high < 0 ? "falls with" : "does not significantly change with";
  const at = ({x, mean, low: from, high: to, n: size}: Level) =>
    `${number(mean)} [${number(from)}, ${number(to)}] at ${x} (n = ${formatCount(size)})`;
  return `Difficulty of ${task} ${way} ${parameter}: r = ${number(r)} [${number(low)}, ${number(high)}] over ${plural(n, "item")}; mean ${at(first)}, ${at(last)}.${reversed > 0 ? ` ${plural(reversed, "reversed item")}, of which a large difficulty makes an easy one, ${reversed === 1 ? "is" : "are"} left out.` : ""}`;
}
