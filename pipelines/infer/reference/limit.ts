// Applies token limits to the replies of simulated models.
import {NO_SOLVER} from "../completion.js";
import type {Reply} from "./reply.node.js";
import {TOKEN_CHARACTERS, tokensOf} from "./wire.js";

/** Most tokens of any reply, however many the request allows: the models' own limit. */
const MODEL_LIMIT = 16_384;
/** Limit where a request states none. */
const DEFAULT_LIMIT = 4096;

export interface Limited {
  reasoning: string | null;
  text: string;
  finish_reason: "stop" | "length" | typeof NO_SOLVER;
  reasoning_tokens: number;
  completion_tokens: number;
}

/** A reply cut at a number of tokens, reasoning included. The result under a smaller limit is a prefix of the result under a larger one. */
export function limited({reasoning, text, endless, unsolved}: Reply, maxTokens: number | null | undefined): Limited {
  const limit = Math.min(maxTokens ?? DEFAULT_LIMIT, MODEL_LIMIT);
  if (endless !== null) {
    const missing = limit * TOKEN_CHARACTERS - (reasoning ?? text).length;
    const circles = missing > 0 ? endless.repeat(Math.ceil(missing / endless.length)) : "";
    if (reasoning === null) text += circles;
    else reasoning += circles;
  }
  const thought = reasoning === null ? null : reasoning.slice(0, limit * TOKEN_CHARACTERS);
  const reasoning_tokens = tokensOf(thought ?? "");
  const shownText = text.slice(0, (limit - reasoning_tokens) * TOKEN_CHARACTERS);
  const truncated = endless !== null || thought?.length !== reasoning?.length || shownText.length < text.length;
  return {
    reasoning: thought,
    text: shownText,
    finish_reason: truncated ? "length" : unsolved ? NO_SOLVER : "stop",
    reasoning_tokens,
    completion_tokens: reasoning_tokens + tokensOf(shownText)
  };
}
