// The wire format of OpenAI's Responses API (https://platform.openai.com/docs/api-reference/responses).
import {z} from "zod";
import type {Message} from "./completion.js";
import {bearer} from "./openai.node.js";
import {samplingText} from "./request.node.js";
import {amount, cachedIn, type Draft, finishOf, hasUnknownText, partText, reasoningIn, type Wire} from "./wire.js";

const part = z.object({type: z.string(), text: z.unknown(), refusal: z.string()}).partial().loose();
const item = z
  .object({
    type: z.string(),
    content: z.union([z.string(), z.array(part)]).nullish(),
    summary: z.array(part).nullish(),
    call_id: z.unknown().optional(),
    name: z.unknown().optional(),
    arguments: z.unknown().optional()
  })
  .loose();
const usage = z
  .object({
    input_tokens: z.unknown(),
    input_tokens_details: z.unknown(),
    output_tokens: z.unknown(),
    output_tokens_details: z.unknown(),
    total_tokens: z.unknown(),
    cost: z.unknown()
  })
  .partial()
  .loose()
  .nullish();

const responseSchema = z
  .object({
    status: z.unknown(),
    incomplete_details: z.object({reason: z.unknown()}).partial().loose().nullish(),
    output: z.array(item).nullish(),
    usage
  })
  .partial()
  .loose();

/** https://platform.openai.com/docs/api-reference/responses-streaming; events of other types are ignored. */
const responseEventSchema = z
  .object({type: z.string(), delta: z.unknown(), response: z.unknown()})
  .extend({text: z.unknown()})
  .partial({delta: true, response: true, text: true})
  .loose();

const PARAGRAPH = "\n\n";

/** The wire format of the Responses API. */
export const responses: Wire = {
  path: base => `${base}/responses`,
  headers: bearer,
  parameters({max_tokens, max_completion_tokens, reasoning_effort, reasoning, ...rest}) {
    const limit = max_completion_tokens ?? max_tokens;
    const effort = reasoning_effort === undefined ? {} : {effort: reasoning_effort};
    const thought = {...effort, ...(reasoning as object | undefined)};
    return {
      store: false, // not stored by the server, as with chat completions
      ...(limit === undefined ? {} : {max_output_tokens: limit}),
      ...(Object.keys(thought).length > 0 ? {reasoning: thought} : {}),
      ...rest
    };
  },
  body({model, messages, tools}, parameters, stream) {
    const instructions = messages.filter(({role}) => role === "system").map(({content}) => content);
    const own = {
      model,
      ...(instructions.length > 0 ? {instructions: instructions.join(PARAGRAPH)} : {}),
      input: messages.filter(({role}) => role !== "system").flatMap(itemsOf),
      ...(tools ? {tools: tools.map(tool => ({type: "function", ...tool}))} : {}),
      ...(stream ? {stream: true} : {})
    };
    const sent = samplingText(parameters).slice(1, -1);
    return `{${sent && `${sent},`}${JSON.stringify(own).slice(1)}`;
  },
  read(draft, json) {
    const {status, output} = (json ?? {}) as Record<string, unknown>;
    return (status === "completed" || status === "incomplete") && Array.isArray(output) && end(draft, json, status);
  },
  event(draft, json) {
    const parsed = responseEventSchema.safeParse(json);
    if (!parsed.success) return false;
    const {type, delta, response, text} = parsed.data;
    if (type === "response.completed") return end(draft, response, "completed");
    if (type === "response.incomplete") return end(draft, response, "incomplete");
    if (type === "response.reasoning_summary_part.added" && draft.reasoning !== "") draft.reasoning += PARAGRAPH;
    if (type === "response.output_text.done" && typeof text === "string" && !draft.text.endsWith(text)) draft.text += text; // no deltas came
    if (typeof delta !== "string") return true;
    if (type === "response.output_text.delta" || type === "response.refusal.delta") draft.text += delta;
    if (type === "response.reasoning_text.delta" || type === "response.reasoning_summary_text.delta") draft.reasoning += delta;
    return true;
  }
};

/** Reads the whole response, which also ends a stream; where it contains the output, that replaces the pieces received before. */
function end(draft: Draft, json: unknown, status: "completed" | "incomplete"): boolean {
  const parsed = responseSchema.safeParse(json);
  if (!parsed.success) return false;
  const {incomplete_details, output, usage} = parsed.data;
  const whole = {text: "", reasoning: "", calls: [] as Draft["calls"], unread: false};
  for (const each of output ?? []) append(whole, each);
  draft.text = whole.text || draft.text;
  draft.reasoning = whole.reasoning || draft.reasoning;
  draft.calls = whole.calls;
  const hasAnswer = status === "incomplete" || output?.some(({type}) => ITEMS.has(type));
  draft.unread ||= whole.unread || !hasAnswer;
  if (usage) {
    draft.promptTokens = amount(usage.input_tokens) ?? draft.promptTokens;
    draft.cachedPromptTokens = cachedIn(usage.input_tokens_details) ?? draft.cachedPromptTokens;
    draft.completionTokens = amount(usage.output_tokens) ?? draft.completionTokens;
    draft.reasoningTokens = reasoningIn(usage.output_tokens_details) ?? draft.reasoningTokens;
    draft.totalTokens = amount(usage.total_tokens) ?? draft.totalTokens;
    draft.billed = amount(usage.cost) ?? draft.billed;
  }
  const reason = incomplete_details?.reason;
  draft.finish = status === "completed" ? "stop" : typeof reason === "string" ? finishOf(reason) : status;
  draft.done = true;
  return true;
}

/** Items of which an answer consists. */
const ITEMS = new Set(["message", "reasoning", "function_call"]);
/** Fields of a part that hold no text, apart from those that are read. */
const PART_FIELDS = new Set(["type", "text", "refusal", "annotations", "logprobs"]);

/** Appends an output item: a message is the answer; of reasoning there is the text itself (open models) or a summary. */
function append(
  draft: Pick<Draft, "text" | "reasoning" | "calls" | "unread">,
  {type, content, summary, ...call}: z.infer<typeof item>
): void {
  if (type === "function_call")
    draft.calls.push({id: String(call.call_id ?? ""), name: String(call.name ?? ""), arguments: String(call.arguments ?? "")});
  const parts = typeof content === "string" ? [{text: content}] : (content ?? []);
  if (type === "message")
    for (const part of parts) {
      const text = partText(part) ?? part.refusal ?? null;
      draft.text += text ?? "";
      if (text === null && (part.text != null || hasUnknownText(part, PART_FIELDS))) draft.unread = true;
    }
  if (type !== "reasoning") return;
  const thoughts = parts.length > 0 ? parts : (summary ?? []);
  const text = thoughts.map(each => partText(each) ?? "").join(PARAGRAPH);
  draft.reasoning += draft.reasoning && text ? `${PARAGRAPH}${text}` : text;
}

/** The input items of one message: calls and their results are items of their own. */
function itemsOf({role, content, images, calls, call}: Message): object[] {
  if (call !== undefined) return [{type: "function_call_output", call_id: call, output: content}];
  const made = (calls ?? []).map(({id, name, arguments: given}) => ({
    type: "function_call",
    call_id: id,
    name,
    arguments: given
  }));
  if (!images) return calls && content === "" ? made : [{role, content}, ...made];
  const shown = images.map(url => ({type: "input_image", image_url: url}));
  return [{role, content: [...shown, {type: "input_text", text: content}]}, ...made];
}
