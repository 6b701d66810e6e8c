// Raw counters of a point, from which all derived numbers can be recomputed at any grouping.
import {CORRECT, INCORRECT, type Status, TRUNCATED} from "./status.js";

/**
 * Sums over a set of samples; sums of tokens are null where the tokens of a sample are not known. Field names are those of the `points`
 * table.
 */
export interface Counters {
  correct: number;
  incorrect: number;
  truncated: number;
  unparsed: number;
  guess_sum: number;
  tokens_prompt: number | null;
  tokens_completion: number | null;
  tokens_correct: number | null;
  tokens_incorrect: number | null;
  tokens_truncated: number | null;
  tokens_squared: number | null;
  trace_bytes: number;
  compressed_bytes: number;
  cost: number;
}

export const noCounters: Readonly<Counters> = {
  correct: 0,
  incorrect: 0,
  truncated: 0,
  unparsed: 0,
  guess_sum: 0,
  tokens_prompt: 0,
  tokens_completion: 0,
  tokens_correct: 0,
  tokens_incorrect: 0,
  tokens_truncated: 0,
  tokens_squared: 0,
  trace_bytes: 0,
  compressed_bytes: 0,
  cost: 0
};

const TOKENS = {[INCORRECT]: "tokens_incorrect", [CORRECT]: "tokens_correct", [TRUNCATED]: "tokens_truncated"} as const;
const COUNT = {[INCORRECT]: "incorrect", [CORRECT]: "correct", [TRUNCATED]: "truncated"} as const;

/** The fields of a sample that counters are made of, as the `samples` table names them. */
export interface CountedSample {
  status: Status;
  parsed: boolean;
  guess_chance: number;
  prompt_tokens: number | null;
  completion_tokens: number | null;
  trace_bytes: number;
  compressed_bytes: number;
  cost: number;
}

/** The counters of one sample. */
export function countersOf(sample: CountedSample): Counters {
  const counters = {...noCounters};
  counters[COUNT[sample.status]] = 1;
  const {completion_tokens: tokens} = sample;
  counters[TOKENS[sample.status]] = tokens;
  if (sample.status !== TRUNCATED) {
    counters.guess_sum = sample.guess_chance;
    counters.unparsed = sample.parsed ? 0 : 1;
  }
  counters.tokens_prompt = sample.prompt_tokens;
  counters.tokens_completion = tokens;
  counters.tokens_squared = tokens === null ? null : tokens ** 2;
  counters.trace_bytes = sample.trace_bytes;
  counters.compressed_bytes = sample.compressed_bytes;
  counters.cost = sample.cost;
  return counters;
}

const KEYS = Object.keys(noCounters) as (keyof Counters)[];

/** The counters of the union of two disjoint sets of samples. */
export function addCounters(a: Counters, b: Counters): Counters {
  const sum: Record<keyof Counters, number | null> = {...a};
  for (const key of KEYS) sum[key] = plus(a[key], b[key]);
  return sum as Counters;
}

/** The sum of two numbers; null where one of them is not known. */
export const plus = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);
