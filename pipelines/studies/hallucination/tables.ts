// The tables of the study of hallucination.
import {column, evaluation, simulated, type Table} from "../../store/columns.js";
import {RATES} from "./rates.js";

const subject = column("key", "what the facts are about");
const asked = {...evaluation, base_task: column("key", "the task's or bank's name")};

export const hallucinationTables = {
  hallucination: {
    description:
      "one row per evaluation, task, subject and rate, of questions about entities that exist and about fabricated ones (scorer fact)",
    columns: {
      ...asked,
      subject: column("key", "what the facts are about; empty for all subjects together"),
      rate: column(
        "key",
        `${RATES.join(", ")}: of real entities right, wrong and abstained, of fabricated ones confabulated and abstained, of all answered, right where answered, and empty; score = accuracy + abstained_fabricated − 1`
      ),
      value: column("double", "the share, 0–1; of the score −1–1, at most 0 for always and for never abstaining"),
      low: column("double", "lower end of its 95 % interval, clustered by item"),
      high: column("double", "upper end"),
      n: column("integer", "untruncated answers that it is a share of"),
      items: column("integer", "items that they are answers to"),
      truncated: column("integer", "answers that the token limit stopped; they are left out"),
      simulated
    },
    order: ["model", "template", "sampler", "base_task", "subject", "rate"]
  },
  confabulations: {
    description: "examples of answers about fabricated entities, a few of each evaluation and subject",
    columns: {
      ...asked,
      subject,
      item_id: column("text", "identity of the test"),
      prompt: column("text", "the question, as the table items has it"),
      answer: column("text", "what the model says of an entity that does not exist"),
      simulated
    },
    order: ["model", "template", "sampler", "base_task", "subject", "item_id"]
  }
} satisfies Record<string, Table>;
