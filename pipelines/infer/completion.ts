// Types of requests, completions and errors that are shared by run, cache and endpoint.
import {z} from "zod";
import type {Protocol} from "../book/schemas.js";
import type {ItemPlace} from "../generate/itemPlace.node.js";

/** How the base of the built-in server begins, whose models are free. */
export const BUILT_IN = "reference:";

/** A call of a tool, with its arguments as the model wrote them, malformed ones included. */
export interface ToolCall {
  id: string;
  name: string;
  arguments: string;
}

/**
 * A block of thinking as Anthropic's interface sent it: with its signature, or redacted (`data`). In a dialogue with tools it has to come back
 * unchanged.
 */
const thinkingSchema = z.union([z.object({thinking: z.string(), signature: z.string()}), z.object({data: z.string()})]);
export type Thinking = z.infer<typeof thinkingSchema>;

/**
 * Reasoning in the fields in which a chat completion had it: DeepSeek's `reasoning_content`, which vLLM and OpenRouter call `reasoning`, and
 * OpenRouter's `reasoning_details`. In a dialogue with tools it goes back under the same names.
 */
const carriedSchema = z.object({
  reasoning_content: z.string().optional(),
  reasoning: z.string().optional(),
  reasoning_details: z.array(z.record(z.string(), z.unknown())).optional()
});
export type Carried = z.infer<typeof carriedSchema>;

export interface Message {
  role: "system" | "user" | "assistant" | "tool";
  content: string;
  /** Images in front of the text, as data URLs that `imageOf` (image.ts) has checked, or drawings, which are sent as PNG. */
  images?: string[];
  /** Calls that the assistant made in this message. */
  calls?: ToolCall[];
  /** Blocks of thinking with which the assistant began this message. */
  thinking?: Thinking[];
  /** Reasoning of an assistant's message in a dialogue with tools, of servers that want it back. */
  carried?: Carried;
  /** Of a tool's message: the id of the call that it answers. */
  call?: string;
}

/** A tool as a model is told of it. */
export interface Tool {
  name: string;
  description: string;
  /** JSON schema of its arguments. */
  parameters: Record<string, unknown>;
}

/** Everything that a response depends on. Its canonical JSON is the cache key; ids, headers and order are not part of it. */
export interface ChatRequest {
  /** Normalised base URL, or `reference:<solver version>` for the built-in server. */
  base: string;
  protocol: Protocol;
  /** The model's name at the endpoint. */
  model: string;
  messages: Message[];
  /**
   * Sampling parameters as configured (max_tokens, temperature, …); absent ones are left out. Where a server refuses one by name, the
   * completion records what was sent instead.
   */
  sampling: Record<string, unknown>;
  /** 0 for the first answer to a prompt, 1 for a second, independent one, … */
  trial: number;
  /** Tools that the model may call; absent where there are none. */
  tools?: Tool[];
  /**
   * Set where no answer is wanted but the log-probabilities of the last message's tokens, by /v1/completions with `echo`. The messages are
   * then the prompt, without a chat template.
   */
  echo?: true;
  /** Set where no answer is wanted but an embedding of each message, by /v1/embeddings. */
  embed?: true;
  /** Of questions that a built-in model is asked: the place of a generated item. It is no part of the key, and no other endpoint is sent it. */
  item?: ItemPlace;
}

/** A server's answer in one form for all protocols, streaming or not. */
export const completionSchema = z.object({
  text: z.string(),
  /** Reasoning from a field of its own (`reasoning_content`, `thinking`); null where the server has none. */
  reasoning: z.string().nullable(),
  /** `stop`, `length` (token limit), `content_filter`, or the server's own value. */
  finish_reason: z.string(),
  /** The server's own finish reason where it was replaced above, because the answer has as many tokens as its limit. */
  reported_finish: z.string().optional(),
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  /** Reasoning tokens that the server counts outside its completion tokens; part of `completion_tokens` above. */
  outside_tokens: z.number().optional(),
  /** Prompt tokens that the server's prompt cache held, part of `prompt_tokens`; absent where it did not say. */
  cached_prompt_tokens: z.number().optional(),
  /** US dollars as billed by the server, where it reports them. */
  billed: z.number().nullable(),
  /** Milliseconds from sending to the last byte, and number of retries before it. These are not reproducible. */
  latency_ms: z.number(),
  retries: z.number(),
  /** Present where it came in a batch, hours after it was asked: its latency is then unknown, and stands as 0. */
  batched: z.literal(true).optional(),
  /** The server's own token counts where they were replaced above, because they were missing (null) or impossible. */
  reported: z.object({prompt_tokens: z.number().nullable(), completion_tokens: z.number().nullable()}).optional(),
  /** Parameters that the server refused by name: the name under which each was sent instead, null where it was left out. */
  adapted: z.record(z.string(), z.string().nullable()).optional(),
  /** Calls of tools, where there are any. */
  tool_calls: z.array(z.object({id: z.string(), name: z.string(), arguments: z.string()})).optional(),
  /** Blocks of thinking in front of these calls, where they have to be sent back. */
  thinking: z.array(thinkingSchema).optional(),
  /** Its reasoning in the fields in which it came, where the request has tools. */
  carried: carriedSchema.optional(),
  /**
   * Natural log-probabilities of the answer's tokens, or of an echoed prompt's, to five digits, with the length of each token's text in
   * characters; null for a first token, which nothing comes before. `others` holds the likeliest other tokens of each place, where they
   * were asked for and given.
   */
  logprobs: z
    .object({
      values: z.array(z.number().nullable()),
      lengths: z.array(z.number()),
      others: z.array(z.array(z.number())).optional()
    })
    .optional(),
  /** Embeddings of the request's messages: little-endian 32-bit floats in base64. */
  embeddings: z.array(z.string()).optional(),
  /** The name under which the server says that it answered, with its fingerprint, where that is more than the name it was asked for. */
  served: z.string().optional(),
  /** Present where the server sent the text as a refusal. */
  refused: z.literal(true).optional(),
  /** Sizes of the reasoning trace (score/compression.node.ts), stored so that a rerun need not compress a million traces again. */
  trace_bytes: z.number().optional(),
  compressed_bytes: z.number().optional()
});
export type Completion = z.infer<typeof completionSchema>;

/** Finish reason with which the built-in server says that a model has no solver for a question. */
export const NO_SOLVER = "no_solver";

/** Finish reason of an answer that a content filter withheld or cut off. */
export const CONTENT_FILTER = "content_filter";
/** Whether a finish reason, or an error code, names a content filter: `content_filter`, `contentFilter`, `content_filter: SAFETY`. */
export const isContentFilter = (reason: string): boolean => /^content[_ -]?filter/i.test(reason);

/** A completion that was made elsewhere, whose tokens may not have been counted. */
export type ForeignCompletion = Omit<Completion, "prompt_tokens" | "completion_tokens"> & {
  prompt_tokens: number | null;
  completion_tokens: number | null;
};

/** Why a request has no completion. It is never cached. */
export class EndpointError extends Error {
  override name = "EndpointError";
  constructor(
    message: string,
    readonly details: {
      /** HTTP status, 0 where no response arrived. */
      status: number;
      /** Whether the same request may succeed later. */
      retryable: boolean;
      /** Whether no request to this model can succeed (wrong key, unknown model), so that no more are sent. */
      fatal?: boolean;
      /** Whether the server says that the prompt does not fit into the model's context window. */
      tooLong?: boolean;
      /** Milliseconds that the server asked the client to wait. */
      retryAfterMs?: number;
    }
  ) {
    super(message);
  }
}
