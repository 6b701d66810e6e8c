// Queries over the study table `traces`, shared by the page and by `npm run analyze`.
import type {TracePart} from "./entropy.js";

/** Traces by evaluation, point and outcome: rows of `TraceCell` with the evaluation's id. */
export const traceCellsQuery = (part: TracePart): string =>
  `select eval_id, base_task, params, status::integer as status, count(*)::double as traces, sum(loop::integer)::double as loops,
    count(garble)::double as garbled, count(${part})::double as matched, coalesce(sum(${part}), 0)::double as bytes,
    coalesce(sum(${part}::double * ${part}), 0)::double as squares
  from traces group by eval_id, base_task, params, status order by eval_id, base_task, params, status`;

/** Traces in which a loop or garbled text was found, in an order that depends only on their identity. */
export const flaggedQuery = `select eval_id, model, template, sampler, base_task, params, item_id, trial::integer as trial, status::integer as status,
    trace_bytes::integer as trace_bytes, loop, loop_period::integer as loop_period, loop_length::integer as loop_length, garble, repetition, simulated
  from traces where loop or garble is not null order by md5(concat(item_id, eval_id, trial)), eval_id`;
