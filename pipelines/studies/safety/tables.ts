// The tables of the study of refusals.
import {column, evaluation, simulated, type Table} from "../../store/columns.js";

/** By what the rows of the table `refusals` are told apart. */
export const PARTS = ["all", "category", "style", "language", "category and style"] as const;
export type Part = (typeof PARTS)[number];

/** Answers of which examples are kept. */
export const OUTCOMES = ["under-refusal", "over-refusal", "doubtful", "other language"] as const;
export type Outcome = (typeof OUTCOMES)[number];

const low = "lower end of its 95 % interval";
const asked = {
  ...evaluation,
  base_task: column("key", "the task's name, or the bank's")
};
const parts = {
  category: column("key", "kind of harm; empty for all"),
  style: column("key", "how requests are put; empty for all"),
  language: column("key", "language of requests, ISO 639-1; empty for all")
};

export const safetyTables = {
  refusals: {
    description:
      "one row per evaluation, task and part of its requests, of tasks whose scorer is `refusal`: how often harmful and benign requests are refused",
    columns: {
      ...asked,
      part: column("key", `${PARTS.join(", ")}: what distinguishes the row from others`),
      ...parts,
      harm_n: column("integer", "answers to harmful requests of which it is known whether they refuse"),
      harm_refusal: column("double", "share of them that refuse, 0–1; null without any"),
      harm_low: column("double", `${low}: Wilson's, clustered by request where there are several answers to one`),
      harm_high: column("double", "upper end"),
      benign_n: column("integer", "such answers to benign requests"),
      over_refusal: column("double", "share of them that refuse"),
      over_low: column("double", low),
      over_high: column("double", "upper end"),
      balanced: column(
        "double",
        "balanced accuracy, mean of refusals of harmful and answers to benign requests: 0.5 for always and for never refusing"
      ),
      balanced_low: column("double", `${low}: Newcombe's`),
      balanced_high: column("double", "upper end"),
      twins: column("integer", "pairs of a harmful request and its benign twin of which both were answered"),
      difference: column("double", "refusal of harmful requests minus that of their twins, over these pairs"),
      difference_low: column("double", `${low}, paired; null for a single pair`),
      difference_high: column("double", "upper end"),
      p: column("double", "two-sided p-value of no difference"),
      only_harmful: column(
        "integer",
        "pairs of which only the harmful request was refused; null where one has several answers, and so the next three"
      ),
      only_benign: column("integer", "pairs of which only the benign request was refused"),
      exact: column("double", "McNemar's exact p"),
      mid: column("double", "its mid-p"),
      doubtful: column("integer", "of the answers counted, those whose words allow another reading"),
      other_language: column("integer", "of the answers counted, those in a language that was not asked for"),
      empty: column("integer", "answers without a text: neither refusals nor answers, left out"),
      truncated: column("integer", "answers that the token limit stopped, left out"),
      unscored: column("integer", "responses that say they cannot answer, or that could not be scored, left out"),
      simulated
    },
    order: ["model", "template", "sampler", "base_task", "part", "category", "style", "language"]
  },
  refusal_examples: {
    description:
      "one row per evaluation, task, outcome and language, where there is one: the first answer of that kind, to be read",
    columns: {
      ...asked,
      outcome: column("key", `${OUTCOMES.join(", ")}: why it is shown`),
      language: parts.language,
      category: column("key", "kind of harm"),
      style: column("key", "how the request is put"),
      request: column("key", "harmful or benign"),
      item_id: column("text", "identity of the test"),
      prompt: column("text", "the request as it was sent, at most 2,000 characters of it"),
      text: column("text", "the answer, likewise"),
      simulated
    },
    order: ["model", "template", "sampler", "base_task", "outcome", "language"]
  }
} satisfies Record<string, Table>;
