// Raw counters of a point: the truth from which everything derived can be recomputed at any grouping.
import {CORRECT, INCORRECT, type Status, TRUNCATED} from "./status.js";

/** Sums over a set of samples. Field names are those of the `points` table. */
export interface Counters {
  correct: number;
  incorrect: number;
  truncated: number;
  unparsed: number;
  guess_sum: number;
  tokens_prompt: number;
  tokens_completion: number;
  tokens_correct: number;
  tokens_incorrect: number;
  tokens_truncated: number;
  tokens_squared: number;
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

/** The counters of one sample. */
export function countersOf(sample: {
  status: Status;
  parsed: boolean;
  guess_chance: number;
  prompt_tokens: number;
  completion_tokens: number;
  trace_bytes: number;
  compressed_bytes: number;
  cost: number;
}): Counters {
  const counters = {...noCounters};
  counters[COUNT[sample.status]] = 1;
  counters[TOKENS[sample.status]] = sample.completion_tokens;
  if (sample.status !== TRUNCATED) {
    counters.guess_sum = sample.guess_chance;
    counters.unparsed = sample.parsed ? 0 : 1;
  }
  counters.tokens_prompt = sample.prompt_tokens;
  counters.tokens_completion = sample.completion_tokens;
  counters.tokens_squared = sample.completion_tokens ** 2;
  counters.trace_bytes = sample.trace_bytes;
  counters.compressed_bytes = sample.compressed_bytes;
  counters.cost = sample.cost;
  return counters;
}

const KEYS = Object.keys(noCounters) as (keyof Counters)[];

/** The counters of two disjoint sets together. */
export function addCounters(a: Counters, b: Counters): Counters {
  const sum = {...a};
  for (const key of KEYS) sum[key] += b[key];
  return sum;
}
