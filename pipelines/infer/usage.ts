// Checks token counts that servers report, and replaces those that are missing or impossible.
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
  const answer = believable(claimed.completion_tokens, bounds.completion);
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

/** A description of a count beyond all bounds; null where there is none. */
export function implausibleUsage(completion: Completion): string | null {
  const {reported, prompt_tokens, completion_tokens, text, reasoning} = completion;
  if (!reported) return null;
  const bytes = Buffer.byteLength(text) + Buffer.byteLength(reasoning ?? "");
  const claims = [
    {
      claimed: reported.completion_tokens,
      counted: completion_tokens,
      what: `completion tokens for an answer of ${n(bytes)} bytes`
    },
    {claimed: reported.prompt_tokens, counted: prompt_tokens, what: "prompt tokens"}
  ].filter(({claimed, counted}) => claimed !== null && claimed > counted);
  if (claims.length === 0) return null;
  return claims.map(({claimed, counted, what}) => `${n(claimed!)} ${what}, which count as ${n(counted)}`).join(", and ");
}

const n = (value: number) => value.toLocaleString("en");
