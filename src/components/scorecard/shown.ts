// What the page Categories and the scorecards of models show: categories of suites that list domains, and how evaluations did in them.
import type {CategoryOrigin, CategoryState} from "../../pipelines/book/categoryStates.js";
import {formatCount} from "../../pipelines/charts/shared/interval.js";
import {evaluationNames} from "../../pipelines/charts/shared/label.js";
import type {Sql} from "../../pipelines/charts/shared/sql.js";
import type {Evaluated} from "../../pipelines/store/evaluationName.js";
import {plainRows} from "../shared/answers.js";

/** A row of the table `suite_categories`. */
export interface CategoryRow {
  suite_id: string;
  number: number;
  domain: string;
  category: string;
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
export interface Valued {
  value: number | null;
  low: number | null;
  high: number | null;
}

interface Named extends Evaluated {
  evaluation: string;
  simulated: boolean;
}

/** A row of the table `scorecards`. */
export interface ScoreRow extends Named, Valued {
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
export interface DomainRow extends Named, Valued {
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

/** Rows with the name of each one's evaluation. */
function named<Row extends Named>(rows: readonly Row[]): Row[] {
  const name = evaluationNames([...new Map(rows.map(row => [row.eval_id, row])).values()]);
  return rows.map(row => ({...row, evaluation: name(row)}));
}

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
  return {categories: named(plainRows<ScoreRow>(categories)), domains: named(plainRows<DomainRow>(domains))};
}

const percent = (share: number): string => (100 * share).toFixed(1).replace("-0.0", "0.0").replace("-", "−");

/** `62.1 % [58.0, 66.2]`; of a metric that is no accuracy `f1 0.621 [0.580, 0.662]` */
export function valueText({value, low, high}: Valued, metric = "accuracy"): string {
  if (value === null) return "no value";
  const isShare = metric === "accuracy";
  const text = (x: number) => (isShare ? percent(x) : x.toFixed(3).replace("-", "−"));
  const interval = low === null || high === null ? "[no interval]" : `[${text(low)}, ${text(high)}]`;
  return isShare ? `${text(value)} % ${interval}` : `${metric} ${text(value)} ${interval}`;
}

/** How many categories are generated, imported and empty, and how many items there are. */
export function statesSentence(rows: readonly CategoryRow[]): string {
  const count = (state: CategoryState) => rows.filter(row => row.state === state).length;
  const domains = new Set(rows.map(({domain}) => domain)).size;
  const sum = (of: (row: CategoryRow) => number) => formatCount(rows.reduce((total, row) => total + of(row), 0));
  const [size, within] = [
    rows.length === 1 ? "1 category" : `${formatCount(rows.length)} categories`,
    domains === 1 ? "1 domain" : `${formatCount(domains)} domains`
  ];
  return `${size} in ${within}: ${count("generated")} generated, ${count("imported")} imported, ${count("empty")} empty. The published suite has ${sum(row => row.published_items)} items in them; ${sum(row => row.items)} can be asked here. ${rows.filter(({origin}) => origin === "published").length} are named in the published text, and ${rows.filter(({origin}) => origin === "ours").length} are our choice.`;
}
