// Example queries of the SQL page.
import type {Example} from "./console.js";

/** Example queries: one for each question that the pages leave open. */
export const examples: readonly Example[] = [
  {
    title: "Accuracy per task",
    query: `select base_task, sum(correct + incorrect)::int as n,
  excess_accuracy(sum(correct), sum(correct + incorrect), sum(guess_sum)) as accuracy,
  excess_low(sum(correct), sum(correct + incorrect), sum(guess_sum)) as low,
  excess_high(sum(correct), sum(correct + incorrect), sum(guess_sum)) as high
from points group by all order by accuracy desc`,
    plot: {x: "base_task", y: "accuracy"}
  },
  {
    title: "Accuracy against tokens",
    query: `select model, sum(correct + incorrect)::int as n,
  sum(tokens_completion) / sum(correct + incorrect + truncated) as tokens_per_answer,
  excess_accuracy(sum(correct), sum(correct + incorrect), sum(guess_sum)) as accuracy,
  any_value(groups)[1] as "group"
from points group by model order by tokens_per_answer`,
    plot: {x: "tokens_per_answer", y: "accuracy", color: "group"}
  },
  {
    title: "Truncation",
    query: `select model, base_task, sum(truncated)::int as truncated, sum(correct + incorrect + truncated)::int as samples,
  truncated / samples as rate, wilson_low(rate, samples) as low, wilson_high(rate, samples) as high
from points group by all order by rate desc`
  },
  {
    title: "One model's mistakes",
    query: `select base_task, item_id, answer, expected, finish_reason
from samples where status = 0 and model = (select min(model) from samples)
order by base_task, item_id limit 200`
  },
  {
    title: "What models wrote",
    query: "select model, item_id, prompt, text from responses limit 20"
  },
  {
    title: "Slowest requests",
    query: `select model, count(*)::int as requests, median(latency_ms) as median_ms, quantile_cont(latency_ms, 0.99) as p99_ms
from timings where not cached group by model order by p99_ms desc`,
    plot: {mark: "bar", x: "p99_ms", y: "model"}
  }
];
