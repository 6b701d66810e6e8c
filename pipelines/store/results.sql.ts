// The view `results`: shares of right answers with intervals, one row per evaluation, suite and task, for queries that people write.
import {bigint, boolean, complexity, double, evaluation, integer, key, type Table} from "./columns.js";

/** Name of the view in both versions of DuckDB. A table of that name goes before it. */
export const RESULTS = "results";

const {model, template, sampler} = evaluation;

/** Schema of the view; a store has no file of it. */
export const resultsTable: Table = {
  description: "a view over points: one row per evaluation, suite and task, with its share of right answers",
  columns: {
    model,
    template,
    sampler,
    suite: key("the suite; empty if none is known"),
    task: complexity.base_task,
    generator_version: integer("version of the task's tests; those of two versions are not pooled"),
    score: double("share of right answers among those that were not cut, all repeats, mean over tests; null if all were cut"),
    low: double("lower end of its 95 % interval over tests (Wilson)"),
    high: double("upper end"),
    n: bigint("tests with an answer that was not cut"),
    answers: bigint("their answers that were not cut, all repeats"),
    truncated: bigint("first answers that were cut"),
    simulated: boolean("whether a simulated model answered")
  },
  order: ["suite", "task", "model", "template", "sampler"]
};

const NEEDED = [
  "model",
  "template",
  "sampler",
  "suites",
  "base_task",
  "generator_version",
  "correct",
  "incorrect",
  "truncated",
  "simulated"
];
/** Whether a table of points has the columns of which the view is made; foreign ones may not. */
export const makesResults = (columns: readonly string[]): boolean => NEEDED.every(name => columns.includes(name));

/** Query of the view over `points`; needs the macros of `stats.sql.ts`. */
export const resultsQuery = `with counts as (
    select model, template, sampler, unnest(case when len(suites) = 0 then [''] else suites end) as suite, base_task as task, generator_version,
      shares, share_squares, share_tests, answers, truncated, simulated
    from points),
  pooled as (
    select model, template, sampler, suite, task, generator_version, sum(shares)::double as k, sum(share_squares)::double as kk,
      sum(share_tests)::bigint as n, sum(answers)::bigint as answers, sum(truncated)::bigint as truncated, bool_or(simulated) as simulated
    from counts group by all),
  shares as (select *, case when n > 0 then k / n end as score, effective_answers(k, kk, n::double, answers::double) as trials from pooled)
  select model, template, sampler, suite, task, generator_version, score, case when n > 0 then least(score, clamp01(wilson_low(score, trials))) end as low,
    case when n > 0 then greatest(score, clamp01(wilson_high(score, trials))) end as high, n, answers, truncated, simulated
  from shares order by suite, task, score desc nulls last, model, template, sampler`;
