// Columns of the tables that set benchmarks beside people's preferences. docs/reference.md is generated from them.
import {boolean, double, integer, key, simulated, type Table, texts} from "../../../store/columns.js";

export const benchmarksTables = {
  benchmarks: {
    description: "one row per model and benchmark: published scores, and this book's scores of the models of the votes",
    columns: {
      model: key("the model's name"),
      benchmark: key("the benchmark's name"),
      score: double("its score, in the benchmark's own unit"),
      source: key("where it was published"),
      date: key("when, ISO 8601; empty for this book's own"),
      criterion: boolean("a measure of people's preference, which others are compared with"),
      contains: texts("benchmarks that enter its own score"),
      aliases: texts("other names of the model"),
      simulated
    },
    order: ["benchmark", "model"]
  },
  correlations: {
    description: "one row per benchmark, criterion and coefficient",
    columns: {
      benchmark: key("the benchmark's name"),
      criterion: key("what it is compared with: preference (the strengths of the votes) or a published criterion"),
      coefficient: key("pearson, spearman or kendall (τ-b)"),
      value: double("the correlation over models"),
      low: double("lower end of the 95 % interval by Fisher, Bonett–Wright or Fieller; null where there is none"),
      high: double("its upper end"),
      interval: key("by which theory: fisher, bonett-wright or fieller"),
      bootstrap_low: double("lower end of the BCa interval over models"),
      bootstrap_high: double("its upper end"),
      without_low: double("least value with one model left out"),
      without_high: double("largest value with one model left out"),
      n: integer("models"),
      warnings: texts("what makes it worth less than it looks"),
      simulated,
      leverage: key("the model without which it changes most"),
      benchmark_reliability: double(
        "share of the variance of the benchmark's scores that is not error, by the intervals of its table; null without these"
      )
    },
    order: ["criterion", "benchmark", "coefficient"]
  }
} satisfies Record<string, Table>;
