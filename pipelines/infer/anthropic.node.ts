// The wire format of Anthropic's Messages API (https://docs.anthropic.com/en/api/messages).
import {z} from "zod";
import {imageOf} from "../book/image.node.js";
import type {Message} from "./completion.js";
import {amount, type Draft, finishOf, hasUnknownText, NO_REASON, partText, type Wire} from "./wire.js";

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
const block = z
  .object({
    type: z.string(),
    text: z.unknown().optional(),
    thinking: z.string().optional(),
    signature: z.string().optional(),
    data: z.string().optional(),
    id: z.string().optional(),
    name: z.string().optional(),
    input: z.unknown().optional()
  })
  .loose();
const stop_reason = z.string().nullish();

const content = z.union([z.string(), z.array(block)]);

const messageSchema = z.object({content, stop_reason, usage}).loose();

/** https://docs.anthropic.com/en/docs/build-with-claude/streaming; the API asks clients to ignore events of unknown types. */
const messageEventSchema = z
  .object({
    type: z.string(),
    message: z
      .object({content: content.nullish().catch(null), usage})
      .loose()
      .optional(),
    content_block: block.optional(),
    delta: z
      .object({
        text: z.unknown().optional(),
        thinking: z.string().optional(),
        signature: z.string().optional(),
        partial_json: z.string().optional(),
        stop_reason
      })
      .loose()
      .optional(),
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
  body({model, messages, tools}, parameters, stream) {
    const system = messages.filter(({role}) => role === "system").map(({content}) => content);
    return JSON.stringify({
      ...parameters,
      model,
      ...(system.length ? {system: system.join("\n\n")} : {}),
      messages: joined(messages.filter(({role}) => role !== "system")),
      ...(tools ? {tools: tools.map(({name, description, parameters}) => ({name, description, input_schema: parameters}))} : {}),
      ...(stream ? {stream: true} : {})
    });
  },
  read(draft, json) {
    const parsed = messageSchema.safeParse(json);
    if (!parsed.success) return false;
    appendContent(draft, parsed.data.content);
    for (const call of draft.calls) call.arguments ||= "{}";
    count(draft, parsed.data.usage);
    draft.refused = parsed.data.stop_reason === "refusal";
    draft.finish = finishOf(parsed.data.stop_reason ?? NO_REASON);
    draft.done = true;
    return true;
  },
  event(draft, json) {
    const parsed = messageEventSchema.safeParse(json);
    if (!parsed.success) return false;
    const {type, message, content_block, delta, usage} = parsed.data;
    if (type === "message_start") {
      appendContent(draft, message?.content ?? []);
      count(draft, message?.usage);
    }
    if (type === "content_block_start" && content_block) append(draft, content_block);
    if (type === "content_block_delta" && delta) {
      append(draft, {...delta, type: undefined});
      const thought = draft.thinking.at(-1);
      if (thought && "thinking" in thought) {
        thought.thinking += delta.thinking ?? "";
        thought.signature += delta.signature ?? "";
      }
    }
    const call = draft.calls.at(-1);
    if (delta?.partial_json && call) call.arguments += delta.partial_json;
    if (type === "content_block_stop" && call?.arguments === "") call.arguments = "{}";
    if (type === "message_delta") {
      if (delta?.stop_reason) draft.finish = finishOf(delta.stop_reason);
      if (delta?.stop_reason === "refusal") draft.refused = true;
      count(draft, usage);
    }
    if (type === "message_stop") draft.done = true;
    if (!EVENTS.has(type) && hasUnknownText(parsed.data, EVENT_FIELDS)) draft.unread = true;
    return true;
  }
};

const EVENTS = new Set(
  "message_start content_block_start content_block_delta content_block_stop message_delta message_stop ping".split(" ")
);
/** Fields of an event of another type that hold no text. */
const EVENT_FIELDS = new Set(["type", "id", "model"]);
/** Fields of a block that hold no text, apart from those that are read. */
const BLOCK_FIELDS = new Set(
  "type text thinking signature data id name input citations citation caller tool_use_id partial_json stop_reason stop_sequence".split(
    " "
  )
);

function appendContent(draft: Draft, sent: z.infer<typeof content>): void {
  for (const part of typeof sent === "string" ? [{type: "text", text: sent}] : sent) append(draft, part);
}

/** Appends a block of the answer, or a piece of one, which has no type. */
function append(draft: Draft, piece: {[Key in keyof z.infer<typeof block>]?: z.infer<typeof block>[Key] | undefined}): void {
  const {type, text, thinking, signature, data, id, name, input} = piece;
  const read = partText({text});
  if (read) draft.text += read;
  if (read === null && type?.endsWith("_tool_result") !== true && (text != null || hasUnknownText(piece, BLOCK_FIELDS)))
    draft.unread = true;
  if (thinking) draft.reasoning += thinking;
  if (type === "thinking") draft.thinking.push({thinking: thinking ?? "", signature: signature ?? ""});
  if (type === "redacted_thinking" && data) draft.thinking.push({data});
  if (type !== "tool_use") return;
  // A stream begins a call with an empty object and sends its arguments piece by piece.
  const whole = typeof input === "object" && input !== null && Object.keys(input).length > 0;
  draft.calls.push({id: id ?? `call_${draft.calls.length}`, name: name ?? "", arguments: whole ? JSON.stringify(input) : ""});
}

/** Messages in Anthropic's form; results of parallel calls stand in one message of the user. */
function joined(messages: readonly Message[]): object[] {
  const sent: {role: string; content: unknown}[] = [];
  let results: object[] | null = null;
  for (const message of messages) {
    if (message.call === undefined) {
      results = null;
      sent.push({role: message.role, content: contentOf(message)});
      continue;
    }
    if (!results) sent.push({role: "user", content: (results = [])});
    results.push({type: "tool_result", tool_use_id: message.call, content: message.content});
  }
  return sent;
}

function contentOf({content, images, calls, thinking}: Message): unknown {
  if (!images && !calls && !thinking) return content;
  return [
    ...(thinking ?? []).map(block => ({type: "data" in block ? "redacted_thinking" : "thinking", ...block})),
    ...(images ?? []).map(url => {
      const {media, base64} = imageOf(url);
      return {type: "image", source: {type: "base64", media_type: media, data: base64}};
    }),
    ...(content === "" ? [] : [{type: "text", text: content}]),
    ...(calls ?? []).map(({id, name, arguments: given}) => ({type: "tool_use", id, name, input: argumentsOf(given)}))
  ];
}

/** Arguments as an object; malformed ones, which the interface does not take back, stand in one of its fields. */
function argumentsOf(given: string): object {
  try {
    const value: unknown = JSON.parse(given);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {}
  return {malformed: given};
}

/** Counts tokens. Prompt tokens written to or read from the server's prompt cache are reported separately from `input_tokens`. */
function count(draft: Draft, sent: z.infer<typeof usage>): void {
  if (!sent) return;
  const input = amount(sent.input_tokens);
  const read = amount(sent.cache_read_input_tokens);
  if (input !== null) {
    draft.promptTokens = input + (amount(sent.cache_creation_input_tokens) ?? 0) + (read ?? 0);
    draft.cachedPromptTokens = read;
  }
  draft.completionTokens = amount(sent.output_tokens) ?? draft.completionTokens;
}
