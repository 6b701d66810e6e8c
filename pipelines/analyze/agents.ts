// The command `agents`: how episodes of tool calls ended, by evaluation and world.
import {z} from "zod";
import {MEASURE_NAMES, PASS_HAT} from "../studies/agents/measures.js";
import {command} from "./command.js";
import {count, countOrNull, evaluationFields, numberOrNull, simulatedField, text} from "./fields.js";

const NAMES = [...MEASURE_NAMES, PASS_HAT] as const;

export const agents = command({
  name: "agents",
  description:
    "agents: success by the end state, pass^k, forbidden and needless calls, recovery and efficiency, by evaluation and world",
  options: z.object({
    by: z.enum(["evaluation", "world"]).default("evaluation").describe("all worlds together, or each"),
    measure: z
      .enum(["all", ...NAMES])
      .default("all")
      .describe("one measure, or all")
  }),
  needs: ["agents"],
  empty: 'no evaluation here was asked agent tasks; "tasks: [{task: zen-agent}]" in a suite asks some',
  row: z.object({
    ...evaluationFields,
    world: text("whose API it was; empty for all worlds together"),
    measure: z.enum(NAMES).describe("what is measured (docs/agents.md)"),
    k: countOrNull("of pass_hat: episodes of a task that all have to succeed"),
    value: numberOrNull("a share from 0 to 1, or for needless a mean of calls; null where n is 0"),
    low: numberOrNull("lower end of its 95 % interval, clustered by task; null of one task, and of means that are all alike"),
    high: numberOrNull("upper end"),
    n: count(
      "episodes, injected failures (recovery), reached goals (efficiency), calls (malformed, unknown), responses (unscored) or tasks (pass_hat)"
    ),
    left_out: countOrNull("of pass_hat: tasks with fewer than k scored episodes"),
    episodes: count("scored episodes"),
    ...simulatedField
  }),
  async rows(store, {by, measure}) {
    return store.ask(
      `select * from agents where eval_id in (select eval_id from picked) and (world = '') = ${by === "evaluation"}
        and (? = 'all' or measure = ?) order by model, template, sampler, world, measure, k`,
      [measure, measure]
    );
  }
});
