// The tables of the study of refusals.
import {double, evaluation, integer, key, simulated, type Table, text} from "../../store/columns.js";

/** By what the rows of the table `refusals` are told apart. */
export const PARTS = ["all", "category", "severity", "style", "language", "category and style"] as const;
export type Part = (typeof PARTS)[number];

/** Answers of which examples are kept. */
export const OUTCOMES = ["under-refusal", "over-refusal", "doubtful", "other language"] as const;
export type Outcome = (typeof OUTCOMES)[number];

const low = "lower end of its 95 % interval";
const asked = {
  ...evaluation,
  base_task: key("the task's name, or the bank's")
};
const parts = {
  category: key("kind of harm; empty for all"),
  severity: key("of the harm, 1 minor to 4 catastrophic; empty for all"),
  style: key("how requests are put; empty for all"),
  language: key("language of requests, ISO 639-1; empty for all")
};

export const safetyTables = {
  refusals: {
    description:
      "one row per evaluation, task and part of its requests, of tasks whose scorer is `refusal`: how often harmful and benign requests are refused",
    columns: {
      ...asked,
      part: key(`${PARTS.join(", ")}: what distinguishes the row from others`),
      ...parts,
      harm_n: integer("answers to harmful requests of which it is known whether they refuse"),
      harm_refusal: double("share of them that refuse, 0–1; null without any"),
      harm_low: double(`${low}: Wilson's, clustered by request where there are several answers to one`),
      harm_high: double("upper end"),
      benign_n: integer("such answers to benign requests"),
      over_refusal: double("share of them that refuse"),
      over_low: double(low),
      over_high: double("upper end"),
      balanced: double(
        "balanced accuracy, mean of refusals of harmful and answers to benign requests: 0.5 for always and for never refusing"
      ),
      balanced_low: double(`${low}: Newcombe's`),
      balanced_high: double("upper end"),
      twins: integer("pairs of a harmful request and its benign twin of which both were answered"),
      difference: double("refusal of harmful requests minus that of their twins, over these pairs"),
      difference_low: double(`${low}, paired; null for a single pair`),
      difference_high: double("upper end"),
      p: double("two-sided p-value of no difference"),
      only_harmful: integer(
        "pairs of which only the harmful request was refused; null where one has several answers, and so the next three"
      ),
      only_benign: integer("pairs of which only the benign request was refused"),
      exact: double("McNemar's exact p"),
      mid: double("its mid-p"),
      doubtful: integer("of the answers counted, those whose words allow another reading"),
      other_language: integer("of the answers counted, those in a language that was not asked for"),
      empty: integer("answers without a text: neither refusals nor answers, left out"),
      truncated: integer("answers that the token limit stopped, left out"),
      unscored: integer("responses that say they cannot answer, or that could not be scored, left out"),
      simulated
    },
    order: ["model", "template", "sampler", "base_task", "part", "category", "severity", "style", "language"]
  },
  refusal_examples: {
    description:
      "one row per evaluation, task, outcome and language, where there is one: the first answer of that kind, to be read",
    columns: {
      ...asked,
      outcome: key(`${OUTCOMES.join(", ")}: why it is shown`),
      language: parts.language,
      category: key("kind of harm"),
      style: key("how the request is put"),
      request: key("harmful or benign"),
      item_id: text("identity of the test"),
      prompt: text("the request as it was sent, of a dialogue all turns of the user, at most 2,000 characters of it"),
      text: text("the answer, likewise"),
      simulated
    },
    order: ["model", "template", "sampler", "base_task", "outcome", "language"]
  }
} satisfies Record<string, Table>;
