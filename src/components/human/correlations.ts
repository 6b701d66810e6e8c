import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {type Correlation, correlationsOf} from "../../pipelines/study/human/against.js";
import {COEFFICIENTS, type Coefficient} from "../../pipelines/study/human/correlation.js";
import {common, findModel, scoresOf} from "../../pipelines/study/human/leaderboard.js";
import {choice, choices} from "../choices.js";
import {figure} from "../figure.js";
import {formatCount, formatEstimate} from "../interval.js";
import {drawPlot} from "../plot.js";
import type {Column} from "../sortable.js";
import type {Scored, Scores} from "./data.js";
import type {ShownStrength} from "./strengths.js";

/** The criterion that the votes on this page give. */
export const PREFERENCE = "strengths of the votes";

/** A criterion's values by model, with an interval where there is one, in Elo. */
export interface Criterion {
  name: string;
  values: Map<string, {value: number; low: number | null; high: number | null}>;
  simulated: boolean;
  /** benchmarks that enter it */
  parts: readonly string[];
}

/** The votes' own strengths, and the criteria that the table of scores names. */
export function criteriaOf(rows: readonly ShownStrength[], scores: Scores): Criterion[] {
  const own: Criterion = {
    name: PREFERENCE,
    values: new Map(rows.map(({model, elo, low, high}) => [model, {value: elo, low, high}])),
    simulated: rows.some(row => row.simulated),
    parts: []
  };
  const published = scores.benchmarks
    .filter(({criterion}) => criterion)
    .map(each => ({
      name: each.name,
      values: new Map([...scoresOf(scores, each)].map(([model, value]) => [model, {value, low: null, high: null}])),
      simulated: false,
      parts: each.contains ?? []
    }));
  return [own, ...published];
}

const plainValues = ({values}: Criterion) => new Map([...values].map(([model, {value}]) => [model, value]));

/** Criteria that share at least four models with a benchmark; the votes' own first. */
export function usable(criteria: readonly Criterion[], scores: Scores): Criterion[] {
  return criteria.filter(criterion => benchmarksFor(criterion, scores).length > 0);
}

/** Benchmarks with four models or more in common with a criterion, other than itself. */
export const benchmarksFor = (criterion: Criterion, scores: Scores): Scored[] =>
  scores.benchmarks.filter(
    each => each.name !== criterion.name && common(scoresOf(scores, each), plainValues(criterion), scores).length >= LEAST_MODELS
  );
const LEAST_MODELS = 4;

/** Correlations of all benchmarks with a criterion, each with whether simulated models carry it. */
export function shownCorrelations(criterion: Criterion, scores: Scores): (Correlation & {simulated: boolean})[] {
  const benchmarks = benchmarksFor(criterion, scores);
  const known = new Map(benchmarks.map(({name, simulated}) => [name, simulated || criterion.simulated]));
  return correlationsOf(plainValues(criterion), {...scores, benchmarks}, {criterion: criterion.name, parts: criterion.parts}).map(
    row => ({
      ...row,
      simulated: known.get(row.benchmark)!
    })
  );
}

/** What to compare with what. */
export const correlationInputs = (criteria: readonly Criterion[]) =>
  choices({
    criterion: choice(
      "criterion",
      criteria.map(({name}) => name),
      {label: "Criterion"}
    ),
    interval: choice("interval", ["theory", "bootstrap"], {
      label: "Intervals by",
      names: {theory: "Fisher, Bonett–Wright, Fieller", bootstrap: "bootstrap over models (BCa)"}
    })
  });

export const pairInputs = (names: readonly string[]) =>
  choices({
    one: choice("one", names, {label: "Benchmark"}),
    other: choice("other", names, {label: "Against", value: names[1] ?? names[0]})
  });

/** A row of the table: one benchmark with its three coefficients. */
export interface CorrelationRow {
  benchmark: string;
  n: number;
  of: Record<Coefficient, Correlation | undefined>;
  warnings: string[];
}

export function correlationRows(list: readonly Correlation[]): CorrelationRow[] {
  return [...new Set(list.map(({benchmark}) => benchmark))].map(benchmark => {
    const own = list.filter(row => row.benchmark === benchmark);
    const of = Object.fromEntries(
      COEFFICIENTS.map(coefficient => [coefficient, own.find(row => row.coefficient === coefficient)])
    ) as CorrelationRow["of"];
    return {benchmark, n: own[0]!.n, of, warnings: own[0]!.warnings};
  });
}

const LABELS: Record<Coefficient, string> = {pearson: "Pearson r", spearman: "Spearman ρ", kendall: "Kendall τ-b"};
type By = "theory" | "bootstrap";
/** A perfect correlation has no interval by theory: a dash stands for it. */
function text(row: Correlation | undefined, by: By): string {
  if (!row) return "–";
  const [low, high] = by === "theory" ? [row.lo, row.hi] : [row.bootstrap_lo, row.bootstrap_hi];
  const shown = formatEstimate({value: row.value, low, high}, {digits: 2});
  return low === null ? `${shown} [–]` : shown;
}

export function correlationColumns(by: By): Column<CorrelationRow>[] {
  return [
    {key: "benchmark", label: "Benchmark", by: row => row.benchmark, show: row => row.benchmark},
    {key: "n", label: "Models", numeric: true, by: row => row.n, show: row => formatCount(row.n)},
    ...COEFFICIENTS.map(
      (coefficient): Column<CorrelationRow> => ({
        key: coefficient,
        label: LABELS[coefficient],
        numeric: true,
        by: row => row.of[coefficient]?.value ?? null,
        show: row => text(row.of[coefficient], by)
      })
    ),
    {
      key: "without",
      label: "r, one model left out",
      description: "least and largest, and the model whose absence moves r most",
      numeric: true,
      show: ({of: {pearson}}) =>
        pearson ? `${pearson.without_lo.toFixed(2)} … ${pearson.without_hi.toFixed(2)} (${pearson.leverage})` : "–"
    },
    {
      key: "warnings",
      label: "Beware",
      show: row => (row.warnings.length > 0 ? html`<span class="rb-error rb-params">${row.warnings.join("; ")}</span>` : "")
    }
  ];
}

/** One line about the table: which is highest by each coefficient, and whether they agree about that. */
export function correlationSentence(rows: readonly CorrelationRow[], criterion: Criterion): string {
  if (rows.length === 0)
    return "No benchmark of the table shares four models with the criterion; load a table of scores of the models that were judged.";
  const best = (coefficient: Coefficient) =>
    rows.reduce((top, row) => ((row.of[coefficient]?.value ?? -2) > (top.of[coefficient]?.value ?? -2) ? row : top));
  const tops = COEFFICIENTS.map(best);
  const names = [...new Set(tops.map(({benchmark}) => benchmark))];
  const one = tops[0]!;
  const lead = `With ${criterion.name}, ${one.benchmark} goes together most: r = ${text(one.of.pearson, "theory")}, n = ${one.n} models`;
  const few = rows.some(({n}) => n < 20)
    ? " Fewer than 20 models: the intervals are wide, and rankings of benchmarks by them are mostly chance."
    : "";
  const built = criterion.simulated
    ? " Both come from the same planted abilities: this shows that the study works, not that people would agree."
    : "";
  return `${lead}${rows.length > 1 ? (names.length === 1 ? ", by all three coefficients" : `; by rank correlation it is ${names.slice(1).join(" or ")}`) : ""}.${few}${built}`;
}

/** Benchmark against criterion, a labelled dot for each model. */
export function scatterPlot(
  criterion: Criterion,
  benchmark: Scored,
  scores: Scores,
  {width, found}: {width: number; found: CorrelationRow | undefined}
): HTMLElement {
  const own = scoresOf(scores, benchmark);
  const find = findModel(criterion.values, scores);
  const dots = common(own, plainValues(criterion), scores).map(({model, x}) => ({model, x, ...find(model)!}));
  const simulated = benchmark.simulated || criterion.simulated;
  const plot = drawPlot({
    width,
    height: Math.min(520, Math.max(340, width * 0.55)),
    marginLeft: 55,
    marginRight: width < 500 ? 30 : 70,
    marginTop: 30,
    inset: 14,
    grid: true,
    x: {label: `${benchmark.name} →`, nice: true},
    y: {label: `↑ ${criterion.name}${criterion.name === PREFERENCE ? " (Elo)" : ""}`, nice: true},
    marks: [
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
      Plot.dot(dots, {
        x: "x",
        y: "value",
        r: 3.5,
        fill: simulated ? "var(--theme-background)" : "var(--theme-foreground-focus)",
        stroke: "var(--theme-foreground-focus)",
        title: dot => `${dot.model}\n${benchmark.name} ${dot.x}\n${criterion.name} ${formatEstimate(dot, {digits: 0})}`
      }),
      Plot.text(spaced(dots, {width, height: Math.min(520, Math.max(340, width * 0.55))}), {
        x: "x",
        y: "value",
        text: "model",
        dx: 6,
        dy: -7,
        textAnchor: "start",
        fontSize: 10
      })
    ]
  });
  const r = found?.of.pearson;
  const values = r
    ? ` r = ${text(r, "theory")}, ρ = ${text(found.of.spearman, "theory")}, τ-b = ${text(found.of.kendall, "theory")}, n = ${r.n} models.`
    : "";
  const source =
    benchmark.source && benchmark.source !== "this book"
      ? ` Source of ${benchmark.name}: ${benchmark.source}, ${benchmark.date}.`
      : "";
  return figure(plot, {
    title: `${benchmark.name} against ${criterion.name}`,
    id: "scatter",
    simulated,
    caption: `${criterion.name === PREFERENCE ? "Bars: 95 % intervals of the strengths. " : ""}Line: least squares with its 95 % band.${values}${source}`
  });
}

/** Dots whose labels do not lie over another's: the others keep theirs in the tooltip. */
function spaced<T extends {x: number; value: number; model: string}>(
  dots: readonly T[],
  {width, height}: {width: number; height: number}
): T[] {
  const range = (of: (dot: T) => number) => {
    const values = dots.map(of);
    return [Math.min(...values), Math.max(...values)] as const;
  };
  const [x, y] = [range(dot => dot.x), range(dot => dot.value)];
  const placed: {left: number; right: number; at: number}[] = [];
  return dots.filter(dot => {
    const left = ((dot.x - x[0]) / (x[1] - x[0] || 1)) * (width - 153);
    const at = ((dot.value - y[0]) / (y[1] - y[0] || 1)) * (height - 90);
    const own = {left, right: left + 5.6 * dot.model.length, at};
    if (
      own.right > width - 55 ||
      placed.some(other => Math.abs(other.at - at) < 11 && own.left < other.right && other.left < own.right)
    )
      return false;
    placed.push(own);
    return true;
  });
}
