// The wire format of OpenAI's chat completions, including the variants of compatible servers.
import {z} from "zod";
import {messagesText, samplingText} from "./request.js";
import {amount, type Draft, finishOf, type Wire} from "./wire.js";

// Servers differ in rarely used fields. Those are `unknown` here and checked where they are used, so that none invalidates the whole
// answer.
const usage = z
  .object({prompt_tokens: z.unknown(), completion_tokens: z.unknown(), cost: z.unknown()})
  .partial()
  .loose()
  .nullish();
const timing = z.object({prompt_n: z.unknown(), cache_n: z.unknown(), predicted_n: z.unknown()}).partial().loose().nullish();
const messageSchema = z
  .object({content: z.unknown(), reasoning_content: z.unknown(), reasoning: z.unknown(), refusal: z.unknown()})
  .partial()
  .loose();
const finish_reason = z.unknown();
const index = z.unknown();

/** https://platform.openai.com/docs/api-reference/chat/object */
const chatCompletionSchema = z
  .object({
    choices: z.array(z.object({message: messageSchema.nullish(), finish_reason}).partial().loose()).min(1),
    usage,
    timings: timing
  })
  .loose();

/** https://platform.openai.com/docs/api-reference/chat-streaming; a chunk with `usage` has no choices. */
const chatChunkSchema = z
  .object({
    choices: z.array(z.object({index, delta: messageSchema.nullish(), finish_reason}).partial().loose()).nullish(),
    usage,
    timings: timing
  })
  .loose();

const AZURE = /\.(openai\.azure|cognitiveservices\.azure|services\.ai\.azure)\.(com|us|cn)$/;

/**
 * The authorisation header. Azure expects its own keys in a separate header; tokens of Entra ID (JSON Web Tokens) go where other servers
 * expect the key.
 */
export function bearer(apiKey: string | undefined, {hostname, pathname}: URL): Record<string, string> {
  if (!apiKey) return {};
  const azure = AZURE.test(hostname) || pathname.includes("/openai/deployments/");
  return azure && !apiKey.startsWith("eyJ") ? {"api-key": apiKey} : {authorization: `Bearer ${apiKey}`};
}

/** The wire format of chat completions. */
export const openai: Wire = {
  path: base => `${base}/chat/completions`,
  headers: bearer,
  parameters: (sampling, stream) => (stream ? {stream_options: {include_usage: true}, ...sampling} : sampling),
  body({model, messages}, parameters, stream) {
    const own = `"model":${JSON.stringify(model)},"messages":${messagesText(messages)}${stream ? `,"stream":true` : ""}`;
    const sent = samplingText(parameters).slice(1, -1);
    return sent ? `{${sent},${own}}` : `{${own}}`;
  },
  read(draft, json) {
    const parsed = chatCompletionSchema.safeParse(json);
    if (!parsed.success) return false;
    const choice = parsed.data.choices[0]!;
    draft.finish = ended(choice.finish_reason) ?? "stop"; // a complete body without a finish reason has ended normally
    // Azure omits the message where its filter stopped it; with another finish reason a message is required
    if (choice.message ? !append(draft, choice.message) : draft.finish === "stop") return false;
    count(draft, parsed.data);
    draft.done = true;
    return true;
  },
  event(draft, json) {
    const parsed = chatChunkSchema.safeParse(json);
    if (!parsed.success) return false;
    for (const choice of parsed.data.choices ?? []) {
      if (choice.index) continue; // only one answer was requested
      if (choice.delta ? !append(draft, choice.delta) : "text" in choice) return false; // `text` belongs to another interface
      draft.finish = ended(choice.finish_reason) ?? draft.finish;
    }
    count(draft, parsed.data);
    return true;
  }
};

const ended = (reason: unknown): string | null => (typeof reason === "string" && reason !== "" ? finishOf(reason) : null);

/**
 * Appends a message or delta to the draft. Returns false where its content has an unknown form (a number, an object), which must not count
 * as an empty answer.
 */
function append(draft: Draft, {content, reasoning_content, reasoning, refusal}: z.infer<typeof messageSchema>): boolean {
  if (typeof content === "string") draft.text += content;
  else if (Array.isArray(content)) {
    if (!content.every(isPart)) return false;
    for (const part of content) appendPart(draft, part);
  } else if (content !== undefined && content !== null) return false;
  if (typeof reasoning_content === "string") draft.reasoning += reasoning_content;
  else if (typeof reasoning === "string") draft.reasoning += reasoning; // some servers send both fields with equal contents
  if (!content && typeof refusal === "string") draft.text += refusal;
  return true;
}

/** Whether a value is a part of a content array; parts of other types (an image, a tool call) are ignored later. */
const isPart = (part: unknown): boolean =>
  typeof part === "string" || (typeof part === "object" && part !== null && ("type" in part || "text" in part));

/** Appends one part of a content array: text, or thinking that is a string or again consists of parts. */
function appendPart(draft: Draft, part: unknown): void {
  if (typeof part === "string") draft.text += part;
  if (typeof part !== "object" || part === null) return;
  const {text, thinking} = part as {text?: unknown; thinking?: unknown};
  if (typeof text === "string") draft.text += text;
  if (typeof thinking === "string") draft.reasoning += thinking;
  else if (Array.isArray(thinking))
    for (const thought of thinking) draft.reasoning += typeof thought?.text === "string" ? thought.text : "";
}

/**
 * Counts tokens. llama.cpp's server reports `timings` even where usage was not requested; prompt tokens from its cache are counted
 * separately there.
 */
function count(draft: Draft, {usage: sent, timings}: {usage?: z.infer<typeof usage>; timings?: z.infer<typeof timing>}): void {
  if (timings && !sent) {
    const evaluated = amount(timings.prompt_n);
    draft.promptTokens ??= evaluated === null ? null : evaluated + (amount(timings.cache_n) ?? 0);
    draft.completionTokens ??= amount(timings.predicted_n);
  }
  if (!sent) return;
  draft.promptTokens = amount(sent.prompt_tokens) ?? draft.promptTokens;
  draft.completionTokens = amount(sent.completion_tokens) ?? draft.completionTokens;
  draft.billed = amount(sent.cost) ?? draft.billed;
}
