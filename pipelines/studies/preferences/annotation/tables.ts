// Columns of the table of pairs to annotate. docs/reference.md is generated from them.
import {integer, key, simulated, type Table, text} from "../../../store/columns.js";

export const annotationTables = {
  annotation_pairs: {
    description: "one row per pair of responses to the same test, drawn for people and models to compare",
    columns: {
      position: integer("0-based place in the draw"),
      pair_id: text("identity of the pair"),
      question_id: text("identity of the test"),
      turn: integer("always 1: tests are not conversations"),
      base_task: key("the task's name"),
      model_a: key("the evaluation whose name comes first: the model, with template and sampler where the store has several"),
      model_b: key("the other evaluation"),
      prompt: text("the question as the template wraps it"),
      response_a: text("the whole response of a, reasoning first"),
      response_b: text("the whole response of b"),
      status_a: integer("0 incorrect, 1 correct, 2 truncated; null where no answer of the store has a score"),
      status_b: integer("the same for b"),
      simulated
    },
    order: ["position"]
  }
} satisfies Record<string, Table>;
