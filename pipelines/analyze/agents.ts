// The command `agents`: how episodes of tool calls ended, by evaluation and world.
import {z} from "zod";
import {UserError} from "../book/error.js";
import {MEASURE_NAMES} from "../studies/agents/measures.js";
import {command} from "./command.js";
import {evaluationFields, simulatedField} from "./fields.js";

export const agents = command({
  name: "agents",
  description: "agents: success by the end state, forbidden and needless calls, recovery and efficiency, by evaluation and world",
  options: z.object({
    by: z.enum(["evaluation", "world"]).default("evaluation").describe("all worlds together, or each"),
    measure: z
      .enum(["all", ...MEASURE_NAMES])
      .default("all")
      .describe("one measure, or all")
  }),
  needs: ["agents"],
  row: z.object({
    ...evaluationFields,
    world: z.string().describe("whose API it was; empty for all worlds together"),
    measure: z.enum(MEASURE_NAMES).describe("what is measured (docs/agents.md)"),
    value: z.number().nullable().describe("a share from 0 to 1, or for needless a mean of calls; null where n is 0"),
    low: z
      .number()
      .nullable()
      .describe("lower end of its 95 % interval, clustered by task; null of one task, and of means that are all alike"),
    high: z.number().nullable().describe("upper end"),
    n: z
      .int()
      .describe(
        "episodes, injected failures (recovery), reached goals (efficiency), calls (malformed, unknown) or responses (unscored)"
      ),
    episodes: z.int().describe("scored episodes"),
    ...simulatedField
  }),
  async rows(store, {by, measure}) {
    if (store.filter.clean) throw new UserError("agents covers all tasks: it cannot be combined with --clean");
    const rows = await store.ask(
      `select * from agents where eval_id in (select eval_id from picked) and (world = '') = ${by === "evaluation"}
        and (? = 'all' or measure = ?) order by model, template, sampler, world, measure`,
      [measure, measure]
    );
    if (rows.length === 0)
      throw new UserError('no evaluation here was asked agent tasks; "tasks: [{task: zen-agent}]" in a suite asks some');
    return rows as never;
  }
});
