// Query for answers to lists that stand in several forms, over the published tables, in SQL that both DuckDBs understand.

/** Rows for `formAnswers`: first answers to tests that have a pair, in a fixed order. */
export const formAnswersQuery = `select eval_id, pair_id, params, status
from samples join (select item_id, pair_id from items where pair_id is not null) using (item_id)
where trial = 0 order by model, template, sampler, eval_id, base_task, params, generator_version, seed, index`;
