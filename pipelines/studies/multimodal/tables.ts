// The table of the study of questions about images, next to its rows of `estimates`.
import {evaluation, integer, key, simulated, type Table, text} from "../../store/columns.js";

/** What a first answer is, in the order of pages. */
export const EXAMPLE_OUTCOMES = ["wrong", "right", "no answer found", "truncated"] as const;
export type ExampleOutcome = (typeof EXAMPLE_OUTCOMES)[number];

export const multimodalTables = {
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
