// The words that pass between the plan, the cache and the endpoint.
import {z} from "zod";
import type {Protocol} from "../book/schemas.js";

export interface Message {
  role: "system" | "user" | "assistant";
  content: string;
}

/** Everything that a response depends on; its canonical JSON is the cache key. Ids, headers and order are not in it. */
export interface ChatRequest {
  /** Normalised base URL, or `reference:<solver version>` for the built-in server. */
  base: string;
  protocol: Protocol;
  /** The name that the endpoint knows the model by. */
  model: string;
  messages: Message[];
  /** Sampling parameters as asked for: max_tokens, temperature, …; absent ones are left out. Where a server refuses one by name, the completion says what was sent. */
  sampling: Record<string, unknown>;
  /** 0 for the first answer to a prompt, 1 for a second independent one, … */
  trial: number;
}

/** What a server answered, in one form for all protocols, streaming or not. */
export const completionSchema = z.object({
  text: z.string(),
  /** Reasoning that came in a field of its own (`reasoning_content`, `thinking`); null where the server has none. */
  reasoning: z.string().nullable(),
  /** `stop`, `length` (token limit), or the server's own word. */
  finish_reason: z.string(),
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  /** US dollars as the server billed them, if it said so. */
  billed: z.number().nullable(),
  /** Milliseconds from send to last byte, and retries before it. Not part of any promise of repeatability. */
  latency_ms: z.number(),
  retries: z.number(),
  /** What the server counted where that is not what stands above, because it counted nothing (null) or more than can be: ours stands there. */
  reported: z.object({prompt_tokens: z.number().nullable(), completion_tokens: z.number().nullable()}).optional(),
  /** Parameters that the server refused by name: the name under which each was sent instead, null where it was left out. */
  adapted: z.record(z.string(), z.string().nullable()).optional(),
  /** Sizes of the reasoning trace (score/compression.ts), kept so that a rerun need not compress a million traces again. */
  trace_bytes: z.number().optional(),
  compressed_bytes: z.number().optional()
});
export type Completion = z.infer<typeof completionSchema>;

/** A completion that was made elsewhere: nobody may have counted its tokens. */
export type ForeignCompletion = Omit<Completion, "prompt_tokens" | "completion_tokens"> & {
  prompt_tokens: number | null;
  completion_tokens: number | null;
};

/** Why a request has no completion. Never cached. */
export class EndpointError extends Error {
  override name = "EndpointError";
  constructor(
    message: string,
    readonly details: {
      /** HTTP status, 0 where no response came. */
      status: number;
      /** May the same request succeed later? */
      retryable: boolean;
      /** No request to this model can succeed (bad key, unknown model): stop asking it. */
      fatal?: boolean;
      /** Milliseconds that the server asked to wait. */
      retryAfterMs?: number;
    }
  ) {
    super(message);
  }
}
