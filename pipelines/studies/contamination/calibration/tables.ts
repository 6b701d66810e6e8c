// Columns of the table of calibration of embeddings. docs/reference.md is generated from them.
import {column, type Table} from "../../../store/columns.js";

export const calibrationTables = {
  contamination_calibration: {
    description:
      "one row per built-in model of embeddings and threshold: which planted pairs of this project's questions lie within that cosine distance",
    columns: {
      embedder: column("key", "name of the model on /v1/embeddings"),
      described: column("text", "what it is"),
      threshold: column("double", "cosine distance up to which a pair counts as found"),
      paraphrases: column("integer", "pairs of a question and a rewording of it"),
      found: column("integer", "of these, found"),
      recall: column("double", "found ÷ paraphrases, 0–1"),
      recall_low: column("double", "lower end of Wilson's 95 % interval"),
      recall_high: column("double", "upper end"),
      negatives: column("integer", "hard negatives: pairs of a question and another one of the same template"),
      wrong: column("integer", "of these, found wrongly"),
      false_positive_rate: column("double", "wrong ÷ negatives, 0–1"),
      false_low: column("double", "lower end of Wilson's 95 % interval"),
      false_high: column("double", "upper end"),
      precision: column("double", "found ÷ (found + wrong), for as many negatives as paraphrases; null where nothing is found"),
      precision_low: column("double", "lower end of Wilson's 95 % interval"),
      precision_high: column("double", "upper end"),
      area: column("double", "area under the ROC over all thresholds: chance that a paraphrase is nearer than a hard negative"),
      area_low: column("double", "lower end of its 95 % interval (Newcombe 2006)"),
      area_high: column("double", "upper end")
    },
    order: ["embedder", "threshold"]
  }
} satisfies Record<string, Table>;
