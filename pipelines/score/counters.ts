// Raw counters of a point, from which all derived numbers can be recomputed at any grouping.
import {CORRECT, type Ended, INCORRECT, outcomeOf, type Status, TRUNCATED} from "./status.js";

/**
 * Sums over a set of samples; sums of tokens are null where the tokens of a sample are not known. Field names are those of the `points`
 * table.
 */
export interface Counters {
  correct: number;
  incorrect: number;
  /** Cut answers: by the token limit that ended them, or by the evidence of their text. */
  truncated: number;
  /** Of them, those by evidence alone. */
  cut_by_evidence: number;
  /** Answers of which nothing is known of their end. */
  ended_unknown: number;
  unparsed: number;
  guess_sum: number;
  prompt_tokens: number | null;
  completion_tokens: number | null;
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
  cut_by_evidence: 0,
  ended_unknown: 0,
  unparsed: 0,
  guess_sum: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
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
  /** Absent or null: unknown, as in stores of older versions. */
  ended?: Ended | null | undefined;
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
  addSample(counters, sample, sample);
  return counters;
}

/**
 * Adds a sample to counters in place. A rerun counts every sample, so its facts are taken from the two objects that hold them, and no
 * further one is made.
 */
export function addSample(
  sum: Counters,
  {
    status: scored,
    parsed,
    trace_bytes,
    compressed_bytes
  }: Pick<CountedSample, "status" | "parsed" | "trace_bytes" | "compressed_bytes">,
  {
    ended,
    guess_chance,
    prompt_tokens,
    completion_tokens: tokens,
    cost
  }: Pick<CountedSample, "ended" | "guess_chance" | "prompt_tokens" | "completion_tokens" | "cost">
): void {
  const status = outcomeOf({status: scored, ended});
  if (status !== TRUNCATED && ended !== "known") sum.ended_unknown++;
  if (status === TRUNCATED && ended === "cut") sum.cut_by_evidence++;
  sum[COUNT[status]]++;
  sum[TOKENS[status]] = plus(sum[TOKENS[status]], tokens);
  if (status !== TRUNCATED) {
    sum.guess_sum += guess_chance;
    if (!parsed) sum.unparsed++;
  }
  sum.prompt_tokens = plus(sum.prompt_tokens, prompt_tokens);
  sum.completion_tokens = plus(sum.completion_tokens, tokens);
  sum.tokens_squared = plus(sum.tokens_squared, tokens === null ? null : tokens ** 2);
  sum.trace_bytes += trace_bytes;
  sum.compressed_bytes += compressed_bytes;
  sum.cost += cost;
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
