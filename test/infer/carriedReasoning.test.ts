// Reasoning between calls of tools in OpenAI's wire format: it goes back in the fields in which it came, as DeepSeek, vLLM and OpenRouter ask
// for it, and nowhere else.
import {isDeepStrictEqual} from "node:util";
import {expect, test} from "vitest";
import type {Model, Sampler, Template} from "../../pipelines/book/types.js";
import type {Test} from "../../pipelines/generate/task.js";
import type {ChatRequest, Completion} from "../../pipelines/infer/completion.js";
import {promptTokensAtMost} from "../../pipelines/infer/limits.js";
import {roster} from "../../pipelines/infer/reference/roster.js";
import {requestText} from "../../pipelines/infer/request.node.js";
import type {Evaluation} from "../../pipelines/run/evaluation.js";
import {exchange} from "../../pipelines/run/exchange.js";
import {builtInServer} from "../builtInServer.js";
import {errorOf, json, quick, serve} from "./loopback.js";

const evaluation = (model: string): Evaluation => ({
  key: {eval_id: "e", model, template: "t", sampler: "s"},
  model: {id: model, protocol: "openai"} as Model,
  template: {id: "t", before: "", after: ""} as Template,
  sampler: {id: "s"} as Sampler,
  sampling: {max_tokens: 256},
  base: "http://test/v1",
  simulated: false
});
const tool = {
  name: "get_weather",
  description: "the weather of a city",
  parameters: {type: "object", properties: {city: {type: "string"}}},
  results: {'{"city":"Paris"}': "rain"}
};
const asked: Test = {
  item_id: "i",
  base_task: "bank",
  params: {},
  generator_version: 1,
  seed: 0,
  index: 0,
  prompt: 'What is the weather in "Paris"?',
  expected: "rain",
  guess_chance: 0,
  tools: [tool]
};
const call = {id: "call_1", type: "function", function: {name: "get_weather", arguments: '{"city":"Paris"}'}};

async function dialogue(base: string, {model = "deepseek-reasoner", stream = false, of = asked} = {}) {
  const client = quick({base, stream, retries: 0});
  const requests: ChatRequest[] = [];
  const completions: Completion[] = [];
  const {answered} = await exchange(evaluation(model), of, 0, async request => {
    requests.push(request);
    completions.push(await client.ask(request));
    return {completion: completions.at(-1)!, cached: false};
  });
  return {answered, requests, completions, client};
}

/** Thinks in these fields before a call, refuses a call that comes back without them, and thinks again before its answer. */
const strict = (fields: Record<string, unknown>, pieces: Record<string, unknown>[] = [fields]) =>
  serve((response, {body}) => {
    const {messages, stream} = JSON.parse(body) as {messages: Record<string, unknown>[]; stream?: boolean};
    const [, before] = messages;
    if (before && !isDeepStrictEqual(before, {role: "assistant", content: null, ...fields, tool_calls: [call]}))
      return json(
        response,
        '{"error":{"message":"Missing `reasoning_content` field in the assistant message at message index 1"}}',
        400
      );
    const message = before
      ? {role: "assistant", reasoning_content: "It rains there.", content: "Answer: rain"}
      : {role: "assistant", content: null, ...fields, tool_calls: [call]};
    const finish_reason = before ? "stop" : "tool_calls";
    const usage = {prompt_tokens: 9, completion_tokens: before ? 6 : 12};
    if (!stream) return json(response, JSON.stringify({choices: [{message, finish_reason}], usage}));
    const deltas = before ? [message] : [...pieces, {tool_calls: [{index: 0, ...call}]}];
    const chunks = [
      ...deltas.map(delta => ({choices: [{index: 0, delta}]})),
      {choices: [{index: 0, delta: {}, finish_reason}], usage}
    ];
    response.writeHead(200, {"content-type": "text/event-stream"});
    response.end(`${chunks.map(chunk => `data: ${JSON.stringify(chunk)}\n\n`).join("")}data: [DONE]\n\n`);
  });

const DETAILS = [
  {
    type: "reasoning.text",
    text: "First, the city: Paris 🗼.",
    signature: "c2ln",
    id: null,
    format: "anthropic-claude-v1",
    index: 0
  },
  {type: "reasoning.encrypted", data: "ZW5jcnlwdGVk", id: "rs_1", format: "openai-responses-v1", index: 1}
];
const halves = (text: string) => [text.slice(0, text.length >> 1), text.slice(text.length >> 1)];

test.each([
  ["DeepSeek", {reasoning_content: "The tool knows."}, halves("The tool knows.").map(reasoning_content => ({reasoning_content}))],
  ["vLLM", {reasoning: "The tool knows."}, halves("The tool knows.").map(reasoning => ({reasoning}))],
  [
    "a server that sends both names",
    {reasoning: "The tool knows.", reasoning_content: "The tool knows."},
    halves("The tool knows.").map(text => ({reasoning: text, reasoning_content: text}))
  ],
  [
    "OpenRouter",
    {reasoning: "First, the city: Paris 🗼.", reasoning_details: DETAILS},
    [
      {reasoning: "First, the city: ", reasoning_details: [{...DETAILS[0], text: "First, the city: ", signature: null}]},
      {reasoning: "Paris 🗼.", reasoning_details: [{type: "reasoning.text", text: "Paris 🗼.", index: 0, signature: "c2ln"}]},
      {reasoning_details: [{...DETAILS[1], data: "ZW5j"}]},
      {reasoning_details: [{type: "reasoning.encrypted", data: "cnlwdGVk", index: 1}]}
    ]
  ]
] as [
  string,
  Record<string, unknown>,
  Record<string, unknown>[]
][])("%s gets back the reasoning in front of a call, whole or from a stream, and all reasoning is the sample's", async (_, fields, pieces) => {
  for (const stream of [false, true]) {
    const {base} = await strict(fields, pieces);
    const {answered, requests, client} = await dialogue(base, {stream});
    expect(answered.completion.text).toBe("Answer: rain");
    expect(answered.completion.reasoning).toBe(`${fields.reasoning_content ?? fields.reasoning}\n\nIt rains there.`);
    expect(answered.completion.completion_tokens).toBe(18);
    expect(answered.completion).not.toHaveProperty("carried");
    // It is part of the second request's identity and of its largest cost; the server's word shows that it is needed.
    const second = requests[1]!;
    const bare = {...second, messages: second.messages.map(({carried: _, ...message}) => message)};
    expect(requestText(second)).not.toBe(requestText(bare));
    expect(promptTokensAtMost(second)).toBeGreaterThan(promptTokensAtMost(bare) + 10);
    expect((await errorOf(client.ask(bare))).message).toContain("Missing `reasoning_content` field");
  }
});

test("without tools reasoning is kept as text alone, and is not sent with further turns", async () => {
  const {base} = await serve((response, {body}) => {
    const {messages} = JSON.parse(body) as {messages: object[]};
    if (messages.some(message => "reasoning_content" in message))
      return json(response, '{"error":{"message":"unexpected"}}', 400);
    const message = {role: "assistant", content: "Answer: rain", reasoning_content: `thought ${messages.length}`};
    return json(
      response,
      JSON.stringify({choices: [{message, finish_reason: "stop"}], usage: {prompt_tokens: 1, completion_tokens: 1}})
    );
  });
  const {tools: _, ...plain} = asked;
  const {answered, requests, completions} = await dialogue(base, {of: {...plain, turns: ["Are you sure?"]}});
  expect(requests[1]!.messages[1]).toEqual({role: "assistant", content: "Answer: rain"});
  expect(completions[0]).not.toHaveProperty("carried");
  expect(answered.completion.reasoning).toBe("thought 1\n\nthought 3");
});

test("no key that is thought of is kept, and fields of other forms are passed over", async () => {
  const {base} = await serve((response, {headers}) =>
    json(
      response,
      JSON.stringify({
        choices: [
          {
            message: {
              content: null,
              tool_calls: [call],
              reasoning_content: `the key is ${headers.authorization}`,
              reasoning: 7,
              reasoning_details: ["odd", {type: "reasoning.text", text: `${headers.authorization}`}]
            },
            finish_reason: "tool_calls"
          }
        ],
        usage: {prompt_tokens: 1, completion_tokens: 1}
      })
    )
  );
  const tools = [{name: "get_weather", description: "", parameters: {}}];
  const request: ChatRequest = {
    base: "x",
    protocol: "openai",
    model: "m",
    sampling: {},
    trial: 0,
    tools,
    messages: [{role: "user", content: "?"}]
  };
  const answered = await quick({base, apiKey: "sk-canary-1234567890"}).ask(request);
  expect(Object.keys(answered.carried!)).toEqual(["reasoning_content", "reasoning_details"]);
  expect(answered.carried!.reasoning_details).toHaveLength(1);
  expect(JSON.stringify(answered)).not.toContain("canary");
});

test.each([
  false,
  true
])("the built-in server wants the reasoning of models that have a field for it (stream: %s)", async stream => {
  const base = await builtInServer();
  const sound = ({faculties}: (typeof roster)[number]) => faculties.format_error_probability < 0.05;
  const model = roster.find(each => each.channel === "field" && sound(each))!.id;
  const {answered, requests, client} = await dialogue(base, {model, stream});
  expect(answered.completion).toMatchObject({
    text: "Answer: rain",
    reasoning: "The question may need a tool. There are get_weather."
  });
  const bare = {...requests[1]!, messages: requests[1]!.messages.map(({carried: _, ...message}) => message)};
  expect((await errorOf(client.ask(bare))).message).toContain("missing reasoning_content in the assistant's message 1");
  // Models without such a field need nothing.
  const other = roster.find(each => each.channel === "plain" && sound(each))!.id;
  const plain = await dialogue(base, {model: other, stream});
  expect(plain.answered.completion).toMatchObject({text: "Answer: rain", reasoning: null});
  expect(plain.requests[1]!.messages[1]).not.toHaveProperty("carried");
});
