// Simulated coverage of the intervals of excess accuracy.

import * as Plot from "npm:@observablehq/plot";
import {figure} from "../../pipelines/charts/shared/figure.js";
import {formatCount} from "../../pipelines/charts/shared/interval.js";
import {drawPlot} from "../../pipelines/charts/shared/plot.js";
import {randomOf} from "../../pipelines/generate/seed.js";
import {exactCoverage, simulatedCoverage} from "../../pipelines/score/coverage.js";
import {Z975} from "../../pipelines/stats/distributions.js";

/** Number of steps between guessing and perfect accuracy at which coverage is computed. */
const STEPS = 50;
/** Most answers drawn for one curve, so that the page stays fast at any n. */
const ANSWERS = 6_000_000;
const MOST_DRAWS = 4_000;
/** Standard normal quantile of a two-sided 95 % interval. */
const NAMES = {adjusted: "adjusted (enters ReasonScore)", rescaled: "rescaled (shown on pages)"} as const;
type Kind = keyof typeof NAMES;
const kinds = Object.keys(NAMES) as Kind[];

/** Coverage of one interval at one true excess accuracy: simulated with its 95 % interval, and exact. */
export interface Covered {
  kind: Kind;
  p: number;
  simulated: number;
  low: number;
  high: number;
  exact: number;
}

/**
 * Coverage at true excess accuracies from that of a model that is never right, −g ÷ (1 − g) but at least −1, to 1. Below 0 only the
 * rescaled interval is computed, since the adjusted one ends there.
 * @param n number of untruncated samples
 * @param guess guess chance of each test, 0…1
 */
export function coverageCurves({n, guess}: {n: number; guess: number}): {draws: number; rows: Covered[]} {
  const least = -Math.floor(STEPS * Math.min(1, guess / (1 - guess)) + 1e-9);
  const truths = Array.from({length: STEPS - least + 1}, (_, step) => (least + step) / STEPS);
  const draws = Math.min(MOST_DRAWS, Math.round(ANSWERS / n / truths.length));
  const random = randomOf(`coverage ${n} ${guess}`);
  const rows = truths.flatMap(p => {
    const exact = exactCoverage({n, guess, p});
    const found = simulatedCoverage({n, guess, p}, {draws, random});
    return (p < 0 ? kinds.filter(kind => kind === "rescaled") : kinds).map(kind => {
      const half = Z975 * Math.sqrt((found[kind] * (1 - found[kind])) / draws);
      return {
        kind,
        p,
        simulated: found[kind],
        low: Math.max(0, found[kind] - half),
        high: Math.min(1, found[kind] + half),
        exact: exact[kind]
      };
    });
  });
  return {draws, rows};
}

/** Coverage of each interval over the true value: simulated values as dots with Monte-Carlo error, exact values as lines. */
export function coveragePlot(
  {rows, draws}: ReturnType<typeof coverageCurves>,
  {width, n, guess}: {width: number; n: number; guess: number}
): HTMLElement {
  const floor = Math.floor(10 * Math.min(0.8, ...rows.map(row => row.low))) / 10;
  const name = (row: Covered) => NAMES[row.kind];
  const plot = drawPlot({
    width,
    height: 340,
    marginLeft: 48,
    marginTop: 30,
    x: {label: "true excess accuracy (%) →", percent: true, domain: [100 * rows[0]!.p, 100]},
    y: {label: "↑ coverage (%)", percent: true, grid: true, domain: [100 * floor, 100]},
    color: {domain: kinds.map(kind => NAMES[kind]), range: ["#c2570c", "var(--theme-blue)"]},
    symbol: {domain: kinds.map(kind => NAMES[kind]), range: ["triangle", "circle"], legend: true},
    marks: [
      Plot.ruleY([0.95], {stroke: "var(--theme-foreground-muted)", strokeDasharray: "4 3"}),
      Plot.line(rows, {x: "p", y: "exact", z: "kind", stroke: name, strokeWidth: 1.2}),
      Plot.ruleX(rows, {x: "p", y1: "low", y2: "high", stroke: name, strokeOpacity: 0.55}),
      Plot.dot(rows, {
        x: "p",
        y: "simulated",
        stroke: name,
        symbol: name,
        r: 2.5,
        title: (row: Covered) =>
          `${name(row)}\ntrue excess accuracy ${(100 * row.p).toFixed(0)} %\nsimulated ${percent(row.simulated)} [${percent(row.low)}, ${percent(row.high)}]\nexact ${percent(row.exact)}`
      })
    ]
  });
  return figure(plot, {
    title: `Coverage of the two 95 % intervals at n = ${formatCount(n)}, guess chance ${percent(guess)}`,
    id: "coverage-plot",
    caption: `Symbols: share of ${formatCount(draws)} simulated runs whose interval holds the truth, with its 95 % Monte-Carlo error. Lines: the same by summing the binomial distribution. Dashed: the promised 95 %.`
  });
}

/** Summary of the curves. */
export function coverageSentence({rows, draws}: ReturnType<typeof coverageCurves>): string {
  const parts = kinds.map(kind => {
    const own = rows.filter(row => row.kind === kind);
    const worst = own.reduce((a, b) => (b.exact < a.exact ? b : a));
    const mean = own.reduce((sum, row) => sum + row.simulated, 0) / own.length;
    return `the ${kind} interval holds the truth in ${percent(mean)} of runs on average, and is weakest where the true excess accuracy is ${(100 * worst.p).toFixed(0)} %: ${percent(worst.simulated)} [${percent(worst.low)}, ${percent(worst.high)}], exactly ${percent(worst.exact)}`;
  });
  return `In ${formatCount(draws)} simulated runs at each truth, ${parts.join("; ")}.`;
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
