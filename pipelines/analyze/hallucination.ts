// The command `hallucination`: accuracy, abstention and confabulation on entities that exist and on fabricated ones.
import {z} from "zod";
import {UserError} from "../book/error.js";
import {RATES, type RateName} from "../studies/hallucination/rates.js";
import {command} from "./command.js";
import {evaluationFields, simulatedField} from "./fields.js";

const MEANING: Record<RateName, string> = {
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

const rate = (name: RateName) => ({
  [name]: z.number().nullable().describe(`${MEANING[name]}; null where there are none`),
  [`${name}_low`]: z.number().nullable().describe("lower end of its 95 % interval, clustered by item"),
  [`${name}_high`]: z.number().nullable().describe("upper end"),
  [`${name}_n`]: z.int().nullable().describe("these answers; truncated ones are left out")
});

export const hallucination = command({
  name: "hallucination",
  description: "facts about entities that exist and about fabricated ones: accuracy, abstention and confabulation, by evaluation",
  options: z.object({
    subject: z.string().optional().describe("only this subject; without it all subjects and their total, whose subject is empty")
  }),
  needs: ["hallucination"],
  row: z.object({
    ...evaluationFields,
    base_task: z.string().describe("the task's or bank's name"),
    subject: z.string().describe("what the facts are about; empty for all subjects together"),
    ...(Object.assign({}, ...RATES.map(rate)) as Record<string, z.ZodType>),
    truncated: z.int().describe("answers that the token limit stopped"),
    ...simulatedField
  }),
  async rows(store, {subject}) {
    if (store.filter.clean) throw new UserError("hallucination covers all tests: it cannot be combined with --clean");
    const columns = RATES.flatMap(name =>
      ["value", "low", "high", "n"].map(
        column => `max(${column}) filter (rate = '${name}') as ${name}${column === "value" ? "" : `_${column}`}`
      )
    );
    const rows = await store.ask(
      `select eval_id, any_value(model) as model, any_value(template) as template, any_value(sampler) as sampler, base_task, subject,
        ${columns.join(", ")}, max(truncated) filter (rate = 'answered') as truncated, bool_or(simulated) as simulated
      from hallucination semi join picked using (eval_id, base_task) ${subject === undefined ? "" : "where subject = ?"}
      group by eval_id, base_task, subject order by model, template, sampler, base_task, subject`,
      subject === undefined ? [] : [subject]
    );
    if (rows.length === 0)
      throw new UserError(
        `no answer here is to a question about facts${subject === undefined ? "" : ` of the subject ${JSON.stringify(subject)}`}; "{task: zen-hallu}" in a suite asks such questions, and models that are not simulated answer them`
      );
    return rows as never;
  }
});
