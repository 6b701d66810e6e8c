// The tables of the study of scorecards: the categories of suites that list domains, and how evaluations did in them.
import {ORIGINS, STATES} from "../../book/categoryStates.js";
import {boolean, double, evaluation, integer, key, simulated, type Table, text} from "../../store/columns.js";

const suite_id = key("id of the suite that lists the domains");
const domain = key("the domain, as the suite names it");
const category = key("the category, as the suite names it");

export const scorecardTables = {
  suite_categories: {
    description:
      "one row per category of the book's suites that list domains, those that nothing fills and generated sources included",
    columns: {
      suite_id,
      number: integer("its 1-based place in the suite"),
      domain,
      category,
      source_of: text("of a generated source, the category that it belongs to; null of a category"),
      origin: key(`${ORIGINS.join(" or ")}: whether the text that the suite follows names it, or it was chosen here`),
      state: key(`${STATES.join(", ")}: what fills it`),
      reason: text("why it is empty; null where it is not"),
      published_items: integer("items that the published suite has in it; 0 of a source"),
      items: integer("items that can be asked here, without those of a baseline; 0 of an empty one"),
      base_task: key("the benchmark or bank that fills it, or is to fill it"),
      policy: text("how its questions are put; empty where it is not known"),
      scorer: key("how its answers are scored, where in several ways with commas between; empty where it is not known"),
      metric: key("what it is read by: accuracy, or a measure"),
      averaged: boolean("whether its value enters the mean of its domain"),
      licence: text("under which its items may be used, as the suite says"),
      source: text("where they come from"),
      version: text("version of the benchmark, or edition of the bank's items"),
      notes: text("what else the suite says of it; null if nothing"),
      fill: text("how it is filled; null where it is not empty"),
      unclaimed: integer(
        "answers of this store to a bank or benchmark of this name while the category is empty: they count in no category"
      )
    },
    order: ["suite_id", "number"]
  },
  scorecards: {
    description: "one row per evaluation and category of such a suite that it was asked: first answers, each item once",
    columns: {
      ...evaluation,
      suite_id,
      domain,
      category,
      number: integer("the category's place in the suite"),
      state: key("generated or imported"),
      base_task: key("the benchmark or bank that fills it"),
      n: integer("items whose answers were scored, truncated ones not among them"),
      correct: integer("of these, right ones"),
      truncated: integer("answers stopped by the token limit"),
      unanswered: integer("items without an answer that could be scored: not answered, or not scored"),
      unparsed: integer("of n, answers without one of the right kind; they count as wrong"),
      guess_sum: double("sum of guess chances over n"),
      metric: key("what the category is read by"),
      averaged: boolean("whether the value enters the mean of the domain"),
      value: double("excess accuracy, or the mean of that measure; null where no answer has it"),
      low: double(
        "lower end of its 95 % interval over items: Wilson's, rescaled, or Student's t; null of one value of a measure, and where all are alike"
      ),
      high: double("upper end"),
      value_n: integer("answers behind the value"),
      simulated
    },
    order: ["model", "template", "sampler", "suite_id", "number", "eval_id"]
  },
  domain_scorecards: {
    description: "one row per evaluation and domain of such a suite in which it was asked something: the mean of its categories",
    columns: {
      ...evaluation,
      suite_id,
      domain,
      number: integer("the domain's 1-based place in the suite"),
      categories: integer("categories of the domain"),
      empty: integer("of these, empty ones"),
      scored: integer("of these, categories behind the mean: they have a value, and their metric is averaged"),
      n: integer("answers behind the mean"),
      value: double("mean of the values of these categories, each with the same weight; null of none"),
      low: double(
        "lower end of its 95 % interval, of these categories and over their items (stratified Wilson, Yan and Su 2010); null where a category has none"
      ),
      high: double("upper end"),
      simulated
    },
    order: ["model", "template", "sampler", "suite_id", "number", "eval_id"]
  }
} satisfies Record<string, Table>;
