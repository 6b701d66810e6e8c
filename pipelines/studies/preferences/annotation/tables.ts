// Columns of the table of pairs to annotate. docs/reference.md is generated from them.
import {column, simulated, type Table} from "../../../store/columns.js";

export const annotationTables = {
  annotation_pairs: {
    description: "one row per pair of responses to the same test, drawn for people and models to compare",
    columns: {
      position: column("integer", "0-based place in the draw"),
      pair_id: column("text", "identity of the pair"),
      question_id: column("text", "identity of the test"),
      turn: column("integer", "always 1: tests are not conversations"),
      base_task: column("key", "the task's name"),
      model_a: column(
        "key",
        "the evaluation whose name comes first: the model, with template and sampler where the store has several"
      ),
      model_b: column("key", "the other evaluation"),
      prompt: column("text", "the question as the template wraps it"),
      response_a: column("text", "the whole response of a, reasoning first"),
      response_b: column("text", "the whole response of b"),
      status_a: column("integer", "0 incorrect, 1 correct, 2 truncated; null where no answer of the store has a score"),
      status_b: column("integer", "the same for b"),
      simulated
    },
    order: ["position"]
  }
} satisfies Record<string, Table>;
