// The built-in HTTP server of simulated models, with OpenAI's wire format, on a loopback port.
import {createHash} from "node:crypto";
import {createServer, type IncomingMessage, type Server, type ServerResponse} from "node:http";
import {z} from "zod";
import {imageOf, isDrawing} from "../../book/image.node.js";
import {ITEM_HEADER} from "../../generate/itemPlace.node.js";
import {randomOf} from "../../generate/seed.js";
import {UserError} from "../../rows/error.js";
import type {Tool, ToolCall} from "../completion.js";
import {encoded} from "../embeddings.node.js";
import {openMemoryRoom} from "../memoryRoom.js";
import {bodyOf} from "../requestBody.js";
import {type AnswerOf, type BatchSettings, referenceBatches} from "./batches.node.js";
import {type Embedder, embedders} from "./embedding.node.js";
import {type Heard, nextMove} from "./errands/run.js";
import {likeliest, likelihoods} from "./likelihood.node.js";
import {type Limited, limited} from "./limit.js";
import {narratorReply, narrators, type SimulatedNarrator} from "./narrator.node.js";
import {type Reply, reply} from "./reply.node.js";
import {roster, type SimulatedModel} from "./roster.js";
import {questionIn} from "./solve/registry.node.js";
import {
  type Chat,
  chatSchema,
  chunks,
  completionSchema,
  embeddingSchema,
  imagesOf,
  type Sampling,
  textOf,
  tokensOf
} from "./wire.js";

/** Largest request body; a larger one is refused with status 413. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** Largest upload of a batch, as OpenAI takes it. */
const MAX_BATCH_BYTES = 200 * 1024 * 1024;
/** Most bytes of bodies that are held at once; further requests wait unread. */
const HELD_BODY_BYTES = 128 * 1024 * 1024;

/** An HTTP error in OpenAI's form. */
class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly code: string,
    readonly headers: Record<string, string> = {}
  ) {
    super(message);
  }
}

const bodyTooLarge = () => new Refusal(413, `body is larger than ${MAX_BODY_BYTES} bytes`, "body_too_large");

/** @param place the header with the place of the question's item */
type Post = (body: unknown, response: ServerResponse, place?: string) => void | Promise<void>;

/** A server of the given models that is not yet listening. Equal requests get equal bodies. */
export function referenceServer({
  models = roster,
  batches: settings
}: {
  models?: readonly SimulatedModel[];
  batches?: BatchSettings;
} = {}): Server & Pick<ReturnType<typeof referenceBatches>, "batches"> {
  const known = new Map(models.map(model => [model.id, model]));
  const posts = new Map<string, Post>([
    ["/v1/chat/completions", (body, response, place) => chat(known, parsed(chatSchema, body), response, place)],
    ["/v1/completions", (body, response) => completion(known, parsed(completionSchema, body), response)],
    ["/v1/messages", (body, response) => message(parsed(messageSchema, body), response)],
    ["/v1/embeddings", (body, response) => embeddings(parsed(embeddingSchema, body), response)]
  ]);
  const answerTo: AnswerOf = async (path, body) => {
    const post = posts.get(path);
    if (!post) return {status: 404, body: {error: {message: `unknown path ${path}`, type: "invalid_request_error"}}};
    const {response, sent} = captured();
    try {
      await post(body, response);
    } catch (error) {
      refuse(response, error);
    }
    return sent();
  };
  const message = async (body: z.infer<typeof messageSchema>, response: ServerResponse): Promise<void> => {
    const answered = await answerTo("/v1/chat/completions", asChat(body));
    send(response, asMessage(answered.status, answered.body), answered.status);
  };
  const batching = referenceBatches(answerTo, settings);
  const bodies = openMemoryRoom(HELD_BODY_BYTES);
  const server = createServer((request, response) => {
    withRoom(request, () => serve(request, response)).catch(error => refuse(response, error));
  });
  server.keepAliveTimeout = 60_000; // longer than clients keep idle sockets, so that none is closed while a request is sent
  return Object.assign(server, {batches: batching.batches});

  /** Works on a request when there is room for its body; a body without a stated length counts as the largest. */
  async function withRoom({headers}: IncomingMessage, work: () => Promise<void>): Promise<void> {
    const stated = Number(headers["content-length"] ?? (headers["transfer-encoding"] ? MAX_BODY_BYTES : 0));
    const bytes = Math.min(stated, MAX_BODY_BYTES); // more is never read
    await bodies.enter();
    bodies.hold(bytes);
    try {
      await work();
    } finally {
      bodies.release(bytes);
    }
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url!.split("?", 1)[0]!;
    if (batching.isBatchPath(path)) {
      const body = await bodyOf(request, MAX_BATCH_BYTES, bodyTooLarge);
      return batching.serve(request, Buffer.from(body), response);
    }
    const post = posts.get(path);
    if (!post && !/^\/v1\/models(?:\/|$)/.test(path)) throw new Refusal(404, `unknown path ${path}`, "unknown_url");
    const method = post ? "POST" : "GET";
    if (request.method !== method) {
      throw new Refusal(405, `${request.method} is not allowed on ${path}; use ${method}`, "method_not_allowed", {allow: method});
    }
    const place = request.headers[ITEM_HEADER] as string | undefined;
    if (post) return post(json(await bodyOf(request, MAX_BODY_BYTES, bodyTooLarge)), response, place);
    if (path === "/v1/models")
      return send(response, {
        object: "list",
        data: [...models.map(describe), ...[...embedders, ...narrators].map(describeOther)]
      });
    const id = path.slice("/v1/models/".length);
    const other = [...embedders, ...narrators].find(each => each.id === id);
    send(response, other ? describeOther(other) : describe(find(known, id)));
  }
}

function chat(known: ReadonlyMap<string, SimulatedModel>, body: Chat, response: ServerResponse, place?: string): void {
  const last = body.messages.findLastIndex(({role}) => role === "user");
  const prompt = textOf(body.messages[last]?.content);
  const others = body.messages.filter((_, i) => i !== last).map(({role, content}) => `${role}: ${textOf(content)}`);
  const narrator = narrators.find(({id}) => id === body.model);
  if (narrator) {
    const {text, cut} = narratorReply(narrator, prompt, contextOf(others, body.seed));
    const answer = limited({reasoning: null, text, endless: null}, body.max_completion_tokens ?? body.max_tokens);
    return void sendChat(body, {prompt, answer, cut}, response);
  }
  const model = find(known, body.model);
  checkImages(body);
  const results = body.messages.slice(last + 1).filter(({role}) => role === "tool");
  const tools = (body.tools ?? []).map(each => each.function);
  const heard = body.messages
    .slice(last + 1)
    .map(({role, content, tool_call_id}): Heard => ({role, content: textOf(content), call: tool_call_id as string | undefined}));
  const move = tools.length > 0 ? nextMove(model, {prompt, tools, heard, seed: body.seed}) : null;
  const calls = move ? ("calls" in move ? move.calls : []) : results.length === 0 ? callsFor(model, prompt, tools) : [];
  if (model.channel === "field") checkCarried(body.messages, last);
  const planned = model.channel === "field" && tools.length > 0 ? planOfTools(tools) : null;
  const replied: Reply =
    calls.length > 0
      ? {reasoning: planned, text: "", endless: null}
      : move && "text" in move
        ? {reasoning: null, text: move.text, endless: null}
        : results.length > 0
          ? {reasoning: null, text: answerFrom(results.map(({content}) => textOf(content))), endless: null}
          : reply(model, prompt, {context: contextOf(others, body.seed), place});
  const whole = limited(replied, body.max_completion_tokens ?? body.max_tokens);
  const answer = calls.length > 0 ? withCalls(whole, calls) : whole;
  const logprobs = body.logprobs ? {logprobs: {content: likelihoods(model, answer.text, {question: prompt})}} : {};
  sendChat(body, {prompt, answer, calls, logprobs}, response);
}

interface ChatAnswer {
  prompt: string;
  answer: Omit<Limited, "finish_reason"> & {finish_reason: string};
  calls?: readonly ToolCall[];
  logprobs?: object;
  /** Whether the connection breaks half way. */
  cut?: boolean;
}

function sendChat(
  body: Chat,
  {prompt, answer, calls = [], logprobs = {}, cut = false}: ChatAnswer,
  response: ServerResponse
): void {
  const usage = usageOf(
    body.messages.reduce((total, {content}) => total + tokensOf(textOf(content)), 0),
    answer
  );
  const head = {id: `chatcmpl-${idOf(body.model, prompt)}`, created: 0, model: body.model};
  if (body.stream) {
    const event = (delta: object, finish_reason: string | null = null) => ({
      ...head,
      object: "chat.completion.chunk",
      choices: [{index: 0, delta, finish_reason, ...("content" in delta && delta.content === "" ? logprobs : {})}]
    });
    const events = [
      event({role: "assistant", content: ""}),
      ...chunks(answer.reasoning ?? "").map(reasoning_content => event({reasoning_content})),
      ...chunks(answer.text).map(content => event({content})),
      ...calls.flatMap((call, index) => callPieces(call, index).map(piece => event({tool_calls: [piece]}))),
      event({}, answer.finish_reason)
    ];
    if (cut)
      return void breakOff(response, "text/event-stream", events.map(each => `data: ${JSON.stringify(each)}\n\n`).join(""));
    stream(response, body, {...head, object: "chat.completion.chunk", choices: [], usage}, events);
    return;
  }
  const message = {
    role: "assistant",
    content: calls.length > 0 ? null : answer.text,
    ...(calls.length > 0 ? {tool_calls: calls.map(called)} : {}),
    ...(answer.reasoning === null ? {} : {reasoning_content: answer.reasoning})
  };
  const whole = {
    ...head,
    object: "chat.completion",
    choices: [{index: 0, message, finish_reason: answer.finish_reason, ...logprobs}],
    usage
  };
  if (cut) return void breakOff(response, "application/json", JSON.stringify(whole));
  send(response, whole);
}

/** Sends half of a body, then ends the connection. */
function breakOff(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, {"content-type": type});
  response.write(body.slice(0, body.length / 2), () => response.destroy());
}

const called = ({id, name, arguments: given}: ToolCall) => ({id, type: "function", function: {name, arguments: given}});

/** A call in the pieces of a stream: name first, then arguments. */
const callPieces = (call: ToolCall, index: number) => [
  {index, ...called({...call, arguments: ""})},
  {index, function: {arguments: call.arguments}}
];

const withCalls = (answer: Limited, calls: readonly ToolCall[]) => ({
  ...answer,
  finish_reason: "tool_calls",
  completion_tokens: calls.reduce((sum, call) => sum + tokensOf(call.name + call.arguments), answer.reasoning_tokens)
});

/**
 * Refuses calls of tools that come back without the reasoning in front of them, as DeepSeek's interface does, in models that send reasoning in a
 * field of its own.
 */
function checkCarried(messages: Chat["messages"], last: number): void {
  for (const [i, message] of messages.entries()) {
    const {role, tool_calls, reasoning_content} = message as {role: string; tool_calls?: unknown; reasoning_content?: unknown};
    if (i > last && role === "assistant" && tool_calls && (typeof reasoning_content !== "string" || reasoning_content === ""))
      throw new Refusal(400, `missing reasoning_content in the assistant's message ${i}, which calls tools`, "invalid_request");
  }
}

/** Refuses images that are none; drawings come as they are. Simulated models do not see them: they work on the text alone. */
function checkImages({messages}: Chat): void {
  for (const [i, {content}] of messages.entries())
    for (const url of imagesOf(content)) {
      try {
        if (!isDrawing(url)) imageOf(url, `messages.${i}`);
      } catch (error) {
        if (error instanceof UserError) throw new Refusal(400, `invalid image: ${error.message}`, "invalid_image");
        throw error;
      }
    }
}

/** A text completion. Reasoning from a separate channel is put in front of the answer. */
function completion(
  known: ReadonlyMap<string, SimulatedModel>,
  body: z.infer<typeof completionSchema>,
  response: ServerResponse
): void {
  const model = find(known, body.model);
  const prompt = typeof body.prompt === "string" ? body.prompt : body.prompt[0];
  if (body.echo && body.stream) throw new Refusal(400, "echo is not streamed", "invalid_request");
  const whole = reply(model, prompt, {context: contextOf([], body.seed)});
  const text = whole.reasoning === null ? whole.text : `${whole.reasoning}\n${whole.text}`.trimEnd();
  const answer = limited({...whole, reasoning: null, text}, body.max_tokens);
  if (body.echo) {
    echoed(model, prompt, {answer, wanted: body.logprobs ?? null}, response);
    return;
  }
  const head = {id: `cmpl-${idOf(model.id, prompt)}`, object: "text_completion", created: 0, model: model.id};
  const usage = usageOf(tokensOf(prompt), answer);
  const event = (text: string, finish_reason: string | null = null) => ({
    ...head,
    choices: [{index: 0, text, logprobs: null, finish_reason}]
  });
  if (body.stream) {
    const events = chunks(answer.text).map(text => event(text));
    stream(response, body, {...head, choices: [], usage}, [...events, event("", answer.finish_reason)]);
  } else {
    send(response, {...event(answer.text, answer.finish_reason), usage});
  }
}

/** The prompt and its continuation, with log-probabilities if they are wanted; nothing comes before the first token, so it has none. */
function echoed(
  model: SimulatedModel,
  prompt: string,
  {answer, wanted}: {answer: Limited; wanted: number | null},
  response: ServerResponse
): void {
  // A question with its instructions is known as the bare question is, by which a reply knows it too.
  const question = (text: string) => questionIn(text)?.question ?? text;
  const pieces = [...likelihoods(model, prompt, {question}), ...likelihoods(model, answer.text, {question: question(prompt)})];
  let end = 0;
  const offsets = pieces.map(({token}) => {
    end += token.length;
    return end - token.length;
  });
  const logprobs =
    wanted !== null
      ? {
          tokens: pieces.map(({token}) => token),
          token_logprobs: pieces.map(({logprob}, i) => (i === 0 ? null : logprob)),
          // one token of each place is the token itself, of which nothing further is told
          top_logprobs: wanted > 1 ? pieces.map((piece, i) => (i === 0 ? null : likeliest(piece, wanted))) : null,
          text_offset: offsets
        }
      : null;
  send(response, {
    id: `cmpl-${idOf(model.id, prompt)}`,
    object: "text_completion",
    created: 0,
    model: model.id,
    choices: [{index: 0, text: prompt + answer.text, logprobs, finish_reason: answer.finish_reason}],
    usage: usageOf(tokensOf(prompt), answer)
  });
}

async function embeddings(body: z.infer<typeof embeddingSchema>, response: ServerResponse): Promise<void> {
  const model = embedders.find(({id}) => id === body.model);
  if (!model) {
    const known = embedders.map(({id}) => id).join(", ");
    throw new Refusal(404, `${body.model} gives no embeddings; there are ${known}`, "model_not_found");
  }
  const inputs = typeof body.input === "string" ? [body.input] : body.input;
  const write = body.encoding_format === "base64" ? encoded : (vector: number[]) => vector;
  const prompt_tokens = inputs.reduce((total, text) => total + tokensOf(text), 0);
  const vectors = await model.embed(inputs);
  send(response, {
    object: "list",
    model: model.id,
    data: vectors.map((vector, index) => ({object: "embedding", index, embedding: write(vector)})),
    usage: {prompt_tokens, total_tokens: prompt_tokens}
  });
}

function refuse(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy();
  const {status, message, code, headers} =
    error instanceof Refusal ? error : new Refusal(500, `internal error: ${String(error)}`, "internal_error");
  const type = status < 500 ? "invalid_request_error" : "server_error";
  // The rest of a body that was not read completely would be taken for the next request.
  const close: Record<string, string> = status === 413 ? {connection: "close"} : {};
  send(response, {error: {message, type, param: null, code}}, status, {...headers, ...close});
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, "body is no JSON", "invalid_json");
  }
}

function parsed<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const {path, message} = result.error.issues[0]!;
  throw new Refusal(400, `${path.join(".") || "body"}: ${message}`, "invalid_request");
}

function find(known: ReadonlyMap<string, SimulatedModel>, id: string): SimulatedModel {
  const model = known.get(id);
  if (!model) throw new Refusal(404, `unknown model ${id}`, "model_not_found");
  return model;
}

const describe = ({id, family}: SimulatedModel) => ({id, object: "model", created: 0, owned_by: `simulated family ${family}`});

const describeOther = ({id, owned_by}: Embedder | SimulatedNarrator) => ({id, object: "model", created: 0, owned_by});

const contextOf = (others: string[], seed: number | null | undefined) =>
  [...others, ...(seed == null ? [] : [`seed ${seed}`])].join("\n");

/** Id of a response, without clock or counter: equal requests get equal ids. */
const idOf = (model: string, prompt: string) => createHash("sha256").update(`${model}\n${prompt}`).digest("hex").slice(0, 24);

const usageOf = (
  prompt_tokens: number,
  {completion_tokens, reasoning_tokens}: Pick<Limited, "completion_tokens" | "reasoning_tokens">
) => ({
  prompt_tokens,
  completion_tokens,
  total_tokens: prompt_tokens + completion_tokens,
  completion_tokens_details: {reasoning_tokens}
});

// How the built-in server writes its responses: JSON in one piece, or server-sent events.

/** Sends events as chunks of a stream; the last one, with the usage, only where the request asks for it. */
function stream(response: ServerResponse, {stream_options}: Sampling, last: object, events: object[]): void {
  response.writeHead(200, {"content-type": "text/event-stream", "cache-control": "no-cache"});
  for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
  if (stream_options?.include_usage) response.write(`data: ${JSON.stringify(last)}\n\n`);
  response.end("data: [DONE]\n\n");
}

/** Sends a body as JSON. */
function send(response: ServerResponse, body: object, status = 200, headers: Record<string, string> = {}): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {"content-type": "application/json", "content-length": bytes.length, ...headers}).end(bytes);
}

// A response that is kept rather than sent: what the built-in server would answer to a request that stands in a batch or in another form.

/** A response, and what has been written to it. */
function captured(): {response: ServerResponse; sent: () => {status: number; body: unknown}} {
  let [status, text] = [200, ""];
  const kept = {
    headersSent: false,
    writeHead(given: number) {
      status = given;
      kept.headersSent = true;
      return kept;
    },
    write: (part: unknown) => void (text += String(part)),
    end: (part: unknown = "") => void (text += String(part)),
    destroy: () => void (status = 500)
  };
  return {response: kept as unknown as ServerResponse, sent: () => ({status, body: JSON.parse(text)})};
}

// How simulated models call tools: a planner that names no model's behaviour, but speaks the whole protocol. It calls every tool of whose
// name the question holds a word, all at once, with arguments taken from the question in order; then it answers with the results.

/** Shortest word of a tool's name that is looked for in a question. */
const SHORTEST_WORD = 4;

interface Property {
  type?: unknown;
  enum?: unknown;
}

/** The calls that a model makes for a question; none where it names no tool. Some models write malformed arguments as often as answers. */
function callsFor(model: SimulatedModel, question: string, tools: readonly Tool[]): ToolCall[] {
  if (tools.length === 0) return [];
  const words = new Set(question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  const called = tools.filter(({name}) => {
    const parts = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
    return parts.some(part => part.length >= SHORTEST_WORD && words.has(part));
  });
  const found = {
    numbers: (question.match(/-?\d+(?:\.\d+)?/gu) ?? []).map(Number),
    texts: [...question.matchAll(/["“](.*?)["”]|(?<=\S\s)(\p{Lu}[\p{L}-]+)/gu)].map(([, quoted, name]) => quoted ?? name!)
  };
  return called.map((tool, i) => {
    const whole = JSON.stringify(argumentsOf(tool, question, found));
    const random = randomOf(`${model.id} calls ${tool.name} for ${question}`);
    const malformed = random.chance(model.faculties.format_error_probability);
    return {id: `call_${i}`, name: tool.name, arguments: malformed ? whole.slice(0, -1) : whole};
  });
}

function argumentsOf(
  {parameters}: Tool,
  question: string,
  {numbers, texts}: {numbers: number[]; texts: string[]}
): Record<string, unknown> {
  const properties = Object.entries((parameters.properties ?? {}) as Record<string, Property>);
  const given = properties.map(([name, {type, enum: options}]): [string, unknown] => {
    if (Array.isArray(options))
      return [name, options.find(option => question.toLowerCase().includes(String(option).toLowerCase())) ?? options[0]];
    if (type === "number" || type === "integer") return [name, numbers.shift() ?? 0];
    if (type === "boolean") return [name, true];
    return [name, texts.shift() ?? ""];
  });
  return Object.fromEntries(given);
}

/** The answer after the tools have answered. */
const answerFrom = (results: readonly string[]): string => `Answer: ${results.join(", ")}`;

/** What a model thinks before it calls tools. */
const planOfTools = (tools: readonly Tool[]): string =>
  `The question may need a tool. There are ${tools.map(({name}) => name).join(", ")}.`;

// The built-in server's answers in the form of Anthropic's Messages API: the same chat, told in other words.

const part = z.looseObject({type: z.string(), text: z.string().optional()});
const content = z.union([z.string(), z.array(part)]);
const messageSchema = z.looseObject({
  model: z.string().min(1),
  max_tokens: z.int().min(1, "max_tokens is required"),
  system: content.optional(),
  messages: z.array(z.looseObject({role: z.string(), content})).min(1, "messages is empty"),
  stream: z.literal(false, "messages are not streamed here").nullish()
});

const plainText = (given: z.infer<typeof content>): string =>
  typeof given === "string" ? given : given.map(({text = ""}) => text).join("");

/** A request for a message as one for a chat completion. */
function asChat({system, messages, ...rest}: z.infer<typeof messageSchema>): object {
  const told = messages.map(({role, content}) => ({role, content: plainText(content)}));
  return {...rest, messages: system === undefined ? told : [{role: "system", content: plainText(system)}, ...told]};
}

const answeredSchema = z.looseObject({
  id: z.string(),
  model: z.string(),
  choices: z.tuple([
    z.looseObject({
      finish_reason: z.string(),
      message: z.looseObject({content: z.string().nullable(), reasoning_content: z.string().optional()})
    })
  ]),
  usage: z.looseObject({prompt_tokens: z.number(), completion_tokens: z.number()})
});

const REASONS: Readonly<Record<string, string>> = {stop: "end_turn", length: "max_tokens"};

/** A chat completion as a message; an error in Anthropic's form where it is one. */
function asMessage(status: number, body: unknown): object {
  if (status >= 400) {
    const {error} = body as {error: {message: string}};
    return {type: "error", error: {type: status === 404 ? "not_found_error" : "invalid_request_error", message: error.message}};
  }
  const {id, model, choices, usage} = answeredSchema.parse(body);
  const [{finish_reason, message}] = choices;
  return {
    id: id.replace(/^chatcmpl-/, "msg_"),
    type: "message",
    role: "assistant",
    model,
    content: [
      ...(message.reasoning_content === undefined
        ? []
        : [{type: "thinking", thinking: message.reasoning_content, signature: "simulated"}]),
      {type: "text", text: message.content ?? ""}
    ],
    stop_reason: REASONS[finish_reason] ?? finish_reason,
    stop_sequence: null,
    usage: {input_tokens: usage.prompt_tokens, output_tokens: usage.completion_tokens}
  };
}
