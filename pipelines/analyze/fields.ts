// Columns that many commands share, and the SQL that pools them.

import {z} from "zod";
import {pooledAccuracy} from "../score/stats.sql.js";
import {Z975} from "../stats/distributions.js";

/** Columns of a type, with their description. */
export const text = (description: string) => z.string().describe(description);
export const textOrNull = (description: string) => z.string().nullable().describe(description);
export const count = (description: string) => z.int().describe(description);
export const countOrNull = (description: string) => z.int().nullable().describe(description);
export const number = (description: string) => z.number().describe(description);
export const numberOrNull = (description: string) => z.number().nullable().describe(description);

/** Columns of an estimate and of the ends of its interval, which are null where they cannot be estimated. */
export const estimate = (
  name: string,
  description: string,
  {prefix = `${name}_`, low = "lower end of its 95 % interval"}: {prefix?: string; low?: string} = {}
) => ({
  [name]: numberOrNull(description),
  [`${prefix}low`]: numberOrNull(low),
  [`${prefix}high`]: numberOrNull("upper end")
});

export const costField = {cost: number("US dollars at list price")};

/** Fields that identify an evaluation. */
export const evaluationFields = {
  eval_id: text("identity of the evaluation, 12 hexadecimal digits"),
  model: z.string(),
  template: z.string(),
  sampler: z.string()
};

/** Fields of excess accuracy with its interval. */
export const accuracyFields = {
  accuracy: numberOrNull("excess accuracy over untruncated answers, all repeats: 0 guessing, 1 knowing; null without any"),
  low: number("lower end of its 95 % interval over tests (rescaled Wilson)"),
  high: number("upper end"),
  n: count("tests with an untruncated answer"),
  answers: count("their untruncated answers, all repeats"),
  correct: count("samples, which are first answers, that are correct"),
  guess_sum: number("sum of guess chances over untruncated samples")
};

export const truncationFields = {
  truncated: numberOrNull("cut answers ÷ all samples; null where nothing is known of any answer's end"),
  truncated_low: number("lower end of its 95 % interval (Wilson)"),
  truncated_high: number("upper end"),
  cut_by_evidence: count("cut answers that no finish reason names, but their text shows"),
  ended_unknown: count("samples of which nothing is known of their end"),
  right: number(
    "correct ÷ all samples, cut answers counting as wrong: with --all-items, what published figures are compared with"
  ),
  right_low: number("lower end of its 95 % interval (Wilson)"),
  right_high: number("upper end"),
  samples: count("all samples, truncated ones included"),
  unparsed: count("untruncated samples without an answer of the right kind")
};

export const simulatedField = {
  simulated: z.boolean().describe("rests on built-in reference models, which are simulations, not language models")
};

/** Fields of mean completion tokens. Tokens vary within points; the points are fixed, because the book chooses them. */
export const tokenFields = {
  tokens: numberOrNull("mean completion tokens of all samples; null where they were not counted"),
  tokens_low: numberOrNull("lower end of its 95 % interval, points taken as fixed; null for a single sample"),
  tokens_high: numberOrNull("upper end")
};

/** The column that the view `picked` has in addition to those of `points`. */
export const PICKED = "correct + incorrect + truncated as samples";

const SHARE = "sum(truncated) / sum(samples), sum(samples)";
const RIGHT = "sum(correct) / sum(samples), sum(samples)";
const UNKNOWN = "is_truncation_unknown(sum(samples), sum(truncated), sum(ended_unknown))";
const TOKENS = "known_sum(completion_tokens) / sum(samples)";
const TOKENS_SE = "stratified_se(completion_tokens, tokens_squared, samples)";

/** Select list over `picked` for all of these fields, at any grouping. */
export const POOLED = `${pooledAccuracy()}, sum(correct) as correct, sum(guess_sum) as guess_sum,
  case when ${UNKNOWN} then null else sum(truncated) / sum(samples) end as truncated,
  case when sum(truncated) > 0 then wilson_low(${SHARE}) else 0.0 end as truncated_low,
  case when sum(correct + incorrect) > 0 and not (${UNKNOWN}) then wilson_high(${SHARE}) else 1.0 end as truncated_high,
  sum(cut_by_evidence) as cut_by_evidence, sum(ended_unknown) as ended_unknown,
  sum(correct) / sum(samples) as "right", clamp01(wilson_low(${RIGHT})) as right_low, clamp01(wilson_high(${RIGHT})) as right_high,
  sum(samples) as samples, sum(unparsed) as unparsed,
  ${TOKENS} as tokens, ${TOKENS} - least(${TOKENS}, ${Z975} * ${TOKENS_SE}) as tokens_low,
  ${TOKENS} + ${Z975} * ${TOKENS_SE} as tokens_high,
  sum(cost) as cost, bool_or(simulated) as simulated`;
