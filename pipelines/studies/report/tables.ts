// The tables of the report: scores of each evaluation over a suite, its rank with what stands beside it, and what changed since the last one.
import {bigint, boolean, double, evaluation, integer, key, simulated, type Table, text} from "../../store/columns.js";

/** What a score is of, in the order in which a report tells it. */
export const SCOPES = ["overall", "item-weighted", "full", "domain", "category"] as const;
export type Scope = (typeof SCOPES)[number];

const suite_id = key("id of the suite that lists the domains; of a book without one, all its suites");
const bounds = (name: string, what: string) => ({
  [`${name}_low`]: double(`lower end of its 95 % interval${what}`),
  [`${name}_high`]: double("upper end")
});
const order = ["model", "template", "sampler", "suite_id", "eval_id"];

export const reportTables = {
  report_scores: {
    description:
      "one row per evaluation, suite and what it is scored on: the whole in three ways, each domain and each category that was asked",
    columns: {
      ...evaluation,
      suite_id,
      number: integer("1-based place among the rows of the evaluation in this suite"),
      scope: key(
        `${SCOPES.join(", ")}: overall is the mean over domains of the mean over their scored categories; item-weighted counts each answer alike; full adds the human part`
      ),
      domain: key("the domain; empty of the whole"),
      category: key("the category; empty but for one"),
      score: double(
        "100 × excess accuracy, or the mean of a measure: 0 guessing, 100 knowing, below 0 worse than guessing; null without a value"
      ),
      low: double("lower end of its 95 % interval (docs/report.md); null where it has none"),
      high: double("upper end"),
      n: integer("answers behind it; in full, votes too"),
      categories: integer("categories in it"),
      empty: integer("of these, categories that nothing fills; they are left out"),
      scored: integer("of these, categories behind the score"),
      testable: integer("items of it that the evaluation was asked and that could be looked for in the book's corpora"),
      contaminated: integer("of these, items that are in a corpus"),
      why: text("why there is no score or no interval; empty where both are there"),
      simulated
    },
    order: [...order, "number"]
  },
  report_ranks: {
    description: "one row per evaluation and suite: its rank by the overall score, and what it should be read with",
    columns: {
      ...evaluation,
      suite_id,
      score: double("the overall score; null where it has none"),
      low: double("lower end of its 95 % interval"),
      high: double("upper end"),
      n: integer("answers behind it"),
      rank: integer("1 = best, among evaluations with the same scored categories; null without an interval"),
      rank_low: integer("best rank in the simultaneous 95 % interval"),
      rank_high: integer("worst rank in it"),
      among: integer("evaluations that it is ranked with, itself among them"),
      all_score: double("the overall score over all items, with those that it leaves out; null where none was looked for"),
      ...bounds("all", ""),
      all_n: integer("answers that it is of"),
      difference: double("score − all_score, paired, in points of 100; null likewise"),
      ...bounds("difference", ""),
      items: integer("items that it was asked"),
      left_out: integer("of these, items with the verdict exact, which scores leave out"),
      testable: integer("items that it was asked and that could be looked for"),
      contaminated: integer("of these, items that are in a corpus"),
      memoriser: boolean(
        "whether it gains by contamination (contamination_effects, whole store); null where that was not tested"
      ),
      ece: double(
        "expected calibration error corrected for sampling bias, all answers of the store with a confidence; null without one"
      ),
      ...bounds("ece", ""),
      ece_n: integer("answers with a confidence"),
      ece_source: key("where the confidence comes from: stated, choice or tokens; empty without one"),
      answers: integer("answers to the suite's items, truncated ones and repetitions included"),
      truncated: integer("of these, truncated ones"),
      cost: double("US dollars at list price, of these answers"),
      prompt_tokens: bigint("their prompt tokens; null where those of one are not known"),
      completion_tokens: bigint("their completion tokens, likewise"),
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
      since: key("date of the report before, YYYY-MM-DD"),
      before: double("overall score then; null where it had none"),
      ...bounds("before", ""),
      before_n: integer("answers behind it"),
      after: double("overall score now; null where it has none"),
      ...bounds("after", ""),
      after_n: integer("answers behind it"),
      change: double("after − before, in points of 100; null where either has none"),
      ...bounds("change", ", as if no answer were the same; wider than it need be where most are"),
      kind: key("new, gone, or both: which of the reports has the evaluation"),
      simulated
    },
    order
  }
} satisfies Record<string, Table>;
