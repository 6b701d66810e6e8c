// Tables and inputs of correlations between benchmarks and a criterion.
import {checkbox} from "npm:@observablehq/inputs";
import {html} from "npm:htl";
import type {Input} from "../../pipelines/charts/shared/input.js";
import {formatCount, formatEstimate} from "../../pipelines/charts/shared/interval.js";
import type {Column} from "../../pipelines/charts/shared/sortable.js";
import type {Sql} from "../../pipelines/charts/shared/sql.js";
import {COEFFICIENTS, type Coefficient} from "../../pipelines/stats/correlation.js";
import {
  type Correlation,
  correlationsOf,
  FEW_MODELS,
  LEAST_MODELS
} from "../../pipelines/studies/preferences/benchmarks/against.js";
import {common, scoresOf} from "../../pipelines/studies/preferences/benchmarks/leaderboard.js";
import {corrected} from "../../pipelines/studies/preferences/benchmarks/reliability.js";
import {matchedModels} from "../../pipelines/studies/preferences/benchmarks/twoTables.js";
import {plainRows} from "../shared/answers.js";
import {choice, choices} from "../shared/choices.js";
import {FILES, type Scored, type Scores} from "./data.js";
import {noteList} from "./notes.js";
import type {ShownStrength} from "./strengths.js";

/** Name of the criterion from the votes of the page. */
export const PREFERENCE = "strengths of the votes";

/** A criterion: values by model, with intervals where there are any, in Elo. */
export interface Criterion {
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

export const plainValues = ({values}: Criterion) => new Map([...values].map(([model, {value}]) => [model, value]));

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

/** Inputs for the criterion and the interval. */
export const correlationInputs = (criteria: readonly Criterion[]) => criterionInputs(criteria.map(({name}) => name));

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
export interface CorrelationRow {
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
export const decimals = (r: number): number => (Math.abs(r) >= 0.995 && Math.abs(r) < 1 ? 4 : 2);
export const correlationDigits = (r: number): string => r.toFixed(decimals(r)).replace("-", "−");
/** The correlation with its interval; a perfect one has no interval by theory, and a dash is shown. */
export function correlationText(row: Correlation | undefined, by: By): string {
  if (!row) return "–";
  const [low, high] = by === "theory" ? [row.lo, row.hi] : [row.bootstrap_lo, row.bootstrap_hi];
  const shown = formatEstimate({value: row.value, low, high}, {digits: decimals(row.value)});
  return low === null ? `${shown} [–]` : shown;
}

export function correlationColumns(by: By): Column<CorrelationRow>[] {
  return [
    {
      key: "benchmark",
      label: "Benchmark",
      by: row => row.benchmark,
      show: ({benchmark, published, warnings}) =>
        html`<div class="rb-beware">${benchmark} ${published ? html`<small title=${published.source}>${published.date}</small>` : ""}
          ${warnings.map(warning => html`<div class="rb-error">${warning}</div>`)}</div>`
    },
    {key: "n", label: "Models", numeric: true, by: row => row.n, show: row => formatCount(row.n)},
    ...COEFFICIENTS.map(
      (coefficient): Column<CorrelationRow> => ({
        key: coefficient,
        label: LABELS[coefficient],
        numeric: true,
        by: row => row.of[coefficient]?.value ?? null,
        show: row => correlationText(row.of[coefficient], by)
      })
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

/** Input to treat further numeric columns as benchmarks; empty where there are none. */
export function asideInput({aside = []}: Scores): Input<string[]> {
  const box = checkbox(
    aside.map(({name}) => name),
    {label: "Also use as benchmarks"}
  ) as Input<string[]>;
  box.hidden = aside.length === 0;
  box.id = "aside";
  return box;
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
