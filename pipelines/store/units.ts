// Units of the columns of a store's tables, for data dictionaries.
import type {ColumnType} from "./columns.js";

const SHARE = "share, 0–1";
const TOKENS = "tokens";
const SAMPLES = "samples";
const DOLLARS = "US dollars";
const BYTES = "bytes";
const EXCESS = "excess accuracy, 0 guessing, 1 knowing";

const UNITS: Record<string, string> = {
  prompt_tokens: TOKENS,
  completion_tokens: TOKENS,
  cached_prompt_tokens: TOKENS,
  reported_prompt_tokens: TOKENS,
  reported_completion_tokens: TOKENS,
  tokens_correct: TOKENS,
  tokens_incorrect: TOKENS,
  tokens_truncated: TOKENS,
  tokens_squared: "tokens²",
  trace_bytes: BYTES,
  compressed_bytes: BYTES,
  cost: DOLLARS,
  billed: DOLLARS,
  latency_ms: "milliseconds",
  correct: SAMPLES,
  incorrect: SAMPLES,
  truncated: SAMPLES,
  cut_by_evidence: SAMPLES,
  ended_unknown: SAMPLES,
  unparsed: SAMPLES,
  n: SAMPLES,
  guess_sum: SAMPLES,
  answers: "answers",
  shares: "tests",
  share_squares: "tests",
  share_tests: "tests",
  share_guess: "tests",
  guess_chance: "probability, 0–1",
  truncated_ratio: SHARE,
  accuracy: EXCESS,
  ci_low: EXCESS,
  ci_high: EXCESS,
  center: EXCESS,
  margin: EXCESS,
  retries: "requests",
  status: "code: 0 incorrect, 1 correct, 2 truncated",
  answer_start: "UTF-16 code units",
  answer_end: "UTF-16 code units",
  index: "position",
  trial: "position",
  generator_version: "version",
  seed: "number without a unit",
  published_seed: "number without a unit",
  params_map: "as each parameter",
  value: "as the measure of this name",
  score: "points: 0–1, of tiers and their mean 0–1000",
  low: "as score",
  high: "as score",
  conservative: "as score",
  formula: "0 guessing, 1 knowing",
  formula_low: "as formula",
  formula_high: "as formula",
  formula_low_points: "as formula",
  formula_high_points: "as formula"
};

/** The unit of a column; a dash where its values are no numbers. */
export const unitOf = (column: string, type: ColumnType): string =>
  UNITS[column] ?? (type === "integer" || type === "bigint" || type === "double" || type === "numbers" ? "not stated" : "–");
