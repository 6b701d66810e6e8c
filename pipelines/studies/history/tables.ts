// The tables of the study of runs over time.
import {column, evaluation, simulated, type Table} from "../../store/columns.js";
import {CHANGE_KINDS} from "./changes.js";

const low = "lower end of its 95 % interval; null where it has none";
const high = "upper end";
const estimate = (name: string, description: string, prefix = name) => ({
  [name]: column("double", description),
  [`${prefix}_low`]: column("double", low),
  [`${prefix}_high`]: column("double", high)
});

export const historyTables = {
  history: {
    description: "one row per recorded run, evaluation and suite: its result on that date (data/history)",
    columns: {
      ...evaluation,
      suite: column("key", "the suite's id; empty where none is known"),
      date: column("text", "end of the run, ISO 8601"),
      ...estimate("accuracy", "excess accuracy over untruncated answers; null without any"),
      ...estimate("score", "formula score of the suite; null where it has none"),
      ...estimate("reasonscore", "ReasonScore as published, 0–1000"),
      n: column("integer", "tests answered, the first answer of each"),
      common: column("integer", "tests that its preceding row has as well; null for the first"),
      ...estimate("refused", "share of answers that refuse: Wilson's interval"),
      ...estimate("truncated", "share of answers that the token limit stopped: Wilson's interval"),
      unscored: column("integer", "first answers of the evaluation without a score"),
      ...estimate("cost", "US dollars of an answer at list price, mean; its interval is Student's"),
      spend: column("double", "US dollars of all these answers"),
      ...estimate("latency", "median latency, milliseconds; interval of order statistics; null if nobody measured"),
      latency_p90: column("double", "ninth decile, milliseconds"),
      latency_p99: column("double", "99th percentile, milliseconds"),
      claimed: column("key", "the name that the endpoint was asked for"),
      served: column("texts", "other names and fingerprints under which it said that it answered; empty if none"),
      status: column("key", "how the evaluation's last run ended"),
      version: column("key", "version of reasonbook"),
      git_commit: column("text", "its commit; null outside a repository"),
      book: column("text", "SHA-256 of everything that the store's tables depended on"),
      items: column("text", "first 16 digits of SHA-256 of the identities of the tests"),
      simulated
    },
    order: ["model", "template", "sampler", "eval_id", "suite", "date", "items"]
  },
  history_changes: {
    description:
      "one row per evaluation, suite, measure and comparison of dates: each date with the one before on the tests of both, and change points of the series",
    columns: {
      ...evaluation,
      suite: column("key", "the suite's id"),
      kind: column("key", `${CHANGE_KINDS.join(" or ")}: of two dates, or of all before with all after it`),
      measure: column(
        "key",
        "accuracy (share of tests right, truncated ones wrong), refused, truncated; of change points also cost (US dollars of an answer) and latency (median, ms)"
      ),
      before: column("text", "last date before it"),
      after: column("text", "first date after it"),
      dates: column("integer", "dates that were compared"),
      n: column("integer", "tests that all of them asked; 0 for cost and latency, whose units are dates"),
      value: column("double", "after minus before; null where nothing could be compared"),
      low: column("double", "lower end of its interval, which holds for all dates of the series together (Bonferroni, 95 %)"),
      high: column("double", high),
      p: column("double", "two-sided p-value of no change"),
      adjusted: column("double", "the same adjusted for all dates of the series: Holm for steps, Bonferroni for change points"),
      only_before: column("integer", "of a step: tests with the mark before and not after"),
      only_after: column("integer", "tests with the mark after and not before"),
      named: column("boolean", "whether it counts as a change: adjusted at most 0.05"),
      served_changed: column("boolean", "of a step: whether the endpoint named another model or fingerprint"),
      simulated
    },
    order: ["model", "template", "sampler", "eval_id", "suite", "kind", "measure", "after", "before"]
  }
} satisfies Record<string, Table>;
