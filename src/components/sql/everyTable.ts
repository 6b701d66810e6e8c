// All published tables as files of the site. This does not compile while a table of the schemas is missing.
import {FileAttachment} from "observablehq:stdlib";
import type {TableName} from "../../pipelines/store/tables.js";
import type {StudyTable} from "../../pipelines/studies/registry.js";
import type {TableFile} from "../shared/database.js";

export const everyTable = {
  points: FileAttachment("../../data/points.parquet"),
  scores: FileAttachment("../../data/scores.parquet"),
  samples: FileAttachment("../../data/samples.parquet"),
  items: FileAttachment("../../data/items.parquet"),
  responses: FileAttachment("../../data/responses.parquet"),
  timings: FileAttachment("../../data/timings.parquet"),
  measures: FileAttachment("../../data/measures.parquet"),
  reference_models: FileAttachment("../../data/reference_models.parquet"),
  categories: FileAttachment("../../data/categories.parquet"),
  traces: FileAttachment("../../data/traces.parquet"),
  trace_checks: FileAttachment("../../data/trace_checks.parquet"),
  spectra: FileAttachment("../../data/spectra.parquet"),
  spectrum_features: FileAttachment("../../data/spectrum_features.parquet"),
  token_examples: FileAttachment("../../data/token_examples.parquet"),
  irt_items: FileAttachment("../../data/irt_items.parquet"),
  irt_ability: FileAttachment("../../data/irt_ability.parquet"),
  irt_fit: FileAttachment("../../data/irt_fit.parquet"),
  irt_variance: FileAttachment("../../data/irt_variance.parquet"),
  irt_information: FileAttachment("../../data/irt_information.parquet"),
  irt_residuals: FileAttachment("../../data/irt_residuals.parquet"),
  irt_dif: FileAttachment("../../data/irt_dif.parquet"),
  adaptive_steps: FileAttachment("../../data/adaptive_steps.parquet"),
  adaptive_quality: FileAttachment("../../data/adaptive_quality.parquet"),
  adaptive_auc: FileAttachment("../../data/adaptive_auc.parquet"),
  repetitions: FileAttachment("../../data/repetitions.parquet"),
  votes: FileAttachment("../../data/votes.parquet"),
  judge_votes: FileAttachment("../../data/judge_votes.parquet"),
  planted: FileAttachment("../../data/planted.parquet"),
  strengths: FileAttachment("../../data/strengths.parquet"),
  agreement: FileAttachment("../../data/agreement.parquet"),
  preference_details: FileAttachment("../../data/preference_details.parquet"),
  benchmarks: FileAttachment("../../data/benchmarks.parquet"),
  correlations: FileAttachment("../../data/correlations.parquet"),
  annotation_pairs: FileAttachment("../../data/annotation_pairs.parquet"),
  claims: FileAttachment("../../data/claims.parquet"),
  contamination_items: FileAttachment("../../data/contamination_items.parquet"),
  contamination_hits: FileAttachment("../../data/contamination_hits.parquet"),
  contamination_files: FileAttachment("../../data/contamination_files.parquet"),
  contamination_effects: FileAttachment("../../data/contamination_effects.parquet"),
  adjusted_points: FileAttachment("../../data/adjusted_points.parquet"),
  adjusted_scores: FileAttachment("../../data/adjusted_scores.parquet")
} satisfies Record<TableName | StudyTable, TableFile>;
