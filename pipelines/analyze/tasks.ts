// The command `tasks`: what each task asks, its params and their values, and how well it is answered.
import {z} from "zod";
import {tasks as generators} from "../generate/registry.node.js";
import {excessAccuracy} from "../score/accuracy.js";
import {command} from "./command.js";
import {
  accuracyFields,
  costField,
  count,
  evaluationFields,
  POOLED,
  simulatedField,
  text,
  tokenFields,
  truncationFields
} from "./fields.js";

const nullable = (field: z.ZodString) => field.nullable().describe("null where evaluations are pooled");

export const tasks = command({
  name: "tasks",
  description: "tasks: params, tiers, surfaces, projections, and accuracy pooled or by evaluation",
  options: z.object({
    by: z
      .enum(["task", "evaluation"])
      .optional()
      .describe("one row per task (the default of text) or per task and evaluation (the default of pictures)")
  }),
  row: z.object({
    base_task: text("the task's name"),
    eval_id: nullable(evaluationFields.eval_id),
    model: nullable(evaluationFields.model),
    template: nullable(evaluationFields.template),
    sampler: nullable(evaluationFields.sampler),
    ...accuracyFields,
    ...truncationFields,
    ...tokenFields,
    ...costField,
    evaluations: count("evaluations pooled"),
    points: count("distinct cells of the task's grid"),
    params: z.record(z.string(), z.array(z.json())).describe("each parameter with the values that it takes"),
    tiers: z.array(z.string()),
    surfaces: z.array(z.string()).describe("named 2-D slices"),
    projections: z.array(z.string()).describe("named 1-D slices"),
    generator_versions: z.array(z.int()).describe("versions of the generator; tests of two versions should not be pooled"),
    summary: text("what the task asks; empty for a task that this version does not know"),
    ...simulatedField
  }),
  async rows(store, {by}, {picture}) {
    const each = (by ?? (picture ? "evaluation" : "task")) === "evaluation";
    const rows = await store.ask(query(each));
    const values = await valuesByTask(store);
    return rows.map(row => {
      const task = String(row.base_task);
      return {...row, params: values.get(task) ?? {}, summary: generators.get(task)?.summary ?? ""};
    }) as never;
  },
  async plot(rows, {width}) {
    const {heatmap} = await import("../charts/leaderboard/heatmap.js");
    const {evaluationLabels} = await import("../charts/shared/label.js");
    const cells = rows.map(({model, template, sampler, ...row}) => ({
      ...row,
      model: model ?? "all evaluations",
      template: template ?? "",
      sampler: sampler ?? ""
    }));
    return heatmap(cells, {width, order: bestFirst(cells, evaluationLabels(cells))});
  }
});

/** Evaluations in descending order of accuracy pooled over tasks, as on the leaderboard. */
function bestFirst<Cell extends {correct: number; n: number; guess_sum: number}>(
  cells: readonly Cell[],
  label: (cell: Cell) => string
): string[] {
  const pools = new Map<string, {correct: number; total: number; guessSum: number}>();
  for (const cell of cells) {
    const pool = pools.get(label(cell)) ?? {correct: 0, total: 0, guessSum: 0};
    pools.set(label(cell), {
      correct: pool.correct + cell.correct,
      total: pool.total + cell.n,
      guessSum: pool.guessSum + cell.guess_sum
    });
  }
  return [...pools].sort(([, a], [, b]) => (excessAccuracy(b) ?? -2) - (excessAccuracy(a) ?? -2)).map(([name]) => name);
}

const query = (each: boolean) => {
  const evaluation = ["eval_id", "model", "template", "sampler"];
  const distinct = (column: string) => `list_sort(list_distinct(flatten(list(${column})))) as ${column}`;
  return `select base_task, ${evaluation.map(name => (each ? name : `null as ${name}`)).join(", ")}, ${POOLED},
    count(distinct eval_id) as evaluations, count(distinct (params, generator_version, seed)) as points,
    ${["tiers", "surfaces", "projections"].map(distinct).join(", ")}, list_sort(list(distinct generator_version)) as generator_versions
  from picked group by base_task${each ? `, ${evaluation.join(", ")}` : ""} order by base_task, accuracy desc nulls last, model, template, sampler`;
};

/** Each task's params with their values, numbers in ascending order. */
async function valuesByTask(store: {
  ask(query: string): Promise<Record<string, unknown>[]>;
}): Promise<Map<string, Record<string, never[]>>> {
  const byTask = new Map<string, Map<string, Set<string>>>();
  for (const {base_task, params} of await store.ask("select distinct base_task, params from picked order by all")) {
    const own = byTask.get(String(base_task)) ?? new Map<string, Set<string>>();
    byTask.set(String(base_task), own);
    for (const [name, value] of Object.entries(JSON.parse(String(params)) as Record<string, unknown>))
      own.set(name, (own.get(name) ?? new Set()).add(JSON.stringify(value)));
  }
  const sorted = (values: Set<string>) => [...values].map(value => JSON.parse(value) as never).sort((a, b) => (a < b ? -1 : 1));
  return new Map(
    [...byTask].map(([task, params]) => [task, Object.fromEntries([...params].map(([name, values]) => [name, sorted(values)]))])
  );
}
