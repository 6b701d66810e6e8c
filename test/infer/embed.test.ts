// The client for embeddings: against the built-in server, a server of other hands, and servers that fail.
import {mkdtempSync, readFileSync, rmSync} from "node:fs";
import type {AddressInfo} from "node:net";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {generateDeterministicEmbedding, LLMock} from "@copilotkit/aimock";
import OpenAI from "openai";
import {describe, expect, onTestFinished, test} from "vitest";
import {BudgetReached, budget} from "../../pipelines/infer/budget.js";
import {openCache} from "../../pipelines/infer/cache.node.js";
import {type EmbedderEffects, type EmbeddingModel, openEmbedder} from "../../pipelines/infer/embed.node.js";
import {referenceServer} from "../../pipelines/infer/reference/server.node.js";
import {requestText} from "../../pipelines/infer/request.node.js";
import {ask, errorOf, json, serve} from "./loopback.js";

const single = (values: readonly number[]) => Float32Array.from(values);

function newCache() {
  const folder = mkdtempSync(join(tmpdir(), "reasonbook-embed-"));
  const cache = openCache(folder);
  onTestFinished(async () => {
    await cache.close();
    rmSync(folder, {recursive: true});
  });
  return {cache, folder};
}

/** A client whose waits take no time. */
async function embedder(rest: Partial<EmbeddingModel> & {endpoint: string}, effects: EmbedderEffects) {
  const opened = await openEmbedder(
    {id: "e", context_tokens: 8_192, concurrency: 4, timeout_seconds: 30, retries: 2, ...rest},
    {endpointEffects: {sleep: async () => {}}, ...effects}
  );
  onTestFinished(() => opened[Symbol.asyncDispose]());
  return opened;
}

/** A server that gives every text the vector [its length, its first character's code, 1]. */
const plain = (rest: {fail?: (number: number) => boolean; wait?: Promise<void>} = {}) =>
  serve((response, {body, number}) => {
    if (rest.fail?.(number)) return json(response, '{"error":{"message":"overloaded","code":503}}', 503);
    const {input} = JSON.parse(body) as {input: string[]};
    const data = input.map((text, index) => ({object: "embedding", index, embedding: vectorOf(text)}));
    json(
      response,
      JSON.stringify({object: "list", data, usage: {prompt_tokens: 4 * input.length, total_tokens: 4 * input.length}})
    );
  });
const vectorOf = (text: string) => [text.length, text.charCodeAt(0), 1];
const inputsOf = (calls: {body: string}[]): string[] => calls.flatMap(({body}) => (JSON.parse(body) as {input: string[]}).input);

describe("the built-in server", () => {
  test("gives the vectors that the official client gets, in order, and a rerun asks nothing", async () => {
    const server = referenceServer();
    await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const texts = Array.from({length: 150}, (_, i) => `Question ${i}: which of these is ${i % 7}? 你好 😹`);
    const {cache} = newCache();
    const model = {endpoint, id: "lexical-trigrams-768"};
    const first = await embedder(model, {cache});
    const vectors = await first.embed([...texts, texts[3]!]);
    const official = new OpenAI({dangerouslyAllowBrowser: true, baseURL: endpoint, apiKey: "none", maxRetries: 0});
    const theirs = await official.embeddings.create({model: model.id, input: texts, encoding_format: "float"});
    expect(vectors.slice(0, 150)).toEqual(theirs.data.map(({embedding}) => single(embedding)));
    expect(vectors[150]).toEqual(vectors[3]);
    expect(first.counts).toEqual({asked: 150, cached: 0});

    server.closeAllConnections();
    server.close(); // nobody is there to be asked
    const again = await embedder(model, {cache});
    expect(await again.embed(texts.toReversed())).toEqual(vectors.slice(0, 150).toReversed());
    expect(again.counts).toEqual({asked: 0, cached: 150});
  });

  test("is started where the endpoint is its own, and costs nothing", async () => {
    const spent = budget({maxCost: 0});
    const own = await embedder({endpoint: "reference:", id: "lexical-trigrams-768"}, {cache: newCache().cache, budget: spent});
    const [vector] = await own.embed(["a heron"]);
    expect(vector!.length).toBe(768);
    expect(spent.spent).toBe(0);
  });
});

test("a server of other hands: its own vectors, at the length that is asked for", async () => {
  const mock = new LLMock({port: 0});
  mock.onEmbedding("planted", {embedding: [0.25, -0.5, 1]});
  await mock.start();
  onTestFinished(async () => {
    await mock.stop();
  });
  const {cache} = newCache();
  const endpoint = `${mock.url}/v1`;
  const alone = await embedder({endpoint, id: "text-embedding-3-small"}, {cache});
  expect(await alone.embed(["planted"])).toEqual([single([0.25, -0.5, 1])]);
  const short = await embedder({endpoint, id: "text-embedding-3-small", dimensions: 8}, {cache});
  const texts = ["one", "two"];
  expect(await short.embed(texts)).toEqual(texts.map(text => single(generateDeterministicEmbedding(text, 8))));
  // Another length is another vector: nothing of the first model's answers is taken for it.
  expect(short.counts).toEqual({asked: 2, cached: 0});
});

describe("what is paid is kept", () => {
  test("where batches fail, the others are in the cache, and a rerun asks for the failed texts alone", async () => {
    const {cache} = newCache();
    const texts = Array.from({length: 200}, (_, i) => `text ${i}`);
    const broken = await plain({fail: number => number !== 1});
    const first = await embedder({endpoint: broken.base, retries: 0, concurrency: 1}, {cache});
    expect((await errorOf(first.embed(texts))).message).toContain("overloaded");
    expect(first.counts.asked).toBe(64);
    const {base, calls} = await plain();
    // The endpoint's URL is part of an entry's identity, so the second server takes the first one's place.
    expect(new URL(base).port).not.toBe(new URL(broken.base).port);
    const fixed = await embedder({endpoint: broken.base, retries: 0}, {cache, endpointEffects: {send: redirected(base)}});
    expect(await fixed.embed(texts)).toEqual(texts.map(text => single(vectorOf(text))));
    expect(fixed.counts).toEqual({asked: 136, cached: 64});
    expect(new Set(inputsOf(calls)).size).toBe(136);
  });

  test("a busy server is asked again; a budget that is used up sends nothing", async () => {
    const {cache} = newCache();
    const busy = await plain({fail: number => number === 0});
    const retries: number[] = [];
    const patient = await embedder({endpoint: busy.base}, {cache, onRetry: ({retry}) => retries.push(retry)});
    expect(await patient.embed(["a"])).toEqual([single(vectorOf("a"))]);
    expect(retries).toEqual([1]);

    const {base, calls} = await plain();
    const price = {input: 1_000, output: 0};
    const poor = await embedder({endpoint: base, price}, {cache, budget: budget({maxCost: 0.01})});
    await expect(poor.embed(["b".repeat(100)])).rejects.toBeInstanceOf(BudgetReached);
    expect(calls).toEqual([]);
    const rich = budget({maxCost: 1});
    await (await embedder({endpoint: base, price}, {cache, budget: rich})).embed(["b"]);
    expect(rich.spent).toBeCloseTo(4 * 1_000 * 1e-6, 12); // four tokens by the server's word
  });

  test("tokens of a batch are shared out without loss", async () => {
    const {base} = await plain();
    const puts: number[] = [];
    const {cache} = newCache();
    const watched = {
      ...cache,
      failure: null,
      put: async (key: string, completion: Parameters<typeof cache.put>[1]) => {
        puts.push(completion.prompt_tokens);
        await cache.put(key, completion);
      }
    };
    await (await embedder({endpoint: base}, {cache: watched})).embed(["a", "bb", "a long text of many words", "🙂"]);
    expect(puts.reduce((sum, tokens) => sum + tokens, 0)).toBe(16);
  });

  test("no key is kept or said, though the server repeats it", async () => {
    process.env.EMBED_TEST_KEY = "sk-canary-embeddings-1";
    onTestFinished(() => void delete process.env.EMBED_TEST_KEY);
    const {cache, folder} = newCache();
    const {base} = await serve((response, {headers}) =>
      json(response, JSON.stringify({error: {message: `no access with ${headers.authorization}`}}), 401)
    );
    const error = await errorOf((await embedder({endpoint: base, api_key_env: "EMBED_TEST_KEY"}, {cache})).embed(["a"]));
    expect(error.message).toContain("/v1/embeddings");
    expect(error.message).not.toContain("canary");
    expect(readFileSync(join(folder, "data.mdb")).includes("canary")).toBe(false);
    await expect(embedder({endpoint: base, api_key_env: "NOT_SET_ANYWHERE"}, {cache})).rejects.toThrow(
      "NOT_SET_ANYWHERE, which is not set"
    );
  });
});

describe("answers of servers", () => {
  const answering = async (data: unknown, rest: object = {}) => {
    const {base, calls} = await serve(response => json(response, JSON.stringify({object: "list", data, ...rest})));
    const {cache} = newCache();
    return {calls, cache, model: await embedder({endpoint: base, retries: 0}, {cache})};
  };
  const packed = Buffer.from(new Float32Array([0.5, -2]).buffer).toString("base64");

  test.each([
    [
      "out of order",
      [
        {index: 1, embedding: [3, 4]},
        {index: 0, embedding: [1, 2]}
      ],
      [
        [1, 2],
        [3, 4]
      ]
    ],
    [
      "without index",
      [{embedding: [1, 2]}, {embedding: [3, 4]}],
      [
        [1, 2],
        [3, 4]
      ]
    ],
    [
      "in base64",
      [
        {index: 0, embedding: packed},
        {index: 1, embedding: packed}
      ],
      [
        [0.5, -2],
        [0.5, -2]
      ]
    ]
  ])("%s, without a count of tokens", async (_, data, expected) => {
    const {model} = await answering(data);
    expect(await model.embed(["a", "b"])).toEqual(expected.map(single));
  });

  test.each([
    ["one too few", [{index: 0, embedding: [1]}], "1 embeddings for 2 texts"],
    [
      "one index twice",
      [
        {index: 0, embedding: [1]},
        {index: 0, embedding: [2]}
      ],
      "not in the protocol's format"
    ],
    [
      "different lengths",
      [
        {index: 0, embedding: [1]},
        {index: 1, embedding: [1, 2]}
      ],
      "not in the protocol's format"
    ],
    [
      "no numbers",
      [
        {index: 0, embedding: [null]},
        {index: 1, embedding: ["x"]}
      ],
      "not in the protocol's format"
    ],
    [
      "empty ones",
      [
        {index: 0, embedding: []},
        {index: 1, embedding: []}
      ],
      "not in the protocol's format"
    ],
    [
      "cut base64",
      [
        {index: 0, embedding: "AAA"},
        {index: 1, embedding: "AAA"}
      ],
      "not in the protocol's format"
    ],
    ["nothing", [], "0 embeddings for 2 texts"]
  ])("%s: an error, and nothing is kept", async (_, data, message) => {
    const {model, cache} = await answering(data);
    expect((await errorOf(model.embed(["a", "b"]))).message).toContain(message);
    expect(cache.count()).toBe(0);
  });

  test("nothing is asked for no text, and an empty text is refused by its number", async () => {
    const {model, calls} = await answering([]);
    expect(await model.embed([])).toEqual([]);
    await expect(model.embed(["a", ""])).rejects.toThrow("text 2 of 2 is empty");
    expect(calls).toEqual([]);
  });

  test("texts are sent in batches of 64 and of 100,000 characters, a longer one by itself", async () => {
    const {base, calls} = await plain();
    const {cache} = newCache();
    const long = "x".repeat(250_000);
    const texts = [...Array.from({length: 70}, (_, i) => `t${i}`), long, ..."abc".split("").map(letter => letter.repeat(60_000))];
    await (await embedder({endpoint: base, concurrency: 1}, {cache})).embed(texts);
    expect(calls.map(({body}) => (JSON.parse(body) as {input: string[]}).input.length)).toEqual([64, 6, 1, 1, 1, 1]);
    expect(calls.every(({url}) => url === "/v1/embeddings")).toBe(true);
  });
});

test("requests without embeddings have the identity that they had before there were any", () => {
  expect(requestText(ask("x"))).not.toContain("embed");
  const keys = Object.keys(JSON.parse(requestText(ask("x", {embed: true, echo: true, tools: []}))) as object);
  expect(keys).toEqual([...keys].sort());
});

/** Sends what is meant for one server to another. */
function redirected(base: string) {
  return async ({body}: {body: unknown}, sink: {head(status: number, headers: object): void; data(chunk: Uint8Array): void}) => {
    const response = await fetch(`${base}/embeddings`, {method: "POST", body: body as string});
    sink.head(response.status, {"content-type": "application/json"});
    sink.data(new Uint8Array(await response.arrayBuffer()));
  };
}
