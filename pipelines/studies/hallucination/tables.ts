// The table of the study of hallucination, next to its rows of `estimates`.
import {evaluation, key, simulated, type Table, text} from "../../store/columns.js";

export const hallucinationTables = {
  confabulations: {
    description: "examples of answers about fabricated entities, a few of each evaluation and subject",
    columns: {
      ...evaluation,
      base_task: key("the task's or bank's name"),
      subject: key("topic of the facts"),
      item_id: text("identity of the test"),
      prompt: text("the question, as the table items has it"),
      answer: text("what the model says of an entity that does not exist"),
      simulated
    },
    order: ["model", "template", "sampler", "base_task", "subject", "item_id"]
  }
} satisfies Record<string, Table>;
