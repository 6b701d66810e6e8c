// Stored responses as they would have been under a smaller token limit. Scores are exact, because a response under limit N is the first N
// tokens of the same response under a larger limit wherever sampling does not depend on the limit. Browser-safe.
import type {ForeignCompletion} from "../infer/completion.js";
import {type Status, TRUNCATED} from "./status.js";

/** A sample's status if the limit had been `limit`: samples that needed more tokens are truncated, the others keep their status. */
export const replayStatus = (status: Status, completionTokens: number, limit: number): Status =>
  completionTokens > limit ? TRUNCATED : status;

/**
 * A response as it would have been under a limit of `limit` tokens. Status, tokens and cost are exact. The place where its text would have
 * been cut is estimated from the share of tokens, reasoning first, so the sizes of its trace are estimates. A response within the limit is
 * returned unchanged, and so is one whose tokens are not known.
 */
export function replayCompletion<C extends ForeignCompletion>(completion: C, limit: number): C {
  const {completion_tokens, reasoning, text} = completion;
  if (completion_tokens === null || completion_tokens <= limit) return completion;
  const {trace_bytes: _, compressed_bytes: __, ...rest} = completion;
  const kept = Math.floor(((reasoning?.length ?? 0) + text.length) * (limit / completion_tokens));
  return {
    ...rest,
    reasoning: reasoning === null ? null : beginning(reasoning, kept),
    text: beginning(text, kept - (reasoning?.length ?? 0)),
    finish_reason: "length",
    completion_tokens: limit,
    billed: null
  } as C;
}

/** The first `length` UTF-16 units of a text, without half a character at the end. */
function beginning(text: string, length: number): string {
  const end = Math.max(0, length);
  const half = end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
  return text.slice(0, half ? end - 1 : end);
}

/** Facts about one evaluation's samples that decide how it can be replayed. */
export interface Budgeted {
  /** The token limit of the evaluation; null where there was none or it was not reported. */
  max_tokens: number | null;
  /** Fewest completion tokens of its truncated samples; null without any. */
  shortest_truncated: number | null;
}

/**
 * The largest limit under which an evaluation's samples can be replayed, since the continuation of a truncated response is unknown: its own
 * limit, or without one the fewest tokens of a truncated response; unlimited where nothing was truncated, because every larger limit gives
 * the same responses.
 */
export const replayableTo = ({max_tokens, shortest_truncated}: Budgeted): number =>
  max_tokens ?? shortest_truncated ?? Number.POSITIVE_INFINITY;
