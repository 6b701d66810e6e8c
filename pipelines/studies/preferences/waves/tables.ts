// Columns of the table of waves. docs/reference.md is generated from them.
import {double, integer, key, simulated, type Table, text} from "../../../store/columns.js";

export const wavesTables = {
  waves: {
    description:
      "one row per wave of a study of people: votes of files in data/human/votes, or labels of single answers that the store keeps; without rows where there are neither",
    columns: {
      study: key("the folder below data/human/votes, or the file's name; labels for labels of single answers"),
      kind: key("votes or labels"),
      wave: key("the votes' field wave; without one the file, or the month"),
      begin: text("date of the first vote or label, ISO 8601; null where none has a date"),
      end: text("date of the last one"),
      votes: integer("votes or labels"),
      annotators: integer("people who gave them"),
      models: integer("models that they are about"),
      n: integer("of these models, those that have a score in the store"),
      correlation: double(
        "Spearman's ρ over n models: share of wins, of labels share of right answers, with excess accuracy in the store; null where n is below 4 or one of them does not vary"
      ),
      low: double("lower end of its 95 % interval, Bonett and Wright's; null where there is none"),
      high: double("upper end"),
      simulated
    },
    order: ["study", "begin", "wave"]
  }
} satisfies Record<string, Table>;
