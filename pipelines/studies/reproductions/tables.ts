// Columns of the table of reproductions. docs/reference.md is generated from them.
import {boolean, double, integer, key, type Table, text} from "../../store/columns.js";

export const reproductionsTables = {
  reproductions: {
    description: "one row per published figure of data/claims/reproductions.json that the published answers can give",
    columns: {
      set: key("id of the set of figures"),
      title: key("benchmark and publisher"),
      position: integer("0-based place in the file's order"),
      statistic: key("the statistic"),
      part: text("model, task or category; several are separated by ·"),
      source: key("address of the page or file that prints the figure"),
      printed: text("the figure as published"),
      unit: key("% or empty for a share of 1"),
      published: double("the figure as a number"),
      value: double("recomputed, in the same unit"),
      low: double("lower end of its 95 % interval; null where it has none"),
      high: double("upper end"),
      difference: double("published minus recomputed"),
      n: integer("answers, votes, pairs of votes or tasks of the recomputed value"),
      n_of: key("unit of n"),
      verdict: key("equal after rounding, within its error, or differs"),
      explanation: text("reason of the difference, from reading the answers; empty where none is given"),
      carried: boolean("true for values from counts that were taken from the answers' texts beforehand")
    },
    order: ["position"]
  }
} satisfies Record<string, Table>;
