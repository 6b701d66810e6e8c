// The servers that people use, as their documentation and users show their answers.
import {readFileSync} from "node:fs";
import {describe, expect, test} from "vitest";
import {normaliseBase, protocolOf} from "../../pipelines/infer/endpoint.node.js";
import {bearer} from "../../pipelines/infer/openai.node.js";
import {ask, chat, errorOf, json, quick, serve} from "./loopback.js";

const fixture = (name: string) => readFileSync(new URL(`../fixtures/endpoints/${name}`, import.meta.url));
const replay = (name: string) =>
  serve(response =>
    response.writeHead(200, {"content-type": name.endsWith(".sse") ? "text/event-stream" : "application/json"}).end(fixture(name))
  );

const thought = {reasoning: "Six sevens are 42.", text: "The answer is 42.", finish_reason: "stop"};
const responses = {
  text: "The answer is 42 – 四十二 🙂.",
  reasoning: "Six sevens are asked for.\n\nThat is 42.",
  finish_reason: "stop",
  prompt_tokens: 36,
  completion_tokens: 87
};

test.each([
  ["responses.json", "responses", responses],
  ["responses.sse", "responses", responses],
  ["responses-incomplete.json", "responses", {text: "", reasoning: null, finish_reason: "length", completion_tokens: 64}],
  [
    "responses-bare.sse",
    "responses",
    {text: "The answer is", reasoning: "Six sevens are 42.", finish_reason: "length", prompt_tokens: 20, completion_tokens: 9}
  ],
  ["azure-chat.json", "openai", {...thought, reasoning: null, prompt_tokens: 19, completion_tokens: 7}],
  ["azure-chat.sse", "openai", {...thought, reasoning: null, prompt_tokens: 19, completion_tokens: 7}],
  ["azure-filtered.json", "openai", {text: "", finish_reason: "content_filter", completion_tokens: 3}],
  [
    "vllm-chat.json",
    "openai",
    {text: "\n\nThe answer is 42.", reasoning: "\nSix sevens are 42.\n", prompt_tokens: 17, completion_tokens: 29}
  ],
  [
    "vllm-chat.sse",
    "openai",
    {...thought, text: "The answer", finish_reason: "length", prompt_tokens: 17, completion_tokens: 12}
  ],
  ["ollama-chat.json", "openai", {...thought, prompt_tokens: 18, completion_tokens: 21}],
  ["ollama-chat.sse", "openai", {...thought, prompt_tokens: 18, completion_tokens: 21}],
  ["llamacpp-chat.json", "openai", {...thought, prompt_tokens: 24, completion_tokens: 22}],
  ["llamacpp-chat.sse", "openai", {...thought, prompt_tokens: 24, completion_tokens: 22}],
  ["openrouter-chat.json", "openai", {...thought, prompt_tokens: 15, completion_tokens: 23, billed: 0.0000049}]
] as const)("%s", async (name, protocol, expected) => {
  const {base} = await replay(name);
  const model = quick({base, protocol, stream: name.endsWith(".sse")});
  expect(await model.ask(ask("6 × 7?", {protocol}))).toMatchObject({retries: 0, ...expected});
});

test.each([
  ["openrouter-error.json", "openai", "502 502: Upstream error from BaseTen: connection lost"],
  ["openrouter-error.sse", "openai", "server_error: Provider disconnected unexpectedly"],
  ["responses-failed.sse", "responses", "server_error: The model failed to generate a response."]
] as const)("%s is a failure that may pass, never an answer", async (name, protocol, message) => {
  const {base, calls} = await replay(name);
  const error = await errorOf(quick({base, protocol, stream: name.endsWith(".sse"), retries: 1}).ask(ask("6 × 7?", {protocol})));
  expect(error.message).toContain(message);
  expect(error.details).toMatchObject({retryable: true});
  expect(calls.length).toBe(2);
});

test("a choice that ends in an error without saying which is no answer either", async () => {
  const {base} = await serve(response =>
    json(response, JSON.stringify({choices: [{message: {content: "half of"}, finish_reason: "error"}]}))
  );
  expect((await errorOf(quick({base, retries: 0}).ask(ask()))).message).toContain("broke off its answer: error");
});

test.each([
  ["max_tokens", "length"],
  ["MAX_TOKENS", "length"],
  ["model_length", "length"],
  ["eos", "stop"],
  ["COMPLETE", "stop"],
  ["repetition_stop", "repetition_stop"],
  [7, "unknown"],
  [null, "unknown"]
])("finish_reason %j is %s, and the text is kept", async (finish_reason, expected) => {
  const {base} = await serve(response =>
    json(response, JSON.stringify({choices: [{index: "0", message: {content: "42"}, finish_reason}]}))
  );
  expect(await quick({base}).ask(ask())).toMatchObject({text: "42", finish_reason: expected});
});

test("a stream that says [DONE] without a reason to stop is whole; one that just ends is cut", async () => {
  const event = 'data: {"choices":[{"index":0,"delta":{"content":"42"}}]}\n\n';
  const {base} = await serve((response, {body}) =>
    response
      .writeHead(200, {"content-type": "text/event-stream"})
      .end(body.includes("whole") ? `${event}data: [DONE]\n\n` : event)
  );
  const model = quick({base, stream: true, retries: 0});
  expect(await model.ask(ask("whole"))).toMatchObject({text: "42", finish_reason: "unknown"});
  expect((await errorOf(model.ask(ask("cut")))).message).toContain("stream was cut");
});

describe("what is sent", () => {
  test("Responses: input, instructions, limit and effort under their names there", async () => {
    const {base, calls} = await replay("responses.json");
    const messages = [
      {role: "system" as const, content: "Be brief."},
      {role: "user" as const, content: "6 × 7?"}
    ];
    const sampling = {
      max_tokens: 64,
      temperature: 0.5,
      reasoning_effort: "low",
      reasoning: {summary: "auto"},
      service_tier: "flex"
    };
    const model = quick({base, protocol: "responses", apiKey: "sk-canary-1"});
    await model.ask(ask("", {protocol: "responses", messages, sampling}));
    expect(calls[0]!.url).toBe("/v1/responses");
    expect(calls[0]!.headers.authorization).toBe("Bearer sk-canary-1");
    expect(JSON.parse(calls[0]!.body)).toEqual({
      model: "small",
      instructions: "Be brief.",
      input: [{role: "user", content: "6 × 7?"}],
      max_output_tokens: 64,
      temperature: 0.5,
      reasoning: {effort: "low", summary: "auto"},
      service_tier: "flex",
      store: false
    });
  });

  test("Azure: the deployment's path, the version behind it, the key in a header of its own", async () => {
    const {base, calls} = await replay("azure-chat.json");
    const deployment = base.replace("/v1", "/openai/deployments/my-gpt");
    for (const given of [`${deployment}?api-version=2024-10-21`, `${deployment}/chat/completions?api-version=2024-10-21`])
      await quick({base: given, apiKey: "0123456789abcdef"}).ask(ask());
    for (const {url, headers} of calls) {
      expect(url).toBe("/openai/deployments/my-gpt/chat/completions?api-version=2024-10-21");
      expect(headers["api-key"]).toBe("0123456789abcdef");
      expect(headers.authorization).toBeUndefined();
    }
  });

  test("Azure's hosts get Azure's header, a token of Entra ID goes where all others go", () => {
    for (const host of ["x.openai.azure.com", "x.services.ai.azure.com", "x.cognitiveservices.azure.com"]) {
      const url = new URL(`https://${host}/openai/v1`);
      expect(bearer("abc", url)).toEqual({"api-key": "abc"});
      expect(bearer("eyJhbGciOi.x.y", url)).toEqual({authorization: "Bearer eyJhbGciOi.x.y"});
    }
    expect(bearer("abc", new URL("https://openai.azure.com.example/v1"))).toEqual({authorization: "Bearer abc"});
  });
});

test.each([
  ["https://api.openai.com/v1/responses", "openai", "responses"],
  ["https://api.openai.com/v1/responses/", "openai", "responses"],
  ["https://x.openai.azure.com/openai/v1/responses?api-version=preview", "openai", "responses"],
  ["https://api.anthropic.com/v1/messages", "openai", "anthropic"],
  ["https://api.openai.com/v1", "responses", "responses"],
  ["https://api.openai.com/v1/chat/completions", "openai", "openai"],
  ["https://api.openai.com/v1", "openai", "openai"],
  ["reference:", "openai", "openai"]
] as const)("%s with protocol %s speaks %s", (endpoint, protocol, expected) => {
  expect(protocolOf({endpoint, protocol})).toBe(expected);
});

test("a base URL may end in /responses: the request goes there all the same", () => {
  expect(normaliseBase("https://api.openai.com/v1/responses")).toBe("https://api.openai.com/v1");
});

describe("a wrong path", () => {
  const notFound = (body: string, type = "text/plain") =>
    serve(response => response.writeHead(404, {"content-type": type}).end(body));

  test.each([
    ["Ollama", "404 page not found"],
    ["vLLM", '{"detail":"Not Found"}'],
    ["llama.cpp", '{"error":{"code":404,"message":"File Not Found","type":"not_found_error"}}']
  ])("%s at a bare origin: says what to write, and asks once", async (_, body) => {
    const {base, calls} = await notFound(body);
    const origin = base.replace("/v1", "");
    const model = quick({base: origin});
    const error = await errorOf(model.ask(ask()));
    expect(error.message).toMatch(new RegExp(`write ${origin}/v1 as base URL$`));
    await errorOf(model.ask(ask("another")));
    expect(calls.length).toBe(1);
  });

  test("Ollama without the model says so, however many dots its name has", async () => {
    const {base} = await notFound(
      '{"error":{"message":"model \\"llama3.2:1b\\" not found, try pulling it first","type":"api_error"}}'
    );
    const error = await errorOf(quick({base: base.replace("/v1", "")}).ask(ask("x", {model: "llama3.2:1b"})));
    expect(error.details).toMatchObject({fatal: true});
    expect(error.message).toMatch(/try pulling it first$/);
  });

  test("Azure without a version is told of it; a path of its own that nothing answers is named", async () => {
    const {base} = await notFound('{"error":{"code":"404","message":"Resource not found"}}', "application/json");
    const azure = await errorOf(quick({base: base.replace("/v1", "/openai/deployments/x")}).ask(ask()));
    expect(azure.message).toContain("Azure wants ?api-version=…");
    const {base: other} = await notFound("nothing here");
    expect((await errorOf(quick({base: other.replace("/v1", "/api")}).ask(ask()))).message).toContain("check the base URL");
  });

  test("what one request asks for and nobody offers is no wrong path", async () => {
    const {base} = await notFound('{"error":{"message":"No endpoints found that support image input","code":404}}');
    expect((await errorOf(quick({base}).ask(ask()))).details).toMatchObject({fatal: false});
  });
});

test("retries can be switched off", async () => {
  const {base, calls} = await serve(response => json(response, "{}", 503));
  expect((await errorOf(quick({base, retries: 0}).ask(ask()))).details).toMatchObject({status: 503});
  expect(calls.length).toBe(1);
  const fine = await serve(response => json(response, chat("42")));
  expect(await quick({base: fine.base, retries: 0}).ask(ask())).toMatchObject({text: "42"});
});
