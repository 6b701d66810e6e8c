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

const suite = tables.scores.columns.suite!;
const whole = (name: string, description: string): Record<string, Column> => ({
  [name]: double(description),
  [`${name}_low`]: double("lower end of its 95 % interval over tests"),
  [`${name}_high`]: double("upper end")
});

export const adjustedTables = {
  adjusted_points: {
    ...tables.points,
    description:
      "the table points without answers to items that the headline figure leaves out: those with the verdict exact. A point of which nothing remains is not in it; without an audit it is the table points"
  },
  adjusted_task_counts: {
    ...leaderboardTables.task_counts,
    description: "the table adjusted_points, pooled as task_counts is"
  },
  adjusted_scores: {
    ...tables.scores,
    description: "the table scores made from adjusted_points: the headline figures of evaluations"
  },
  headlines: {
    description:
      "one row per evaluation and suite: its headline figure, that over all items, and their difference; and how many items are left out",
    columns: {
      eval_id,
      model,
      template,
      sampler,
      suite,
      items: integer("items that it was asked; null where its answers are not stored individually"),
      audited: integer("of these, items that an audit looked for"),
      left_out: integer("of these, items with the verdict exact, which the headline figure leaves out"),
      not_testable: integer("items that could not be tested; they count"),
      ...whole(
        "formula",
        "formula score, mean of all tiers, without those items; null where tasks are missing or nothing remains"
      ),
      n: integer("samples that it is of, truncated ones included"),
      ...whole("all_formula", "formula score over all items"),
      all_n: integer("samples that it is of"),
      ...whole("difference", "formula score without those items minus that over all items, paired"),
      ...whole(
        "right",
        "correct ÷ samples over all items, cut answers counting as wrong: the figure that published ones are compared with"
      ),
      simulated: simulated!
    },
    order: ["model", "template", "sampler", "suite", "eval_id"]
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
