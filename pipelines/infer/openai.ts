// The wire format of OpenAI's chat completions, as its many compatible servers speak it.
import {z} from "zod";
import {messagesText, samplingText} from "./request.js";
import {amount, type Draft, type Wire} from "./wire.js";

// Servers differ in the rarer fields: those are `unknown` here and looked at where they are used, so that none fails the whole answer.
const usage = z
  .object({prompt_tokens: z.unknown(), completion_tokens: z.unknown(), cost: z.unknown()})
  .partial()
  .loose()
  .nullish();
const said = z
  .object({content: z.unknown(), reasoning_content: z.unknown(), reasoning: z.unknown(), refusal: z.unknown()})
  .partial()
  .loose();
const finish_reason = z.string().nullish();
const index = z.number().nullish();

/** https://platform.openai.com/docs/api-reference/chat/object */
export const chatCompletionSchema = z
  .object({choices: z.array(z.object({index, message: said, finish_reason}).loose()).min(1), usage})
  .loose();

/** https://platform.openai.com/docs/api-reference/chat-streaming; a chunk with `usage` has no choices. */
export const chatChunkSchema = z
  .object({choices: z.array(z.object({index, delta: said.nullish(), finish_reason}).loose()).nullish(), usage})
  .loose();

const STREAM = `,"stream":true,"stream_options":{"include_usage":true}`;

export const openai: Wire = {
  path: base => `${base}/chat/completions`,
  headers: (apiKey): Record<string, string> => (apiKey ? {authorization: `Bearer ${apiKey}`} : {}),
  body({model, messages, sampling}, stream) {
    const own = `"model":${JSON.stringify(model)},"messages":${messagesText(messages)}${stream ? STREAM : ""}`;
    const parameters = samplingText(sampling).slice(1, -1);
    return parameters ? `{${parameters},${own}}` : `{${own}}`;
  },
  read(draft, json) {
    const parsed = chatCompletionSchema.safeParse(json);
    if (!parsed.success) return false;
    const choice = parsed.data.choices[0]!;
    hear(draft, choice.message);
    count(draft, parsed.data.usage);
    draft.finish = choice.finish_reason ?? "stop"; // a whole body that gives no reason has ended of itself
    draft.done = true;
    return true;
  },
  event(draft, json) {
    const parsed = chatChunkSchema.safeParse(json);
    if (!parsed.success) return false;
    for (const choice of parsed.data.choices ?? []) {
      if (choice.index) continue; // one answer was asked for
      if (choice.delta) hear(draft, choice.delta);
      if (choice.finish_reason) draft.finish = choice.finish_reason;
    }
    count(draft, parsed.data.usage);
    return true;
  }
};

function hear(draft: Draft, {content, reasoning_content, reasoning, refusal}: z.infer<typeof said>): void {
  if (typeof content === "string") draft.text += content;
  else if (Array.isArray(content)) for (const part of content) hearPart(draft, part);
  if (typeof reasoning_content === "string") draft.reasoning += reasoning_content;
  else if (typeof reasoning === "string") draft.reasoning += reasoning; // some servers send both, equal
  if (!content && typeof refusal === "string") draft.text += refusal;
}

/** One part of a content array: text, or thinking that is a string or parts in its turn. */
function hearPart(draft: Draft, part: unknown): void {
  if (typeof part === "string") draft.text += part;
  if (typeof part !== "object" || part === null) return;
  const {text, thinking} = part as {text?: unknown; thinking?: unknown};
  if (typeof text === "string") draft.text += text;
  if (typeof thinking === "string") draft.reasoning += thinking;
  else if (Array.isArray(thinking))
    for (const thought of thinking) draft.reasoning += typeof thought?.text === "string" ? thought.text : "";
}

function count(draft: Draft, sent: z.infer<typeof usage>): void {
  if (!sent) return;
  draft.promptTokens = amount(sent.prompt_tokens) ?? draft.promptTokens;
  draft.completionTokens = amount(sent.completion_tokens) ?? draft.completionTokens;
  draft.billed = amount(sent.cost) ?? draft.billed;
}
