// Columns of the table of calibration of embeddings. docs/reference.md is generated from them.
import {double, integer, key, type Table, text} from "../../../store/columns.js";

export const calibrationTables = {
  contamination_calibration: {
    description:
      "one row per built-in model of embeddings and threshold: which planted pairs of this project's questions lie within that cosine distance",
    columns: {
      embedder: key("name of the model on /v1/embeddings"),
      described: text("what it is"),
      threshold: double("cosine distance up to which a pair counts as found"),
      paraphrases: integer("pairs of a question and a rewording of it"),
      found: integer("of these, found"),
      recall: double("found ÷ paraphrases, 0–1"),
      recall_low: double("lower end of Wilson's 95 % interval"),
      recall_high: double("upper end"),
      negatives: integer("hard negatives: pairs of a question and another one of the same template"),
      wrong: integer("of these, found wrongly"),
      false_positive_rate: double("wrong ÷ negatives, 0–1"),
      false_low: double("lower end of Wilson's 95 % interval"),
      false_high: double("upper end"),
      precision: double("found ÷ (found + wrong), for as many negatives as paraphrases; null where nothing is found"),
      precision_low: double("lower end of Wilson's 95 % interval"),
      precision_high: double("upper end"),
      area: double("area under the ROC over all thresholds: chance that a paraphrase is nearer than a hard negative"),
      area_low: double("lower end of its 95 % interval (Newcombe 2006)"),
      area_high: double("upper end")
    },
    order: ["embedder", "threshold"]
  }
} satisfies Record<string, Table>;
