// Scores a completion: extracts its answer and compares it with the expected one.
import type {AnswerForm} from "../generate/task.js";
import type {Completion, ForeignCompletion} from "../infer/completion.js";
import {traceSizes} from "./compression.js";
import {type AnswerRule, findAnswer, splitResponse} from "./extract.js";
import {CORRECT, INCORRECT, type Status, TRUNCATED} from "./status.js";

export interface Score {
  status: Status;
  /** Whether an answer of the right kind was found. */
  parsed: boolean;
  /** The answer in canonical spelling; null if none was found. */
  answer: string | null;
  /** The rule by which it was found; null if none was found. */
  answer_rule: AnswerRule | null;
  trace_bytes: number;
  compressed_bytes: number;
}

/** Scores one completion. `expected` is compared in the task's canonical spelling. */
export function scoreCompletion(completion: ForeignCompletion, {expected, form}: {expected: string; form: AnswerForm}): Score {
  const {trace, final} = splitResponse(completion);
  const found = findAnswer(final, form);
  const answer = found?.answer ?? null;
  const status =
    completion.finish_reason === "length"
      ? TRUNCATED
      : answer !== null && answer === (form.normalise(expected) ?? expected)
        ? CORRECT
        : INCORRECT;
  const {trace_bytes, compressed_bytes} = completion;
  const sizes = trace_bytes !== undefined && compressed_bytes !== undefined ? {trace_bytes, compressed_bytes} : traceSizes(trace);
  return {status, parsed: found !== null, answer, answer_rule: found?.rule ?? null, ...sizes};
}

/** A completion together with the sizes of its trace, as the cache keeps it. */
export const withTraceSizes = (completion: Completion): Completion => ({
  ...completion,
  ...traceSizes(splitResponse(completion).trace)
});
