// The wire format of Anthropic's Messages API (https://docs.anthropic.com/en/api/messages).
import {z} from "zod";
import {amount, type Draft, finishOf, type Wire} from "./wire.js";

const VERSION = "2023-06-01";
/** Limit of completion tokens where the sampler sets none, because the API requires one. */
const DEFAULT_MAX_TOKENS = 4096;

const usage = z
  .object({
    input_tokens: z.unknown(),
    output_tokens: z.unknown(),
    cache_creation_input_tokens: z.unknown(),
    cache_read_input_tokens: z.unknown()
  })
  .partial()
  .loose()
  .nullish();
const block = z.object({type: z.string(), text: z.string().optional(), thinking: z.string().optional()}).loose();
const stop_reason = z.string().nullish();

const messageSchema = z.object({content: z.array(block), stop_reason, usage}).loose();

/** https://docs.anthropic.com/en/docs/build-with-claude/streaming; the API asks clients to ignore events of unknown types. */
const messageEventSchema = z
  .object({
    type: z.string(),
    message: z.object({usage}).loose().optional(),
    content_block: block.optional(),
    delta: z.object({text: z.string().optional(), thinking: z.string().optional(), stop_reason}).loose().optional(),
    usage
  })
  .loose();

/** The wire format of the Messages API. */
export const anthropic: Wire = {
  path: base => (base.endsWith("/v1") ? `${base}/messages` : `${base}/v1/messages`),
  headers: apiKey => ({"anthropic-version": VERSION, ...(apiKey ? {"x-api-key": apiKey} : {})}),
  parameters: ({stop, ...rest}) => ({
    max_tokens: DEFAULT_MAX_TOKENS,
    ...(stop === undefined ? {} : {stop_sequences: Array.isArray(stop) ? stop : [stop]}),
    ...rest
  }),
  body({model, messages}, parameters, stream) {
    const system = messages.filter(({role}) => role === "system").map(({content}) => content);
    return JSON.stringify({
      ...parameters,
      model,
      ...(system.length ? {system: system.join("\n\n")} : {}),
      messages: messages.filter(({role}) => role !== "system"),
      ...(stream ? {stream: true} : {})
    });
  },
  read(draft, json) {
    const parsed = messageSchema.safeParse(json);
    if (!parsed.success) return false;
    for (const part of parsed.data.content) append(draft, part);
    count(draft, parsed.data.usage);
    draft.finish = finishOf(parsed.data.stop_reason ?? "end_turn");
    draft.done = true;
    return true;
  },
  event(draft, json) {
    const parsed = messageEventSchema.safeParse(json);
    if (!parsed.success) return false;
    const {type, message, content_block, delta, usage} = parsed.data;
    if (type === "message_start") count(draft, message?.usage);
    if (type === "content_block_start" && content_block) append(draft, content_block);
    if (type === "content_block_delta" && delta) append(draft, delta);
    if (type === "message_delta") {
      if (delta?.stop_reason) draft.finish = finishOf(delta.stop_reason);
      count(draft, usage);
    }
    if (type === "message_stop") draft.done = true;
    return true;
  }
};

function append(draft: Draft, {text, thinking}: {text?: string; thinking?: string}): void {
  if (text) draft.text += text;
  if (thinking) draft.reasoning += thinking;
}

/** Counts tokens. Prompt tokens written to or read from the server's prompt cache are reported separately from `input_tokens`. */
function count(draft: Draft, sent: z.infer<typeof usage>): void {
  if (!sent) return;
  const input = amount(sent.input_tokens);
  if (input !== null)
    draft.promptTokens = input + (amount(sent.cache_creation_input_tokens) ?? 0) + (amount(sent.cache_read_input_tokens) ?? 0);
  draft.completionTokens = amount(sent.output_tokens) ?? draft.completionTokens;
}
