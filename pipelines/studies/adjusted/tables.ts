// Columns of the tables of scores without contaminated items, and of the effect of contamination on each model.
import {boolean, type Column, double, integer, type Table, text} from "../../store/columns.js";
import {tables} from "../../store/tables.js";
import {leaderboardTables} from "../leaderboard/tables.js";

const group = (name: string, what: string): Record<string, Column> => ({
  [`${name}_items`]: integer(`${what} that the model answered without truncation`),
  [`${name}_answers`]: integer("its answers to them, repetitions included"),
  [`${name}_correct`]: integer("right ones among these"),
  [`${name}_accuracy`]: double("excess accuracy on them: 0 guessing, 1 knowing; null without answers"),
  [`${name}_low`]: double("lower end of its 95 % interval, clustered by test"),
  [`${name}_high`]: double("upper end")
});
const {eval_id, model, template, sampler, simulated} = tables.points.columns;

export const adjustedTables = {
  adjusted_points: {
    ...tables.points,
    description:
      "the table points without the samples of contaminated tests (exact or near), with its columns; a point of which nothing is left is not in it. Tests that cannot be tested remain"
  },
  adjusted_task_counts: {
    ...leaderboardTables.task_counts,
    description: "the table adjusted_points, pooled as task_counts is: without the samples of contaminated tests"
  },
  adjusted_scores: {
    ...tables.scores,
    description: "the table scores made from adjusted_points: ReasonScore and formula scores without contaminated tests"
  },
  contamination_effects: {
    description: "one row per evaluation: its accuracy on contaminated and on clean tests, and whether it gains by contamination",
    columns: {
      eval_id,
      model,
      template,
      sampler,
      ...group("all", "tests with a verdict"),
      ...group("clean", "clean tests"),
      ...group("contaminated", "contaminated tests (exact or near)"),
      not_testable: integer("tests it answered that are neither, since nothing can be said of them"),
      compared_clean: integer("clean tests compared with contaminated ones of the same point or category"),
      compared_contaminated: integer("contaminated tests likewise"),
      others: integer("most other models, asked in the same words, that answered such a test"),
      gain: double(
        "share of right answers on contaminated less on clean tests of the same point or category, each less the other models' share on the same test"
      ),
      gain_low: double("lower end of its 95 % interval over tests"),
      gain_high: double("upper end"),
      p: double("one-sided p-value of no gain, by permutation of verdicts within points or categories"),
      q: double("the same adjusted over models (Benjamini and Hochberg)"),
      memoriser: boolean("whether q is at most 0.05; null where there was no test"),
      why: text("why there is no gain, interval or test; empty where all are there"),
      simulated: simulated!
    },
    order: ["model", "template", "sampler"]
  }
} satisfies Record<string, Table>;
