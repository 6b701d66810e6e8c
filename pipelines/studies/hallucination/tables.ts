// The tables of the study of hallucination.
import {double, evaluation, integer, key, simulated, type Table, text} from "../../store/columns.js";
import {RATES} from "./rates.js";

const subject = key("what the facts are about");
const asked = {...evaluation, base_task: key("the task's or bank's name")};

export const hallucinationTables = {
  hallucination: {
    description:
      "one row per evaluation, task, subject and rate, of questions about entities that exist and about fabricated ones (scorer fact)",
    columns: {
      ...asked,
      subject: key("what the facts are about; empty for all subjects together"),
      rate: key(
        `${RATES.join(", ")}: of real entities right, wrong and abstained, of fabricated ones confabulated and abstained, of all answered, right where answered, and empty; score = accuracy + abstained_fabricated − 1`
      ),
      value: double("the share, 0–1; of the score −1–1, at most 0 for always and for never abstaining"),
      low: double("lower end of its 95 % interval, clustered by item"),
      high: double("upper end"),
      n: integer("untruncated answers that it is a share of"),
      items: integer("items that they are answers to"),
      truncated: integer("answers that the token limit stopped; they are left out"),
      simulated
    },
    order: ["model", "template", "sampler", "base_task", "subject", "rate"]
  },
  confabulations: {
    description: "examples of answers about fabricated entities, a few of each evaluation and subject",
    columns: {
      ...asked,
      subject,
      item_id: text("identity of the test"),
      prompt: text("the question, as the table items has it"),
      answer: text("what the model says of an entity that does not exist"),
      simulated
    },
    order: ["model", "template", "sampler", "base_task", "subject", "item_id"]
  }
} satisfies Record<string, Table>;
