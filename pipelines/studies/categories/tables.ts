// Columns of the table of the study of categories (pipelines/studies/categories/make.node.ts).
import {double, evaluation, integer, key, simulated, type Table} from "../../store/columns.js";

export const categoriesTables = {
  categories: {
    description: "one row per evaluation, suite, domain and category: accuracy over all its tests, for banks and tasks alike",
    columns: {
      ...evaluation,
      domain: key("domain of a bank's items; empty for tasks"),
      category: key("category of a bank's items; the task's name for tasks"),
      bank: key("the bank, or the task"),
      n: integer("tests whose answers were scored, truncated ones not among them"),
      correct: integer("of these, right ones"),
      truncated: integer("answers stopped by the token limit"),
      unparsed: integer("of n, answers without one of the right kind; they count as wrong"),
      guess_sum: double("sum of guess chances over n"),
      accuracy: double("excess accuracy: 0 guessing, 1 knowing; may be negative"),
      low: double("lower end of its rescaled 95 % interval"),
      high: double("upper end"),
      simulated,
      suite: key("the suite that asked them; empty where none is known"),
      metric: key("what the bank is read by: accuracy, or the name of a measure (the bank's `metric`)"),
      value: double("excess accuracy, or the mean of that measure over the answers that have it; null where none has"),
      value_low: double("lower end of its 95 % interval, over items (t); null of one value, and where all are alike"),
      value_high: double("upper end"),
      value_n: integer("answers behind it")
    },
    order: ["model", "template", "sampler", "domain", "category", "bank", "suite"]
  }
} satisfies Record<string, Table>;
