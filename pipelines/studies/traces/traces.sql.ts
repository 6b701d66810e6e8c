// Queries over the study table `traces`, shared by the page and by `npm run analyze`.
import type {TracePart} from "./entropy.js";

/** Traces by evaluation, point and outcome: rows of `TraceCell` with the evaluation's id. */
export const traceCellsQuery = (part: TracePart): string =>
  `select eval_id, base_task, params, status::integer as status, count(*)::double as traces, sum(loop::integer)::double as loops,
    count(garble)::double as garbled, count(${part})::double as matched, coalesce(sum(${part}), 0)::double as bytes,
    coalesce(sum(${part}::double * ${part}), 0)::double as squares
  from traces group by eval_id, base_task, params, status order by eval_id, base_task, params, status`;

/** The same from the table `trace_cells` of the published store. */
export const publishedCellsQuery = (part: TracePart): string =>
  `select eval_id, base_task, params, status::integer as status, traces::double as traces, loops::double as loops, garbled::double as garbled,
    ${part}_n::double as matched, ${part}_sum as bytes, ${part}_squares as squares from trace_cells order by eval_id, base_task, params, status`;

/** Points of the published traces, as a relation with the columns of table `points` that pages count. */
export const PUBLISHED_POINTS = `(select eval_id, any_value(model) as model, any_value(template) as template, any_value(sampler) as sampler, base_task, params,
    null as groups, null as tiers, bool_or(simulated) as simulated,
    coalesce(sum(traces) filter (status = 1), 0) as correct, coalesce(sum(traces) filter (status = 0), 0) as incorrect,
    coalesce(sum(traces) filter (status = 2), 0) as truncated, coalesce(sum(traces) filter (status = 2), 0) as cut_by_evidence,
    0 as ended_unknown, coalesce(sum(guess_sum) filter (status <> 2), 0) as guess_sum
  from trace_cells group by eval_id, base_task, params)`;

/** Traces in which a loop or garbled text was found, in an order that depends only on their identity. */
export const flaggedQuery = (
  table: "traces" | "trace_flaws" = "traces"
): string => `select eval_id, model, template, sampler, base_task, params, item_id, trial::integer as trial, status::integer as status,
    trace_bytes::integer as trace_bytes, loop, loop_period::integer as loop_period, loop_length::integer as loop_length, garble, repetition, simulated
  from ${table} where loop or garble is not null order by md5(concat(item_id, eval_id, trial)), eval_id`;

/** Traces of simulated models by the probability of a loop that was built into them. */
export const builtQuery = `select model, any_value(value) as built, count(*)::double as traces, sum(loop::integer)::double as loops, sum((status = 2)::integer)::double as truncated,
  sum((loop and status = 2)::integer)::double as truncated_loops
from traces join (select model, value from reference_models where faculty = 'looping_probability') using (model) where traces.simulated group by model order by built`;
