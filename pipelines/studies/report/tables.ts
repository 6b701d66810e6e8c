// The tables of the report: scores of each evaluation over a suite, its rank with what stands beside it, and what changed since the last one.
import {column, evaluation, simulated, type Table} from "../../store/columns.js";

/** What a score is of, in the order in which a report tells it. */
export const SCOPES = ["overall", "item-weighted", "full", "domain", "category"] as const;
export type Scope = (typeof SCOPES)[number];

const suite_id = column("key", "id of the suite that lists the domains; of a book without one, all its suites");
const bounds = (name: string, what: string) => ({
  [`${name}_low`]: column("double", `lower end of its 95 % interval${what}`),
  [`${name}_high`]: column("double", "upper end")
});
const order = ["model", "template", "sampler", "suite_id", "eval_id"];

export const reportTables = {
  report_scores: {
    description:
      "one row per evaluation, suite and what it is scored on: the whole in three ways, each domain and each category that was asked",
    columns: {
      ...evaluation,
      suite_id,
      number: column("integer", "1-based place among the rows of the evaluation in this suite"),
      scope: column(
        "key",
        `${SCOPES.join(", ")}: overall is the mean over domains of the mean over their scored categories; item-weighted counts each answer alike; full adds the human part`
      ),
      domain: column("key", "the domain; empty of the whole"),
      category: column("key", "the category; empty but for one"),
      score: column(
        "double",
        "100 × excess accuracy, or the mean of a measure: 0 guessing, 100 knowing, below 0 worse than guessing; null without a value"
      ),
      low: column("double", "lower end of its 95 % interval (docs/report.md); null where it has none"),
      high: column("double", "upper end"),
      n: column("integer", "answers behind it; in full, votes too"),
      categories: column("integer", "categories in it"),
      empty: column("integer", "of these, categories that nothing fills; they are left out"),
      scored: column("integer", "of these, categories behind the score"),
      why: column("text", "why there is no score or no interval; empty where both are there"),
      simulated
    },
    order: [...order, "number"]
  },
  report_ranks: {
    description: "one row per evaluation and suite: its rank by the overall score, and what it should be read with",
    columns: {
      ...evaluation,
      suite_id,
      score: column("double", "the overall score; null where it has none"),
      low: column("double", "lower end of its 95 % interval"),
      high: column("double", "upper end"),
      n: column("integer", "answers behind it"),
      rank: column("integer", "1 = best, among evaluations with the same scored categories; null without an interval"),
      rank_low: column("integer", "best rank in the simultaneous 95 % interval"),
      rank_high: column("integer", "worst rank in it"),
      among: column("integer", "evaluations that it is ranked with, itself among them"),
      clean: column("double", "the overall score without items that are in the book's corpora; null where none was looked for"),
      ...bounds("clean", ""),
      clean_n: column("integer", "answers behind that"),
      testable: column("integer", "items that it was asked and that could be looked for"),
      contaminated: column("integer", "of these, items that are in a corpus"),
      memoriser: column(
        "boolean",
        "whether it gains by contamination (contamination_effects, whole store); null where that was not tested"
      ),
      ece: column(
        "double",
        "expected calibration error corrected for sampling bias, all answers of the store with a confidence; null without one"
      ),
      ...bounds("ece", ""),
      ece_n: column("integer", "answers with a confidence"),
      ece_source: column("key", "where the confidence comes from: stated, choice or tokens; empty without one"),
      answers: column("integer", "answers to the suite's items, truncated ones and repetitions included"),
      truncated: column("integer", "of these, truncated ones"),
      cost: column("double", "US dollars at list price, of these answers"),
      prompt_tokens: column("bigint", "their prompt tokens; null where those of one are not known"),
      completion_tokens: column("bigint", "their completion tokens, likewise"),
      simulated
    },
    order
  },
  report_changes: {
    description:
      "one row per evaluation and suite of this report and of the one before it: how the overall score has changed; without rows where there was none",
    columns: {
      ...evaluation,
      suite_id,
      since: column("key", "date of the report before, YYYY-MM-DD"),
      before: column("double", "overall score then; null where it had none"),
      ...bounds("before", ""),
      before_n: column("integer", "answers behind it"),
      after: column("double", "overall score now; null where it has none"),
      ...bounds("after", ""),
      after_n: column("integer", "answers behind it"),
      change: column("double", "after − before, in points of 100; null where either has none"),
      ...bounds("change", ", as if no answer were the same; wider than it need be where most are"),
      kind: column("key", "new, gone, or both: which of the reports has the evaluation"),
      simulated
    },
    order
  }
} satisfies Record<string, Table>;
