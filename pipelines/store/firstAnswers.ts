// The first answer of each evaluation to each test, with what is known of both, as a temporary table.
import type {DuckDBConnection} from "@duckdb/node-api";
import {CORRECT, TRUNCATED} from "../score/status.js";
import {POINT, same} from "./same.sql.js";

/**
 * Makes the table `first_answers` of a store's tables: one row per evaluation and test, whatever points have the test, with the points' suites
 * and tiers, whether the answer refuses, its latency, and the numbers of all answers to the test, of right, truncated and refusing ones, with
 * their cost. Tables that a store lacks leave their columns null or false.
 */
export async function makeFirstAnswers(connection: DuckDBConnection, tables: readonly string[]): Promise<void> {
  const refused = tables.includes("measures")
    ? `select eval_id, item_id, bool_or(trial = 0) as refused, count(distinct trial)::int as refused_answers from measures
        semi join samples using (eval_id, item_id, trial) where name in ('refused', 'refusal') and value > 0 group by eval_id, item_id`
    : "select '' as eval_id, '' as item_id, true as refused, 0 as refused_answers limit 0";
  const timed = tables.includes("timings")
    ? "select eval_id, item_id, any_value(latency_ms) as latency_ms from timings where trial = 0 group by eval_id, item_id"
    : "select '' as eval_id, '' as item_id, null::double as latency_ms limit 0";
  await connection.run(`create temp table first_answers as with once as (
      select samples.eval_id, item_id, any_value(samples.base_task) as base_task, any_value("index")::int as "index", any_value(status) as status, any_value(ended) as ended,
        coalesce(any_value(guess_chance), 0) as guess_chance, coalesce(any_value(samples.cost), 0) as cost,
        list_sort(list_distinct(flatten(list(coalesce(points.suites, []))))) as suites,
        list_sort(list_distinct(flatten(list(coalesce(points.tiers, []))))) as tiers
      from samples left join points on ${same("samples", "points", POINT)} where samples.trial = 0 group by samples.eval_id, item_id)
    select once.*, coalesce(refused, false) as refused, coalesce(refused_answers, 0) as refused_answers, latency_ms, answers, right_answers,
        cut_answers, total_cost from once
      join (select eval_id, item_id, count(*)::int as answers, count(*) filter (status = ${CORRECT})::int as right_answers,
        count(*) filter (status = ${TRUNCATED})::int as cut_answers, sum(coalesce(cost, 0)) as total_cost from samples group by eval_id, item_id) using (eval_id, item_id)
      left join (${refused}) using (eval_id, item_id) left join (${timed}) using (eval_id, item_id)`);
}
