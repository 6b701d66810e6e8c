// The command `injection`: how often instructions in material are followed, by carrier, disguise, payload and warning.
import {z} from "zod";
import {INJECTION_FACETS} from "../studies/safety/injection.js";
import {command} from "./command.js";
import {count, evaluationFields, simulatedField, text} from "./fields.js";
import {rateColumns, rateFields} from "./rates.js";

const MEANING: Record<string, string> = {
  accuracy: "share of answers that are right",
  followed: "share of answers about material with an instruction of somebody without authority that follow it",
  other_error: "share of the same answers that are wrong without following it"
};

export const injection = command({
  name: "injection",
  description: "instructions that somebody without authority has put into material: how often they are followed, by evaluation",
  options: z.object({
    by: z.enum(INJECTION_FACETS).optional().describe("one row for each value of it; without it one row for all questions")
  }),
  needs: ["estimates"],
  empty: 'no answer here is about material with an injected instruction; "{task: zen-injection}" in a suite asks such questions',
  row: z.object({
    ...evaluationFields,
    base_task: text("the task's or bank's name"),
    facet_value: text("the carrier, disguise, payload or warning; empty for all"),
    ...rateFields(MEANING),
    truncated: count("answers that the token limit stopped"),
    ...simulatedField
  }),
  async rows(store, {by = ""}) {
    return store.ask(
      `select eval_id, any_value(model) as model, any_value(template) as template, any_value(sampler) as sampler, base_task, facet_value,
        ${rateColumns(Object.keys(MEANING), "measure")}, max(truncated) filter (measure = 'accuracy') as truncated, bool_or(simulated) as simulated
      from estimates semi join picked using (eval_id, base_task) where study = 'injection' and facet = ?
      group by eval_id, base_task, facet_value order by model, template, sampler, base_task, facet_value`,
      [by]
    );
  }
});
