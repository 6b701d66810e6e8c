// The table of the study of questions about images.
import {double, evaluation, integer, key, simulated, type Table, text} from "../../store/columns.js";

/** Columns of the answers with the picture, or without. */
const answers = (prefix: string, what: string) => ({
  [`${prefix}n`]: integer(`first answers ${what} that were scored, truncated ones not among them`),
  [`${prefix}correct`]: integer("of these, right ones"),
  [`${prefix}truncated`]: integer("answers that the token limit stopped; they are left out"),
  [`${prefix}unparsed`]: integer("of n, answers without one of the right kind, refusals among them; they count as wrong"),
  [`${prefix}unscored`]: integer("answers that could not be scored"),
  [`${prefix}guess`]: double("mean guess chance; null without answers"),
  [`${prefix}accuracy`]: double("excess accuracy, 0 guessing, 1 knowing; null without answers"),
  [`${prefix}low`]: double("lower end of its rescaled 95 % interval; null without answers"),
  [`${prefix}high`]: double("upper end")
});

/** What a first answer is, in the order of pages. */
export const EXAMPLE_OUTCOMES = ["wrong", "right", "no answer found", "truncated"] as const;
export type ExampleOutcome = (typeof EXAMPLE_OUTCOMES)[number];

export const multimodalTables = {
  multimodal: {
    description:
      "one row per evaluation and category of generated questions about images: accuracy with the picture, without it, and the paired difference",
    columns: {
      ...evaluation,
      category: key("Charts and tables, Geometry, Counting or Spatial relations"),
      ...answers("", "to questions with their picture"),
      ...answers("blind_", "to questions whose picture was withheld"),
      missing: integer(
        "questions that were answered without their picture and have no response with it: they were not asked, or failed, as where an endpoint refuses images"
      ),
      pairs: integer("questions with finished answers both with the picture and without"),
      value: double(
        "excess accuracy with the picture minus that without, over these pairs: what is owed to seeing; null without pairs"
      ),
      value_low: double("lower end of its paired 95 % interval; null with fewer than two pairs"),
      value_high: double("upper end"),
      p: double("two-sided p-value of no difference"),
      only_shown: integer("pairs that were right with the picture alone"),
      only_blind: integer("pairs that were right without it alone"),
      exact: double("McNemar's exact p; null without pairs"),
      simulated
    },
    order: ["model", "template", "sampler", "category"]
  },
  multimodal_examples: {
    description:
      "one row per evaluation and question of the first few of each category and outcome: the answer to a question with its picture, to be read beside it",
    columns: {
      ...evaluation,
      category: key("Charts and tables, Geometry, Counting or Spatial relations"),
      outcome: key(`${EXAMPLE_OUTCOMES.join(", ")}: what the answer is`),
      item_id: text("identity of the test"),
      base_task: key("the benchmark's name"),
      edition: integer("the benchmark's edition"),
      place: integer("number of the question in the benchmark, from which its picture is drawn again"),
      expected: text("the right answer"),
      answer: text("the answer found; null if none"),
      text: text("the response, at most 2,000 characters of it; null where none is stored"),
      blind: key("the outcome of the same question with its picture withheld; empty where it has no answer"),
      simulated
    },
    order: ["model", "template", "sampler", "category", "outcome", "item_id"]
  }
} satisfies Record<string, Table>;
