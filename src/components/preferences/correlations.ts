// Correlations between benchmarks and a criterion: tables, scatter plot and power.

import {checkbox} from "npm:@observablehq/inputs";
import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {COEFFICIENTS, type Coefficient} from "../../pipelines/stats/correlation.js";
import {
  type Correlation,
  correlationsOf,
  FEW_MODELS,
  LEAST_MODELS,
  matchedModels,
  type Rivals,
  rivalry
} from "../../pipelines/studies/preferences/benchmarks/against.js";
import {possible, powerAt} from "../../pipelines/studies/preferences/benchmarks/correlation.js";
import {common, findModel, scoresOf} from "../../pipelines/studies/preferences/benchmarks/leaderboard.js";
import {corrected} from "../../pipelines/studies/preferences/benchmarks/reliability.js";

import {plainRows} from "../shared/answers.js";
import {
  type Column,
  chartWidth,
  countColumn,
  drawPlot,
  formatCount,
  formatEstimate,
  formatP,
  type Input,
  numberColumn,
  plotFigure,
  type Sql,
  textColumn,
  tip
} from "../shared/charts.js";
import {choice, choices} from "../shared/inputs.js";
import {noteList} from "./agreement.js";
import {FILES, type Scored, type Scores, withColumns} from "./data.js";
import type {ShownStrength} from "./strengths.js";

// Tables and inputs of correlations between benchmarks and a criterion.

/** Name of the criterion from the votes of the page. */
const PREFERENCE = "strengths of the votes";

/** A criterion: values by model, with intervals where there are any, in Elo. */
interface Criterion {
  name: string;
  values: Map<string, {value: number; low: number | null; high: number | null}>;
  simulated: boolean;
  /** benchmarks that enter the criterion */
  parts: readonly string[];
  from: "votes" | "table" | "other table";
}

type Values = Criterion["values"];
const valuesOf = (scores: Scores, {values, low, high}: Scored, nameOf = (model: string): string | undefined => model): Values =>
  new Map(
    scores.models.flatMap((model, i) => {
      const [name, value] = [nameOf(model), values[i]];
      return name === undefined || value == null
        ? []
        : [[name, {value, low: low?.[i] ?? null, high: high?.[i] ?? null}] as const];
    })
  );

/**
 * Possible criteria: the strengths of the votes, the criteria in the table of scores, and the columns of another table, which then come
 * first.
 */
export function criteriaOf(rows: readonly ShownStrength[], scores: Scores, other: Scores | null = null): Criterion[] {
  const own: Criterion = {
    name: PREFERENCE,
    values: new Map(rows.map(({model, elo, low, high}) => [model, {value: elo, low, high}])),
    simulated: rows.some(row => row.simulated),
    parts: [],
    from: "votes"
  };
  const published = scores.benchmarks
    .filter(({criterion}) => criterion)
    .map(
      (each): Criterion => ({
        name: each.name,
        values: valuesOf(scores, each),
        simulated: false,
        parts: each.contains ?? [],
        from: "table"
      })
    );
  if (!other) return [own, ...published];
  const names = new Map(matchedModels(scores, other).map(({model, against}) => [against, model]));
  const others = other.benchmarks.map(
    (each): Criterion => ({
      name: `${each.name} of ${other.name}`,
      values: valuesOf(other, each, model => names.get(model)),
      simulated: false,
      parts: [],
      from: "other table"
    })
  );
  return [...others, own, ...published];
}

const plainValues = ({values}: Criterion) => new Map([...values].map(([model, {value}]) => [model, value]));

/** Criteria that share at least four models with a benchmark, that of the votes first; all where none does. */
export function usable(criteria: readonly Criterion[], scores: Scores): readonly Criterion[] {
  const found = criteria.filter(criterion => benchmarksFor(criterion, scores).length > 0);
  return found.length > 0 ? found : criteria;
}

/** Benchmarks that have at least four models in common with a criterion, other than the criterion. */
export const benchmarksFor = (criterion: Criterion, scores: Scores): Scored[] =>
  scores.benchmarks.filter(
    each => each.name !== criterion.name && common(scoresOf(scores, each), plainValues(criterion), scores).length >= LEAST_MODELS
  );

/** Correlations of the book's own scores with the strengths of all shipped votes, from the study's table; largest Pearson first. */
export async function publishedCorrelations(sql: Sql): Promise<(Correlation & {simulated: boolean})[]> {
  const rows = plainRows<Correlation & {simulated: boolean; criterion: string}>(
    await sql`select benchmark, coefficient, value, low as lo, high as hi, interval, n, bootstrap_low as bootstrap_lo, bootstrap_high as bootstrap_hi,
      without_low as without_lo, without_high as without_hi, leverage, benchmark_reliability, warnings, simulated
      from correlations where criterion = 'preference' order by benchmark`,
    ["warnings"]
  );
  const size = new Map(rows.flatMap(row => (row.coefficient === "pearson" ? [[row.benchmark, Math.abs(row.value)]] : [])));
  return rows.sort((a, b) => size.get(b.benchmark)! - size.get(a.benchmark)!);
}

/**
 * Correlations of all benchmarks with a criterion, each marked if simulated models enter; with bootstrap intervals only on request, since
 * they take longest.
 */
export function shownCorrelations(
  criterion: Criterion,
  scores: Scores,
  {bootstrap = true}: {bootstrap?: boolean} = {}
): (Correlation & {simulated: boolean})[] {
  const benchmarks = benchmarksFor(criterion, scores);
  const known = new Map(benchmarks.map(({name, simulated}) => [name, simulated || criterion.simulated]));
  return correlationsOf(
    plainValues(criterion),
    {...scores, benchmarks},
    {criterion: criterion.name, parts: criterion.parts, ...(!bootstrap && {replicates: 0})}
  ).map(row => ({
    ...row,
    simulated: known.get(row.benchmark)!
  }));
}

/** Inputs for the criterion and the interval; criteria are those that share models with a benchmark. */
export const correlationInputs = (criteria: readonly Criterion[], scores: Scores) =>
  criterionInputs(usable(criteria, scores).map(({name}) => name));

const criterionInputs = whileSame((names: readonly string[]) =>
  choices({
    criterion: choice("criterion", names, {label: "Criterion"}),
    interval: choice("interval", ["theory", "bootstrap"], {
      label: "Intervals by",
      names: {theory: "Fisher, Bonett–Wright, Fieller", bootstrap: "bootstrap over models (BCa)"}
    })
  })
);

/** Inputs for two benchmarks; empty where there are none. */
export const pairInputs = whileSame((names: readonly string[]) =>
  choices({
    one: choice("one", names, {label: "Benchmark"}),
    other: choice("other", names, {label: "Against", value: names[1] ?? names[0]})
  })
);

/** Reuses the last node while the names stay the same, so that a filter that does not change the choices leaves the input alone. */
function whileSame<T>(make: (names: readonly string[]) => T): (names: readonly string[]) => T {
  let last: {key: string; node: T} | null = null;
  return names => {
    const key = JSON.stringify(names);
    if (last?.key !== key) last = {key, node: make(names)};
    return last.node;
  };
}

/** A row of the table: one benchmark with its three coefficients. */
interface CorrelationRow {
  benchmark: string;
  n: number;
  of: Record<Coefficient, Correlation | undefined>;
  warnings: string[];
  /** where and when its scores were published */
  published: {source: string; date: string} | null;
}

export function correlationRows(list: readonly Correlation[], {benchmarks}: Pick<Scores, "benchmarks">): CorrelationRow[] {
  const published = (name: string) => {
    const {source, date} = benchmarks.find(each => each.name === name) ?? {};
    return source && date ? {source, date} : null;
  };
  return [...new Set(list.map(({benchmark}) => benchmark))].map(benchmark => {
    const own = list.filter(row => row.benchmark === benchmark);
    const of = Object.fromEntries(
      COEFFICIENTS.map(coefficient => [coefficient, own.find(row => row.coefficient === coefficient)])
    ) as CorrelationRow["of"];
    return {benchmark, n: own[0]!.n, of, warnings: own[0]!.warnings, published: published(benchmark)};
  });
}

/** Whether a correlation is not true by construction, as where one measure enters the other. */
const independent = ({warnings}: CorrelationRow): boolean => !warnings.some(each => each.includes("by construction"));

/** Rows whose correlations can be ranked: benchmarks that do not enter the criterion, with enough models where any have them. */
export function comparable(rows: readonly CorrelationRow[]): readonly CorrelationRow[] {
  const apart = rows.filter(independent);
  const enough = apart.filter(({n}) => n >= FEW_MODELS);
  return enough.length > 0 ? enough : apart.length > 0 ? apart : rows;
}

const LABELS: Record<Coefficient, string> = {pearson: "Pearson r", spearman: "Spearman ρ", kendall: "Kendall τ-b"};
type By = "theory" | "bootstrap";
/** Number of decimals of a correlation, so that 0.996 is not shown as 1.00. */
const decimals = (r: number): number => (Math.abs(r) >= 0.995 && Math.abs(r) < 1 ? 4 : 2);
const correlationDigits = (r: number): string => r.toFixed(decimals(r)).replace("-", "−");
/** The correlation with its interval; a perfect one has no interval by theory, and a dash is shown. */
function correlationText(row: Correlation | undefined, by: By): string {
  if (!row) return "–";
  const [low, high] = by === "theory" ? [row.lo, row.hi] : [row.bootstrap_lo, row.bootstrap_hi];
  const shown = formatEstimate({value: row.value, low, high}, {digits: decimals(row.value)});
  return low === null ? `${shown} [–]` : shown;
}

export function correlationColumns(by: By): Column<CorrelationRow>[] {
  return [
    textColumn(
      "benchmark",
      "Benchmark",
      ({benchmark, published, warnings}) =>
        html`<div class="rb-beware">${benchmark} ${published ? html`<small title=${published.source}>${published.date}</small>` : ""}
          ${warnings.map(warning => html`<div class="rb-error">${warning}</div>`)}</div>`,
      {by: row => row.benchmark}
    ),
    countColumn("n", "Models"),
    ...COEFFICIENTS.map(
      (coefficient): Column<CorrelationRow> =>
        numberColumn(
          coefficient,
          LABELS[coefficient],
          row => row.of[coefficient]?.value ?? null,
          row => correlationText(row.of[coefficient], by)
        )
    ),
    {
      key: "without",
      label: "r, one model left out",
      description: "least and largest, and the model whose absence moves r most",
      numeric: true,
      show: ({of: {pearson}}) =>
        pearson
          ? `${correlationDigits(pearson.without_lo)} … ${correlationDigits(pearson.without_hi)} (${pearson.leverage})`
          : "–"
    }
  ];
}

/** r of one benchmark corrected for attenuation by the votes' reliability (Spearman); may exceed 1 by chance. */
export function disattenuatedSentence(row: CorrelationRow | undefined, reliability: number | null): string {
  const [own] = reliability === null || !row?.of.pearson ? [] : corrected([row.of.pearson], reliability);
  if (!own) return "";
  const {benchmark, value, lo, hi, n} = own;
  const r = formatEstimate({value, low: lo, high: hi}, {digits: decimals(value)});
  const noisy = row!.of.pearson!.benchmark_reliability;
  const noise = noisy
    ? `The correction also covers its own noise: by the intervals of its table its reliability among these models is ${noisy.toFixed(3)}.`
    : "Noise of the benchmark itself is not corrected for.";
  return `Corrected for noise in the votes, ${benchmark} would correlate with their strengths at r = ${r}, n = ${n} models: Pearson's r ÷ √${reliability!.toFixed(3)}, their reliability by split halves. ${noise} Chance may lift it above 1.`;
}

/** Rows of the CSV file, with disattenuated Pearson's r where the votes' reliability is known. */
export function correlationFile(rows: readonly Correlation[], reliability: number | null): Record<string, unknown>[] {
  const withoutNoise = new Map((reliability === null ? [] : corrected(rows, reliability)).map(row => [row.benchmark, row]));
  return rows.map(({warnings, ...row}) => {
    const own = row.coefficient === "pearson" ? withoutNoise.get(row.benchmark) : undefined;
    return {
      ...row,
      corrected: own?.value ?? null,
      corrected_lo: own?.lo ?? null,
      corrected_hi: own?.hi ?? null,
      warnings: warnings.join("; ")
    };
  });
}

/** Input to treat further numeric columns as benchmarks, empty where there are none; its value is the scores with these columns. */
export function asideInput(scores: Scores): Input<Scores> {
  const {aside = []} = scores;
  const box = checkbox(
    aside.map(({name}) => name),
    {label: "Also use as benchmarks"}
  ) as Input<string[]>;
  box.hidden = aside.length === 0;
  box.id = "aside";
  const node = html`<div>${box}</div>`;
  return Object.defineProperty(node, "value", {get: () => withColumns(scores, box.value)}) as unknown as Input<Scores>;
}

/** Models that two tables have in common, with both names, and models in only one of them. */
export function matchedTable(scores: Scores, other: Scores | null): Node {
  if (!other) return html.fragment``;
  const matched = matchedModels(scores, other);
  const renamed = matched.filter(({model, against}) => model !== against);
  const [mine, theirs] = [new Set(matched.map(({model}) => model)), new Set(matched.map(({against}) => against))];
  const only = (all: readonly string[], known: ReadonlySet<string>, name: string) => {
    const rest = all.filter(model => !known.has(model));
    return html`<p>${rest.length === 0 ? `No model is only in ${name}.` : `Only in ${name} (${formatCount(rest.length)}): ${rest.join(", ")}.`}`;
  };
  return html`<details id="matched"><summary>${formatCount(matched.length)} models are in both ${scores.name} and ${other.name}, ${formatCount(renamed.length)} of them under different names</summary>
    <p>${matched.map(({model, against}) => (model === against ? model : `${model} = ${against}`)).join(", ")}</p>
    ${only(scores.models, mine, scores.name)}${only(other.models, theirs, other.name)}
    ${noteList(other.notes)}
  </details>`;
}

/** Summary of the table: which benchmark is highest by each coefficient, and whether the coefficients agree. */
export function correlationSentence(
  rows: readonly CorrelationRow[],
  criterion: Criterion,
  own: Criterion,
  scores: Scores
): string {
  const models = (names: Iterable<string>) => {
    const all = [...names];
    return `${all.slice(0, 3).join(", ")}${all.length > 3 ? ` and ${formatCount(all.length - 3)} more` : ""}`;
  };
  const apart = `Hardly any model of the votes (${models(own.values.keys())}) is in ${scores.name} (${models(scores.models)}) under the same name`;
  if (rows.length === 0)
    return `${apart}, and four are needed: there is nothing to correlate. Load a table of scores of the models that were judged, or a second table under "${FILES.criterion}".`;
  const lead =
    criterion.from === "table" && benchmarksFor(own, scores).length === 0
      ? `${apart}: ${criterion.name} of the table is used instead. `
      : "";
  const ranked = comparable(rows);
  const best = (coefficient: Coefficient) =>
    ranked.reduce((top, row) => ((row.of[coefficient]?.value ?? -2) > (top.of[coefficient]?.value ?? -2) ? row : top));
  const tops = COEFFICIENTS.map(best);
  const names = [...new Set(tops.map(({benchmark}) => benchmark))];
  const one = tops[0]!;
  const by =
    ranked.length < 2
      ? ""
      : names.length === 1
        ? ", by all three coefficients"
        : `; by rank correlation it is ${names.slice(1).join(" or ")}`;
  const compared =
    ranked.length < rows.length
      ? ` Compared are the ${formatCount(ranked.length)} of ${formatCount(rows.length)} benchmarks that neither hold it nor enter it${one.n < FEW_MODELS ? "" : ` and share ${FEW_MODELS} models with it`}.`
      : "";
  const few =
    one.n < FEW_MODELS
      ? ` Fewer than ${FEW_MODELS} models: the intervals are wide, and rankings of benchmarks by them are mostly chance.`
      : "";
  const simulated = criterion.simulated
    ? " The models are simulated: this shows that the study works, not that scores of language models agree with people."
    : "";
  return `${lead}${one.benchmark} correlates most with ${criterion.name}: r = ${correlationText(one.of.pearson, "theory")}, n = ${one.n} models${by}.${compared}${few}${simulated}`;
}

// Scatter plot of a benchmark against a criterion.

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
  const options = {
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
  const r = found?.of.pearson;
  const values = r
    ? ` r = ${correlationText(r, "theory")}, ρ = ${correlationText(found.of.spearman, "theory")}, τ-b = ${correlationText(found.of.kendall, "theory")}, n = ${r.n} models.`
    : "";
  const source =
    benchmark.source && benchmark.source !== "this book"
      ? ` Source of ${benchmark.name}: ${benchmark.source}, ${benchmark.date}.`
      : "";
  return plotFigure({
    ...options,
    title: `${benchmark.name} against ${criterion.name}`,
    id: "scatter",
    simulated,
    caption: `${barsOf(dots, criterion)}Line: least squares with its 95 % band.${values}${source}`,
    marks: [...marks, ...labels]
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

// Chart of the power to distinguish two benchmarks.

/** Two benchmarks and a criterion on the models that all three have. */
interface ShownRivals extends Rivals {
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
  return `On the ${n} models that all three have, ${one} correlates with ${criterion} at r = ${correlationDigits(r1)} and ${other} at ${correlationDigits(r2)} (with each other ${correlationDigits(r12)}). The difference is ${formatEstimate({value: difference.value, low: difference.lo, high: difference.hi}, {digits: Math.max(decimals(r1), decimals(r2))})} (95 % interval after Zou), p = ${formatP(williams.p)} by Williams' t and ${formatP(steiger.p)} by Steiger's Z; ${enough}.`;
}

/** Power of Steiger's test by number of models: for the observed correlations, and for other differences from the larger one. */
export function powerPlot({r1, r2, r12, n, one, other, simulated}: ShownRivals, {width}: {width: number}): HTMLElement {
  const most = Math.max(Math.abs(r1), Math.abs(r2));
  const counts: number[] = [];
  for (let size = 5; size <= 1_000; size = Math.ceil(size * 1.08)) counts.push(size);
  const gaps = [0.02, 0.05, 0.1, 0.2]
    .map(gap => ({name: `a gap of ${gap}`, r1: most, r2: most - gap, r12, observed: false}))
    .filter(possible);
  const lines = [{name: `observed: ${correlationDigits(r1)} and ${correlationDigits(r2)}`, r1, r2, r12, observed: true}, ...gaps];
  const points = lines.flatMap(line => counts.map(size => ({...line, size, power: powerAt(size, line)})));
  return plotFigure({
    title: `How many models separate ${one} from ${other}?`,
    id: "power",
    simulated,
    caption: `Power of Steiger's two-sided 5 % test with the observed correlation of ${correlationDigits(r12)} between the two benchmarks. Gaps are below the larger correlation, ${correlationDigits(most)}. Dashed: 80 %.`,
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
      tip(points, {
        x: "size",
        y: "power",
        maxRadius: 20,
        title: point => `${point.name}\n${point.size} models: power ${(100 * point.power).toFixed(0)} %`
      })
    ]
  });
}
