// Evaluations that can speak of tokens, in SQL that both DuckDBs understand. Answers that were collected elsewhere may come without counts.

/** The eval_ids of those whose every response has its tokens counted. */
export const countedEvaluations = "select eval_id from points group by eval_id having known_sum(tokens_completion) is not null";

/** Names of the others, in order. */
export const uncountedQuery = `select distinct model, template, sampler from points where eval_id not in (${countedEvaluations}) order by all`;

/** What a reader can do about it. */
export const COUNT_THEM =
  "responses that were scored from a file have tokens where its rows have completion_tokens; add the field and score them again";
