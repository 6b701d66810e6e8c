// Recognises answers that their token limit cut although the server reports that they ended by themselves.
import {BUILT_IN, type ChatRequest, type Completion} from "./completion.js";
import {answersOf, tokensAtMost} from "./limits.js";
import {isOrdinary} from "./wire.js";

/**
 * Limits of so few tokens are set where a letter or a word is wanted: an answer may end by itself at its last token. The longest answers of
 * this kind, a number or a name, have a dozen tokens.
 */
export const SHORT_LIMIT = 16;

/** Whether an answer has exactly as many tokens as its limit, which is not a short one. A larger count shows a server that applies no such limit. */
export const isAtLimit = (tokens: number | null, limit: number | null | undefined): boolean =>
  tokens !== null && typeof limit === "number" && limit > SHORT_LIMIT && tokens === limit;

/**
 * Returns the completion with finish reason `length` where its server reports `stop`, or nothing, but as many tokens as the request allows; the server's
 * reason is then in `reported_finish`. Counts of our own prove nothing, and the built-in models report their ends truly.
 */
export function withLimitReached(
  completion: Completion,
  {base, sampling, echo, embed}: Pick<ChatRequest, "base" | "sampling" | "echo" | "embed">
): Completion {
  const {finish_reason, completion_tokens, outside_tokens = 0, reported} = completion;
  if (!isOrdinary(finish_reason) || echo || embed || base.startsWith(BUILT_IN) || answersOf(sampling) > 1) return completion;
  const limit = tokensAtMost(sampling);
  const counted = reported ? reported.completion_tokens : completion_tokens;
  const isCut = isAtLimit(counted, limit) || (outside_tokens > 0 && isAtLimit(completion_tokens - outside_tokens, limit));
  return isCut ? {...completion, finish_reason: "length", reported_finish: finish_reason} : completion;
}
