// Chart of the power to distinguish two benchmarks.
import * as Plot from "npm:@observablehq/plot";
import {figure} from "../../pipelines/charts/shared/figure.js";
import {formatCount, formatEstimate, formatP} from "../../pipelines/charts/shared/interval.js";
import {drawPlot} from "../../pipelines/charts/shared/plot.js";
import {possible, powerAt} from "../../pipelines/studies/preferences/benchmarks/power.js";
import {type Rivals, rivalry} from "../../pipelines/studies/preferences/benchmarks/rivals.js";
import {type Criterion, decimals, plainValues, correlationDigits as two} from "./correlations.js";
import type {Scored, Scores} from "./data.js";

/** Two benchmarks and a criterion on the models that all three have. */
export interface ShownRivals extends Rivals {
  criterion: string;
  simulated: boolean;
}

/** Comparison of two benchmarks; null where they are the same or share too few models with the criterion. */
export function rivalsOf(one: Scored, other: Scored, criterion: Criterion, scores: Scores): ShownRivals | null {
  const found = rivalry(one, other, plainValues(criterion), scores);
  return found && {...found, criterion: criterion.name, simulated: one.simulated || other.simulated || criterion.simulated};
}

/** Two significant digits, since more are not known: 142,061 is about 140,000. */
const rough = (count: number) => formatCount(Number(count.toPrecision(2)));

export function rivalSentence(rivals: ShownRivals | null): string {
  if (!rivals) return "Choose two different benchmarks that share five models with the criterion.";
  const {one, other, criterion, n, r1, r2, r12, difference, williams, steiger, needed} = rivals;
  const enough =
    needed === null
      ? "no number of models would separate equal correlations"
      : `if these were the true correlations, it would take about ${rough(needed)} models to separate them four times in five`;
  return `On the ${n} models that all three have, ${one} correlates with ${criterion} at r = ${two(r1)} and ${other} at ${two(r2)} (with each other ${two(r12)}). The difference is ${formatEstimate({value: difference.value, low: difference.lo, high: difference.hi}, {digits: Math.max(decimals(r1), decimals(r2))})} (95 % interval after Zou), p = ${formatP(williams.p)} by Williams' t and ${formatP(steiger.p)} by Steiger's Z; ${enough}.`;
}

/** Power of Steiger's test by number of models: for the observed correlations, and for other differences from the larger one. */
export function powerPlot({r1, r2, r12, n, one, other, simulated}: ShownRivals, {width}: {width: number}): HTMLElement {
  const most = Math.max(Math.abs(r1), Math.abs(r2));
  const counts: number[] = [];
  for (let size = 5; size <= 1_000; size = Math.ceil(size * 1.08)) counts.push(size);
  const gaps = [0.02, 0.05, 0.1, 0.2]
    .map(gap => ({name: `a gap of ${gap}`, r1: most, r2: most - gap, r12, observed: false}))
    .filter(possible);
  const lines = [{name: `observed: ${two(r1)} and ${two(r2)}`, r1, r2, r12, observed: true}, ...gaps];
  const points = lines.flatMap(line => counts.map(size => ({...line, size, power: powerAt(size, line)})));
  const plot = drawPlot({
    width,
    height: 320,
    marginLeft: 45,
    marginTop: 30,
    x: {type: "log", label: "models (log scale) →", grid: true, tickFormat: "~s", ticks: width < 500 ? 4 : 8},
    y: {label: "↑ power (%)", percent: true, domain: [0, 100], grid: true},
    color: {
      legend: true,
      domain: lines.map(({name}) => name),
      range: ["var(--theme-foreground-focus)", "#c2570c", "#5e7f2e", "#8a63c9", "#777"]
    },
    marks: [
      Plot.ruleY([0.8], {stroke: "var(--theme-foreground-muted)", strokeDasharray: "4 3"}),
      Plot.ruleX([n], {stroke: "var(--theme-foreground-muted)"}),
      Plot.line(points, {x: "size", y: "power", z: "name", stroke: "name", strokeWidth: d => (d.observed ? 2.5 : 1.3)}),
      Plot.text([n], {
        x: d => d,
        frameAnchor: "top",
        dx: 4,
        dy: 2,
        textAnchor: "start",
        text: () => `n = ${n}`,
        stroke: "var(--theme-background)",
        strokeWidth: 4,
        fill: "var(--theme-foreground)"
      }),
      Plot.tip(
        points,
        Plot.pointer({
          x: "size",
          y: "power",
          maxRadius: 20,
          title: point => `${point.name}\n${point.size} models: power ${(100 * point.power).toFixed(0)} %`
        })
      )
    ]
  });
  return figure(plot, {
    title: `How many models separate ${one} from ${other}?`,
    id: "power",
    simulated,
    caption: `Power of Steiger's two-sided 5 % test with the observed correlation of ${two(r12)} between the two benchmarks. Gaps are below the larger correlation, ${two(most)}. Dashed: 80 %.`
  });
}
