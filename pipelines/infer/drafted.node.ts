// Makes a completion of a draft: token counts that a server lacks are counted, and no key that it echoes is kept.

import {promptTokens} from "../tokenizer/prompt.js";
import type {Tokenizer} from "../tokenizer/types.js";
import type {AdaptedRequest} from "./adapt.js";
import {type Carried, type ChatRequest, CONTENT_FILTER, type Completion, type Thinking} from "./completion.js";
import {encoded} from "./embeddings.node.js";
import {type Fault, isFiltered, oneLine} from "./failure.js";
import {answerWithoutKey, type Secrets} from "./redact.js";
import {type Bounds, believable, estimateTokens, isSuspicious, outsideTokens, refutedUsage, type UsageCounts} from "./usage.js";
import {type Draft, emptyDraft, isOrdinary} from "./wire.js";

/** Digits of stored log-probabilities; servers compute them with 32-bit floats or fewer. */
const LOGPROB_DIGITS = 5;
const rounded = (logprob: number): number => Number(logprob.toPrecision(LOGPROB_DIGITS));

/** The draft of an answer that a content filter withheld with an error; the fault itself where it is another one, or the request no chat. */
export const orFiltered = (result: Draft | Fault, {echo, embed}: Pick<ChatRequest, "echo" | "embed">): Draft | Fault =>
  "code" in result && !echo && !embed && isFiltered(result)
    ? {...emptyDraft(), finish: CONTENT_FILTER, withheld: true, done: true}
    : result;

/**
 * Adds reasoning tokens that the server counts outside its completion tokens, then removes token counts that are missing or impossible and
 * returns them; undefined where there are none. A count of 0 counts as missing, but for an answer that was withheld.
 */
export function stripImplausibleUsage(draft: Draft, bounds: Bounds): UsageCounts | undefined {
  if (draft.withheld) {
    draft.completionTokens = 0;
    return {prompt_tokens: null, completion_tokens: 0};
  }
  const whole = (draft.completionTokens ?? 0) + outsideTokens(draft);
  if (believable(whole, bounds.completion) !== null && whole > (draft.completionTokens ?? 0)) {
    draft.outsideTokens = whole - (draft.completionTokens ?? 0);
    draft.completionTokens = whole;
  }
  const counted = {prompt_tokens: draft.promptTokens || null, completion_tokens: draft.completionTokens || null};
  draft.promptTokens = believable(counted.prompt_tokens, bounds.prompt);
  // embeddings complete nothing
  draft.completionTokens = draft.vectors.length > 0 ? 0 : believable(counted.completion_tokens, bounds.completion);
  return draft.promptTokens === null || draft.completionTokens === null ? counted : undefined;
}

/**
 * Counts tokens that the server did not, or fewer than its text has, and returns the server's counts where they were not used. An error in a
 * tokenizer must not lose an answer.
 * @param reported counts that were removed before
 */
export async function countTokens(
  {messages, echo, embed}: ChatRequest,
  draft: Draft,
  {reported, open}: {reported: UsageCounts | undefined; open: (() => Promise<Tokenizer>) | undefined}
): Promise<UsageCounts | undefined> {
  const {text, reasoning, promptTokens: prompt, completionTokens: completion} = draft;
  const isDoubtful = !echo && !embed && !draft.withheld && isSuspicious(completion, {text, reasoning: reasoning || null});
  if (!reported && !isDoubtful) return undefined; // the usual case: nothing needs to be counted
  const tokenizer = await open?.().catch(() => undefined);
  const counted = isDoubtful ? refutedUsage(completion, {text, reasoning: reasoning || null}, tokenizer) : null;
  if (counted !== null) draft.completionTokens = counted;
  else if (!reported) return undefined;
  if (tokenizer) {
    draft.completionTokens ||= tokenizer.encode(text).length + tokenizer.encode(reasoning).length;
    draft.promptTokens ||= promptTokens(tokenizer, messages);
  }
  draft.completionTokens ||= estimateTokens(text, reasoning);
  draft.promptTokens ||= estimateTokens(...messages.map(({content}) => content));
  return reported ?? {prompt_tokens: prompt, completion_tokens: completion};
}

/**
 * Whether an answer is a transient failure: without text, reasoning, calls and reported tokens. Where tokens are reported, the empty answer
 * is the model's own, and it is paid for.
 */
export const isEmptyAnswer = ({text, reasoning, calls, finish, completionTokens}: Draft): boolean =>
  text === "" && reasoning === "" && calls.length === 0 && isOrdinary(finish) && !completionTokens;

/** The completion of a draft whose tokens have been counted. */
export function completionOf(
  {
    text,
    reasoning,
    finish,
    promptTokens,
    cachedPromptTokens,
    completionTokens,
    outsideTokens,
    billed,
    calls,
    thinking,
    carried,
    logprobs,
    vectors,
    refused,
    served
  }: Draft,
  {
    secret,
    latencyMs,
    retry,
    sent,
    reported,
    request
  }: {
    request: Pick<ChatRequest, "model" | "tools">;
    secret: Secrets;
    latencyMs: number;
    retry: number;
    sent: AdaptedRequest;
    reported: UsageCounts | undefined;
  }
): Completion {
  // A server that echoes its request's headers must not write the key into the cache.
  const called = calls.flatMap(({id, name, arguments: given}) => [id, name, given]);
  const [safeReasoning, safeText, ...safeCalls] = answerWithoutKey([reasoning, text, ...called], secret) as [
    string,
    string,
    ...string[]
  ];
  const named = servedName(served, {asked: request.model, secret});
  return {
    text: safeText,
    reasoning: safeReasoning === "" ? null : safeReasoning,
    finish_reason: finish === "stop" ? finish : oneLine(finish ?? "", {secret, longest: 64}),
    prompt_tokens: promptTokens ?? 0,
    completion_tokens: completionTokens ?? 0,
    ...(outsideTokens > 0 && {outside_tokens: outsideTokens}),
    ...(cachedPromptTokens !== null && {cached_prompt_tokens: Math.min(cachedPromptTokens, promptTokens ?? 0)}),
    billed,
    latency_ms: latencyMs,
    retries: retry,
    ...(calls.length > 0
      ? {
          tool_calls: calls.map((_, i) => {
            const [id, name, given] = safeCalls.slice(3 * i, 3 * i + 3) as [string, string, string];
            return {id, name, arguments: given};
          })
        }
      : {}),
    ...(calls.length > 0 && thinking.some(isSigned)
      ? {thinking: thinking.filter(isSigned).map(each => withoutKey(each, secret))}
      : {}),
    ...(request.tools && Object.keys(carried).length > 0 ? {carried: carriedWithoutKey(carried, secret)} : {}),
    ...(logprobs.length > 0
      ? {
          logprobs: {
            values: logprobs.map(({value}) => (value === null ? null : rounded(value))),
            lengths: logprobs.map(({token}) => token.length),
            ...(logprobs.some(({others}) => others) ? {others: logprobs.map(({others = []}) => others.map(rounded))} : {})
          }
        }
      : {}),
    ...(vectors.length > 0 ? {embeddings: vectors.map(encoded)} : {}),
    ...(named !== null ? {served: named} : {}),
    ...(refused ? {refused} : {}),
    ...(reported ? {reported} : {}),
    ...(Object.keys(sent.adapted).length > 0 ? {adapted: sent.adapted} : {})
  };
}

/** Longest name of a model and its fingerprint that is kept, characters. */
const LONGEST_NAME = 128;

/** What a server calls the model that answered, null where it is the name that was asked for and nothing else. */
function servedName({model, fingerprint}: Draft["served"], {asked, secret}: {asked: string; secret: Secrets}): string | null {
  if ((model === null || model === asked) && fingerprint === null) return null;
  return oneLine([model ?? asked, fingerprint].filter(Boolean).join(" "), {secret, longest: LONGEST_NAME}) || null;
}

/** Whether a block of thinking can be sent back. */
const isSigned = (block: Thinking): boolean => "data" in block || block.signature !== "";

/** A block of thinking without the key. */
function withoutKey(block: Thinking, secret: Secrets): Thinking {
  if ("data" in block) return {data: answerWithoutKey([block.data], secret)[0]!};
  const [thinking, signature] = answerWithoutKey([block.thinking, block.signature], secret) as [string, string];
  return {thinking, signature};
}

/** Reasoning without the key, in whatever depth of its fields a server has written it. */
const carriedWithoutKey = (carried: Carried, secret: Secrets): Carried =>
  JSON.parse(JSON.stringify(carried), (_, value: unknown) =>
    typeof value === "string" ? answerWithoutKey([value], secret)[0] : value
  ) as Carried;
