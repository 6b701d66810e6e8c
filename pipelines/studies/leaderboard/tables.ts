// The table of the leaderboard: points pooled as far as every choice of a reader allows, so that its page reads a row per task and tier
// instead of one per point.
import {bigint, double, integer, type Table} from "../../store/columns.js";
import {tables} from "../../store/tables.js";

const {eval_id, model, template, sampler, base_task, groups, tiers, suites, suite_tiers, simulated} = tables.points.columns;
const {truncated, cut_by_evidence, ended_unknown, answers, shares, share_squares, share_tests, share_guess} =
  tables.points.columns;

/** Columns whose values together identify a row: points that agree in them pass the same choices. */
export const POOLED_BY = [
  "model",
  "template",
  "sampler",
  "eval_id",
  "base_task",
  "tiers",
  "groups",
  "suites",
  "suite_tiers",
  "simulated"
];

export const leaderboardTables = {
  task_counts: {
    description: "the table points, pooled over those of an evaluation and task with the same tiers, groups and suites",
    columns: {
      eval_id,
      model,
      template,
      sampler,
      base_task,
      groups,
      tiers,
      suites,
      suite_tiers,
      points: integer("points pooled"),
      correct: integer("samples answered correctly"),
      incorrect: integer("samples answered incorrectly, unparsed ones included"),
      truncated,
      cut_by_evidence,
      ended_unknown,
      guess_sum: double("sum of guess chances over untruncated samples"),
      answers,
      shares,
      share_squares,
      share_tests,
      share_guess,
      completion_tokens: bigint("completion tokens, summed; null where those of a point are not known"),
      tokens_squared: double("squares of completion tokens, summed; null likewise"),
      tokens_spread: double(
        "samples × variance of their completion tokens, summed over points: what the interval of the mean needs; null likewise"
      ),
      least_samples: integer("samples of the point that has fewest"),
      cost: double("US dollars at list price"),
      simulated: simulated!
    },
    order: POOLED_BY
  }
} satisfies Record<string, Table>;
