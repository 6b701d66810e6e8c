// Queries of `clusters` and `compare` over the published tables, in SQL that both DuckDBs understand (0.9 in the browser).

/** Tests in the order that `layTests` needs, numbered from 0. */
export const testsQuery = `select item_id, base_task, params, guess_chance, generator_version, tiers, category,
  (row_number() over (order by base_task, generator_version, params, item_id) - 1)::integer as test
from items order by test`;

/** Evaluations in order of name, numbered from 0, with the model's groups. */
export const evaluationsQuery = `select eval_id, any_value(model) as model, any_value(template) as template, any_value(sampler) as sampler,
  any_value(groups) as groups, bool_or(simulated) as simulated,
  (row_number() over (order by any_value(model), any_value(template), any_value(sampler), eval_id) - 1)::integer as evaluation
from points group by eval_id order by evaluation`;

/** Every answer's status, repeated ones included, with the numbers of its evaluation and test. */
export const answersQuery = `with tests as (${testsQuery}), evaluations as (${evaluationsQuery})
select evaluation, test, status from samples join evaluations using (eval_id) join tests using (item_id)`;

/** The same of first answers only, for models of single responses. */
export const firstAnswersQuery = `${answersQuery} where trial = 0`;

/** Columns of the numbers of an evaluation's answers to a test, by status. */
const counts = (side: "a" | "b"): string =>
  ["wrong", "right", "cut"]
    .map((name, status) => `count(*) filter (where status = ${status})::integer as ${name}_${side}`)
    .join(", ");

/**
 * The common tests of two evaluations; its parameters are A's and B's eval_id. Status, answer and tokens are those of the first answers,
 * counts those of all.
 */
export const commonQuery = `with own_a as (select * from samples where eval_id = ?), own_b as (select * from samples where eval_id = ?),
  counts_a as (select item_id, ${counts("a")} from own_a group by item_id),
  counts_b as (select item_id, ${counts("b")} from own_b group by item_id)
select item_id, a.base_task, a.params, a.guess_chance, a.generator_version, a.index, a.status as a, b.status as b,
  right_a, wrong_a, cut_a, right_b, wrong_b, cut_b,
  a.completion_tokens as tokens_a, b.completion_tokens as tokens_b, a.answer as answer_a, b.answer as answer_b, a.expected, tiers, domain, category
from own_a a join own_b b using (item_id) join counts_a using (item_id) join counts_b using (item_id)
join (select item_id, tiers, domain, category from items) using (item_id)
where a.trial = 0 and b.trial = 0 order by a.base_task, a.params, a.index`;

/** Evaluations by pooled excess accuracy, best first. */
export const rankedQuery = `select eval_id from points group by eval_id
order by excess_accuracy(sum(correct), sum(correct + incorrect), sum(guess_sum)) desc nulls last, any_value(model), eval_id`;
