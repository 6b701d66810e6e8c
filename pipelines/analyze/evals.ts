// The command `evals`: scores, tokens and cost of the evaluations.
import {z} from "zod";
import {UserError} from "../rows/error.js";
import {literal} from "../rows/literal.js";
import {type PointCounts, poolOverPoints} from "../score/pool.js";
import {bestFirst, MEASURES, rankedScores, type ScoreColumns} from "../score/rankedScores.js";
import {command} from "./command.js";
import {
  accuracyFields,
  costField,
  count,
  evaluationFields,
  numberOrNull,
  POOLED,
  simulatedField,
  tokenFields,
  truncationFields
} from "./fields.js";
import {errorOption} from "./paired.js";
import type {Store} from "./store.js";

const nullable = (description: string) => numberOrNull(description);
const row = z.object({
  ...evaluationFields,
  formula: nullable(
    "formula score of the tier asked for, or of all: 0 guessing, 1 knowing; null where tasks are missing, or where filters leave only part of them"
  ),
  formula_low: nullable("lower end of its 95 % interval over what --error names"),
  formula_high: nullable("upper end"),
  score: nullable("ReasonScore as published, of the same"),
  score_low: nullable("lower end of its interval, which covers at least 95 %"),
  score_high: nullable("upper end"),
  rank: nullable("by what --by names, 1 = best among the evaluations here"),
  rank_low: nullable("best rank in the simultaneous 95 % interval of ranks"),
  rank_high: nullable("worst rank in it"),
  ...accuracyFields,
  ...truncationFields,
  ...tokenFields,
  ...costField,
  groups: z.array(z.string()).describe("facets of the model"),
  points: count("points that the filters leave"),
  ...simulatedField
});
type Row = z.infer<typeof row>;

export const evals = command({
  name: "evals",
  description:
    "evaluations (model, template, sampler): formula score, ReasonScore, rank, excess accuracy, truncation, tokens, cost; best first",
  options: z.object({
    by: z.enum(MEASURES).default(MEASURES[0]).describe("what ranks: the formula score, or ReasonScore as published"),
    error: errorOption,
    chart: z
      .enum(["leaderboard", "pareto"])
      .default("leaderboard")
      .describe("which picture: leaderboard, or pareto (score against tokens)")
  }),
  row,
  oneSuite: true,
  async rows(store, {by, error}) {
    const rows =
      (await store.ask(`select eval_id, model, template, sampler, any_value(groups) as groups, count(*) as points, ${POOLED}
      from picked group by eval_id, model, template, sampler`)) as never as Row[];
    const shown = error === "points" ? await overPoints(store, rows) : rows;
    const scores = await scoresOf(store);
    const ranked = rankedScores(
      shown.map(({eval_id}) => scores.get(eval_id)),
      {by, over: error}
    );
    const first = bestFirst<Row>(by);
    return shown
      .map((each, i) => ({...each, ...ranked[i]!}))
      .sort((a, b) => first(a, b) || order(a.model, b.model) || order(a.eval_id, b.eval_id));
  },
  async plot(rows, {width, chart, by, error}, {filter}) {
    const {leaderboardPlot} = await import("../charts/leaderboard/leaderboard.js");
    const {paretoPlot} = await import("../charts/leaderboard/pareto.js");
    if (chart === "leaderboard") return leaderboardPlot(rows, {width, tier: filter.tier[0] ?? "all", by, over: error});
    if (rows.every(({rank}) => rank === null)) throw new UserError("no evaluation here has a score to draw against tokens");
    return paretoPlot(rows, {width, by});
  },
  async sentence(rows, {by}) {
    const {leaderboardSentence} = await import("../charts/leaderboard/leaderboard.js");
    const {paretoSentence} = await import("../charts/leaderboard/pareto.js");
    return [leaderboardSentence(rows, {by}), paretoSentence(rows, {by})].filter(Boolean).join(" ");
  }
});

/** The same rows with intervals that are clustered by point. */
async function overPoints(store: Store, rows: readonly Row[]): Promise<Row[]> {
  const counts = (await store.ask(
    "select eval_id, correct, incorrect, truncated, ended_unknown, guess_sum, answers, shares, share_squares, share_tests, share_guess, completion_tokens, tokens_squared, cost from picked"
  )) as never as (PointCounts & {eval_id: string})[];
  return rows.map(row => {
    const own = counts.filter(({eval_id}) => eval_id === row.eval_id);
    const {low, high, truncated_low, truncated_high, right_low, right_high, tokens_low, tokens_high} = poolOverPoints(own);
    return {...row, low, high, truncated_low, truncated_high, right_low, right_high, tokens_low, tokens_high};
  });
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Scores of the one tier that the filters name, or of all tiers, where they are of one suite. Scores are defined for whole tasks, so with other filters of points there
 * are none.
 */
async function scoresOf({tables, filter, ask, asked, suites}: Store): Promise<Map<string, ScoreColumns>> {
  const [{tasks}] = (await ask("select count(distinct base_task) as tasks from picked")) as [{tasks: number}];
  const {param, surface, projection, tag, tier, domain, category} = filter;
  const part =
    tasks < asked ||
    suites.length !== 1 ||
    [param, surface, projection, tag, domain, category].some(items => items.length > 0) ||
    tier.length > 1;
  if (part || !tables.has("scores")) return new Map();
  const layer = tier.length === 0 ? "layer = 'mean'" : `layer = 'tier' and tier = ${literal(tier[0]!)}`;
  const rows = (await ask(
    `select * from scores semi join picked using (eval_id) where suite = ${literal(suites[0]!)} and ${layer} and len(missing) = 0`
  )) as never as (ScoreColumns & {eval_id: string})[];
  return new Map(rows.map(each => [each.eval_id, each]));
}
