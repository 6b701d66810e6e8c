// Queries of the study, in SQL that DuckDB 0.9 (pages) and newer understand. Each `?` is the evaluation's eval_id.

import {countedEvaluations} from "../../store/counted.sql.js";

const numbered = `(select base_task, params, (row_number() over (order by base_task, params) - 1)::int as point
  from (select distinct base_task, params from points where eval_id = ?::varchar))`;

/** Evaluations with complete token counts, with their numbers of samples, and of correct and truncated ones. */
export const hazardEvaluationsQuery = `select eval_id, any_value(model) as model, any_value(template) as template, any_value(sampler) as sampler,
  bool_or(simulated) as simulated, sum(correct + incorrect + truncated)::int as n, sum(correct)::int as correct, sum(truncated)::int as cut
from points where eval_id in (${countedEvaluations}) group by eval_id order by model, template, sampler`;

/** The evaluation's points, whatever their seeds and tags. */
export const hazardPointsQuery = `select point, base_task, flatten(list(tiers)) as tiers, sum(prompt_tokens)::double as prompt_tokens,
  sum(correct + incorrect + truncated)::int as samples, sum(ended_unknown)::int as ended_unknown, bool_or(simulated) as simulated
from points join ${numbered} using (base_task, params) where eval_id = ?::varchar group by point, base_task order by point`;

/** Identical samples of one point as one row; tests are identified only where some were asked more than once. Two parameters. */
export const hazardExitsQuery = `select point, completion_tokens::int as tokens, status::int as status, item, count(*)::int as count
from (select base_task, params, completion_tokens, status, case when max(trial) over () > 0 then item_id end as item
  from samples where eval_id = ?::varchar) join ${numbered} using (base_task, params)
group by point, tokens, status, item order by point, tokens, status`;

/** Tests that two evaluations answered, with repetitions paired in order. Three parameters: A, B, A. */
export const hazardPairsQuery = `select point, item, a_tokens, a_status, b_tokens, b_status, count(*)::int as count
from (select base_task, params, a.completion_tokens::int as a_tokens, a.status::int as a_status, b.completion_tokens::int as b_tokens,
    b.status::int as b_status, case when max(trial) over () > 0 then item_id end as item
  from (select * from samples where eval_id = ?::varchar) a
  join (select item_id, trial, completion_tokens, status from samples where eval_id = ?::varchar) b using (item_id, trial))
  join ${numbered} using (base_task, params)
group by point, item, a_tokens, a_status, b_tokens, b_status order by point, a_tokens, a_status, b_tokens, b_status`;
