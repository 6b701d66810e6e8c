// The first answer of each evaluation to each test, with what is known of both, as a temporary table.
import type {DuckDBConnection} from "@duckdb/node-api";
import {POINT, same} from "./same.sql.js";

/**
 * Makes the table `first_answers` of a store's tables: one row per evaluation and test, whatever points have the test, with the points' suites
 * and tiers, whether the answer refuses, and its latency. Tables that a store lacks leave their columns null or false.
 */
export async function makeFirstAnswers(connection: DuckDBConnection, tables: readonly string[]): Promise<void> {
  const refused = tables.includes("measures")
    ? "select distinct eval_id, item_id, true as refused from measures where trial = 0 and name in ('refused', 'refusal') and value > 0"
    : "select '' as eval_id, '' as item_id, true as refused limit 0";
  const timed = tables.includes("timings")
    ? "select eval_id, item_id, any_value(latency_ms) as latency_ms from timings where trial = 0 group by eval_id, item_id"
    : "select '' as eval_id, '' as item_id, null::double as latency_ms limit 0";
  await connection.run(`create temp table first_answers as with once as (
      select samples.eval_id, item_id, any_value(samples.base_task) as base_task, any_value("index")::int as "index", any_value(status) as status, any_value(ended) as ended,
        coalesce(any_value(guess_chance), 0) as guess_chance, coalesce(any_value(samples.cost), 0) as cost,
        list_sort(list_distinct(flatten(list(coalesce(points.suites, []))))) as suites,
        list_sort(list_distinct(flatten(list(coalesce(points.tiers, []))))) as tiers
      from samples left join points on ${same("samples", "points", POINT)} where samples.trial = 0 group by samples.eval_id, item_id)
    select once.*, coalesce(refused, false) as refused, latency_ms from once
      left join (${refused}) using (eval_id, item_id) left join (${timed}) using (eval_id, item_id)`);
}
