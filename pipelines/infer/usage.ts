// Checks token counts that servers report, and replaces those that are missing or impossible.
import {estimatedTokens} from "../tokenizer/estimate.js";
import type {Tokenizer} from "../tokenizer/types.js";
import type {ChatRequest, Completion} from "./completion.js";
import {answersOf, promptTokensAtMost, tokensAtMost} from "./limits.js";
import type {Draft} from "./wire.js";

/** Most tokens that a request and its answer can have. */
export interface Bounds {
  prompt: number;
  completion: number;
}

/** Token counts of a server; null where it reported none. */
export interface UsageCounts {
  prompt_tokens: number | null;
  completion_tokens: number | null;
}

/** Largest count: tables hold the tokens of one answer as 32-bit integers. */
const MOST = 2 ** 31 - 1;

/**
 * Upper bounds of a completion's counts. Each token of visible text is at least one byte. Invisible tokens, such as hidden reasoning or a
 * server's own system prompt, are limited by the token limit or the context window.
 */
export function boundsOf(
  request: Pick<ChatRequest, "messages" | "sampling">,
  {text, reasoning}: {text: string; reasoning: string | null},
  contextTokens: number
): Bounds {
  const seen = Buffer.byteLength(text) + Buffer.byteLength(reasoning ?? "");
  return {
    prompt: Math.min(MOST, Math.max(contextTokens, promptTokensAtMost(request))),
    completion: Math.min(MOST, answersOf(request.sampling) * Math.max(contextTokens, tokensAtMost(request.sampling) ?? 0, seen))
  };
}

/** A request whose prompt leaves no room for an answer in the model's context window. It is not sent. */
export class ContextExceeded extends Error {
  override name = "ContextExceeded";
}

/** Estimated tokens of texts at four bytes per token, the average of English; used only where no other count exists. */
export const estimateTokens = (...texts: string[]): number =>
  Math.ceil(texts.reduce((bytes, text) => bytes + Buffer.byteLength(text), 0) / 4);

/**
 * A completion with possible token counts. Where the server's are impossible, estimates replace them and the server's are kept in
 * `reported`; a completion that was stored under a context window that has since been corrected gets the server's counts back.
 */
export function withBoundedUsage(completion: Completion, request: ChatRequest, contextTokens: number): Completion {
  const {text, reasoning, reported, prompt_tokens, completion_tokens} = completion;
  if (!reported && prompt_tokens <= Math.min(contextTokens, MOST) && completion_tokens <= Math.min(contextTokens, MOST))
    return completion; // the usual case: nothing needs to be computed
  const bounds = boundsOf(request, completion, contextTokens);
  const claimed = reported ?? {prompt_tokens, completion_tokens};
  const prompt = believable(claimed.prompt_tokens, bounds.prompt);
  const answer = isUnderstated(completion) ? null : believable(claimed.completion_tokens, bounds.completion);
  const own = (count: number, bound: number, ...texts: string[]) =>
    believable(count, bound) ?? Math.min(bound, estimateTokens(...texts));
  const {reported: _, ...rest} = completion;
  return {
    ...rest,
    prompt_tokens: prompt ?? own(prompt_tokens, bounds.prompt, ...request.messages.map(({content}) => content)),
    completion_tokens: answer ?? own(completion_tokens, bounds.completion, text, reasoning ?? ""),
    ...(prompt === null || answer === null ? {reported: claimed} : {})
  };
}

/**
 * Reasoning tokens that a server counts outside its completion tokens. Its total shows them, up to the total less the prompt; without a
 * total, reasoning that exceeds the completion tokens cannot be part of them.
 */
export function outsideTokens({
  promptTokens: prompt,
  completionTokens: completion,
  reasoningTokens: reasoning,
  totalTokens: total
}: Pick<Draft, "promptTokens" | "completionTokens" | "reasoningTokens" | "totalTokens">): number {
  if (completion === null) return 0;
  if (total !== null && prompt !== null) return Math.max(0, Math.min(total - prompt - completion, reasoning ?? total));
  return reasoning !== null && reasoning > completion ? reasoning : 0;
}

/** The count, or null where there is none or it exceeds `most`. */
export const believable = (count: number | null, most: number): number | null =>
  count !== null && Number.isSafeInteger(count) && count >= 0 && count <= most ? count : null;

/** Bytes of text for one token above which a count is checked by a tokenizer; English has four to five. */
const MANY_BYTES_PER_TOKEN = 6;
/**
 * Least share of a tokenizer's count that a server's own tokenizer may need, and tokens that may be missing. Vocabularies differ more
 * in other scripts, and where nothing but bytes is counted.
 */
const MIN_SHARE = 0.5;
const MIN_SHARE_OTHER = 0.25;
const TOKENS_MISSING = 8;

type Texts = Pick<Completion, "text" | "reasoning">;

/** The visible text of an answer; some servers repeat the reasoning in the text. */
const visibleText = ({text, reasoning}: Texts): string =>
  reasoning === null || text.includes(reasoning) ? text : reasoning + text;

/** Whether a count of completion tokens is so small that the text may refute it. */
export const isSuspicious = (count: number | null, texts: Texts): boolean =>
  count !== null &&
  (count + TOKENS_MISSING) * MANY_BYTES_PER_TOKEN < Buffer.byteLength(texts.text) + Buffer.byteLength(texts.reasoning ?? "");

/**
 * Tokens of an answer's text, where the count that its server reports is below the least that any tokenizer could need; null where the count
 * is possible.
 */
export function refutedUsage(
  count: number | null,
  texts: Texts,
  tokenizer: Pick<Tokenizer, "encode"> | undefined
): number | null {
  if (count === null || !isSuspicious(count, texts)) return null;
  const text = visibleText(texts);
  const tokens = tokenizer ? estimatedTokens(tokenizer, text) : estimateTokens(text);
  const isLatin = tokenizer !== undefined && Buffer.byteLength(text) < 1.1 * text.length;
  return count + TOKENS_MISSING < tokens * (isLatin ? MIN_SHARE : MIN_SHARE_OTHER) ? tokens : null;
}

/** A completion whose count of tokens its text refutes gets that of the tokenizer; the server's is kept in `reported`. */
export function withLeastUsage(completion: Completion, tokenizer: Pick<Tokenizer, "encode">): Completion {
  const {prompt_tokens, completion_tokens, reported} = completion;
  const counted = refutedUsage(completion_tokens, completion, tokenizer);
  return counted === null
    ? completion
    : {...completion, completion_tokens: counted, reported: reported ?? {prompt_tokens, completion_tokens}};
}

/** Whether the server's count of completion tokens was replaced by a larger one. */
export const isUnderstated = ({reported, completion_tokens}: Completion): boolean =>
  !!reported?.completion_tokens && reported.completion_tokens < completion_tokens;

/** A description of a count beyond all bounds; null where there is none. */
export function implausibleUsage(completion: Completion): string | null {
  const {reported, prompt_tokens, completion_tokens, text, reasoning} = completion;
  if (!reported) return null;
  const bytes = Buffer.byteLength(text) + Buffer.byteLength(reasoning ?? "");
  const answerClaim = {
    claimed: reported.completion_tokens,
    counted: completion_tokens,
    what: `completion tokens for an answer of ${n(bytes)} bytes`
  };
  const claims = [answerClaim, {claimed: reported.prompt_tokens, counted: prompt_tokens, what: "prompt tokens"}].filter(
    ({claimed, counted}) => claimed !== null && claimed > counted
  );
  if (isUnderstated(completion)) claims.unshift(answerClaim);
  if (claims.length === 0) return null;
  return claims.map(({claimed, counted, what}) => `${n(claimed!)} ${what}, which count as ${n(counted)}`).join(", and ");
}

const n = (value: number) => value.toLocaleString("en");
