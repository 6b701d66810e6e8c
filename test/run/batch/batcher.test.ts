import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import OpenAI, {toFile} from "openai";
import {afterEach, beforeEach, expect, test} from "vitest";
import {batchHttp} from "../../../pipelines/infer/batch/http.node.js";
import {openaiBatches} from "../../../pipelines/infer/batch/openai.node.js";
import type {ChatRequest, Completion} from "../../../pipelines/infer/completion.js";
import {wireOf} from "../../../pipelines/infer/endpoint.node.js";
import {requestKey} from "../../../pipelines/infer/request.node.js";
import {type Batcher, openBatcher} from "../../../pipelines/run/batch/batcher.js";
import {openEntries} from "../../../pipelines/run/batch/journal.js";
import {tokenizer} from "../../../pipelines/tokenizer/tokenizer.node.js";
import {type BatchServer, batchServer} from "./server.js";

let folder: string;
let server: BatchServer;
let cached: Map<string, Completion>;
const told: string[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "reasonbook-batcher-"));
  server = await batchServer();
  cached = new Map();
  told.length = 0;
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, {recursive: true, force: true});
});

const request = (n: number): ChatRequest => ({
  base: server.url,
  protocol: "openai",
  model: "sim-cedar-01",
  messages: [{role: "user", content: `What is ${n} + ${n}?`}],
  sampling: {max_tokens: 256},
  trial: 0
});
const ask = (batcher: Batcher, n: number) => batcher.ask(request(n), requestKey(request(n)));

function batcher(most = 50_000): Batcher {
  const http = batchHttp({base: server.url, root: "/v1", headers: {}});
  const form = wireOf("openai", {});
  return openBatcher({
    journal: folder,
    http,
    form,
    retries: 1,
    others: new Set<string>(),
    secret: undefined,
    contextTokens: 8_192,
    quietMs: 20,
    of: {...openaiBatches, most: {requests: most, bytes: 4_000}},
    identity: {interface: "openai", protocol: "openai", base: server.url, model: "sim-cedar-01", url: "/v1/chat/completions"},
    cache: {
      get: key => cached.get(key),
      has: key => cached.has(key),
      put: async (key, completion) => void cached.set(key, completion)
    },
    tokenizer: () => tokenizer("o200k"),
    annotate: completion => completion,
    report: text => void told.push(text),
    warn: text => void told.push(text)
  });
}

test("what is too large for one batch goes in two, and every answer is kept before it is handed on", async () => {
  const own = batcher();
  const answers = await Promise.all(
    Array.from({length: 40}, async (_, n) => {
      const completion = await ask(own, n);
      expect(cached.get(requestKey(request(n)))).toBe(completion);
      return completion;
    })
  );
  await own.close();
  expect(answers.every(({batched}) => batched)).toBe(true);
  expect(server.batches().length).toBeGreaterThan(1);
  expect(server.mostAsked()).toBe(1);
  expect(await openEntries(folder)).toEqual([]);
});

test("after a lost answer of a server without a list of batches nobody can say whether it has one, and nothing is sent again", async () => {
  server.settings.on = stage => (stage === "submit" ? "drop" : stage === "list" ? 404 : undefined);
  const own = batcher();
  await expect(ask(own, 1)).rejects.toThrow(/it is not known whether .* was submitted.*npm run batches -- adopt/);
  await own.close();
  expect(server.batches()).toHaveLength(1);
  // the next run asks again, and does no more
  const [entry] = await openEntries(folder);
  const next = batcher();
  await next.adopt(entry!);
  await expect(ask(next, 1)).rejects.toThrow(/it is not known whether/);
  await next.close();
  expect(server.batches()).toHaveLength(1);
  // once its id is known, its answer is fetched
  server.settings.on = undefined;
  const [still] = await openEntries(folder);
  await still!.note({batch: server.batches()[0]!.id});
  const last = batcher();
  await last.adopt(still!);
  expect((await ask(last, 1)).batched).toBe(true);
  await last.close();
  expect(server.batches()).toHaveLength(1);
  expect(await openEntries(folder)).toEqual([]);
});

test("a batch that the server does not know is not sent again, and says so", async () => {
  server.settings.delayMs = 60_000;
  const own = batcher();
  const waiting = ask(own, 1).catch((error: Error) => error);
  while (server.batches().length === 0) await new Promise(resolve => setTimeout(resolve, 10));
  await new Promise(resolve => setTimeout(resolve, 100));
  await own.close();
  await waiting;
  const [entry] = await openEntries(folder);
  await entry!.note({batch: "batch_unknown"});
  const next = batcher();
  await next.adopt(entry!);
  await expect(ask(next, 1)).rejects.toThrow(/404/);
  await next.close();
  expect(told.join("\n")).toMatch(/is not known to its server: with the key of another account\?/);
  expect(server.batches()).toHaveLength(1);
  expect(await openEntries(folder)).toHaveLength(1);
});

test("OpenAI's own client understands the built-in server's files and batches", async () => {
  const client = new OpenAI({dangerouslyAllowBrowser: true, apiKey: "none", baseURL: server.url, maxRetries: 0});
  const line = {
    custom_id: "one",
    method: "POST",
    url: "/v1/chat/completions",
    body: {model: "sim-cedar-01", messages: [{role: "user", content: "What is 2 + 2?"}]}
  };
  const file = await client.files.create({
    purpose: "batch",
    file: await toFile(Buffer.from(`${JSON.stringify(line)}\n`), "b.jsonl")
  });
  let batch = await client.batches.create({input_file_id: file.id, endpoint: "/v1/chat/completions", completion_window: "24h"});
  while (batch.status === "in_progress") batch = await client.batches.retrieve(batch.id);
  expect(batch).toMatchObject({status: "completed", request_counts: {total: 1, completed: 1, failed: 0}});
  const content = await (await client.files.content(batch.output_file_id!)).text();
  expect(JSON.parse(content)).toMatchObject({custom_id: "one", response: {status_code: 200, body: {object: "chat.completion"}}});
  const listed = [];
  for await (const each of client.batches.list()) listed.push(each.id);
  expect(listed).toEqual([batch.id]);
});
