// How many tokens a request may come to, as its sampling parameters and its text say.
import type {ChatRequest} from "./completion.js";

/** Tokens that a chat template adds: some per message (role, separators), some once (start, tool and date preambles). */
const TOKENS_PER_MESSAGE = 16;
const TOKENS_PER_REQUEST = 64;

/** Upper bound of prompt tokens: a byte-level vocabulary never makes more tokens than there are bytes. */
export const promptTokensAtMost = ({messages}: Pick<ChatRequest, "messages">): number =>
  messages.reduce((sum, {content}) => sum + Buffer.byteLength(content) + TOKENS_PER_MESSAGE, TOKENS_PER_REQUEST);

/** Names of the limit of completion tokens, that which servers heed first in front. */
export const LIMIT_NAMES = ["max_output_tokens", "max_completion_tokens", "max_tokens"] as const;
/** Further names, of servers that speak an interface of their own as well. */
const OTHER_NAMES = ["max_new_tokens", "num_predict", "n_predict"] as const;
/** Parameters that make several answers of one request, of which one comes back or is kept. */
const MULTIPLES = ["n", "best_of"] as const;

type Sampling = Record<string, unknown>;

/** The limit of completion tokens that sampling parameters set; null where they leave it to the model. */
export function tokenLimit(sampling: Sampling): number | null {
  const limit = LIMIT_NAMES.map(name => sampling[name]).find(value => typeof value === "number");
  return (limit as number | undefined) ?? null;
}

/** The largest of all limits that sampling parameters set, since nobody knows which of two a server heeds; null where there is none. */
export function tokensAtMost(sampling: Sampling): number | null {
  const limits = [...LIMIT_NAMES, ...OTHER_NAMES]
    .map(name => sampling[name])
    .filter(value => value !== undefined && value !== null)
    .map(Number);
  if (limits.length === 0 || !limits.every(limit => limit > 0)) return null; // −1 is "no limit" to some servers, 0 to others
  return Math.max(...limits);
}

/** Answers that a server makes, and bills, for one that comes back. */
export const answersOf = (sampling: Sampling): number =>
  Math.max(1, ...MULTIPLES.map(name => Number(sampling[name])).filter(value => value > 0));
