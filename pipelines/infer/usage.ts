// How far a server's count of tokens is believed, and what stands for one that is missing or cannot be true.
import type {ChatRequest, Completion} from "./completion.js";
import {answersOf, promptTokensAtMost, tokensAtMost} from "./limits.js";

/** Most tokens that a request and its answer can have. */
export interface Bounds {
  prompt: number;
  completion: number;
}

/** What a server counted; null where it did not. */
export interface Counts {
  prompt_tokens: number | null;
  completion_tokens: number | null;
}

/** Tables hold the tokens of one answer as 32-bit integers. */
const MOST = 2 ** 31 - 1;

/**
 * A token is at least one byte of what can be seen. What cannot, such as hidden reasoning or a server's own system prompt, ends at the limit
 * of tokens or at the context window.
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

/** A token of English text is about four bytes; used only where nobody else has counted. */
export const estimateTokens = (...texts: string[]): number =>
  Math.ceil(texts.reduce((bytes, text) => bytes + Buffer.byteLength(text), 0) / 4);

/**
 * A completion whose counts can be true. Where a server's cannot, ours stand in their place and its own in `reported`; what was kept under
 * a context window that has been set right since gets the server's counts back.
 */
export function withBelievableUsage(completion: Completion, request: ChatRequest, contextTokens: number): Completion {
  const {text, reasoning, reported, prompt_tokens, completion_tokens} = completion;
  if (!reported && prompt_tokens <= Math.min(contextTokens, MOST) && completion_tokens <= Math.min(contextTokens, MOST))
    return completion; // nearly all: nothing more to be worked out
  const bounds = boundsOf(request, completion, contextTokens);
  const said = reported ?? {prompt_tokens, completion_tokens};
  const prompt = believable(said.prompt_tokens, bounds.prompt);
  const answer = believable(said.completion_tokens, bounds.completion);
  const own = (count: number, bound: number, ...texts: string[]) =>
    believable(count, bound) ?? Math.min(bound, estimateTokens(...texts));
  const {reported: _, ...rest} = completion;
  return {
    ...rest,
    prompt_tokens: prompt ?? own(prompt_tokens, bounds.prompt, ...request.messages.map(({content}) => content)),
    completion_tokens: answer ?? own(completion_tokens, bounds.completion, text, reasoning ?? ""),
    ...(prompt === null || answer === null ? {reported: said} : {})
  };
}

/** The count, or null where there is none or it is beyond what can be. */
export const believable = (count: number | null, most: number): number | null =>
  count !== null && Number.isSafeInteger(count) && count >= 0 && count <= most ? count : null;

/** What a server claims beyond all bounds, in words; null where it claims nothing of the kind. */
export function unbelievable(completion: Completion): string | null {
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
