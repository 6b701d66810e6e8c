// SQL that selects evaluations whose tokens are known, for both versions of DuckDB. Responses that were collected elsewhere may lack token
// counts.

/** Query for the eval_ids of evaluations all of whose responses have token counts. */
export const countedEvaluations = "select eval_id from points group by eval_id having known_sum(completion_tokens) is not null";

/** Query for the names of all other evaluations, in order. */
export const uncountedQuery = `select distinct model, template, sampler from points where eval_id not in (${countedEvaluations}) order by all`;

/** Advice on how to add the missing counts. */
export const COUNT_THEM =
  "responses that were scored from a file have tokens where its rows have completion_tokens; add the field and score them again";
