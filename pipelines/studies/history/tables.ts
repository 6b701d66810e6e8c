// The tables of the study of runs over time.
import {boolean, double, evaluation, integer, key, simulated, type Table, text, texts} from "../../store/columns.js";
import {CHANGE_KINDS} from "./changes.js";

const low = "lower end of its 95 % interval; null where it has none";
const high = "upper end";
const estimate = (name: string, description: string, prefix = name) => ({
  [name]: double(description),
  [`${prefix}_low`]: double(low),
  [`${prefix}_high`]: double(high)
});

export const historyTables = {
  history: {
    description:
      "one row per recorded run, evaluation and suite: its result on that date (data/history); of the store's evaluations alone",
    columns: {
      ...evaluation,
      suite: key("the suite's id; empty where none is known"),
      date: text("end of the run, ISO 8601"),
      ...estimate("accuracy", "excess accuracy over untruncated answers; null without any"),
      ...estimate("score", "formula score of the suite; null where it has none"),
      ...estimate("reasonscore", "ReasonScore as published, 0–1000"),
      n: integer("tests answered, the first answer of each"),
      common: integer("tests that its preceding row has as well; null for the first"),
      ...estimate("refused", "share of answers that refuse: Wilson's interval"),
      ...estimate("truncated", "share of answers that were cut: Wilson's interval; null where nothing is known of any end"),
      unscored: integer("first answers of the evaluation without a score"),
      ...estimate("cost", "US dollars of an answer at list price, mean; its interval is Student's"),
      spend: double("US dollars of all these answers"),
      ...estimate("latency", "median latency, milliseconds; interval of order statistics; null if nobody measured"),
      latency_p90: double("ninth decile, milliseconds"),
      latency_p99: double("99th percentile, milliseconds"),
      claimed: key("the name that the endpoint was asked for"),
      served: texts("other names and fingerprints under which it said that it answered; empty if none"),
      status: key("how the evaluation's last run ended"),
      version: key("version of reasonbook"),
      git_commit: text("its commit; null outside a repository"),
      book: text("SHA-256 of everything that the store's tables depended on"),
      items: text("first 16 digits of SHA-256 of the identities of the tests"),
      simulated
    },
    order: ["model", "template", "sampler", "eval_id", "suite", "date", "items"]
  },
  history_changes: {
    description:
      "one row per evaluation, suite, measure and comparison of dates: each date with the one before on the tests of both, and change points of the series",
    columns: {
      ...evaluation,
      suite: key("the suite's id"),
      kind: key(`${CHANGE_KINDS.join(" or ")}: of two dates, or of all before with all after it`),
      measure: key(
        "accuracy (share of tests right, truncated ones wrong), refused, truncated; of change points also cost (US dollars of an answer) and latency (median, ms)"
      ),
      before: text("last date before it"),
      after: text("first date after it"),
      dates: integer("dates that were compared"),
      n: integer("tests that all of them asked; 0 for cost and latency, whose units are dates"),
      value: double("after minus before; null where nothing could be compared"),
      low: double("lower end of its interval, which holds for all dates of the series together (Bonferroni, 95 %)"),
      high: double(high),
      p: double("two-sided p-value of no change"),
      adjusted: double("the same adjusted for all dates of the series: Holm for steps, Bonferroni for change points"),
      only_before: integer("of a step: tests with the mark before and not after"),
      only_after: integer("tests with the mark after and not before"),
      named: boolean("whether it counts as a change: adjusted at most 0.05"),
      served_changed: boolean("of a step: whether the endpoint named another model or fingerprint"),
      simulated
    },
    order: ["model", "template", "sampler", "eval_id", "suite", "kind", "measure", "after", "before"]
  }
} satisfies Record<string, Table>;
