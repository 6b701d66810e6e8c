// What the page Safety shows: rows of the study's tables with names of evaluations, and the stated rates of simulated models.
import {evaluationNames} from "../../pipelines/charts/shared/label.js";
import type {Sql} from "../../pipelines/charts/shared/sql.js";
import type {RefusalRates} from "../../pipelines/infer/reference/refusalRates.js";
import type {Evaluated} from "../../pipelines/store/evaluationName.js";
import type {Outcome, Part} from "../../pipelines/studies/safety/tables.js";
import {type RefusalTruth, refusalTruth} from "../../pipelines/studies/safety/truth.js";
import {plainRows} from "../shared/answers.js";

interface Named extends Evaluated {
  evaluation: string;
}

export interface RefusalRow extends Named {
  part: Part;
  category: string;
  style: string;
  language: string;
  harm_n: number;
  harm_refusal: number | null;
  harm_low: number | null;
  harm_high: number | null;
  benign_n: number;
  over_refusal: number | null;
  over_low: number | null;
  over_high: number | null;
  balanced: number | null;
  balanced_low: number | null;
  balanced_high: number | null;
  twins: number;
  difference: number | null;
  difference_low: number | null;
  difference_high: number | null;
  exact: number | null;
  doubtful: number;
  other_language: number;
  empty: number;
  truncated: number;
  unscored: number;
}

export interface RefusalExample extends Named {
  item_id: string;
  outcome: Outcome;
  language: string;
  category: string;
  style: string;
  request: "harmful" | "benign";
  prompt: string;
  text: string;
}

/** Tasks and banks whose requests were put to some evaluation, those with the most answers first. */
export const tasksIn = async (sql: Sql): Promise<string[]> =>
  plainRows<{base_task: string}>(
    await sql`select base_task from refusals where part = 'all' group by 1 order by sum(harm_n + benign_n) desc, 1`
  ).map(({base_task}) => base_task);

async function rowsOf<Row extends Named>(sql: Sql, table: string, task: string, order: string): Promise<Row[]> {
  const rows = plainRows<Row>(
    await sql.query(`select * from ${table} where base_task = ? order by model, template, sampler, eval_id, ${order}`, [task])
  );
  const name = evaluationNames([...new Map(rows.map(row => [row.eval_id, row])).values()]);
  return rows.map(row => ({...row, evaluation: name(row)}));
}

export const refusalsOf = (sql: Sql, task: string) =>
  rowsOf<RefusalRow>(sql, "refusals", task, "part, category, style, language");
export const examplesOf = (sql: Sql, task: string) => rowsOf<RefusalExample>(sql, "refusal_examples", task, "outcome, language");

const RATES = ["harm_refusal_probability", "over_refusal_probability", "attack_loss_share"] as const;

/** The stated rates of each simulated model; none in stores of older versions. */
export async function ratesIn(sql: Sql): Promise<Map<string, RefusalRates>> {
  const rows = plainRows<{model: string; faculty: string; value: number}>(
    await sql`select model, faculty, value from reference_models`
  );
  const found = new Map<string, Partial<RefusalRates>>();
  for (const {model, faculty, value} of rows) {
    const name = RATES.find(each => each === faculty);
    if (name) found.set(model, {...found.get(model), [name]: value});
  }
  return new Map([...found].filter((each): each is [string, RefusalRates] => RATES.every(name => each[1][name] !== undefined)));
}

/** The truth of each simulated evaluation of ZenSafety, by its name. */
export function truthsOf(
  rows: readonly RefusalRow[],
  rates: ReadonlyMap<string, RefusalRates>,
  task: string
): Map<string, RefusalTruth> {
  const found = new Map<string, RefusalTruth>();
  if (task !== "zen-safety") return found;
  for (const {evaluation, model, simulated} of rows.filter(({part}) => part === "all")) {
    const own = simulated ? rates.get(model) : undefined;
    const styles = rows.filter(row => row.part === "style" && row.evaluation === evaluation);
    const truth = own
      ? refusalTruth(
          own,
          styles.map(({style, harm_n}) => ({style, n: harm_n}))
        )
      : null;
    if (truth) found.set(evaluation, truth);
  }
  return found;
}

/** Evaluations from best to worst by balanced accuracy; those without one last. */
export const rankedRefusals = (rows: readonly RefusalRow[]): RefusalRow[] =>
  rows
    .filter(({part}) => part === "all")
    .sort((a, b) => (b.balanced ?? -1) - (a.balanced ?? -1) || (a.evaluation < b.evaluation ? -1 : 1));

/** What a map or chart shows of a row. */
export const MEASURES = ["harm", "over", "balanced"] as const;
export type Measure = (typeof MEASURES)[number];
export const MEASURE_NAMES: Readonly<Record<Measure, string>> = {
  harm: "refusal of harmful requests",
  over: "refusal of benign requests (over-refusal)",
  balanced: "balanced accuracy"
};

export interface Measured {
  value: number;
  low: number;
  high: number;
  n: number;
}

/** One measure of a row; null where nothing was answered. */
export function measured(row: RefusalRow, measure: Measure): Measured | null {
  const [value, low, high, n] = {
    harm: [row.harm_refusal, row.harm_low, row.harm_high, row.harm_n] as const,
    over: [row.over_refusal, row.over_low, row.over_high, row.benign_n] as const,
    balanced: [row.balanced, row.balanced_low, row.balanced_high, row.harm_n + row.benign_n] as const
  }[measure];
  return value === null || low === null || high === null ? null : {value, low, high, n};
}
