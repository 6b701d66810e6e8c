// What stored responses would have been under a smaller limit of tokens. Exact for what is scored, because a response under limit N is the
// first N tokens of the same response under a larger limit wherever sampling does not depend on the limit. Browser-safe.
import type {ForeignCompletion} from "../infer/completion.js";
import {type Status, TRUNCATED} from "./status.js";

/** A sample's status had the limit been `limit`: what needed more tokens is truncated, everything else stays. */
export const replayStatus = (status: Status, completionTokens: number, limit: number): Status =>
  completionTokens > limit ? TRUNCATED : status;

/**
 * A response had the limit been `limit` tokens. Status, tokens and cost follow exactly; where its text would have been cut is told by the
 * share of tokens, reasoning first, so sizes of its trace are estimates. One that fits is returned as it is, and so is one whose tokens
 * nobody counted.
 */
export function replayCompletion<C extends ForeignCompletion>(completion: C, limit: number): C {
  const {completion_tokens, reasoning, text} = completion;
  if (completion_tokens === null || completion_tokens <= limit) return completion;
  const {trace_bytes: _, compressed_bytes: __, ...rest} = completion;
  const kept = Math.floor(((reasoning?.length ?? 0) + text.length) * (limit / completion_tokens));
  return {
    ...rest,
    reasoning: reasoning === null ? null : cut(reasoning, kept),
    text: cut(text, kept - (reasoning?.length ?? 0)),
    finish_reason: "length",
    completion_tokens: limit,
    billed: null
  } as C;
}

/** The head of a text, without half a character at its end. */
function cut(text: string, length: number): string {
  const end = Math.max(0, length);
  const half = end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
  return text.slice(0, half ? end - 1 : end);
}

/** What is known of one evaluation's samples before a replay. */
export interface Budgeted {
  /** The limit that it ran under; null where nobody set one or told us. */
  max_tokens: number | null;
  /** Fewest completion tokens of its truncated samples; null without any. */
  shortest_truncated: number | null;
}

/**
 * The largest limit that an evaluation's samples can be replayed under: how a truncated response would have gone on is not known.
 * Without a limit of its own that is what cut them; where nothing was cut, every larger limit gives the same responses.
 */
export const replayableTo = ({max_tokens, shortest_truncated}: Budgeted): number =>
  max_tokens ?? shortest_truncated ?? Number.POSITIVE_INFINITY;
