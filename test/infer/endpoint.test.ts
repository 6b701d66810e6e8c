import {readFileSync} from "node:fs";
import {LLMock} from "@copilotkit/aimock";
import {describe, expect, onTestFinished, test} from "vitest";
import {completionSchema} from "../../pipelines/infer/completion.js";
import {normaliseBase} from "../../pipelines/infer/endpoint.node.js";
import {tokenizer} from "../../pipelines/tokenizer/tokenizer.node.js";
import {ask, chat, errorOf, json, quick, serve} from "./loopback.js";

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url));

/** Serves a recorded body, in pieces of so many bytes. */
const replay = (name: string, {pieces = Number.POSITIVE_INFINITY} = {}) =>
  serve(async response => {
    const body = fixture(name);
    response.writeHead(200, {"content-type": name.endsWith(".sse") ? "text/event-stream" : "application/json"});
    for (let at = 0; at < body.length; at += pieces) {
      response.write(body.subarray(at, at + pieces));
      if (pieces < body.length) await new Promise(setImmediate);
    }
    response.end();
  });

test.each([
  ["http://localhost:8000/v1", "http://localhost:8000/v1"],
  ["http://LOCALHOST:8000/v1/", "http://localhost:8000/v1"],
  ["https://api.example.com:443/v1/chat/completions", "https://api.example.com/v1"],
  ["https://api.example.com/v1/chat/completions/", "https://api.example.com/v1"],
  ["https://api.example.com", "https://api.example.com"],
  ["https://api.example.com/v1/messages", "https://api.example.com/v1"],
  ["https://a.example/deployments/x/?api-version=1", "https://a.example/deployments/x?api-version=1"]
])("base URL %s is %s", (given, expected) => {
  expect(normaliseBase(given)).toBe(expected);
  expect(normaliseBase(expected)).toBe(expected);
});

describe("OpenAI format", () => {
  test("a request goes to the base's chat/completions with the key and the sampling parameters", async () => {
    const {base, calls} = await serve(response => json(response, chat("42")));
    await quick({base: `${base}/`, apiKey: "sk-canary-1234"}).ask(ask());
    expect(calls[0]!.url).toBe("/v1/chat/completions");
    expect(calls[0]!.headers.authorization).toBe("Bearer sk-canary-1234");
    expect(JSON.parse(calls[0]!.body)).toEqual({model: "small", messages: ask().messages, max_tokens: 64, temperature: 0});
  });

  test("a recorded body", async () => {
    const {base} = await replay("openai-chat.json");
    const completion = await quick({base}).ask(ask());
    expect(completionSchema.parse(completion)).toEqual(completion);
    expect(completion).toMatchObject({
      text: "The answer is 42 – ja, 四十二 🙂.",
      reasoning: null,
      finish_reason: "stop",
      prompt_tokens: 19,
      completion_tokens: 10,
      billed: null,
      retries: 0
    });
  });

  test.each([1, 7, 1e9])("a recorded stream in pieces of %d bytes", async pieces => {
    const {base, calls} = await replay("openai-chat.sse", {pieces});
    const completion = await quick({base, stream: true}).ask(ask());
    expect(completion).toMatchObject({
      text: "The answer is 42 – ja, 四十二 🙂.",
      finish_reason: "stop",
      prompt_tokens: 19,
      completion_tokens: 10
    });
    expect(JSON.parse(calls[0]!.body)).toMatchObject({stream: true, stream_options: {include_usage: true}});
  });

  test("comments, `reasoning` deltas and a billed cost", async () => {
    const {base} = await replay("openrouter-chat.sse");
    expect(await quick({base, stream: true}).ask(ask())).toMatchObject({
      text: "42",
      reasoning: "Six times seven.",
      finish_reason: "length",
      completion_tokens: 34,
      billed: 0.00012
    });
  });

  test.each([
    [
      "parts",
      [
        {type: "text", text: "4"},
        {type: "text", text: "2"}
      ],
      {},
      {text: "42", reasoning: null}
    ],
    [
      "thinking parts",
      [
        {type: "thinking", thinking: [{type: "text", text: "six sevens"}]},
        {type: "text", text: "42"}
      ],
      {},
      {text: "42", reasoning: "six sevens"}
    ],
    ["null with reasoning", null, {reasoning_content: "hm"}, {text: "", reasoning: "hm"}],
    ["both names of reasoning", "42", {reasoning_content: "hm", reasoning: "hm"}, {text: "42", reasoning: "hm"}],
    ["a refusal", null, {refusal: "I cannot."}, {text: "I cannot."}],
    ["reasoning that is no text", "42", {reasoning: {effort: "low"}}, {text: "42", reasoning: null}]
  ])("content as %s", async (_, content, message, expected) => {
    const {base} = await serve(response => json(response, chat(content, {message})));
    expect(await quick({base}).ask(ask())).toMatchObject(expected);
  });

  test("without usage, the model's tokenizer counts; one that fails loses no answer", async () => {
    const {base} = await serve(response =>
      json(response, JSON.stringify({choices: [{message: {content: "Hello world"}, finish_reason: "stop"}]}))
    );
    const counted = await quick({base}).ask(ask("Hello world"), {tokenizer: () => tokenizer("o200k")});
    expect(counted).toMatchObject({completion_tokens: 2, prompt_tokens: 3 + 2 + 1 + 3}); // start, user, separator, two, end; start, assistant, separator
    const broken = await quick({base}).ask(ask("Hello world"), {tokenizer: () => Promise.reject(new Error("no file"))});
    expect(broken).toMatchObject({text: "Hello world", completion_tokens: 3, prompt_tokens: 3});
  });

  test("without usage, tokens are bytes ÷ 4, rounded up", async () => {
    const {base} = await serve(response => json(response, chat("四十二", {usage: undefined})));
    expect(await quick({base}).ask(ask("12345"))).toMatchObject({prompt_tokens: 2, completion_tokens: 3});
  });

  test("a server that ignores `stream` is read as JSON, one that streams unasked as a stream", async () => {
    const {base} = await replay("openai-chat.json");
    expect((await quick({base, stream: true}).ask(ask())).completion_tokens).toBe(10);
    const other = await replay("openai-chat.sse");
    expect((await quick({base: other.base}).ask(ask())).completion_tokens).toBe(10);
  });

  test("a stream without [DONE] that ends in order is whole", async () => {
    const body = fixture("openai-chat.sse").toString().replace("data: [DONE]", "").trim();
    const {base} = await serve(response => response.writeHead(200, {"content-type": "text/event-stream"}).end(body));
    expect(await quick({base, stream: true}).ask(ask())).toMatchObject({finish_reason: "stop", completion_tokens: 10});
  });

  test("no text is an answer where tokens were paid for: asked once, kept with its usage", async () => {
    const {base} = await serve(response =>
      json(response, chat("", {usage: {prompt_tokens: 12, completion_tokens: 300, total_tokens: 312}}))
    );
    const model = quick({base, retries: 2});
    expect(await model.ask(ask())).toMatchObject({text: "", finish_reason: "stop", completion_tokens: 300, retries: 0});
    expect(model.waits).toHaveLength(0);
  });

  test("no text is an answer when the token limit came first, and an error otherwise", async () => {
    const answer = (finish_reason: string) => JSON.stringify({choices: [{message: {content: ""}, finish_reason}]});
    const {base} = await serve((response, {body}) => json(response, answer(body.includes("short") ? "length" : "stop")));
    const model = quick({base, retries: 2});
    expect(await model.ask(ask("short"))).toMatchObject({text: "", finish_reason: "length"});
    expect((await errorOf(model.ask(ask("empty")))).details).toMatchObject({retryable: true});
    expect(model.waits.length).toBe(2);
  });
});

describe("Anthropic format", () => {
  const expected = {
    text: "27 × 453 = 12231",
    reasoning: "27 × 453 = 27 × 450 + 27 × 3.",
    finish_reason: "stop",
    completion_tokens: 57,
    billed: null
  };
  const request = ask("27 × 453?", {
    protocol: "anthropic",
    messages: [
      {role: "system", content: "Be brief."},
      {role: "user", content: "27 × 453?"}
    ],
    sampling: {temperature: 0, stop: "END"}
  });

  test("a recorded body, and what was sent for it", async () => {
    const {base, calls} = await replay("anthropic-message.json");
    const completion = await quick({base, protocol: "anthropic", apiKey: "sk-ant-canary"}).ask(request);
    expect(completion).toMatchObject({...expected, prompt_tokens: 1025});
    expect(calls[0]!.url).toBe("/v1/messages");
    expect(calls[0]!.headers).toMatchObject({"x-api-key": "sk-ant-canary", "anthropic-version": "2023-06-01"});
    expect(JSON.parse(calls[0]!.body)).toEqual({
      model: "small",
      max_tokens: 4096,
      temperature: 0,
      stop_sequences: ["END"],
      system: "Be brief.",
      messages: [{role: "user", content: "27 × 453?"}]
    });
  });

  test("a base without /v1 gets one", async () => {
    const {base, calls} = await replay("anthropic-message.json");
    await quick({base: base.replace("/v1", ""), protocol: "anthropic"}).ask(request);
    expect(calls[0]!.url).toBe("/v1/messages");
  });

  test.each([1, 5, 1e9])("a recorded stream in pieces of %d bytes", async pieces => {
    const {base} = await replay("anthropic-message.sse", {pieces});
    expect(await quick({base, protocol: "anthropic", stream: true}).ask(request)).toMatchObject({...expected, prompt_tokens: 25});
  });

  test("max_tokens is `length`; another reason keeps its name", async () => {
    const {base} = await serve((response, {body}) =>
      json(
        response,
        fixture("anthropic-message.json")
          .toString()
          .replace("end_turn", body.includes("brief?") ? "refusal" : "max_tokens")
      )
    );
    const model = quick({base, protocol: "anthropic"});
    expect((await model.ask(ask("long"))).finish_reason).toBe("length");
    expect((await model.ask(ask("brief?"))).finish_reason).toBe("refusal");
  });

  test("an error event in the stream is retried, and the good answer wins", async () => {
    const {base} = await serve((response, {number}) =>
      response
        .writeHead(200, {"content-type": "text/event-stream"})
        .end(fixture(number === 0 ? "anthropic-overloaded.sse" : "anthropic-message.sse"))
    );
    const model = quick({base, protocol: "anthropic", stream: true});
    expect(await model.ask(request)).toMatchObject({...expected, retries: 1});
    expect(model.retries[0]!.error.message).toContain("overloaded_error: Overloaded");
  });
});

describe("a server that others wrote", () => {
  test.each([
    ["openai", false],
    ["openai", true],
    ["anthropic", false],
    ["anthropic", true]
  ] as const)("%s, stream: %s", async (protocol, stream) => {
    const mock = new LLMock({port: 0});
    mock.onMessage("hello", {content: "Grüße, 世界! The answer is 42."});
    await mock.start();
    onTestFinished(async () => {
      await mock.stop();
    });
    const model = quick({base: `${mock.url}/v1`, protocol, stream, apiKey: "sk-canary-1234"});
    const completion = await model.ask(ask("hello", {protocol, model: protocol === "openai" ? "gpt-4o" : "claude-sonnet-4-5"}));
    expect(completion).toMatchObject({text: "Grüße, 世界! The answer is 42.", finish_reason: "stop", retries: 0});
    expect(completion.completion_tokens).toBeGreaterThan(0);
    expect(completion.prompt_tokens).toBeGreaterThan(0);
    const error = await errorOf(model.ask(ask("something unknown to the server", {protocol, model: "gpt-4o"})));
    expect(error.name).toBe("EndpointError");
  });
});
