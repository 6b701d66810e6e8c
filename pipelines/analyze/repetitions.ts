// The command `repetitions`: what several answers to each question say together, where a sampler asks for trials.
import {z} from "zod";
import {literal} from "../rows/literal.js";
import {REDUCERS} from "../studies/repetitions/study.js";
import {command} from "./command.js";
import {count, countOrNull, evaluationFields, number, numberOrNull, simulatedField, text} from "./fields.js";

export const repetitions = command({
  name: "repetitions",
  description: "repeated answers: mean, pass@k, pass^k and majority, with intervals over items",
  options: z.object({
    by: z.enum(["evaluation", "task"]).default("evaluation").describe("one row per evaluation and reducer, or per task too")
  }),
  needs: ["estimates"],
  empty: 'no evaluation here has repeated answers; "trials: 4" in a sampler asks each question four times',
  row: z.object({
    ...evaluationFields,
    base_task: text("the task's name; empty for a whole suite"),
    reducer: z.enum(REDUCERS).describe("mean, pass (at least one of k is right), pass_hat (all of k are right), or majority"),
    k: countOrNull("answers that the reducer takes; null for mean and majority"),
    value: number("mean over items, share of one; truncated answers are not right, no guessing is subtracted"),
    low: numberOrNull("lower end of its 95 % interval, by a bootstrap over items; null for a single item"),
    high: numberOrNull("upper end"),
    n: count("items with enough answers for it; those of mean are all of them"),
    answers: count("answers to these items"),
    ...simulatedField,
    suite: text("the suite that asked them; empty where none is known")
  }),
  async rows(store, {by}) {
    const named = ["", ...store.filter.suite].map(literal).join(", ");
    const ofSuite = store.filter.suite.length > 0 ? `suite in (${named})` : "true";
    return store.ask(`select eval_id, model, template, sampler, base_task, reducer, k, value, low, high, items as n, answers, simulated, suite
      from repetitions where (base_task = '') = ${by === "evaluation"} and eval_id in (select eval_id from picked) and ${ofSuite}
      order by model, template, sampler, suite, base_task, reducer, k`);
  }
});
