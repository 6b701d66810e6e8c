// Types and functions that all wire formats share.
import {z} from "zod";
import type {Parameters} from "./adapt.js";
import {type Carried, type ChatRequest, CONTENT_FILTER, isContentFilter, type Thinking, type ToolCall} from "./completion.js";

/** A completion under construction, filled from one JSON body or from the events of a stream. */
export interface Draft {
  text: string;
  reasoning: string;
  /** Finish reason; null until the server has sent one. */
  finish: string | null;
  /** Null where the server does not report usage. */
  promptTokens: number | null;
  /** Those of them that the server's prompt cache held. */
  cachedPromptTokens: number | null;
  completionTokens: number | null;
  /** Reasoning tokens, and prompt and completion tokens together, as the server reports them. */
  reasoningTokens: number | null;
  totalTokens: number | null;
  /** Those reasoning tokens that were added to its completion tokens, since it counts them apart. */
  outsideTokens: number;
  billed: number | null;
  /** Calls of tools so far, arguments as they came; a stream completes them piece by piece. */
  calls: ToolCall[];
  /** Blocks of thinking in the form in which they are sent back; those without a signature cannot be. */
  thinking: Thinking[];
  /** Reasoning in the fields in which it came. */
  carried: Carried;
  /**
   * Log-probabilities of the answer's tokens, or of an echoed prompt's, with the texts of the tokens; of an echoed prompt's also those of
   * the likeliest other tokens of each place, where the server gives them.
   */
  logprobs: {value: number | null; token: string; others?: number[]}[];
  /** Embeddings of the request's messages. */
  vectors: readonly Float32Array[];
  /** Whether the text is a refusal, by the server's word. */
  refused: boolean;
  /** Whether something came that may be text, in fields in which no text is read: then no text is no empty answer. */
  unread: boolean;
  /** Whether a stream has sent anything in the form of an answer, text or not. */
  heard: boolean;
  /** Index of the choice that is read, the smallest so far; null before the first. */
  choice: number | null;
  /** Messages that a stream sends in place of deltas, until its end shows whether each is a piece or all so far. */
  messages: {pieces: Draft; last: Draft; grows: boolean} | null;
  /** Whether a content filter withheld the answer, so that nothing was generated. */
  withheld: boolean;
  /** The model and fingerprint that the server names; null until it has. */
  served: {model: string | null; fingerprint: string | null};
  /** Whether the server has announced the end of the stream. */
  done: boolean;
}

/** A draft before the first byte of a response. */
export const emptyDraft = (): Draft => ({
  text: "",
  reasoning: "",
  finish: null,
  promptTokens: null,
  cachedPromptTokens: null,
  completionTokens: null,
  reasoningTokens: null,
  totalTokens: null,
  outsideTokens: 0,
  billed: null,
  calls: [],
  thinking: [],
  carried: {},
  logprobs: [],
  vectors: [],
  refused: false,
  unread: false,
  heard: false,
  choice: null,
  messages: null,
  withheld: false,
  served: {model: null, fingerprint: null},
  done: false
});

/** A wire format. `read` and `event` return false for JSON that does not follow the format. */
export interface Wire {
  /** The path of requests, given the base URL's path without trailing slashes. */
  path(basePath: string): string;
  headers(apiKey: string | undefined, url: URL): Record<string, string>;
  /** Parameters of the request body by their names in it: those that a server may refuse by name. */
  parameters(sampling: Parameters, stream: boolean): Parameters;
  body(request: ChatRequest, parameters: Parameters, stream: boolean): string;
  /** Fills the draft from a whole response. */
  read(draft: Draft, json: unknown): boolean;
  /** Fills the draft from one event of a stream. */
  event(draft: Draft, json: unknown): boolean;
  /** Completes the draft after the last event of a stream. */
  end?(draft: Draft): void;
}

/** The text of a part of an answer: a string, or fields that hold one, such as `text: {value: "42"}`; null for anything else. */
export function partText(part: unknown): string | null {
  if (typeof part === "string") return part;
  if (typeof part !== "object" || part === null) return null;
  const {text, value} = part as {text?: unknown; value?: unknown};
  if (typeof text === "string") return text;
  return text === undefined || text === null ? (typeof value === "string" ? value : null) : partText(text);
}

/** Names of fields in which servers write text. */
const TEXT_FIELDS = ["text", "content", "value", "parts", "output", "output_text", "answer", "response", "message"];

/** Whether a value may be a text, or holds one in fields that servers use for text. */
const holdsText = (value: unknown, depth = 3): boolean =>
  typeof value === "string"
    ? value !== ""
    : typeof value === "object" && value !== null && depth > 0
      ? Array.isArray(value)
        ? value.some(each => typeof each === "object" && holdsText(each, depth - 1))
        : TEXT_FIELDS.some(name => holdsText((value as Record<string, unknown>)[name], depth - 1))
      : false;

/** Whether an object has text in other fields than those that are known. */
export function hasUnknownText(value: object, knownFields: ReadonlySet<string>): boolean {
  for (const [name, field] of Object.entries(value)) if (!knownFields.has(name) && holdsText(field)) return true;
  return false;
}

/** Whether a draft has no text, although the server sent something that may be one. */
export const isUnread = ({unread, text, reasoning, calls, finish}: Draft): boolean =>
  unread && text === "" && calls.length === 0 && (isOrdinary(finish) || (finish === "length" && reasoning === ""));

const LIMIT_REACHED = /^(length|max_(output_|completion_)?tokens?|model_length|model_context_window_exceeded|token_limit)$/i;
const ENDED = /^(stop|end_turn|stop_sequence|eos(_token)?|completed?|end)$/i;

const BROKEN =
  /error|^(abort(ed)?|cancel(l?ed)?|fail(ed|ure)?|interrupt(ed)?|time_?out|timed_out|unavailable|overloaded|insufficient_system_resource)$/i;

/**
 * Whether a finish reason reports a failure of the server: vLLM's and SGLang's `abort`, OpenRouter's `error`, DeepSeek's
 * `insufficient_system_resource`.
 */
export const isBroken = (finish: string): boolean => BROKEN.test(finish);

/** Finish reason of a whole answer for which the server gave none: its text alone shows whether it was cut. */
export const NO_REASON = "unknown";

/** Whether a finish reason names no limit, filter or fault: the answer ended by itself, or its server gave no reason. */
export const isOrdinary = (finish: string | null): boolean => finish === "stop" || finish === NO_REASON;

/** OpenAI's names for the ends that interfaces share, `stop`, `length` and `content_filter`; other finish reasons are kept. */
export const finishOf = (reason: string): string =>
  LIMIT_REACHED.test(reason) ? "length" : ENDED.test(reason) ? "stop" : isContentFilter(reason) ? CONTENT_FILTER : reason;

/** What a request may need beyond text, as messages name it. */
export type Capability = "images" | "tools" | "log-probabilities";

/** What a request needs beyond text. */
export const needsOf = ({messages, tools, echo}: ChatRequest): Capability[] => [
  ...(messages.some(({images}) => images) ? (["images"] as const) : []),
  ...(tools ? (["tools"] as const) : []),
  ...(echo ? (["log-probabilities"] as const) : [])
];

const namedSchema = z.object({model: z.unknown(), system_fingerprint: z.unknown()}).partial().loose();
/** Where formats name the model: in the body or event itself, in Anthropic's `message`, in the Responses interface's `response`. */
const servedSchema = namedSchema.extend({
  message: namedSchema.nullish().catch(null),
  response: namedSchema.nullish().catch(null)
});

/** Notes which model a body or an event says that answers. */
export function noteServed({served}: Draft, json: unknown): void {
  const parsed = servedSchema.safeParse(json);
  if (!parsed.success) return;
  for (const named of [parsed.data, parsed.data.message, parsed.data.response]) {
    if (typeof named?.model === "string" && named.model !== "") served.model = named.model;
    if (typeof named?.system_fingerprint === "string" && named.system_fingerprint !== "")
      served.fingerprint = named.system_fingerprint;
  }
}

const promptDetailsSchema = z.object({cached_tokens: z.unknown()}).loose();
const completionDetailsSchema = z.object({reasoning_tokens: z.unknown()}).loose();

/** Tokens of a prompt that the server's prompt cache held, of OpenAI's `prompt_tokens_details` or `input_tokens_details`. */
export function cachedIn(details: unknown): number | null {
  const parsed = promptDetailsSchema.safeParse(details);
  return parsed.success ? amount(parsed.data.cached_tokens) : null;
}

/** Reasoning tokens of OpenAI's `completion_tokens_details` or `output_tokens_details`. */
export function reasoningIn(details: unknown): number | null {
  const parsed = completionDetailsSchema.safeParse(details);
  return parsed.success ? amount(parsed.data.reasoning_tokens) : null;
}

/** A token count or cost from a server, or null where the value is not a valid number. */
export const amount = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;
