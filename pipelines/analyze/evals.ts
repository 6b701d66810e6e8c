// The evaluations: how well they score, at what length and price.
import {z} from "zod";
import {UserError} from "../book/error.js";
import {literal} from "../store/sorted.js";
import {rankIntervals} from "../study/ranks.js";
import {accuracyFields, costField, evaluationFields, POOLED, simulatedField, tokenFields, truncationFields} from "./fields.js";
import type {Store} from "./store.js";
import {word} from "./word.js";

const nullable = (description: string) => z.number().nullable().describe(description);
const row = z.object({
  ...evaluationFields,
  score: nullable(
    "ReasonScore of the tier asked for, or of all; null where tasks are missing, or where filters leave only part of the tasks"
  ),
  score_low: nullable("lower end of its 95 % bootstrap interval"),
  score_high: nullable("upper end"),
  rank: nullable("by ReasonScore, 1 = best among the evaluations here"),
  rank_low: nullable("best rank in the simultaneous 95 % interval of ranks"),
  rank_high: nullable("worst rank in it"),
  ...accuracyFields,
  ...truncationFields,
  ...tokenFields,
  ...costField,
  groups: z.array(z.string()).describe("facets of the model"),
  points: z.int().describe("points that the filters leave"),
  ...simulatedField
});
type Row = z.infer<typeof row>;

export const evals = word({
  name: "evals",
  description: "evaluations (model, template, sampler): ReasonScore, rank, excess accuracy, truncation, tokens, cost; best first",
  options: z.object({
    chart: z
      .enum(["leaderboard", "pareto"])
      .default("leaderboard")
      .describe("which picture: leaderboard, or pareto (score against tokens)")
  }),
  row,
  async rows(store) {
    const rows =
      (await store.ask(`select eval_id, model, template, sampler, any_value(groups) as groups, count(*) as points, ${POOLED}
      from picked group by eval_id, model, template, sampler`)) as never as Row[];
    const scores = await scoresOf(store);
    const scored = rows.filter(({eval_id}) => scores.has(eval_id));
    const ranks = rankIntervals(scored.map(({eval_id}) => ({value: scores.get(eval_id)!.score, se: scores.get(eval_id)!.se})));
    const rankOf = new Map(scored.map(({eval_id}, i) => [eval_id, ranks[i]!]));
    const joined = rows.map(each => {
      const [found, place] = [scores.get(each.eval_id), rankOf.get(each.eval_id)];
      return {
        ...each,
        score: found?.score ?? null,
        score_low: found?.low ?? null,
        score_high: found?.high ?? null,
        rank: place?.rank ?? null,
        rank_low: place?.low ?? null,
        rank_high: place?.high ?? null
      };
    });
    return joined.sort(bestFirst);
  },
  async plot(rows, {width, chart}, {filter}) {
    const {leaderboardPlot} = await import("../../src/components/leaderboard.js");
    const {paretoPlot} = await import("../../src/components/pareto.js");
    if (chart === "leaderboard") return leaderboardPlot(rows, {width, tier: filter.tier[0] ?? "all"});
    if (rows.every(({score}) => score === null))
      throw new UserError("no evaluation here has a ReasonScore to draw against tokens");
    return paretoPlot(rows, {width});
  },
  async sentence(rows) {
    const {leaderboardSentence} = await import("../../src/components/leaderboard.js");
    const {paretoSentence} = await import("../../src/components/pareto.js");
    return [leaderboardSentence(rows), paretoSentence(rows)].filter(Boolean).join(" ");
  }
});

const bestFirst = (a: Row, b: Row): number =>
  (b.score ?? -1) - (a.score ?? -1) ||
  (b.accuracy ?? -2) - (a.accuracy ?? -2) ||
  order(a.model, b.model) ||
  order(a.eval_id, b.eval_id);
const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

interface Scored {
  eval_id: string;
  score: number;
  low: number;
  high: number;
  se: number;
}

/** Scores of the one tier asked for, or of all. A score of whole tasks says nothing about a part of them, so other filters of points leave none. */
async function scoresOf({tables, filter, ask, known}: Store): Promise<Map<string, Scored>> {
  const [{tasks}] = (await ask("select count(distinct base_task) as tasks from picked")) as [{tasks: number}];
  const {param, surface, projection, tag, tier} = filter;
  const part = tasks < known.tasks.size || [param, surface, projection, tag].some(items => items.length > 0) || tier.length > 1;
  if (part || !tables.has("scores")) return new Map();
  const layer = tier.length === 0 ? "layer = 'mean'" : `layer = 'tier' and tier = ${literal(tier[0]!)}`;
  const rows = await ask(
    `select eval_id, score, low, high, se from scores semi join picked using (eval_id) where ${layer} and se is not null`
  );
  return new Map((rows as never as Scored[]).map(each => [each.eval_id, each]));
}
