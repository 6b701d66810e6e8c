// The wire format of OpenAI's chat completions, including the variants of compatible servers.
import {z} from "zod";
import type {Message, Tool} from "./completion.js";
import {messagesText, samplingText} from "./request.node.js";
import {
  amount,
  cachedIn,
  type Draft,
  emptyDraft,
  finishOf,
  hasUnknownText,
  isOrdinary,
  NO_REASON,
  partText,
  reasoningIn,
  type Wire
} from "./wire.js";

// Servers differ in rarely used fields. Those are `unknown` here and checked where they are used, so that none invalidates the whole
// answer.
const usage = z
  .object({
    prompt_tokens: z.unknown(),
    prompt_tokens_details: z.unknown(),
    prompt_cache_hit_tokens: z.unknown(),
    completion_tokens: z.unknown(),
    completion_tokens_details: z.unknown(),
    total_tokens: z.unknown(),
    cost: z.unknown()
  })
  .partial()
  .loose()
  .nullish();
const timing = z.object({prompt_n: z.unknown(), cache_n: z.unknown(), predicted_n: z.unknown()}).partial().loose().nullish();
const messageSchema = z
  .object({
    content: z.unknown(),
    reasoning_content: z.unknown(),
    reasoning: z.unknown(),
    reasoning_details: z.unknown(),
    refusal: z.unknown(),
    tool_calls: z.unknown()
  })
  .partial()
  .loose();
/** A call of a tool, or a piece of one in a stream, where only the first piece has id and name. */
const callSchema = z
  .object({
    index: z.number().nullish(),
    id: z.string().nullish(),
    function: z.object({name: z.string().nullish(), arguments: z.unknown()}).partial().loose()
  })
  .loose();
/** https://platform.openai.com/docs/api-reference/chat/object#chat/object-choices, logprobs */
const logprobsSchema = z.object({content: z.array(z.object({token: z.string(), logprob: z.number()}).loose())}).loose();
const finish_reason = z.unknown();
const index = z.unknown();

/** https://platform.openai.com/docs/api-reference/chat/object */
const chatCompletionSchema = z
  .object({
    choices: z
      .array(z.object({index, message: messageSchema.nullish(), finish_reason, logprobs: z.unknown()}).partial().loose())
      .min(1),
    usage,
    timings: timing
  })
  .loose();

/** https://platform.openai.com/docs/api-reference/chat-streaming; a chunk with `usage` has no choices. */
const chatChunkSchema = z
  .object({
    choices: z
      .array(
        z
          .object({
            index,
            delta: messageSchema.nullish(),
            message: messageSchema.nullish(),
            finish_reason,
            logprobs: z.unknown()
          })
          .partial()
          .loose()
      )
      .nullish(),
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
  body({model, messages, tools}, parameters, stream) {
    const declared = tools ? `,"tools":${JSON.stringify(tools.map(described))}` : "";
    const own = `"model":${JSON.stringify(model)},"messages":${messagesText(messages, written)}${declared}${stream ? `,"stream":true` : ""}`;
    const sent = samplingText(parameters).slice(1, -1);
    return sent ? `{${sent},${own}}` : `{${own}}`;
  },
  read(draft, json) {
    const parsed = chatCompletionSchema.safeParse(json);
    if (!parsed.success) return false;
    const {choices} = parsed.data;
    const choice = choices.reduce((first, each) => (indexOf(each) < indexOf(first) ? each : first)); // only one answer was requested
    draft.finish = ended(choice.finish_reason) ?? NO_REASON;
    // Azure omits the message where its filter stopped it; with another finish reason a message is required
    if (choice.message ? !append(draft, choice.message) : isOrdinary(draft.finish)) return false;
    if (hasUnknownText(choice, CHOICE_FIELDS) || (isOrdinary(draft.finish) && isSilent(choice.message!))) draft.unread = true;
    appendLogprobs(draft, choice.logprobs);
    count(draft, parsed.data);
    draft.done = true;
    return true;
  },
  event(draft, json) {
    const parsed = chatChunkSchema.safeParse(json);
    if (!parsed.success) return false;
    const {choices} = parsed.data;
    for (const choice of choices ?? []) {
      const index = indexOf(choice);
      if (index > (draft.choice ?? index)) continue; // only one answer was requested
      if (index < (draft.choice ?? index)) Object.assign(draft, {...emptyDraft(), served: draft.served});
      draft.choice = index;
      const {delta, message} = choice;
      if (delta || message) draft.heard = true;
      if (delta ? !append(draft, delta, {piecewise: true}) : !message && "text" in choice) return false; // `text` belongs to another interface
      if (message && !isSilent(message) && !appendMessage(draft, message)) return false;
      if (draft.text === "" && hasUnknownText(choice, CHOICE_FIELDS)) draft.unread = true;
      appendLogprobs(draft, choice.logprobs);
      draft.finish = ended(choice.finish_reason) ?? draft.finish;
    }
    // An event without choices counts tokens, or is none of this interface.
    if (!choices && hasUnknownText(parsed.data, EVENT_FIELDS)) draft.unread = true;
    count(draft, parsed.data);
    return true;
  },
  end(draft) {
    const {messages} = draft;
    draft.messages = null;
    if (!draft.heard) draft.unread = true;
    if (!messages || draft.text !== "" || draft.calls.length > 0) return; // deltas came too
    const {text, reasoning, calls, carried, refused, unread} = messages.grows ? messages.last : messages.pieces;
    Object.assign(draft, {text, calls, carried, refused, unread: draft.unread || unread});
    draft.reasoning ||= reasoning || messages.pieces.reasoning;
  }
};

/** Fields of a message that hold no answer, apart from those that are read. */
const MESSAGE_FIELDS = new Set(
  "role content reasoning_content reasoning reasoning_details refusal tool_calls name id type object annotations citations context provider_specific_fields extra_content thinking_blocks prefix error".split(
    " "
  )
);
/** Fields of a choice that hold no answer, apart from its message. */
const CHOICE_FIELDS = new Set(
  "index delta message finish_reason native_finish_reason finish_details stop_reason matched_stop logprobs seed usage content_filter_results content_filter_result content_filter_offsets object id error".split(
    " "
  )
);
/** Fields of a stream's event that hold no answer, apart from its choices. */
const EVENT_FIELDS = new Set(
  "id object model provider type system_fingerprint service_tier created usage timings x_groq citations search_results obfuscation request_id event status prompt_filter_results prompt_annotations nonce error".split(
    " "
  )
);

/** The index of a choice; some servers leave it out, or write it as text. */
const indexOf = ({index}: {index?: unknown}): number => Number(index ?? 0) || 0;

/** Whether a message has none of the fields in which an answer comes. */
const isSilent = ({content, reasoning_content, reasoning, refusal, tool_calls}: z.infer<typeof messageSchema>): boolean =>
  [content, reasoning_content, reasoning, refusal, tool_calls].every(each => each === undefined);

/** Adds a message that a stream sends in place of a delta; some send the whole text so far each time, others pieces. */
function appendMessage(draft: Draft, message: z.infer<typeof messageSchema>): boolean {
  draft.messages ??= {pieces: emptyDraft(), last: emptyDraft(), grows: true};
  const {messages} = draft;
  const before = messages.last;
  messages.last = emptyDraft();
  if (!append(messages.last, message) || !append(messages.pieces, message, {piecewise: true})) return false;
  const isSame = messages.last.text === "" && messages.last.calls.length === 0; // a last message may have a finish reason alone
  messages.grows &&=
    (isSame || messages.last.text.startsWith(before.text)) &&
    (messages.last.reasoning === "" || messages.last.reasoning.startsWith(before.reasoning));
  if (isSame && messages.last.reasoning === "") messages.last = before;
  return true;
}

const described = ({name, description, parameters}: Tool) => ({type: "function", function: {name, description, parameters}});

/** A message with images, calls or a tool's result in the form of chat completions. */
function written({role, content, images, calls, call, carried}: Message): object {
  if (call !== undefined) return {role: "tool", tool_call_id: call, content};
  if (calls)
    return {
      role,
      content: content === "" ? null : content,
      ...carried,
      tool_calls: calls.map(({id, name, arguments: given}) => ({id, type: "function", function: {name, arguments: given}}))
    };
  if (!images) return {role, content, ...carried};
  const shown = images.map(url => ({type: "image_url", image_url: {url}}));
  return {role, content: [...shown, {type: "text", text: content}]};
}

function appendLogprobs(draft: Draft, sent: unknown): void {
  const parsed = logprobsSchema.safeParse(sent);
  if (parsed.success) for (const {token, logprob} of parsed.data.content) draft.logprobs.push({token, value: logprob});
}

/**
 * Adds calls of tools, or pieces of them in a stream. Pieces of one call have one index; servers that send whole calls under one index tell
 * them apart by their ids. Arguments are joined as they come.
 */
function appendCalls({calls}: Draft, sent: unknown, {piecewise}: {piecewise: boolean}): void {
  if (!Array.isArray(sent)) return;
  for (const each of sent) {
    const parsed = callSchema.safeParse(each);
    if (!parsed.success) continue;
    const {index, id, function: called} = parsed.data;
    const begun = piecewise ? (index == null ? (id ? undefined : calls.at(-1)) : calls[index]) : undefined;
    let call = begun && (!id || begun.id === id) ? begun : undefined;
    if (!call) calls.push((call = {id: id || `call_${calls.length}`, name: "", arguments: ""}));
    call.name += called.name ?? "";
    const given = called.arguments ?? "";
    call.arguments += typeof given === "string" ? given : JSON.stringify(given);
  }
}

const ended = (reason: unknown): string | null => (typeof reason === "string" && reason !== "" ? finishOf(reason) : null);

/**
 * Appends a message or delta to the draft. Returns false where its content has an unknown form (a number, an object), which must not count
 * as an empty answer.
 */
function append(draft: Draft, message: z.infer<typeof messageSchema>, {piecewise = false} = {}): boolean {
  const {content, reasoning_content, reasoning, reasoning_details, refusal, tool_calls} = message;
  appendCalls(draft, tool_calls, {piecewise});
  if (typeof content === "string") draft.text += content;
  else if (Array.isArray(content)) {
    if (!content.every(isPart)) return false;
    for (const part of content) appendPart(draft, part);
  } else if (content !== undefined && content !== null) {
    const text = partText(content);
    if (text === null) return false;
    draft.text += text;
  }
  if (draft.text === "" && hasUnknownText(message, MESSAGE_FIELDS)) draft.unread = true;
  if (typeof reasoning_content === "string") draft.reasoning += reasoning_content;
  else if (typeof reasoning === "string") draft.reasoning += reasoning; // some servers send both fields with equal contents
  carry(draft, {reasoning_content, reasoning, reasoning_details});
  if (!content && typeof refusal === "string" && refusal !== "") {
    draft.text += refusal;
    draft.refused = true;
  }
  return true;
}

const detailSchema = z.record(z.string(), z.unknown());
/** Texts of OpenRouter's details of reasoning that a stream sends in pieces. */
const DETAIL_TEXTS = ["text", "summary", "data"] as const;

/** Keeps reasoning in the fields in which it came. Pieces of one detail in a stream have one type and one index. */
function carry(
  {carried}: Draft,
  {reasoning_details, ...fields}: Pick<z.infer<typeof messageSchema>, "reasoning_content" | "reasoning" | "reasoning_details">
): void {
  for (const name of ["reasoning_content", "reasoning"] as const) {
    const text = fields[name];
    if (typeof text === "string" && text !== "") carried[name] = (carried[name] ?? "") + text;
  }
  if (!Array.isArray(reasoning_details)) return;
  for (const each of reasoning_details) {
    const parsed = detailSchema.safeParse(each);
    if (!parsed.success) continue;
    const details = (carried.reasoning_details ??= []);
    const piece = parsed.data;
    const begun = details.at(-1);
    if (!begun || typeof piece.index !== "number" || begun.index !== piece.index || begun.type !== piece.type) {
      details.push({...piece});
      continue;
    }
    for (const [name, value] of Object.entries(piece)) {
      const before = begun[name];
      const joins = DETAIL_TEXTS.some(text => text === name) && typeof before === "string" && typeof value === "string";
      if (value !== null) begun[name] = joins ? before + value : value;
    }
  }
}

/** Whether a value is a part of a content array; parts of other types (an image, a tool call) hold no text. */
const isPart = (part: unknown): boolean =>
  typeof part === "string" || (typeof part === "object" && part !== null && ("type" in part || "text" in part));

/** Fields of a part that hold no text, apart from those that are read. */
const PART_FIELDS = new Set(
  "type text thinking refusal signature id index name image_url source url reference_ids tool_name annotations citations".split(
    " "
  )
);

/** Appends one part of a content array: text, or thinking that is a string or again consists of parts. */
function appendPart(draft: Draft, part: unknown): void {
  const text = partText(part);
  if (text !== null) draft.text += text;
  if (typeof part !== "object" || part === null) return;
  const {thinking, refusal} = part as {thinking?: unknown; refusal?: unknown};
  if (text === null && typeof refusal === "string") {
    draft.text += refusal;
    draft.refused = true;
  }
  if (typeof thinking === "string") draft.reasoning += thinking;
  else if (Array.isArray(thinking)) for (const thought of thinking) draft.reasoning += partText(thought) ?? "";
  if (text === null && (hasUnknownText(part, PART_FIELDS) || holdsUnreadText(part))) draft.unread = true;
}

/** Whether a part's `text` is neither a text nor absent. */
const holdsUnreadText = ({text}: {text?: unknown}): boolean => text !== undefined && text !== null;

/**
 * Counts tokens. llama.cpp's server reports `timings` even where usage was not requested; prompt tokens from its cache are counted
 * separately there.
 */
function count(draft: Draft, {usage: sent, timings}: {usage?: z.infer<typeof usage>; timings?: z.infer<typeof timing>}): void {
  if (timings && !sent) {
    const evaluated = amount(timings.prompt_n);
    draft.promptTokens ??= evaluated === null ? null : evaluated + (amount(timings.cache_n) ?? 0);
    draft.cachedPromptTokens ??= amount(timings.cache_n);
    draft.completionTokens ??= amount(timings.predicted_n);
  }
  if (!sent) return;
  draft.promptTokens = amount(sent.prompt_tokens) ?? draft.promptTokens;
  // DeepSeek's name beside OpenAI's
  draft.cachedPromptTokens =
    cachedIn(sent.prompt_tokens_details) ?? amount(sent.prompt_cache_hit_tokens) ?? draft.cachedPromptTokens;
  draft.completionTokens = amount(sent.completion_tokens) ?? draft.completionTokens;
  draft.reasoningTokens = reasoningIn(sent.completion_tokens_details) ?? draft.reasoningTokens;
  draft.totalTokens = amount(sent.total_tokens) ?? draft.totalTokens;
  draft.billed = amount(sent.cost) ?? draft.billed;
}
