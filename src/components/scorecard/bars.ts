// Means of domains as bars with intervals, and as a table.
import * as Plot from "npm:@observablehq/plot";
import {countColumn, evaluationColumns} from "../../pipelines/charts/shared/columns.js";
import {figure} from "../../pipelines/charts/shared/figure.js";
import {formatCount} from "../../pipelines/charts/shared/interval.js";
import {nameAxis, shorten} from "../../pipelines/charts/shared/label.js";
import {drawPlot} from "../../pipelines/charts/shared/plot.js";
import {percent} from "../../pipelines/charts/shared/severalEvaluations.js";
import type {Column} from "../../pipelines/charts/shared/sortable.js";
import {type DomainRow, valueText} from "./shown.js";

/** Evaluations from best to worst by the mean of their domains. */
export function rankedEvaluations(rows: readonly DomainRow[]): string[] {
  const sums = new Map<string, {sum: number; n: number}>();
  for (const {evaluation, value} of rows) {
    const own = sums.get(evaluation) ?? {sum: 0, n: 0};
    if (value !== null) sums.set(evaluation, {sum: own.sum + value, n: own.n + 1});
    else sums.set(evaluation, own);
  }
  const mean = (name: string) => sums.get(name)!.sum / Math.max(1, sums.get(name)!.n);
  return [...sums.keys()].sort((a, b) => mean(b) - mean(a));
}

const detail = ({n, scored, categories}: DomainRow): string =>
  `n = ${formatCount(n)}, ${scored} of ${categories === 1 ? "1 category" : `${categories} categories`}`;

/** A bar with its interval for each domain and evaluation that has a value. */
export function domainBars(rows: readonly DomainRow[], {width}: {width: number}): HTMLElement {
  const drawn = rows.filter((row): row is DomainRow & {value: number} => row.value !== null);
  const evaluations = [...new Set(drawn.map(({evaluation}) => evaluation))];
  const domains = [...new Map(drawn.map(({domain, number}) => [domain, number]))]
    .sort((a, b) => a[1] - b[1])
    .map(([name]) => name);
  const names = nameAxis(evaluations, width / 2);
  const narrow = width < 500;
  const ends = drawn.flatMap(({value, low, high}) => [value, low ?? value, high ?? value]);
  const [least, most] = [Math.min(0, ...ends), Math.max(0.01, ...ends)];
  const plot = drawPlot({
    width,
    height: 60 + domains.length * (14 + 16 * evaluations.length),
    marginLeft: names.margin,
    marginRight: narrow ? 70 : 140,
    marginBottom: 40,
    x: {label: "% →", grid: true, domain: [percent(least), percent(most) * (narrow ? 1.7 : 1.3)]},
    y: {domain: evaluations, label: null, tickFormat: names.format, tickSize: 0},
    fy: {domain: domains, label: null, padding: 0.2, tickFormat: (name: string) => shorten(name, narrow ? 10 : 20)},
    marks: [
      Plot.barX(drawn, {
        fy: "domain",
        y: "evaluation",
        x1: 0,
        x2: row => percent(row.value),
        fill: row => (row.simulated ? "var(--theme-background)" : "var(--theme-blue)"),
        stroke: "var(--theme-blue)",
        insetTop: 2,
        insetBottom: 2
      }),
      Plot.ruleY(
        drawn.filter(({low, high}) => low !== null && high !== null),
        {
          fy: "domain",
          y: "evaluation",
          x1: row => percent(row.low!),
          x2: row => percent(row.high!),
          stroke: "var(--theme-foreground)",
          strokeWidth: 2
        }
      ),
      Plot.text(drawn, {
        fy: "domain",
        y: "evaluation",
        x: row => percent(row.high ?? row.value),
        dx: 6,
        textAnchor: "start",
        text: row => `n = ${formatCount(row.n)}`
      }),
      Plot.ruleX([0]),
      Plot.tip(
        drawn,
        Plot.pointerY({
          fy: "domain",
          y: "evaluation",
          x: row => percent(row.value),
          title: row =>
            `${row.evaluation}${row.simulated ? " (simulated)" : ""}\n${row.domain}: ${valueText(row)}\n${detail(row)}`
        })
      )
    ]
  });
  const simulated = drawn.some(row => row.simulated);
  return figure(plot, {
    title: "Domains, mean of the categories that have a value",
    simulated,
    caption: `Excess accuracy, 0 % guessing and 100 % knowing, with the 95 % interval over items; n are answers.${simulated ? " Hollow bars are simulated." : ""}`,
    id: "domains"
  });
}

/** The table of domains: value, n, and how much of the domain stands behind it. */
export const domainColumns: Column<DomainRow>[] = [
  ...(evaluationColumns as Column<DomainRow>[]),
  {key: "domain", label: "Domain", by: row => row.number, show: row => row.domain},
  {
    key: "value",
    label: "Mean",
    numeric: true,
    by: row => row.value,
    show: row => (row.n > 0 ? valueText(row) : "no value"),
    description: "mean over the categories that have a value, each with the same weight, with its 95 % interval"
  },
  countColumn("n", "n", "answers behind it") as Column<DomainRow>,
  {
    key: "scored",
    label: "Categories",
    numeric: true,
    by: row => row.scored,
    show: ({scored, categories, empty}) => `${scored} of ${categories}, ${empty} empty`,
    description: "behind the mean, of all of the domain, of which some are empty"
  }
];

/** What the means rest on. */
export function domainsSentence(rows: readonly DomainRow[]): string {
  const scored = rows.filter(({value}) => value !== null);
  if (scored.length === 0) return "No category of these has a value yet.";
  const best = scored.reduce((a, b) => (b.value! > a.value! ? b : a));
  const partial = new Set(scored.filter(({scored, categories}) => scored < categories).map(({domain}) => domain)).size;
  const all = new Set(scored.map(({domain}) => domain)).size;
  const rest =
    partial > 0
      ? ` ${partial === all ? "Each" : formatCount(partial)} of ${all === 1 ? "the 1 domain" : `the ${formatCount(all)} domains`} with a value rests on some of its categories only: means of different categories do not measure the same thing.`
      : "";
  return `The highest mean is ${valueText(best)} of ${best.evaluation} in ${best.domain} (${detail(best)}).${rest}`;
}
