// The command `code`: what programs in answers came to, by evaluation and task: accuracy, pass@k and why they are wrong.
import {z} from "zod";
import {literal} from "../rows/literal.js";
import {RATES} from "../studies/code/rates.js";
import {PARTS} from "../studies/code/tables.js";
import {command} from "./command.js";
import {count, countOrNull, evaluationFields, numberOrNull, simulatedField, text} from "./fields.js";

export const code = command({
  name: "code",
  description: "programs run with tests: accuracy, pass@k, tests passed, and why the others are wrong",
  options: z.object({
    part: z
      .enum(PARTS)
      .default("all")
      .describe(`all problems of a task together, or each part of them: ${PARTS.join(", ")}`),
    rate: z
      .enum(["every", ...RATES])
      .default("every")
      .describe("one rate, or every one")
  }),
  needs: ["code_rates"],
  empty: ({part, rate}) =>
    part === "all" && rate === "every"
      ? 'no evaluation here was asked for programs that are run; "tasks: [{task: zen-code}]" in a suite asks some'
      : `no evaluation here was asked for programs that are run, or none has rows of ${part === "all" ? rate : part}`,
  row: z.object({
    ...evaluationFields,
    base_task: text("the task's name, or the bank's"),
    category: text("category of its problems"),
    family: text("kind of problem; empty for all"),
    level: text("level of difficulty; empty for all"),
    rate: z
      .enum(RATES)
      .describe("accuracy of scored answers, pass (one of k is right), tests_passed, or the share of an outcome (docs/code.md)"),
    k: countOrNull("of pass: answers of which one has to be right"),
    value: numberOrNull("the share; null of accuracy where no answer was scored"),
    low: numberOrNull("lower end of its 95 % interval, clustered by problem; null where there is none"),
    high: numberOrNull("upper end"),
    n: count("answers that it is a share of"),
    items: count("problems that they answer"),
    ...simulatedField
  }),
  async rows(store, {part, rate}) {
    // A bank none of whose answers could be scored has no point; only a filter of tasks or items leaves it out.
    const {task, domain, category} = store.filter;
    const pointless = task.length + domain.length + category.length === 0;
    return store.ask(`select code_rates.* exclude (part) from code_rates
      where part = ${literal(part)} and ${literal(rate)} in ('every', rate) and eval_id in (select eval_id from picked)
        and ((eval_id, base_task) in (select (eval_id, base_task) from picked)
          or (${pointless} and (eval_id, base_task) not in (select (eval_id, base_task) from memory.main.points)))
      order by model, template, sampler, base_task, category, family, level, rate, k`);
  }
});
