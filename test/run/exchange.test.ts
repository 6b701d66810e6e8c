// Tests that are more than one text: images, dialogues with tools, several turns and log-probabilities, against a server of other hands and
// against the built-in one.
import {once} from "node:events";
import type {AddressInfo} from "node:net";
import {LLMock} from "@copilotkit/aimock";
import {describe, expect, onTestFinished, test} from "vitest";
import type {ItemTool} from "../../pipelines/book/banks/parts.node.js";
import type {Model, Sampler, Template} from "../../pipelines/book/types.js";
import type {Test} from "../../pipelines/generate/task.js";
import type {ChatRequest, Completion} from "../../pipelines/infer/completion.js";
import {referenceServer} from "../../pipelines/infer/reference/server.node.js";
import {type Evaluation, requestOf} from "../../pipelines/run/evaluation.js";
import {exchange} from "../../pipelines/run/exchange.js";
import {equalExpressions} from "../../pipelines/run/expressionEngine.js";
import {patternSearch} from "../../pipelines/run/patternSearch.js";
import {scoreTest} from "../../pipelines/score/score.node.js";
import {completion, errorOf, quick} from "../infer/loopback.js";

const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const evaluation = (
  name: string,
  rest: Partial<Model> = {},
  sampling: Record<string, unknown> = {max_tokens: 256}
): Evaluation => ({
  key: {eval_id: "e", model: name, template: "t", sampler: "s"},
  model: {id: name, protocol: "openai", ...rest} as Model,
  template: {id: "t", before: "", after: ""} as Template,
  sampler: {id: "s"} as Sampler,
  sampling,
  base: "http://test/v1",
  simulated: name.startsWith("sim-")
});

const asked = (prompt: string, rest: Partial<Test> = {}): Test => ({
  item_id: "i",
  base_task: "bank",
  params: {},
  generator_version: 1,
  seed: 0,
  index: 0,
  prompt,
  expected: "",
  guess_chance: 0,
  ...rest
});

const weather: ItemTool = {
  name: "get_weather",
  description: "the weather of a city",
  parameters: {type: "object", properties: {city: {type: "string"}}, required: ["city"]},
  results: {'{"city":"Paris"}': "rain", '{"city":"Oslo"}': "snow"},
  otherwise: "unknown city"
};
const time: ItemTool = {
  name: "get_time",
  description: "the time",
  parameters: {type: "object", properties: {}},
  results: {"{}": "12:00"}
};

const scored = (answer: Completion, of: Test, simulated = false) =>
  scoreTest(answer, of, {simulated, effects: {search: patternSearch, equal: equalExpressions}});

describe.each(["openai", "anthropic"] as const)("a server of other hands, protocol %s", protocol => {
  const name = protocol === "openai" ? "gpt-4o" : "claude-sonnet-4-5";
  async function served(prepare: (mock: LLMock) => void) {
    const mock = new LLMock({port: 0});
    prepare(mock);
    await mock.start();
    onTestFinished(async () => {
      await mock.stop();
    });
    return {mock, url: `${mock.url}/v1`};
  }
  const own = evaluation(name, {protocol});

  test.each([false, true])("two tools in parallel, then an answer from their results (stream: %s)", async stream => {
    const {url} = await served(mock => {
      mock.onToolResult("call_b", {content: "Answer: rain at 12:00"});
      mock.onMessage("What is", {
        toolCalls: [
          {name: "get_weather", arguments: '{"city":"Paris"}', id: "call_a"},
          {name: "get_time", arguments: "{}", id: "call_b"}
        ]
      });
    });
    const client = quick({base: url, protocol, stream, retries: 0});
    const requests: ChatRequest[] = [];
    const of = asked("What is the weather in Paris, and the time?", {
      tools: [weather, time],
      expected: "rain at 12:00",
      scorer: {kind: "exact", ignore_case: true}
    });
    const {answered} = await exchange(own, of, 0, async request => {
      requests.push(request);
      return {completion: await client.ask(request), cached: false};
    });
    expect(requests.length).toBe(2);
    expect(requests[1]!.messages.slice(1)).toEqual([
      {
        role: "assistant",
        content: "",
        calls: [
          {id: "call_a", name: "get_weather", arguments: '{"city":"Paris"}'},
          {id: "call_b", name: "get_time", arguments: "{}"}
        ]
      },
      {role: "tool", content: "rain", call: "call_a"},
      {role: "tool", content: "12:00", call: "call_b"}
    ]);
    expect(scored(answered.completion, of)).toMatchObject({status: 1});
  });

  test("an image is shown with its question", async () => {
    const {mock, url} = await served(mock => mock.onMessage("Which colour", {content: "Answer: green"}));
    const client = quick({base: url, protocol, retries: 0});
    const request = requestOf(own, asked("Which colour?", {images: [PIXEL]}));
    expect((await client.ask(request)).text).toBe("Answer: green");
    // The server's journal keeps Anthropic's images out; the length of the body shows that one was sent.
    const {headers} = mock.getLastRequest()!;
    expect(Number(headers["content-length"])).toBeGreaterThan(PIXEL.length);
  });
});

describe("dialogues", () => {
  const replies = (...given: Partial<Completion>[]) => {
    const requests: ChatRequest[] = [];
    return {
      requests,
      ask: (request: ChatRequest) => {
        requests.push(request);
        return {completion: completion({prompt_tokens: 10, completion_tokens: 5, ...given[requests.length - 1]}), cached: true};
      }
    };
  };
  const call = (given: string, name = "get_weather") => ({
    text: "",
    finish_reason: "tool_calls",
    tool_calls: [{id: "1", name, arguments: given}]
  });

  test.each([
    ['{"city": "Par', "error: the arguments of get_weather are not valid JSON"],
    ['{ "city" : "Oslo" }', "snow"],
    ['{"city":"Rome"}', "unknown city"]
  ])("arguments %j stay as they came, and the tool says %j", async (given, result) => {
    const {requests, ask} = replies(call(given), {text: "done"});
    await exchange(evaluation("m"), asked("weather?", {tools: [weather]}), 0, ask);
    expect(requests[1]!.messages.at(-2)!.calls![0]!.arguments).toBe(given);
    expect(requests[1]!.messages.at(-1)!.content).toBe(result);
  });

  test("a tool that does not exist is told as such", async () => {
    const {requests, ask} = replies(call("{}", "get_news"), {text: "done"});
    await exchange(evaluation("m"), asked("?", {tools: [weather]}), 0, ask);
    expect(requests[1]!.messages.at(-1)!.content).toContain('no tool "get_news"; there are get_weather');
  });

  test("a dialogue that never answers ends with its budget, and is wrong rather than without a score", async () => {
    const {requests, ask} = replies(...Array.from({length: 9}, () => call("{}")));
    const of = asked("?", {tools: [weather], max_turns: 3, expected: "x", scorer: {kind: "exact", ignore_case: true}});
    const {answered} = await exchange(evaluation("m"), of, 0, ask);
    expect(requests.length).toBe(3);
    expect(answered.completion).toMatchObject({text: "", finish_reason: "turns", prompt_tokens: 30, completion_tokens: 15});
    expect(scored(answered.completion, of)).toMatchObject({status: 0, parsed: false});
  });

  test("several turns are one sample: the last answer counts, with the tokens of all", async () => {
    const {requests, ask} = replies({text: "7"}, {text: "Answer: 8"});
    const of = asked("Think of 7.", {turns: ["Add one."], expected: "8", scorer: {kind: "number", absolute: 0, relative: 0}});
    const {answered} = await exchange(evaluation("m"), of, 0, ask);
    expect(requests[1]!.messages.map(({role, content}) => [role, content])).toEqual([
      ["user", "Think of 7."],
      ["assistant", "7"],
      ["user", "Add one."]
    ]);
    expect(answered.completion).toMatchObject({completion_tokens: 10});
    expect(scored(answered.completion, of)).toMatchObject({status: 1});
  });
});

describe("the built-in server", () => {
  async function reference() {
    const server = referenceServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    return quick({base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, retries: 0});
  }
  const sim = evaluation("sim-lynx-08");

  test("it says that it cannot where it has no solver, which is neither right nor wrong", async () => {
    const client = await reference();
    const of = asked("Who wrote Hamlet?\n(A) Shakespeare\n(B) Marlowe", {
      expected: "A",
      choices: ["Shakespeare", "Marlowe"],
      scorer: {kind: "choice"}
    });
    const answer = await client.ask(requestOf(sim, of));
    expect(answer.finish_reason).toBe("no_solver");
    expect(scored(answer, of, true)).toMatchObject({unscored: "not_answered"});
    expect(scored(answer, of, false)).toMatchObject({status: 0}); // another server's own word decides nothing
  });

  test.each([false, true])("its planner calls the tools that a question names (stream: %s)", async stream => {
    const server = referenceServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const client = quick({base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, retries: 0, stream});
    const of = asked('What is the weather in "Oslo", and the time?', {
      tools: [weather, time],
      expected: "snow, 12:00",
      scorer: {kind: "exact", ignore_case: true}
    });
    const {answered} = await exchange(sim, of, 0, async request => ({completion: await client.ask(request), cached: false}));
    expect(answered.completion.text).toBe("Answer: snow, 12:00");
    expect(scored(answered.completion, of, true)).toMatchObject({status: 1});
  });

  test("log-probabilities of choices: one request for each, and the ablest models give the whole text more", async () => {
    const client = await reference();
    const of = asked("The capital of France is", {
      expected: "A",
      choices: ["Paris", "London"],
      scorer: {kind: "loglikelihood", normalise: "bytes", right: []}
    });
    const requests: ChatRequest[] = [];
    const {answered} = await exchange(sim, of, 0, async request => {
      requests.push(request);
      return {completion: await client.ask(request), cached: false};
    });
    expect(requests.map(({messages}) => messages[0]!.content)).toEqual([
      "The capital of France is Paris",
      "The capital of France is London"
    ]);
    const verdict = scored(answered.completion, of, true);
    expect(verdict).toMatchObject({answer_rule: "likelihood", measures: {confidence: expect.any(Number)}});
    const total = async (model: string) => {
      const {logprobs} = await client.ask({...requests[0]!, model});
      expect(logprobs!.lengths.reduce((sum, length) => sum + length, 0)).toBeGreaterThanOrEqual(
        requests[0]!.messages[0]!.content.length
      );
      return logprobs!.values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
    };
    expect(await total("sim-lynx-08")).toBeGreaterThan(await total("sim-lynx-01"));
  });

  test("a broken image is refused with one clear line, and others are asked on", async () => {
    const client = await reference();
    const broken = requestOf(sim, asked("?", {images: ["data:image/png;base64,AAAA"]}));
    const error = await errorOf(client.ask(broken));
    expect(error.message).toContain("the bytes are not image/png");
    expect(error.details).toMatchObject({retryable: false, fatal: false});
    expect(await client.ask(requestOf(sim, asked("?", {images: [PIXEL]})))).toMatchObject({finish_reason: "no_solver"});
  });
});
