// Every table of the store, its columns and examples of queries.

import {html} from "npm:htl";
import {FileAttachment} from "observablehq:stdlib";
import type {TableName} from "../../pipelines/store/tables.js";
import type {StudyTable} from "../../pipelines/studies/registry.js";
import type {TableFile} from "../shared/database.js";
import type {Example} from "./console.js";

// All published tables as files of the site. This does not compile while a table of the schemas is missing.

export const everyTable = {
  points: FileAttachment("../../data/points.parquet"),
  scores: FileAttachment("../../data/scores.parquet"),
  samples: FileAttachment("../../data/samples.parquet"),
  items: FileAttachment("../../data/items.parquet"),
  responses: FileAttachment("../../data/responses.parquet"),
  timings: FileAttachment("../../data/timings.parquet"),
  measures: FileAttachment("../../data/measures.parquet"),
  reference_models: FileAttachment("../../data/reference_models.parquet"),
  models: FileAttachment("../../data/models.parquet"),
  corrections: FileAttachment("../../data/corrections.parquet"),
  agents: FileAttachment("../../data/agents.parquet"),
  episodes: FileAttachment("../../data/episodes.parquet"),
  episode_steps: FileAttachment("../../data/episode_steps.parquet"),
  categories: FileAttachment("../../data/categories.parquet"),
  traces: FileAttachment("../../data/traces.parquet"),
  trace_checks: FileAttachment("../../data/trace_checks.parquet"),
  spectra: FileAttachment("../../data/spectra.parquet"),
  spectrum_features: FileAttachment("../../data/spectrum_features.parquet"),
  token_examples: FileAttachment("../../data/token_examples.parquet"),
  extraction_judged: FileAttachment("../../data/extraction_judged.parquet"),
  answer_rules: FileAttachment("../../data/answer_rules.parquet"),
  answer_rule_examples: FileAttachment("../../data/answer_rule_examples.parquet"),
  report_scores: FileAttachment("../../data/report_scores.parquet"),
  report_ranks: FileAttachment("../../data/report_ranks.parquet"),
  report_changes: FileAttachment("../../data/report_changes.parquet"),
  estimates: FileAttachment("../../data/estimates.parquet"),
  confabulations: FileAttachment("../../data/confabulations.parquet"),
  irt_items: FileAttachment("../../data/irt_items.parquet"),
  irt_ability: FileAttachment("../../data/irt_ability.parquet"),
  irt_fit: FileAttachment("../../data/irt_fit.parquet"),
  irt_variance: FileAttachment("../../data/irt_variance.parquet"),
  irt_information: FileAttachment("../../data/irt_information.parquet"),
  irt_residuals: FileAttachment("../../data/irt_residuals.parquet"),
  irt_similarity: FileAttachment("../../data/irt_similarity.parquet"),
  irt_dif: FileAttachment("../../data/irt_dif.parquet"),
  suspect_items: FileAttachment("../../data/suspect_items.parquet"),
  item_dependence: FileAttachment("../../data/item_dependence.parquet"),
  adaptive_steps: FileAttachment("../../data/adaptive_steps.parquet"),
  adaptive_quality: FileAttachment("../../data/adaptive_quality.parquet"),
  adaptive_auc: FileAttachment("../../data/adaptive_auc.parquet"),
  suite_categories: FileAttachment("../../data/suite_categories.parquet"),
  scorecards: FileAttachment("../../data/scorecards.parquet"),
  domain_scorecards: FileAttachment("../../data/domain_scorecards.parquet"),
  task_counts: FileAttachment("../../data/task_counts.parquet"),
  adjusted_task_counts: FileAttachment("../../data/adjusted_task_counts.parquet"),
  narratives: FileAttachment("../../data/narratives.parquet"),
  narrative_shortcuts: FileAttachment("../../data/narrative_shortcuts.parquet"),
  calibration: FileAttachment("../../data/calibration.parquet"),
  calibration_bins: FileAttachment("../../data/calibration_bins.parquet"),
  calibration_selective: FileAttachment("../../data/calibration_selective.parquet"),
  multimodal_examples: FileAttachment("../../data/multimodal_examples.parquet"),
  lengths: FileAttachment("../../data/lengths.parquet"),
  code_rates: FileAttachment("../../data/code_rates.parquet"),
  code_samples: FileAttachment("../../data/code_samples.parquet"),
  history: FileAttachment("../../data/history.parquet"),
  history_changes: FileAttachment("../../data/history_changes.parquet"),
  refusals: FileAttachment("../../data/refusals.parquet"),
  refusal_examples: FileAttachment("../../data/refusal_examples.parquet"),
  effective_lengths: FileAttachment("../../data/effective_lengths.parquet"),
  length_contrasts: FileAttachment("../../data/length_contrasts.parquet"),
  sample_bins: FileAttachment("../../data/sample_bins.parquet"),
  sample_cells: FileAttachment("../../data/sample_cells.parquet"),
  sample_index: FileAttachment("../../data/sample_index.parquet"),
  sample_list: FileAttachment("../../data/sample_list.parquet"),
  sample_words: FileAttachment("../../data/sample_words.parquet"),
  votes: FileAttachment("../../data/votes.parquet"),
  judge_votes: FileAttachment("../../data/judge_votes.parquet"),
  planted: FileAttachment("../../data/planted.parquet"),
  strengths: FileAttachment("../../data/strengths.parquet"),
  agreement: FileAttachment("../../data/agreement.parquet"),
  preference_details: FileAttachment("../../data/preference_details.parquet"),
  benchmarks: FileAttachment("../../data/benchmarks.parquet"),
  correlations: FileAttachment("../../data/correlations.parquet"),
  annotation_answers: FileAttachment("../../data/annotation_answers.parquet"),
  annotation_pairs: FileAttachment("../../data/annotation_pairs.parquet"),
  waves: FileAttachment("../../data/waves.parquet"),
  labels: FileAttachment("../../data/labels.parquet"),
  judge_accuracy: FileAttachment("../../data/judge_accuracy.parquet"),
  claims: FileAttachment("../../data/claims.parquet"),
  reproductions: FileAttachment("../../data/reproductions.parquet"),
  contamination_calibration: FileAttachment("../../data/contamination_calibration.parquet"),
  contamination_items: FileAttachment("../../data/contamination_items.parquet"),
  contamination_hits: FileAttachment("../../data/contamination_hits.parquet"),
  contamination_domains: FileAttachment("../../data/contamination_domains.parquet"),
  contamination_files: FileAttachment("../../data/contamination_files.parquet"),
  contamination_effects: FileAttachment("../../data/contamination_effects.parquet"),
  adjusted_points: FileAttachment("../../data/adjusted_points.parquet"),
  adjusted_ability: FileAttachment("../../data/adjusted_ability.parquet"),
  adjusted_scores: FileAttachment("../../data/adjusted_scores.parquet"),
  headlines: FileAttachment("../../data/headlines.parquet")
} satisfies Record<TableName | StudyTable, TableFile>;

// Example queries of the SQL page.

/** Example queries: one for each question that the pages leave open. */
export const examples: readonly Example[] = [
  {
    title: "Results",
    query: "select model, suite, task, score, low, high, n from results order by score desc limit 200"
  },
  {
    title: "Accuracy per task",
    query: `select base_task, sum(share_tests)::int as n, sum(answers)::int as answers,
  excess_accuracy(sum(shares), sum(share_tests), sum(share_guess)) as accuracy,
  accuracy_low(sum(shares), sum(share_squares), sum(share_tests), sum(share_guess), sum(answers)) as low,
  accuracy_high(sum(shares), sum(share_squares), sum(share_tests), sum(share_guess), sum(answers)) as high
from points group by all order by accuracy desc`,
    plot: {x: "base_task", y: "accuracy"}
  },
  {
    title: "Accuracy against tokens",
    query: `select model, sum(correct + incorrect)::int as n,
  sum(completion_tokens) / sum(correct + incorrect + truncated) as tokens_per_answer,
  excess_accuracy(sum(correct), sum(correct + incorrect), sum(guess_sum)) as accuracy,
  any_value(groups)[1] as "group"
from points group by model order by tokens_per_answer`,
    plot: {x: "tokens_per_answer", y: "accuracy", color: "group"}
  },
  {
    title: "Truncation",
    query: `select model, base_task, sum(truncated)::int as truncated, sum(correct + incorrect + truncated)::int as samples,
  case when not is_truncation_unknown(samples, truncated, sum(ended_unknown)) then truncated / samples end as rate, wilson_low(rate, samples) as low, wilson_high(rate, samples) as high
from points group by all order by rate desc`
  },
  {
    title: "One model's mistakes",
    query: `select base_task, item_id, answer, expected, finish_reason
from samples where status = 0 and model = (select min(model) from samples)
order by base_task, item_id limit 200`
  },
  {
    title: "What models wrote",
    query: "select model, item_id, prompt, text from responses limit 20"
  },
  {
    title: "Slowest requests",
    query: `select model, count(*)::int as requests, median(latency_ms) as median_ms, quantile_cont(latency_ms, 0.99) as p99_ms
from timings where not cached group by model order by p99_ms desc`,
    plot: {mark: "bar", x: "p99_ms", y: "model"}
  }
];

// A browser of the tables' columns.

interface Schema {
  description: string;
  columns: Record<string, {type: string; description: string}>;
}

/** Writes `code` and *emphasis* of a description as elements. */
const marked = (text: string): unknown[] =>
  text
    .split(/(`[^`]+`|\*[^*\s]+\*)/u)
    .map(part =>
      part.length > 2 && part.at(0) === part.at(-1) && "`*".includes(part[0]!)
        ? part[0] === "`"
          ? html`<code>${part.slice(1, -1)}</code>`
          : html`<i>${part.slice(1, -1)}</i>`
        : part
    );

/** The published tables and their columns; a click on a name passes it to `insert`. */
export function schemaBrowser(schemas: Record<string, Schema>, insert: (text: string) => void): HTMLElement {
  const name = (text: string) =>
    html`<button type="button" class="rb-name" title="insert into the query" onclick=${() => insert(text)}>${text}`;
  return html`<div class="rb-schema">${Object.entries(schemas).map(
    ([table, {description, columns}]) => html`<details>
      <summary><code>${table}</code> ${marked(description)}</summary>
      <dl>${Object.entries(columns).map(
        ([column, {type, description}]) =>
          html.fragment`<dt>${name(column)} <small>${type}</small></dt><dd>${marked(description)}</dd>`
      )}</dl>
    </details>`
  )}</div>`;
}

/** The names of the columns of each table. */
export const columnsOf = (schemas: Record<string, Schema>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(schemas).map(([table, {columns}]) => [table, Object.keys(columns)]));
