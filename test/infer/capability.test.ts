// An endpoint that does not take images, tools or echoed log-probabilities: said once, and asked no more; other requests go on.
import {expect, test} from "vitest";
import {imageDigest, imageOf} from "../../pipelines/book/image.node.js";
import {incapableOf} from "../../pipelines/infer/capability.js";
import type {ChatRequest} from "../../pipelines/infer/completion.js";
import {requestKey, requestText} from "../../pipelines/infer/request.node.js";
import {ask, chat, errorOf, json, quick, serve} from "./loopback.js";

const png = (last: number) =>
  `data:image/png;base64,${Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, last]).toString("base64")}`;
const PNG = png(1);
const image: ChatRequest = {...ask(), messages: [{role: "user", content: "What is this?", images: [PNG]}]};
const tools: ChatRequest = {...ask(), tools: [{name: "look", description: "", parameters: {type: "object"}}]};
const echo: ChatRequest = {...ask(), sampling: {}, echo: true};

// Words of servers: vLLM, llama.cpp's server, Ollama, OpenAI, Mistral.
test.each([
  ["images", image, 400, "model small is not a multimodal model"],
  ["images", image, 500, null],
  ["images", image, 400, "Failed to parse messages: Unsupported content part type: image_url"],
  ["tools", tools, 400, "registry.ollama.ai/library/small does not support tools"],
  ["tools", tools, 400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
  ["log-probabilities", echo, 404, "Not Found"],
  ["log-probabilities", echo, 400, "This model does not support echo with logprobs"]
])("%s that are refused are asked for once", async (need, request, status, message) => {
  if (message === null) return expect(incapableOf(request, {status, code: "", message: "image service is down"})).toBeNull();
  const {base, calls} = await serve((response, {body}) =>
    /image_url|"tools"|"echo"/.test(body)
      ? json(response, JSON.stringify({error: {message}}), status)
      : json(response, chat("42"))
  );
  const client = quick({base});
  const first = await errorOf(client.ask(request));
  expect(first.message).toContain("are not asked, and count as failed");
  expect(first.message).toContain(` at ${base}/${need === "log-probabilities" ? "completions" : "chat/completions"}: `);
  expect(first.details).toMatchObject({retryable: false});
  expect((await errorOf(client.ask({...request, trial: 1}))).message).toBe(first.message);
  expect(calls.length).toBe(1);
  expect(await client.ask(ask())).toMatchObject({text: "42"});
  expect(need).toBeTruthy();
});

test("a server that answers text completions without log-probabilities cannot give any, and is not asked again", async () => {
  const {base, calls} = await serve(response => json(response, JSON.stringify({choices: [{text: "x", logprobs: null}]})));
  const client = quick({base});
  expect((await errorOf(client.ask(echo))).message).toContain("gives no log-probabilities");
  await errorOf(client.ask(echo));
  expect(calls.length).toBe(1);
});

test("an image stands in the key by its digest, whatever its type is called, and another image is another request", () => {
  const text = requestText(image);
  expect(text).toContain(imageDigest(PNG));
  expect(text).not.toContain(PNG.split(",")[1]);
  const other = {...image, messages: [{...image.messages[0]!, images: [png(2)]}]};
  expect(requestKey(other)).not.toBe(requestKey(image));
  expect(requestKey(tools)).not.toBe(requestKey(ask()));
  expect(requestKey(echo)).not.toBe(requestKey({...ask(), sampling: {}}));
});

test.each([
  ["nonsense", "is not a data URL of an image"],
  ["data:image/tiff;base64,AAAA", "images of type image/tiff are not taken"],
  ["data:image/png;base64,AAAA", "the bytes are not image/png"],
  [`data:image/png;base64,${"A".repeat(100)}=`, "the bytes are not image/png"],
  ["https://example.com/cat.png", "is not a data URL of an image"]
])("%s is refused: %s", (url, message) => {
  expect(() => imageOf(url, "items.jsonl:3")).toThrow(message);
  expect(() => imageOf(url, "items.jsonl:3")).toThrow("items.jsonl:3: ");
});

test("calls come whole or in pieces, in parallel, and malformed arguments stay as they came", async () => {
  const calls = [
    {id: "a", type: "function", function: {name: "look", arguments: '{"at": "sky'}},
    {id: "b", type: "function", function: {name: "look", arguments: "{}"}}
  ];
  const {base} = await serve((response, {body}) => {
    if (!/"stream":true/.test(body))
      return json(
        response,
        JSON.stringify({choices: [{message: {content: null, tool_calls: calls}, finish_reason: "tool_calls"}]})
      );
    response.writeHead(200, {"content-type": "text/event-stream"});
    const piece = (tool_calls: object[]) =>
      response.write(`data: ${JSON.stringify({choices: [{index: 0, delta: {tool_calls}}]})}\n\n`);
    piece([{index: 0, id: "a", function: {name: "look", arguments: ""}}]);
    piece([{index: 0, function: {arguments: '{"at": '}}]);
    piece([{index: 1, id: "b", function: {name: "look", arguments: "{}"}}]);
    piece([{index: 0, function: {arguments: '"sky'}}]);
    response.write(`data: ${JSON.stringify({choices: [{index: 0, delta: {}, finish_reason: "tool_calls"}]})}\n\n`);
    response.end("data: [DONE]\n\n");
  });
  for (const stream of [false, true]) {
    const {tool_calls, finish_reason} = await quick({base, stream}).ask(tools);
    expect(finish_reason).toBe("tool_calls");
    expect(tool_calls).toEqual(calls.map(({id, function: {name, arguments: given}}) => ({id, name, arguments: given})));
  }
});
