// Reads completion tokens of every sample, grouped by evaluation and point, for the page on tokens.
import {countedEvaluations} from "../../store/counted.sql.js";
import {type AnswerOutcome, type SpendingPoint, spendingPoint} from "../../studies/tokens/spending.js";
import type {Evaluated} from "../shared/filtered.js";
import type {Sql} from "../shared/sql.js";

export interface OutcomePoint extends Evaluated, SpendingPoint {
  eval_id: string;
  params: string;
}

/** Points in the same order for both queries, so that samples can refer to theirs by a number. */
const POINTS = `select eval_id, any_value(model) as model, any_value(template) as template, any_value(sampler) as sampler, base_task, params,
  any_value(groups) as groups, any_value(tiers) as tiers, sum(cost) as cost, bool_or(simulated) as simulated,
  row_number() over (order by eval_id, base_task, params) - 1 as point
  from points where eval_id in (${countedEvaluations}) group by eval_id, base_task, params`;
/** Codes of a sample's status in tables. */
const STATUS: Record<number, AnswerOutcome> = {0: "incorrect", 1: "correct", 2: "truncated"};

/** Reads the tables `points` and `samples`; evaluations without token counts are left out. */
export async function outcomePoints(sql: Sql): Promise<OutcomePoint[]> {
  const [points, samples] = await Promise.all([
    sql.query(`${POINTS} order by point`),
    sql.query(`with numbered as (${POINTS}) select point::integer as point, status::integer as status, completion_tokens::integer as tokens
      from samples join numbered using (eval_id, base_task, params) where trial = 0`)
  ]);
  // Hundreds of thousands of samples are read by column, not by row.
  const [point, status, tokens] = [0, 1, 2].map(column => samples.getChildAt(column)?.toArray() ?? []);
  const gathered = Array.from(
    {length: points.numRows},
    () => ({correct: [], incorrect: [], truncated: []}) as Record<AnswerOutcome, number[]>
  );
  for (let i = 0; i < point!.length; i++) gathered[point![i]!]![STATUS[status![i]!]!].push(tokens![i]!);
  return Array.from(points, (row, i) => {
    const plain = (row as unknown as {toJSON(): Record<string, unknown>}).toJSON();
    const list = (name: string) => Array.from((plain[name] ?? []) as Iterable<string>);
    return {
      ...(plain as unknown as Omit<OutcomePoint, AnswerOutcome | "stratum" | "groups" | "tiers">),
      groups: list("groups"),
      tiers: list("tiers"),
      ...spendingPoint(gathered[i]!, Number(plain.cost))
    };
  });
}

/** Points grouped by evaluation, in order of name. */
export function byEvaluation<Point extends {eval_id: string; model: string}>(points: readonly Point[]): Point[][] {
  const groups = new Map<string, Point[]>();
  for (const point of points) {
    const group = groups.get(point.eval_id);
    if (group) group.push(point);
    else groups.set(point.eval_id, [point]);
  }
  return [...groups.values()].sort(([a], [b]) => a!.model.localeCompare(b!.model) || a!.eval_id.localeCompare(b!.eval_id));
}
