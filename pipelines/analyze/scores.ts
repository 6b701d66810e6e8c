// The command `scores`: the layers of ReasonScore as published with their formula scores, intervals and ranges of possible ranks.

import {z} from "zod";
import {UserError} from "../rows/error.js";
import {literal} from "../rows/literal.js";
import {MEASURES, rankedScores, type ScoreColumns} from "../score/rankedScores.js";
import type {ErrorOver} from "../stats/errorOver.js";
import {groupBy} from "../stats/groupBy.js";
import {command} from "./command.js";
import {count, evaluationFields, simulatedField, text} from "./fields.js";
import {errorOption} from "./paired.js";
import type {Store} from "./store.js";

const LAYERS = ["mean", "tier", "task", "token", "point"] as const;

interface Scored extends ScoreColumns {
  layer: (typeof LAYERS)[number];
  tier: string;
  base_task: string;
  params: string;
  missing: string[];
  suite: string;
}

const score = z.number();
const nullable = score.nullable();

export const scores = command({
  name: "scores",
  description:
    "formula score and ReasonScore by layer: point, task, tier, mean of the tiers, per token; with ranks and their simultaneous intervals",
  options: z.object({
    layer: z
      .enum(LAYERS)
      .optional()
      .describe(
        "one layer; by default task with --task, tier with --tier, else all but point (a picture shows mean, or the tier)"
      ),
    by: z.enum(MEASURES).default(MEASURES[0]).describe("what ranks: the formula score, or ReasonScore as published"),
    error: errorOption
  }),
  row: z.object({
    ...evaluationFields,
    layer: z.enum(LAYERS),
    tier: text("difficulty tier; empty for the layers point, mean and token"),
    base_task: text("the task's name; empty above the layer task"),
    params: text("the point's parameters; empty above the layer point"),
    formula: score.describe("formula score: 0 guessing, 1 knowing, may be negative; layer token: ÷ mean completion tokens"),
    formula_low: score.describe("lower end of its 95 % interval over what --error names"),
    formula_high: score.describe("upper end"),
    score: score.describe(
      "ReasonScore as published: point and task 0–1, tier and mean 0–1000; token: the mean ÷ mean completion tokens"
    ),
    low: score.describe("lower end of its interval, which covers at least 95 %"),
    high: score.describe("upper end"),
    conservative: score.describe("ReasonScore from the lower ends of the points' and tasks' intervals"),
    n: count("samples behind them, truncated ones included"),
    rank: nullable.describe("by what --by names, 1 = best among the evaluations here; null for partial scores"),
    rank_low: nullable.describe("best rank in the simultaneous 95 % interval of ranks"),
    rank_high: nullable.describe("worst rank in it"),
    missing: z
      .array(z.string())
      .describe("tasks of the tier that the evaluation lacks: where there are any, the scores are partial"),
    ...simulatedField,
    suite: text("the suite that the scores are of; each has its own ranks")
  }),
  async rows(store, {layer, by, error}, {picture}) {
    store.need("scores");
    for (const name of ["param", "domain", "category"] as const)
      if (store.filter[name].length > 0) throw new UserError(`scores cover whole tasks: they cannot be combined with --${name}`);
    const shown = layer ?? (picture ? (store.filter.tier.length > 0 ? "tier" : "mean") : undefined);
    const rows = (await store.ask(`select * from scores semi join picked using (eval_id) where ${await conditions(store, shown)}
      order by list_position(['mean', 'tier', 'task', 'token', 'point'], layer), suite, tier, base_task, params,
        ${by === "formula" ? "formula" : "score"} desc, model, template, sampler`)) as never as Scored[];
    if (picture && store.suites.length > 1)
      throw new UserError(`a picture shows the scores of one suite; choose among ${store.suites.join(", ")} with --suite`);
    if (picture && new Set(rows.map(({tier, base_task}) => `${tier} ${base_task}`)).size > 1)
      throw new UserError(
        `a picture shows one score each; choose among ${[...new Set(rows.map(row => row.tier))].join(", ")} with --tier`
      );
    return ranked(rows, {by, over: error}) as never;
  },
  async plot(rows, {width, by, error}) {
    const {scorePlot} = await import("../charts/reasonscore/reasonscore.js");
    const {layer, tier, base_task} = rows[0]!;
    const places = {
      mean: "mean of all tiers",
      tier: `tier ${tier}`,
      task: `${base_task}, tier ${tier}`,
      token: "per token",
      point: `points of ${base_task}`
    };
    return scorePlot(rows, {width, by, over: error, place: places[layer]});
  }
});

/**
 * SQL conditions for rows of scores. Filters that name tasks or tiers leave only rows about those, because a score of the whole suite is
 * not one of a part.
 */
async function conditions({ask, asked, suites, filter}: Store, layer: string | undefined): Promise<string> {
  const tasks = (await ask("select distinct base_task from picked")).map(row => String(row.base_task));
  const someTasks = tasks.length < asked;
  const listed = (names: readonly string[]) => names.map(literal).join(", ") || "null";
  return [
    layer === undefined
      ? someTasks
        ? "layer = 'task'"
        : filter.tier.length > 0
          ? "layer in ('task', 'tier')"
          : "layer <> 'point'"
      : `layer = '${layer}'`,
    someTasks ? `(base_task = '' or base_task in (${listed(tasks)}))` : "true",
    filter.tier.length > 0 ? `(tier = '' or tier in (${listed(filter.tier)}))` : "true",
    filter.suite.length > 0 ? `suite in (${listed(suites)})` : "true"
  ].join(" and ");
}

/** Rows with ranks among the rows of the same layer, tier, task and point. */
function ranked(rows: readonly Scored[], options: {by: (typeof MEASURES)[number]; over: ErrorOver}): object[] {
  const groups = groupBy(rows, ({suite, layer, tier, base_task, params}) =>
    JSON.stringify([suite, layer, tier, base_task, params])
  );
  const found = new Map<Scored, object>();
  for (const group of groups.values()) {
    const places = rankedScores(
      group.map(row => (row.missing.length === 0 ? row : undefined)),
      options
    );
    for (const [i, row] of group.entries()) {
      const {rank, rank_low, rank_high} = places[i]!;
      const {formula_low_points, formula_high_points, ...rest} = row;
      const ends = options.over === "points" ? {formula_low: formula_low_points, formula_high: formula_high_points} : {};
      found.set(row, {...rest, ...ends, rank, rank_low, rank_high});
    }
  }
  return rows.map(row => found.get(row)!);
}
