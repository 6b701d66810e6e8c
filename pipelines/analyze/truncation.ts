// The command `truncation`: accuracy against truncation, which separates failures for lack of tokens from failures for lack of ability.
import {z} from "zod";
import {QUADRANTS, type Quadrant, quadrantOf} from "../studies/truncation/quadrants.js";
import {command} from "./command.js";
import {accuracyFields, evaluationFields, POOLED, simulatedField, text, truncationFields} from "./fields.js";

const threshold = (value: number, description: string) =>
  z.coerce
    .number("expects a share of one")
    .min(0, "expects a share of one")
    .max(1, "expects a share of one")
    .default(value)
    .describe(description);

const options = z.object({
  by: z.enum(["evaluation", "task"]).default("evaluation").describe("one row per evaluation, or per evaluation and task"),
  accuracy: threshold(0.5, "accuracy threshold: least excess accuracy that counts as capable"),
  truncation: threshold(0.05, "truncation threshold: rate above which a point counts as often truncated")
});

const row = z.object({
  ...evaluationFields,
  base_task: text("the task's name; empty for a whole evaluation"),
  reading: z
    .enum(Object.keys(QUADRANTS) as [Quadrant, ...Quadrant[]])
    .describe(
      "strong; context: capable but context-limited; both: both problems; capability: capability-limited; open: an interval crosses a threshold"
    ),
  ...accuracyFields,
  ...truncationFields,
  ...simulatedField
});

export const truncation = command({
  name: "truncation",
  description: "accuracy × truncation: strong, capable but context-limited, both problems, capability-limited, or open",
  options,
  row,
  async rows(store, {by, ...thresholds}) {
    const task = by === "task" ? "base_task" : "'' as base_task";
    const rows = (await store.ask(`select eval_id, model, template, sampler, ${task}, ${POOLED} from picked
      group by eval_id, model, template, sampler${by === "task" ? ", base_task" : ""} order by truncated desc, model, template, sampler, base_task`)) as never as z.infer<
      typeof row
    >[];
    return rows.map(each => ({...each, reading: quadrantOf(each, thresholds)}));
  },
  async plot(rows, {width, accuracy, truncation}) {
    const {quadrantPlot} = await import("../charts/truncation/quadrants.js");
    return quadrantPlot(await named(rows), {width, accuracy, truncation});
  },
  async sentence(rows, {accuracy, truncation}) {
    const {quadrantSentence} = await import("../charts/truncation/quadrants.js");
    return quadrantSentence(await named(rows), {accuracy, truncation});
  }
});

async function named(rows: readonly z.infer<typeof row>[]) {
  const {evaluationLabels} = await import("../charts/shared/label.js");
  const label = evaluationLabels(rows);
  return rows.map(each => ({...each, name: [label(each), each.base_task].filter(Boolean).join(": ")}));
}
