// The tables of the study of answer extraction.
import {boolean, double, evaluation, integer, key, simulated, type Table, text} from "../../store/columns.js";

/** Name of a rule or reason that a store does not keep. */
export const UNKNOWN = "unknown";

export const extractionTables = {
  extraction_judged: {
    description:
      "one row per judge and rule that read the answers: how many the judge reads differently; without rows where no judge was asked",
    columns: {
      judge: key("id of the judging model"),
      rule: key(
        `rule that found the answers, as table samples has it; ${UNKNOWN} if the store does not keep it, empty for samples without an answer`
      ),
      n: integer("answers that the judge read"),
      same: integer("of them, those that it reads in the same way; none and none are the same"),
      unread: integer("answers of which its reply was no reading; not among n"),
      own: integer("of n, answers of the judge's own model"),
      differs: double("share of n that it reads differently, 0–1; null where n is 0"),
      differs_low: double("lower end of its 95 % interval, Wilson's"),
      differs_high: double("upper end"),
      simulated: boolean("true where the judge, or a model whose answers it read, is a simulated one")
    },
    order: ["judge", "rule"]
  },
  answer_rules: {
    description: "one row per evaluation, task, and rule that found answers or reason for no answer: the number of samples",
    columns: {
      ...evaluation,
      base_task: key("the task's name, or the bank's"),
      rule: key(
        `rule that found the answer, as table samples has it; ${UNKNOWN} if the store does not keep it, empty for samples without an answer`
      ),
      reason: key(
        `reason for no answer, as table samples has it; ${UNKNOWN} if the store does not keep it, empty for samples with an answer`
      ),
      n: integer("samples, truncated ones included"),
      correct: integer("of them, correct ones"),
      truncated: integer("of them, truncated ones"),
      simulated
    },
    order: ["model", "template", "sampler", "eval_id", "base_task", "rule", "reason"]
  },
  answer_rule_examples: {
    description:
      "up to three rows per rule, of different evaluations where possible: answers with the text around them; without rows where the store has no texts or keeps no positions of answers",
    columns: {
      rule: key("rule that found the answer"),
      ...evaluation,
      base_task: key("the task's name, or the bank's"),
      item_id: text("identity of the test"),
      trial: integer("0-based repetition"),
      status: integer("0 incorrect, 1 correct, 2 truncated"),
      answer: text("the answer, in canonical spelling"),
      before: text("the 60 characters of the response before the answer, fewer at its beginning"),
      span: text("the answer as the response has it; of more than 200 characters the first and last 60"),
      after: text("the 60 characters after it, fewer at the end"),
      simulated
    },
    order: ["rule", "model", "template", "sampler", "eval_id", "item_id", "trial"]
  }
} satisfies Record<string, Table>;
