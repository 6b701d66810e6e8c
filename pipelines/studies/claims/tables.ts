// Columns of the table of audited claims. docs/reference.md is generated from them.
import {boolean, double, integer, key, type Table, text} from "../../store/columns.js";

export const claimsTables = {
  claims: {
    description: "one row per figure of a report in data/claims: does it follow from the report's own tables?",
    columns: {
      file: key("file of claims"),
      title: key("what is audited"),
      position: integer("0-based place in the file's order"),
      id: text("the claim's name and, behind a slash, its part"),
      claim: key("the claim's name"),
      kind: key("how the figure is got from others"),
      part: text("which row or column of the table; empty where the claim has one figure"),
      says: text("the report's words, or what is asked of its figures"),
      quoted: boolean("true for the report's words"),
      printed: text("the figure as printed"),
      printed_value: double("as a number; null where it is none"),
      printed_low: double("least value that prints so"),
      printed_high: double("largest value that prints so"),
      value: double("recomputed from the report's other figures as printed; null where nothing can be"),
      low: double("least over all figures that print alike"),
      high: double("largest over all figures that print alike"),
      quantity: text("what was recomputed"),
      n: integer("figures, models or judgments that it rests on"),
      n_of: key("what n counts"),
      verdict: key("reproduced, possible, possible only if nearly all rows were rounded one way, or not reproducible"),
      chance: double("chance that independent uniform rounding errors reach the printed figure; null where that was not asked"),
      arithmetic: text("how it was recomputed"),
      reading: text("the nearest reading that gives the figure, or what it would take")
    },
    order: ["file", "position"]
  }
} satisfies Record<string, Table>;
