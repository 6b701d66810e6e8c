// Queries of `clusters` and `compare` over the published tables, in SQL that both DuckDBs understand (0.9 in the browser). Only the first
// of repeated trials of a prompt is used, so that a test counts once.

/** Tests in the order that `layTests` needs, numbered from 0. */
export const testsQuery = `select item_id, base_task, params, guess_chance, generator_version, tiers, category,
  (row_number() over (order by base_task, generator_version, params, item_id) - 1)::integer as test
from items order by test`;

/** Evaluations in order of name, numbered from 0, with the model's groups. */
export const evaluationsQuery = `select eval_id, any_value(model) as model, any_value(template) as template, any_value(sampler) as sampler,
  any_value(groups) as groups, bool_or(simulated) as simulated,
  (row_number() over (order by any_value(model), any_value(template), any_value(sampler), eval_id) - 1)::integer as evaluation
from points group by eval_id order by evaluation`;

/** Every status, with the numbers of its evaluation and test. */
export const answersQuery = `with tests as (${testsQuery}), evaluations as (${evaluationsQuery})
select evaluation, test, status from samples join evaluations using (eval_id) join tests using (item_id) where trial = 0`;

/** The common tests of two evaluations; its parameters are A's and B's eval_id. */
export const commonQuery = `select item_id, a.base_task, a.params, a.guess_chance, a.generator_version, a.index, a.status as a, b.status as b,
  a.completion_tokens as tokens_a, b.completion_tokens as tokens_b, a.answer as answer_a, b.answer as answer_b, a.expected, tiers, domain, category
from samples a join samples b using (item_id) join (select item_id, tiers, domain, category from items) using (item_id)
where a.eval_id = ? and b.eval_id = ? and a.trial = 0 and b.trial = 0 order by a.base_task, a.params, a.index`;

/** Evaluations by pooled excess accuracy, best first. */
export const rankedQuery = `select eval_id from points group by eval_id
order by excess_accuracy(sum(correct), sum(correct + incorrect), sum(guess_sum)) desc nulls last, any_value(model), eval_id`;
