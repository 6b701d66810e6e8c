// Columns of the table of audited claims. docs/reference.md is generated from them.
import {column, type Table} from "../../store/columns.js";

export const claimsTables = {
  claims: {
    description: "one row per figure of a report in data/claims: does it follow from the report's own tables?",
    columns: {
      file: column("key", "file of claims"),
      title: column("key", "what is audited"),
      position: column("integer", "0-based place in the file's order"),
      id: column("text", "the claim's name and, behind a slash, its part"),
      claim: column("key", "the claim's name"),
      kind: column("key", "how the figure is got from others"),
      part: column("text", "which row or column of the table; empty where the claim has one figure"),
      says: column("text", "the report's words, or what is asked of its figures"),
      quoted: column("boolean", "true for the report's words"),
      printed: column("text", "the figure as printed"),
      printed_value: column("double", "as a number; null where it is none"),
      printed_low: column("double", "least value that prints so"),
      printed_high: column("double", "largest value that prints so"),
      value: column("double", "recomputed from the report's other figures as printed; null where nothing can be"),
      low: column("double", "least over all figures that print alike"),
      high: column("double", "largest over all figures that print alike"),
      quantity: column("text", "what was recomputed"),
      n: column("integer", "figures, models or judgments that it rests on"),
      n_of: column("key", "what n counts"),
      verdict: column("key", "reproduced, possible, possible only if nearly all rows were rounded one way, or not reproducible"),
      chance: column(
        "double",
        "chance that independent uniform rounding errors reach the printed figure; null where that was not asked"
      ),
      arithmetic: column("text", "how it was recomputed"),
      reading: column("text", "the nearest reading that gives the figure, or what it would take")
    },
    order: ["file", "position"]
  }
} satisfies Record<string, Table>;
