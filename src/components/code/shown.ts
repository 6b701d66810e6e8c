// What the page Code shows: rates of evaluations with names, and samples with their problem and program.
import {evaluationNames} from "../../pipelines/charts/shared/label.js";
import type {Sql} from "../../pipelines/charts/shared/sql.js";
import {groupBy} from "../../pipelines/stats/groupBy.js";
import type {Evaluated} from "../../pipelines/store/evaluationName.js";
import {type CodeRate, OUTCOMES, type Outcome, type RateName} from "../../pipelines/studies/code/rates.js";
import type {Part} from "../../pipelines/studies/code/tables.js";
import {plainRows} from "../shared/answers.js";

/** Rates of an evaluation on one part of the problems of a task. */
export interface CodeRow extends Evaluated {
  evaluation: string;
  part: Part;
  family: string;
  level: string;
  rates: ReadonlyMap<RateName, CodeRate>;
  /** pass@k of each k. */
  passes: ReadonlyMap<number, CodeRate>;
  /** Answers of every outcome. */
  n: number;
}

/** A task or bank and a category of its problems. */
export interface CodeTask {
  base_task: string;
  category: string;
}

export const OUTCOME_NAMES: Readonly<Record<Outcome, string>> = {
  passed: "passed",
  no_program: "no program",
  syntax_error: "syntax error",
  no_function: "function missing",
  timed_out: "timed out",
  stopped: "stopped",
  raised_error: "raised an error",
  wrong_result: "wrong result",
  no_reason: "wrong, reason not stored",
  truncated: "token limit",
  not_scored: "not scored",
  not_answered: "not answered"
};

/** Tasks of which somebody answered problems, those with the most answers first. */
export const tasksIn = async (sql: Sql): Promise<CodeTask[]> =>
  plainRows<CodeTask>(
    await sql`select base_task, category from code_rates where part = 'all' and rate = 'accuracy' group by 1, 2 order by sum(n) desc, 1, 2`
  );

export const taskName = ({base_task, category}: CodeTask): string =>
  category === "" || category === base_task ? base_task : `${category} (${base_task})`;

export async function ratesOf(sql: Sql, {base_task, category}: CodeTask): Promise<CodeRow[]> {
  const rows = plainRows<Evaluated & CodeRate & {part: Part; family: string; level: string}>(
    await sql.query(
      "select * from code_rates where base_task = ? and category = ? order by model, template, sampler, eval_id, part, family, level, k",
      [base_task, category]
    )
  );
  const name = evaluationNames([...new Map(rows.map(row => [row.eval_id, row])).values()]);
  const parts = groupBy(rows, ({eval_id, part, family, level}) => JSON.stringify([eval_id, part, family, level]));
  return [...parts.values()].map(own => ({
    ...own[0]!,
    evaluation: name(own[0]!),
    rates: new Map(own.filter(({rate}) => rate !== "pass").map(row => [row.rate, row])),
    passes: new Map(own.filter(({rate}) => rate === "pass").map(row => [row.k!, row])),
    n: own.find(({rate}) => rate === "passed")?.n ?? 0
  }));
}

/** Rows of all problems, of one family or of all; the most accurate first, those without an accuracy last. */
export function rankedRates(rows: readonly CodeRow[], family: string): CodeRow[] {
  const accuracy = (row: CodeRow) => row.rates.get("accuracy")?.value ?? -1;
  return rows
    .filter(row => (family === "" ? row.part === "all" : row.part === "family" && row.family === family))
    .sort((a, b) => accuracy(b) - accuracy(a) || (a.evaluation < b.evaluation ? -1 : 1));
}

/** Whether somebody answered at all: an evaluation whose model has no solver gave nothing that could be right or wrong. */
export const answeredAny = ({rates}: CodeRow): boolean => (rates.get("not_answered")?.value ?? 0) < 1;

/** Outcomes that occur in some row, in their order. */
export const outcomesIn = (rows: readonly CodeRow[]): Outcome[] =>
  OUTCOMES.filter(outcome => rows.some(({rates}) => (rates.get(outcome)?.value ?? 0) > 0));

export interface SampleRow extends Evaluated {
  item_id: string;
  trial: number;
  family: string;
  level: string;
  outcome: Outcome;
  tests_passed: number | null;
  failed: string | null;
}

/** Most samples that are offered at once. */
export const OFFERED = 300;

/** What samples are chosen by; "all" leaves a criterion out. */
export interface SampleFilter extends CodeTask {
  eval_id: string;
  family: string;
  level: string;
  outcome: string;
}

/** Samples that pass a filter; the first of many. */
export async function samplesIn(sql: Sql, filter: SampleFilter): Promise<{rows: SampleRow[]; all: number}> {
  const {base_task, category, ...others} = filter;
  const chosen = Object.entries(others).filter(([, value]) => value !== "all");
  const rows = plainRows<SampleRow & {all: number}>(
    await sql.query(
      `select eval_id, model, template, sampler, simulated, item_id, trial, family, level, outcome, tests_passed, failed, (count(*) over ())::int as "all"
      from code_samples where base_task = ? and category = ? ${chosen.map(([name]) => `and ${name} = ?`).join(" ")}
      order by model, template, sampler, eval_id, family, level, item_id, trial limit ${OFFERED}`,
      [base_task, category, ...chosen.map(([, value]) => value)]
    )
  );
  return {rows, all: rows[0]?.all ?? 0};
}

/** The problem of a sample, and its scorer as JSON; null where the store has no such test. */
export async function problemOf(sql: Sql, item_id: string): Promise<{prompt: string; scorer: string | null} | null> {
  const rows = plainRows<{prompt: string; scorer: string | null}>(
    await sql.query("select prompt, scorer from items where item_id = ? limit 1", [item_id])
  );
  return rows[0] ?? null;
}
