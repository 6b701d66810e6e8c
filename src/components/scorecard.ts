// Categories and domains of a suite: data, tables and charts.
import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import type {CategoryOrigin, CategoryState} from "../pipelines/book/categoryStates.js";
import type {Evaluated} from "../pipelines/store/evaluationName.js";
import {plainRows, withNames} from "./shared/answers.js";
import {
  type Column,
  countColumn,
  evaluationColumns,
  formatCount,
  hollowBlue,
  kindName,
  nameAxis,
  numberColumn,
  percent,
  plotFigure,
  type Sql,
  textColumn,
  tip
} from "./shared/charts.js";

// What the page Categories and the scorecards of models show: categories of suites that list domains, and how evaluations did in them.

/** A row of the table `suite_categories`. */
interface CategoryRow {
  suite_id: string;
  number: number;
  domain: string;
  category: string;
  /** Of a generated source, its category; absent in older stores. */
  source_of?: string | null;
  origin: CategoryOrigin;
  state: CategoryState;
  reason: string | null;
  published_items: number;
  items: number;
  base_task: string;
  policy: string;
  scorer: string;
  metric: string;
  averaged: boolean;
  licence: string;
  source: string;
  version: string;
  notes: string | null;
  fill: string | null;
  unclaimed: number;
}

/** A value with its interval. */
interface Valued {
  value: number | null;
  low: number | null;
  high: number | null;
}

interface Named extends Evaluated {
  evaluation: string;
  simulated: boolean;
}

/** A row of the table `scorecards`. */
interface ScoreRow extends Named, Valued {
  suite_id: string;
  number: number;
  domain: string;
  category: string;
  metric: string;
  averaged: boolean;
  value_n: number;
  truncated: number;
  unanswered: number;
}

/** A row of the table `domain_scorecards`. */
interface DomainRow extends Named, Valued {
  suite_id: string;
  number: number;
  domain: string;
  categories: number;
  empty: number;
  scored: number;
  n: number;
}

/** All categories, in the order of their suites. */
export const categoriesIn = async (sql: Sql): Promise<CategoryRow[]> =>
  plainRows<CategoryRow>(await sql`select * from suite_categories order by suite_id, number`);

/** How evaluations did in categories and domains. @param suite of one suite alone @param model of one model alone */
export async function scoresIn(
  sql: Sql,
  {suite = null, model = null}: {suite?: string | null; model?: string | null}
): Promise<{categories: ScoreRow[]; domains: DomainRow[]}> {
  const rows = async (table: string) =>
    sql.query(
      `select * from ${table} where (?::varchar is null or suite_id = ?) and (?::varchar is null or model = ?)
      order by model, template, sampler, eval_id, suite_id, number`,
      [suite, suite, model, model]
    );
  const [categories, domains] = await Promise.all([rows("scorecards"), rows("domain_scorecards")]);
  return {categories: withNames(plainRows<ScoreRow>(categories)), domains: withNames(plainRows<DomainRow>(domains))};
}

const percentText = (share: number): string => (100 * share).toFixed(1).replace("-0.0", "0.0").replace("-", "−");

/** `62.1 % [58.0, 66.2]`; of a metric that is no accuracy `f1 0.621 [0.580, 0.662]` */
function valueText({value, low, high}: Valued, metric = "accuracy"): string {
  if (value === null) return "no value";
  const isShare = metric === "accuracy";
  const text = (x: number) => (isShare ? percentText(x) : x.toFixed(3).replace("-", "−"));
  const interval = low === null || high === null ? "[no interval]" : `[${text(low)}, ${text(high)}]`;
  return isShare ? `${text(value)} % ${interval}` : `${metric} ${text(value)} ${interval}`;
}

/** How many categories are generated, imported and empty, and how many items there are. */
export function statesSentence(listed: readonly CategoryRow[]): string {
  const rows = listed.filter(({source_of}) => !source_of);
  const count = (state: CategoryState) => rows.filter(row => row.state === state).length;
  const domains = new Set(rows.map(({domain}) => domain)).size;
  const sum = (of: (row: CategoryRow) => number) => formatCount(rows.reduce((total, row) => total + of(row), 0));
  const [size, within] = [
    rows.length === 1 ? "1 category" : `${formatCount(rows.length)} categories`,
    domains === 1 ? "1 domain" : `${formatCount(domains)} domains`
  ];
  return `${size} in ${within}: ${count("generated")} generated, ${count("imported")} imported, ${count("empty")} empty. The published suite has ${sum(row => row.published_items)} items in them; ${sum(row => row.items)} can be asked here. ${rows.filter(({origin}) => origin === "published").length} are named in the published text, and ${rows.filter(({origin}) => origin === "ours").length} are our choice.`;
}

/** How many categories published benchmarks name, and how many of their items have scored answers. */
export function namedSentence(rows: readonly CategoryRow[]): string {
  const sum = (count: (row: CategoryRow) => number) => formatCount(rows.reduce((total, row) => total + count(row), 0));
  return `${formatCount(rows.length)} categories, as ${rows[0]!.domain} names them, with ${sum(row => row.published_items)} items; ${sum(row => row.items) === sum(row => row.published_items) ? "all" : `${sum(row => row.items)} of these`} have scored answers.${rows[0]!.notes ? ` Left out: ${rows[0]!.notes}.` : ""}`;
}

// The table of categories, what fills them, and how empty ones are filled.

/** A category with how a chosen evaluation did, and how many evaluations have a value. */
interface ShownCategory extends CategoryRow {
  score: ScoreRow | null;
  evaluations: number;
}

/** @param evaluation the chosen one; null for none */
export function shownCategories(
  rows: readonly CategoryRow[],
  scores: readonly ScoreRow[],
  {evaluation}: {evaluation: string | null}
): ShownCategory[] {
  return rows.map(row => {
    const own = scores.filter(({number}) => number === row.number);
    return {
      ...row,
      score: own.find(score => score.evaluation === evaluation) ?? null,
      evaluations: own.filter(({value}) => value !== null).length
    };
  });
}

const words = (key: keyof CategoryRow & keyof ShownCategory, label: string, description?: string): Column<ShownCategory> => ({
  key,
  label,
  by: row => String(row[key] ?? ""),
  show: row => String(row[key] ?? ""),
  ...(description !== undefined && {description})
});

const scoreText = ({state, reason, score}: ShownCategory): string => {
  if (state === "empty") return reason?.startsWith("there is no bank") ? "not imported" : "empty";
  if (!score) return "not asked";
  const left = [
    ...(score.truncated > 0 ? [`${formatCount(score.truncated)} truncated`] : []),
    ...(score.unanswered > 0 ? [`${formatCount(score.unanswered)} not answered`] : [])
  ];
  const value = score.value_n > 0 ? `${valueText(score, score.metric)} n = ${formatCount(score.value_n)}` : "no value";
  return [value, ...left].join(", ");
};

/** @param chosen whether an evaluation is chosen, whose values are shown */
export const categoryColumns = ({chosen}: {chosen: boolean}): Column<ShownCategory>[] => [
  words("category", "Category"),
  ...(chosen
    ? [
        numberColumn(
          "value",
          "Value",
          ({score}: ShownCategory) => score?.value ?? null,
          scoreText,
          "excess accuracy or the category's metric, with its 95 % interval over items, and n"
        )
      ]
    : [countColumn("evaluations", "Evaluations", "that have a value here") as Column<ShownCategory>]),
  words("domain", "Domain"),
  words("source_of", "Source of", "of a generated source, the category that it belongs to; no mean counts it"),
  words("state", "State", "generated here, imported by you, or empty"),
  countColumn("items", "Items here", "that can be asked here") as Column<ShownCategory>,
  countColumn("published_items", "Items published", "that the published suite has in the category") as Column<ShownCategory>,
  words("origin", "Name", "published: the published text names it; ours: our choice"),
  words("base_task", "Task or bank"),
  words("policy", "Prompt"),
  words("scorer", "Scorer"),
  words("metric", "Metric"),
  words("licence", "Licence"),
  words("version", "Version"),
  words("source", "Source"),
  words("notes", "Notes")
];

/** How each empty category is filled, the commands as text to copy. */
export function fillList(rows: readonly CategoryRow[]): HTMLElement {
  return html`<ul class="rb-links" id="fill">${rows
    .filter(({state}) => state === "empty")
    .map(
      ({domain, category, reason, fill, unclaimed}) =>
        html`<li><b>${category}</b> (${domain}): ${reason}${
          unclaimed > 0 ? `; ${formatCount(unclaimed)} answers of this store have its name and count in no category` : ""
        }. <code>${fill}</code>`
    )}</ul>`;
}

// Means of domains as bars with intervals, and as a table.

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

/** Lines of a name with at most so many characters, where its words allow it. */
function wrapped(name: string, characters: number): string[] {
  const lines: string[] = [];
  for (const word of name.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.length <= characters) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** A bar with its interval for each domain and evaluation that has a value. */
export function domainBars(
  rows: readonly DomainRow[],
  {
    width,
    title = "Domains, mean of the categories that have a value",
    id = "domains"
  }: {width: number; title?: string; id?: string}
): HTMLElement {
  const drawn = rows.filter((row): row is DomainRow & {value: number} => row.value !== null);
  const evaluations = rankedEvaluations(drawn);
  const domains = [...new Map(drawn.map(({domain, number}) => [domain, number]))]
    .sort((a, b) => a[1] - b[1])
    .map(([name]) => name);
  const names = nameAxis(evaluations, width < 500 ? width : width / 2);
  const narrow = width < 500;
  const lines = new Map(domains.map(name => [name, wrapped(name, narrow ? 12 : 22)]));
  const mostLines = Math.max(1, ...[...lines.values()].map(({length}) => length));
  const ends = drawn.flatMap(({value, low, high}) => [value, low ?? value, high ?? value]);
  const [least, most] = [Math.min(0, ...ends), Math.max(0.01, ...ends)];
  const simulated = drawn.some(row => row.simulated);
  return plotFigure({
    title,
    simulated,
    caption: `Excess accuracy, 0 % guessing and 100 % knowing, with the 95 % interval over items; n are answers.${simulated ? " Hollow bars are simulated." : ""}`,
    id,
    width,
    height: 60 + domains.length * Math.max(14 + 16 * evaluations.length, 14 * mostLines),
    marginLeft: names.margin,
    marginRight: domains.length === 1 ? 16 : narrow ? 84 : 140,
    marginBottom: 40,
    x: {
      label: "excess accuracy (%)",
      grid: true,
      domain: [percent(least), percent(most) * (narrow ? 1.7 : 1.3)],
      tickFormat: (tick: number) => (tick > 100 ? "" : String(tick).replace("-", "−"))
    },
    y: {domain: evaluations, label: null, tickFormat: names.format, tickSize: 0},
    fy: {
      domain: domains,
      label: null,
      padding: 0.2,
      tickFormat: (name: string) => lines.get(name)!.join("\n"),
      ...(domains.length === 1 && {axis: null})
    },
    marks: [
      Plot.barX(drawn, {
        fy: "domain",
        y: "evaluation",
        x1: 0,
        x2: row => percent(row.value),
        ...hollowBlue,
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
      tip(
        drawn,
        {
          fy: "domain",
          y: "evaluation",
          x: row => percent(row.value),
          title: row => `${kindName(row)}\n${row.domain}: ${valueText(row)}\n${detail(row)}`
        },
        "y"
      )
    ]
  });
}

/** The same for each category, of suites whose categories are one domain. Those of one evaluation are lines from the highest value down. */
export function categoryBars(rows: readonly ScoreRow[], {width}: {width: number}): HTMLElement {
  const isOne = new Set(rows.map(({evaluation}) => evaluation)).size === 1;
  const bars = rows.map(row => ({
    ...row,
    ...(isOne ? {evaluation: row.category} : {domain: row.category}),
    categories: 1,
    empty: 0,
    scored: 1,
    n: row.value_n
  }));
  return domainBars(bars, {width, title: isOne ? `Categories, ${rows[0]!.evaluation}` : "Categories", id: "categories"});
}

/** Returns the highest and the lowest category of one evaluation, in a sentence. */
export function extremesSentence(rows: readonly ScoreRow[]): string {
  const scored = rows.filter(({value}) => value !== null).sort((a, b) => b.value! - a.value!);
  const [best, worst] = [scored[0], scored.at(-1)];
  if (!best || !worst) return "";
  const text = (row: ScoreRow) => `${row.category}, ${valueText(row, row.metric)}, n = ${formatCount(row.value_n)}`;
  return best === worst
    ? `${best.evaluation}: ${text(best)}.`
    : `${best.evaluation} does best in ${text(best)}, and worst in ${text(worst)}.`;
}

/** The table of domains: value, n, and how much of the domain stands behind it. */
export const domainColumns: Column<DomainRow>[] = [
  ...(evaluationColumns.slice(0, 1) as Column<DomainRow>[]),
  numberColumn(
    "value",
    "Mean",
    row => row.value,
    row => (row.n > 0 ? valueText(row) : "no value"),
    "mean over the categories that have a value, each with the same weight, with its 95 % interval"
  ),
  countColumn("n", "n", "answers behind it") as Column<DomainRow>,
  numberColumn(
    "scored",
    "Categories",
    row => row.scored,
    ({scored, categories, empty}) => `${scored} of ${categories}, ${empty} empty`,
    "behind the mean, of all of the domain, of which some are empty"
  ),
  textColumn("domain", "Domain", row => row.domain, {by: row => row.number}),
  ...(evaluationColumns.slice(1) as Column<DomainRow>[])
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
      ? all === 1
        ? " It is of some of the domain's categories only."
        : ` ${partial === all ? "Each" : formatCount(partial)} of ${all === 1 ? "the 1 domain" : `the ${formatCount(all)} domains`} with a value rests on some of its categories only: means of different categories do not measure the same thing.`
      : "";
  return `The highest mean is ${valueText(best)} of ${best.evaluation} in ${best.domain} (${detail(best)}).${rest}`;
}

// The scorecard of an evaluation: each domain with its mean, and below it the categories that were asked.

/** A table of domains and categories of one model's evaluation, without what was not asked; null where nothing was. */
export function scorecard(
  {categories, domains}: {categories: readonly ScoreRow[]; domains: readonly DomainRow[]},
  {template, sampler}: {template: string; sampler: string}
): HTMLElement | null {
  const isOwn = (row: ScoreRow | DomainRow) => row.template === template && row.sampler === sampler;
  const own = domains.filter(isOwn);
  if (own.length === 0) return null;
  const asked = categories.filter(isOwn);
  const line = (cells: {name: unknown; value: string; n: number; rest: string}) =>
    html`<tr><td>${cells.name}</td><td class="rb-number">${cells.value}</td><td class="rb-number">${formatCount(cells.n)}</td><td>${cells.rest}</td></tr>`;
  const lines = own.flatMap(({domain, suite_id, eval_id, scored, empty, categories: all, n, ...value}) => [
    line({
      name: html`<b>${domain}</b>`,
      value: n > 0 ? valueText(value) : "no value",
      n,
      rest: `mean of ${scored} of ${all} categories, ${empty} empty`
    }),
    ...asked
      .filter(row => row.domain === domain && row.suite_id === suite_id && row.eval_id === eval_id)
      .map(row =>
        line({
          name: html`<span style="padding-left: 1rem">${row.category}</span>`,
          value: row.value_n > 0 ? valueText(row, row.metric) : "no value",
          n: row.value_n,
          rest: [
            ...(row.averaged ? [] : ["not in the mean"]),
            ...(row.truncated > 0 ? [`${formatCount(row.truncated)} truncated`] : []),
            ...(row.unanswered > 0 ? [`${formatCount(row.unanswered)} not answered`] : [])
          ].join(", ")
        })
      )
  ]);
  return html`<div class="rb-scroll" id="scorecard" tabindex="0"><table class="rb-table">
    <thead><tr><th scope="col">Domain, category</th><th scope="col" class="rb-number" title="95 % interval over items">Value</th><th scope="col" class="rb-number">n</th><th scope="col">Remarks</th></tr></thead>
    <tbody>${lines}</tbody></table></div>`;
}
