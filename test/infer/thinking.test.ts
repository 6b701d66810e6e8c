// Blocks of thinking in dialogues with tools, which Anthropic's interface wants back as it sent them: against a server of other hands that
// refuses a dialogue without them, and against one that compares every byte.
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {LLMock} from "@copilotkit/aimock";
import {expect, onTestFinished, test} from "vitest";
import type {Model, Sampler, Template} from "../../pipelines/book/types.js";
import type {Test} from "../../pipelines/generate/task.js";
import {openCache} from "../../pipelines/infer/cache.node.js";
import {complete} from "../../pipelines/infer/complete.node.js";
import type {ChatRequest} from "../../pipelines/infer/completion.js";
import {promptTokensAtMost} from "../../pipelines/infer/limits.js";
import {requestText} from "../../pipelines/infer/request.node.js";
import type {Evaluation} from "../../pipelines/run/evaluation.js";
import {exchange} from "../../pipelines/run/exchange.js";
import {ask, json, quick, serve} from "./loopback.js";

const MODEL = "claude-sonnet-4-5";
const evaluation: Evaluation = {
  key: {eval_id: "e", model: MODEL, template: "t", sampler: "s"},
  model: {id: MODEL, protocol: "anthropic"} as Model,
  template: {id: "t", before: "", after: ""} as Template,
  sampler: {id: "s"} as Sampler,
  sampling: {max_tokens: 2048, thinking: {type: "enabled", budget_tokens: 1024}},
  base: "http://test/v1",
  simulated: false
};
const asked: Test = {
  item_id: "i",
  base_task: "bank",
  params: {},
  generator_version: 1,
  seed: 0,
  index: 0,
  prompt: "What is the weather in Paris?",
  expected: "rain",
  guess_chance: 0,
  tools: [
    {
      name: "get_weather",
      description: "the weather of a city",
      parameters: {type: "object", properties: {city: {type: "string"}}},
      results: {'{"city":"Paris"}': "rain"}
    }
  ]
};
const call = {type: "tool_use", id: "toolu_1", name: "get_weather", input: {city: "Paris"}};

/** The dialogue's last text, each answer through a cache on disk as in a run. */
async function dialogue(base: string, {stream = false, apiKey = ""} = {}): Promise<{text: string; requests: ChatRequest[]}> {
  const folder = mkdtempSync(join(tmpdir(), "reasonbook-thinking-"));
  const cache = openCache(folder);
  onTestFinished(async () => {
    await cache.close();
    rmSync(folder, {recursive: true});
  });
  const endpoint = quick({base, protocol: "anthropic", stream, retries: 0, apiKey});
  const requests: ChatRequest[] = [];
  const put = async () => {
    const {answered} = await exchange(evaluation, asked, 0, async request => {
      requests.push(request);
      return complete(request, {cache, endpoint});
    });
    return answered;
  };
  const first = await put();
  const again = await put(); // the same, read from the cache
  expect(again).toEqual({completion: first.completion, cached: true, requests: {asked: 0, cached: 2}});
  return {text: first.completion.text, requests};
}

test.each([false, true])("a server of other hands takes the dialogue on (stream: %s)", async stream => {
  const mock = new LLMock({port: 0, strict: true});
  mock.onToolResult("toolu_1", {content: "Answer: rain"});
  mock.onMessage("weather", {
    toolCalls: [{name: "get_weather", arguments: '{"city":"Paris"}', id: "toolu_1"}],
    reasoning: "The tool knows the weather.",
    reasoningSignature: "c2lnbmF0dXJlIG9mIHRoZSB0aG91Z2h0"
  } as Parameters<typeof mock.onMessage>[1]);
  await mock.start();
  onTestFinished(async () => {
    await mock.stop();
  });
  expect((await dialogue(`${mock.url}/v1`, {stream})).text).toBe("Answer: rain");

  // Without the thought the same server refuses, so that its word counts for something.
  const {requests} = await dialogue(`${mock.url}/v1`, {stream});
  const thoughtless = requests[1]!.messages.map(({thinking: _, ...message}) => message);
  await expect(
    quick({base: `${mock.url}/v1`, protocol: "anthropic", retries: 0}).ask({...requests[1]!, messages: thoughtless})
  ).rejects.toThrow(/400 .*must begin with a `thinking` block/);
});

const BLOCKS = [
  {type: "thinking", thinking: 'First, the city: "Paris" 🗼.\n', signature: "EqQBCgIYAhIM1gbcDa9GJwZA2b3h+/="},
  {type: "redacted_thinking", data: "EmwKAhgBEgy3va3pzix/LafPsn4aDFIT2Xlxh0L5L8rLVyIw"},
  {type: "thinking", thinking: "Then the tool.", signature: "AbCd=="}
];

/** The events of a stream with these blocks, each text in two pieces. */
const events = (blocks: object[]) =>
  [
    {type: "message_start", message: {usage: {input_tokens: 9, output_tokens: 1}}},
    ...blocks.flatMap((block, index) => {
      const {type, ...rest} = block as {type: string} & Record<string, unknown>;
      const pieces =
        type === "thinking"
          ? [
              ...halves(rest.thinking as string).map(thinking => ({type: "thinking_delta", thinking})),
              {type: "signature_delta", signature: rest.signature}
            ]
          : type === "tool_use"
            ? halves(JSON.stringify(rest.input)).map(partial_json => ({type: "input_json_delta", partial_json}))
            : [];
      const empty =
        type === "thinking" ? {type, thinking: "", signature: ""} : type === "tool_use" ? {...block, input: {}} : block;
      return [
        {type: "content_block_start", index, content_block: empty},
        ...pieces.map(delta => ({type: "content_block_delta", index, delta})),
        {type: "content_block_stop", index}
      ];
    }),
    {type: "message_delta", delta: {stop_reason: "tool_use"}, usage: {output_tokens: 7}},
    {type: "message_stop"}
  ]
    .map(event => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join("");
const halves = (text: string) => [text.slice(0, text.length >> 1), text.slice(text.length >> 1)];

/** Begins with these blocks and a call, and refuses what comes back with others. */
const strict = (blocks: object[], returned: object[] = blocks) =>
  serve((response, {body}) => {
    const {messages, stream} = JSON.parse(body) as {messages: {role: string; content: unknown}[]; stream?: boolean};
    if (messages.length > 1) {
      if (JSON.stringify(messages[1]) !== JSON.stringify({role: "assistant", content: [...returned, call]}))
        return json(response, '{"type":"error","error":{"type":"invalid_request_error","message":"thinking was changed"}}', 400);
      const last = {
        content: [{type: "text", text: "Answer: rain"}],
        stop_reason: "end_turn",
        usage: {input_tokens: 9, output_tokens: 3}
      };
      if (!stream) return json(response, JSON.stringify(last));
      const text = [
        {type: "content_block_start", index: 0, content_block: {type: "text", text: ""}},
        {type: "content_block_delta", index: 0, delta: {type: "text_delta", text: "Answer: rain"}},
        {type: "message_delta", delta: {stop_reason: "end_turn"}, usage: {output_tokens: 3}},
        {type: "message_stop"}
      ];
      response.writeHead(200, {"content-type": "text/event-stream"});
      return response.end(text.map(event => `data: ${JSON.stringify(event)}\n\n`).join(""));
    }
    const content = [...blocks, call];
    if (stream) response.writeHead(200, {"content-type": "text/event-stream"}).end(events(content));
    else json(response, JSON.stringify({content, stop_reason: "tool_use", usage: {input_tokens: 9, output_tokens: 7}}));
  });

test.each([false, true])("blocks come back byte for byte, in order, redacted ones among them (stream: %s)", async stream => {
  const {base} = await strict(BLOCKS);
  const {text, requests} = await dialogue(base, {stream});
  expect(text).toBe("Answer: rain");
  // They are part of the second request's identity and of its largest cost.
  const [, second] = requests;
  const bare = {...second!, messages: second!.messages.map(({thinking: _, ...message}) => message)};
  expect(requestText(second!)).not.toBe(requestText(bare));
  expect(promptTokensAtMost(second!)).toBeGreaterThan(promptTokensAtMost(bare) + 100);
});

test("a block without a signature, as some proxies send it, is not sent back; without blocks a dialogue is what it was", async () => {
  const unsigned = [{type: "thinking", thinking: "hm"}];
  const {base} = await strict(unsigned, []);
  const {text, requests} = await dialogue(base);
  expect(text).toBe("Answer: rain");
  expect(requests[1]!.messages[1]).toEqual({
    role: "assistant",
    content: "",
    calls: [{id: "toolu_1", name: "get_weather", arguments: '{"city":"Paris"}'}]
  });
});

test("an answer without calls keeps no blocks, and no key that is thought of is kept", async () => {
  const {base} = await serve((response, {headers}) =>
    json(
      response,
      JSON.stringify({
        content: [
          {type: "thinking", thinking: `the key is ${headers["x-api-key"]}`, signature: "s"},
          ...(headers.accept ? [call] : [])
        ],
        stop_reason: "tool_use",
        usage: {input_tokens: 9, output_tokens: 7}
      })
    )
  );
  const answered = await quick({base, protocol: "anthropic", apiKey: "sk-ant-canary-1"}).ask(ask("?", {protocol: "anthropic"}));
  expect(answered.thinking).toHaveLength(1);
  expect(JSON.stringify(answered)).not.toContain("canary");
  const plain = await serve(response =>
    json(response, JSON.stringify({content: [...BLOCKS, {type: "text", text: "42"}], stop_reason: "end_turn", usage: {}}))
  );
  const bare = await quick({base: plain.base, protocol: "anthropic"}).ask(ask("?", {protocol: "anthropic"}));
  expect(bare).toMatchObject({text: "42", reasoning: expect.stringContaining("Then the tool.")});
  expect(bare).not.toHaveProperty("thinking");
});
