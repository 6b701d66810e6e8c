// The command `hallucination`: accuracy, abstention and confabulation on entities that exist and on fabricated ones.
import {z} from "zod";
import {command} from "./command.js";
import {count, evaluationFields, simulatedField, text} from "./fields.js";
import {rateColumns, rateFields} from "./rates.js";

const MEANING: Record<string, string> = {
  accuracy: "share of answers about real entities that are right",
  wrong_answer: "share of answers about real entities that are wrong",
  abstained_real: "share of answers about real entities that abstain",
  confabulated: "share of answers about fabricated entities that state something",
  abstained_fabricated: "share of answers about fabricated entities that abstain",
  answered: "share of all answers that neither abstain nor are empty",
  accuracy_answered: "share of those that are right",
  no_answer: "share of all answers that are empty",
  score: "accuracy + abstained_fabricated − 1, from −1 to 1; at most 0 for always and for never abstaining"
};

export const hallucination = command({
  name: "hallucination",
  description: "facts about entities that exist and about fabricated ones: accuracy, abstention and confabulation, by evaluation",
  options: z.object({
    subject: z.string().optional().describe("only this subject; without it all subjects and their total, whose subject is empty")
  }),
  needs: ["estimates"],
  empty: ({subject}) =>
    `no answer here is to a question about facts${subject === undefined ? "" : ` of the subject ${JSON.stringify(subject)}`}; "{task: zen-hallu}" in a suite asks such questions, and models that are not simulated answer them`,
  row: z.object({
    ...evaluationFields,
    base_task: text("the task's or bank's name"),
    subject: text("what the facts are about; empty for all subjects together"),
    ...rateFields(MEANING),
    truncated: count("answers that the token limit stopped"),
    ...simulatedField
  }),
  async rows(store, {subject}) {
    return store.ask(
      `select eval_id, any_value(model) as model, any_value(template) as template, any_value(sampler) as sampler, base_task, subject,
        ${rateColumns(Object.keys(MEANING), "rate")}, max(truncated) filter (rate = 'answered') as truncated, bool_or(simulated) as simulated
      from hallucination semi join picked using (eval_id, base_task) ${subject === undefined ? "" : "where subject = ?"}
      group by eval_id, base_task, subject order by model, template, sampler, base_task, subject`,
      subject === undefined ? [] : [subject]
    );
  }
});
