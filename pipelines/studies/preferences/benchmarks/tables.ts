// Columns of the tables that set benchmarks beside people's preferences. docs/reference.md is generated from them.
import {column, simulated, type Table} from "../../../store/columns.js";

export const benchmarksTables = {
  benchmarks: {
    description: "one row per model and benchmark: published scores, and this book's scores of the models of the votes",
    columns: {
      model: column("key", "the model's name"),
      benchmark: column("key", "the benchmark's name"),
      score: column("double", "its score, in the benchmark's own unit"),
      source: column("key", "where it was published"),
      date: column("key", "when, ISO 8601; empty for this book's own"),
      criterion: column("boolean", "a measure of people's preference, which others are compared with"),
      contains: column("texts", "benchmarks that enter its own score"),
      aliases: column("texts", "other names of the model"),
      simulated
    },
    order: ["benchmark", "model"]
  },
  correlations: {
    description: "one row per benchmark, criterion and coefficient",
    columns: {
      benchmark: column("key", "the benchmark's name"),
      criterion: column("key", "what it is compared with: preference (the strengths of the votes) or a published criterion"),
      coefficient: column("key", "pearson, spearman or kendall (τ-b)"),
      value: column("double", "the correlation over models"),
      low: column("double", "lower end of the 95 % interval by Fisher, Bonett–Wright or Fieller; null where there is none"),
      high: column("double", "its upper end"),
      interval: column("key", "by which theory: fisher, bonett-wright or fieller"),
      bootstrap_low: column("double", "lower end of the BCa interval over models"),
      bootstrap_high: column("double", "its upper end"),
      without_low: column("double", "least value with one model left out"),
      without_high: column("double", "largest value with one model left out"),
      n: column("integer", "models"),
      warnings: column("texts", "what makes it worth less than it looks"),
      simulated,
      leverage: column("key", "the model without which it changes most"),
      benchmark_reliability: column(
        "double",
        "share of the variance of the benchmark's scores that is not error, by the intervals of its table; null without these"
      )
    },
    order: ["criterion", "benchmark", "coefficient"]
  }
} satisfies Record<string, Table>;
