// Upper bounds of the tokens of a request, from its sampling parameters and its text.
import type {ChatRequest} from "./completion.js";

/** Tokens that a chat template adds: for each message (role, separators), and for each request (start, tool and date preambles). */
const TOKENS_PER_MESSAGE = 16;
const TOKENS_PER_REQUEST = 64;

/** Most tokens that servers count for one image: those of gpt-4o-mini for the largest one, in tiles. */
const TOKENS_PER_IMAGE = 50_000;

/** Upper bound of prompt tokens: a byte-level vocabulary never yields more tokens than bytes. */
export function promptTokensAtMost({messages, tools}: Pick<ChatRequest, "messages" | "tools">): number {
  let bytes = tools ? Buffer.byteLength(JSON.stringify(tools)) : 0;
  for (const {content, images = [], calls, thinking, carried} of messages)
    bytes +=
      Buffer.byteLength(content) +
      (calls ? Buffer.byteLength(JSON.stringify(calls)) : 0) +
      (thinking ? Buffer.byteLength(JSON.stringify(thinking)) : 0) +
      (carried ? Buffer.byteLength(JSON.stringify(carried)) : 0) +
      images.length * TOKENS_PER_IMAGE +
      TOKENS_PER_MESSAGE;
  return bytes + TOKENS_PER_REQUEST;
}

/** Names of the limit of completion tokens, those that servers give precedence first. */
export const LIMIT_NAMES = ["max_output_tokens", "max_completion_tokens", "max_tokens"] as const;
/** Further names, of servers that also have a native interface. */
const OTHER_NAMES = ["max_new_tokens", "num_predict", "n_predict"] as const;
/** Parameters that make a server generate several answers to one request, of which one is returned or kept. */
const MULTIPLES = ["n", "best_of"] as const;

type Sampling = Record<string, unknown>;

/** The limit of completion tokens in sampling parameters; null where they leave it to the model. */
export function tokenLimit(sampling: Sampling): number | null {
  const limit = LIMIT_NAMES.map(name => sampling[name]).find(value => typeof value === "number");
  return (limit as number | undefined) ?? null;
}

/** The largest of all limits in sampling parameters, since it is unknown which of two a server applies; null where there is none. */
export function tokensAtMost(sampling: Sampling): number | null {
  const limits = [...LIMIT_NAMES, ...OTHER_NAMES]
    .map(name => sampling[name])
    .filter(value => value !== undefined && value !== null)
    .map(Number);
  if (limits.length === 0 || !limits.every(limit => limit > 0)) return null; // some servers take −1 as "no limit", others 0
  return Math.max(...limits);
}

/** Number of answers that a server generates, and bills, for one request. */
export const answersOf = (sampling: Sampling): number =>
  Math.max(1, ...MULTIPLES.map(name => Number(sampling[name])).filter(value => value > 0));

/** Bytes of a token in a stored answer, with escapes; the average of English is four. */
const BYTES_PER_TOKEN = 8;
/** Size of an answer for which room is reserved before any has been seen that is larger. */
const MAX_ANSWER_BYTES = 2 ** 18;

/** Size that an answer may have, bytes, by its limit of tokens or the context window; answers of a size that nobody has seen are capped. */
export const answerBytesAtMost = (sampling: Sampling, contextTokens = Number.POSITIVE_INFINITY): number =>
  Math.min(MAX_ANSWER_BYTES, answersOf(sampling) * (tokensAtMost(sampling) ?? contextTokens) * BYTES_PER_TOKEN);
