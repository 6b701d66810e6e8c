// ReasonScore: the layers above the point, with intervals and the ranks that they leave open.
import {z} from "zod";
import {UserError} from "../book/error.js";
import {rankIntervals} from "../study/ranks.js";
import {evaluationFields, simulatedField} from "./fields.js";
import type {Store} from "./store.js";
import {word} from "./word.js";

const LAYERS = ["mean", "tier", "task", "token"] as const;

interface Scored extends Record<string, unknown> {
  layer: (typeof LAYERS)[number];
  tier: string;
  base_task: string;
  score: number;
  se: number | null;
  missing: string[];
}

export const scores = word({
  name: "scores",
  description: "ReasonScore by layer: task, tier, mean of the tiers, per token; with ranks and their simultaneous intervals",
  options: z.object({
    layer: z
      .enum(LAYERS)
      .optional()
      .describe("one layer; by default task with --task, tier with --tier, else all (a picture shows mean, or the tier)")
  }),
  row: z.object({
    ...evaluationFields,
    layer: z.enum(LAYERS).describe("mean and tier: 0–1000; task: 0–1; token: mean of the tiers ÷ mean completion tokens"),
    tier: z.string().describe("difficulty tier; empty for the layers mean and token"),
    base_task: z.string().describe("the task's name; empty above the layer task"),
    score: z.number(),
    low: z
      .number()
      .nullable()
      .describe("lower end of the 95 % bootstrap interval; null for the layer task and for partial scores"),
    high: z.number().nullable().describe("upper end"),
    se: z.number().nullable().describe("standard deviation of the bootstrap replicates"),
    conservative: z.number().describe("the same score from the lower ends of the points' intervals"),
    n: z.int().describe("samples behind it, truncated ones included"),
    rank: z.int().nullable().describe("1 = best among the evaluations here; null where there is no interval"),
    rank_low: z.int().nullable().describe("best rank in the simultaneous 95 % interval of ranks"),
    rank_high: z.int().nullable().describe("worst rank in it"),
    missing: z
      .array(z.string())
      .describe("tasks of the tier that the evaluation lacks: where there are any, the score is only a partial one"),
    ...simulatedField
  }),
  async rows(store, {layer}, {picture}) {
    store.need("scores");
    if (store.filter.param.length > 0) throw new UserError("scores rest on whole tasks: --param does not go with them");
    const shown = layer ?? (picture ? (store.filter.tier.length > 0 ? "tier" : "mean") : undefined);
    const rows = (await store.ask(`select * from scores semi join picked using (eval_id) where ${await conditions(store, shown)}
      order by list_position(['mean', 'tier', 'task', 'token'], layer), tier, base_task, score desc, model, template, sampler`)) as Scored[];
    if (picture && new Set(rows.map(({tier, base_task}) => `${tier} ${base_task}`)).size > 1)
      throw new UserError(
        `a picture shows one score each; choose among ${[...new Set(rows.map(row => row.tier))].join(", ")} with --tier`
      );
    return ranked(rows) as never;
  },
  async plot(rows, {width}) {
    const {scorePlot} = await import("../../src/components/reasonscore.js");
    const {layer, tier, base_task} = rows[0]!;
    const titles = {
      mean: "ReasonScore",
      tier: `ReasonScore, tier ${tier}`,
      task: `Score of ${base_task}, tier ${tier}`,
      token: "Score per token"
    };
    return scorePlot(rows, {width, title: titles[layer]});
  }
});

/** Filters that name tasks or tiers leave only what is about those: a score of the whole suite is not one of a part. */
async function conditions({ask, known, filter}: Store, layer: string | undefined): Promise<string> {
  const tasks = (await ask("select distinct base_task from picked")).map(row => String(row.base_task));
  const someTasks = tasks.length < known.tasks.size;
  const listed = (names: readonly string[]) => names.map(name => `'${name.replaceAll("'", "''")}'`).join(", ");
  return [
    layer === undefined
      ? someTasks
        ? "layer = 'task'"
        : filter.tier.length > 0
          ? "layer in ('task', 'tier')"
          : "true"
      : `layer = '${layer}'`,
    someTasks ? `(base_task = '' or base_task in (${listed(tasks)}))` : "true",
    filter.tier.length > 0 ? `(tier = '' or tier in (${listed(filter.tier)}))` : "true"
  ].join(" and ");
}

/** Ranks among the rows of the same layer, tier and task. */
function ranked(rows: readonly Scored[]): object[] {
  const groups = new Map<string, Scored[]>();
  const key = ({layer, tier, base_task}: Scored) => `${layer} ${tier} ${base_task}`;
  for (const row of rows)
    if (row.se !== null && row.missing.length === 0) groups.set(key(row), [...(groups.get(key(row)) ?? []), row]);
  const places = new Map<Scored, object>();
  for (const group of groups.values()) {
    const intervals = rankIntervals(group.map(({score, se}) => ({value: score, se: se!})));
    for (const [i, row] of group.entries()) {
      const {rank, low, high} = intervals[i]!;
      places.set(row, {rank, rank_low: low, rank_high: high});
    }
  }
  return rows.map(row => ({...row, ...(places.get(row) ?? {rank: null, rank_low: null, rank_high: null})}));
}
