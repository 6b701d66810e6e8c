// Distributed runs end with the tables of one process; limits hold over all workers; nothing that was answered is asked again.
import {expect, test, vi} from "vitest";
import * as insert from "../../pipelines/generate/background/insert.node.js";
import * as manifold from "../../pipelines/generate/manifold.node.js";
import type {Counts} from "../../pipelines/run/cluster/members.js";
import {throwawayRedis} from "../../pipelines/run/cluster/throwaway.js";
import {opened, REDIS, slowModel, until, type Working, workerProcess, working} from "./harness.js";

process.env.CLUSTER_TEST_KEY = "sk-cluster-1234567890";

test.skipIf(!REDIS)("two workers make the tables of one process, of all built-in models", async () => {
  await using redis = await throwawayRedis();
  await using here = await opened();
  await using _first = await workerProcess(redis.url);
  await using _second = await working(redis.url);
  const ran = await here.run({url: redis.url});
  expect(ran.status).toBe("complete");
  const tables = await here.files.tableHashes();
  const alone = await here.run({store: "data/alone"});
  expect(ran.samples).toBe(alone.samples);
  expect(tables).toEqual(await here.files.tableHashes("data/alone"));
});

test.skipIf(!REDIS)("what a model was asked lies in the coordinator's cache, and is asked nobody again", async () => {
  await using redis = await throwawayRedis();
  await using model = await slowModel(5);
  await using here = await opened(model.files);
  {
    await using _worker = await working(redis.url, model.files);
    await here.run({url: redis.url});
  }
  const tables = await here.files.tableHashes();
  const asked = model.requests.length;
  expect(new Set(model.asked()).size).toBe(asked);
  const again = await here.run({store: "data/alone"});
  expect(again.requests).toBe(0);
  expect(tables).toEqual(await here.files.tableHashes("data/alone"));
  await using _fresh = await working(redis.url, model.files);
  await here.run({url: redis.url, store: "data/later"});
  expect(model.requests.length).toBe(asked);
});

test.skipIf(!REDIS)("equal requests of two workers are asked once, whether they meet or follow each other", async () => {
  await using redis = await throwawayRedis();
  await using model = await slowModel(40);
  const files = {
    ...model.files,
    "book.yaml": model.files["book.yaml"]!.replace(
      "sampler: samplers/greedy.yaml",
      "sampler: [samplers/greedy.yaml, samplers/same.yaml]"
    ),
    "samplers/same.yaml": "max_tokens: 2048\n"
  };
  await using here = await opened(files);
  const workers = [await working(redis.url, files), await working(redis.url, files)];
  const ran = await here.run({url: redis.url});
  const asked = model.asked();
  expect(asked.length).toBe(new Set(asked).size);
  expect(ran.samples).toBe(2 * asked.length);
  expect((await endsOf(workers)).every(({jobs}) => jobs > 0)).toBe(true);
});

test.skipIf(!REDIS)("a limit of requests in flight holds over all workers", async () => {
  await using redis = await throwawayRedis();
  await using model = await slowModel(80, {concurrency: 4});
  await using here = await opened(model.files);
  const workers = [await working(redis.url, model.files), await working(redis.url, model.files)];
  await here.run({url: redis.url});
  expect((await endsOf(workers)).every(({asked}) => asked > 0)).toBe(true);
  expect(model.inFlight().most).toBe(4); // each worker alone would send so many, and both of them eight
});

/** What workers have done; they have ended then. */
async function endsOf(workers: readonly Working[]): Promise<Counts[]> {
  for (const worker of workers) await worker[Symbol.asyncDispose]();
  return Promise.all(workers.map(({ended}) => ended));
}

test.skipIf(!REDIS)("a limit of cost holds over all workers", async () => {
  await using redis = await throwawayRedis();
  await using model = await slowModel(20);
  // An answer costs 50 prompt tokens at $1 and 10 of its own at $10 a million; set aside is every byte of a prompt and 10 tokens.
  const files = {...model.files, "samplers/greedy.yaml": "max_tokens: 10\n"};
  const each = (50 * 1 + 10 * 10) / 1e6;
  const maxCost = 40 * each;
  await using here = await opened(files);
  await using _first = await working(redis.url, files);
  await using _second = await working(redis.url, files);
  const ran = await here.run({url: redis.url, maxCost});
  expect(ran.status).toBe("budget");
  expect(ran.samples).toBe(model.requests.length);
  // Nearly all of it is spent; a limit in each worker would let through twice as many of the 96 tests.
  expect(model.requests.length).toBeGreaterThan(30);
  expect(model.requests.length).toBeLessThanOrEqual(40);
});

test.skipIf(!REDIS)("a worker that is asked to end hands back what it has not finished", async () => {
  await using redis = await throwawayRedis();
  await using model = await slowModel(100);
  await using here = await opened(model.files);
  const leaving = await working(redis.url, model.files);
  const running = here.run({url: redis.url});
  await until(() => model.requests.length > 4);
  await leaving[Symbol.asyncDispose]();
  await using _other = await working(redis.url, model.files);
  expect((await running).status).toBe("complete");
  expect(model.asked().length).toBe(new Set(model.asked()).size);
});

test.skipIf(!REDIS)("long texts are generated by workers, and by the coordinator not at all", async () => {
  const files = {
    "book.yaml":
      "suite: suites/long.yaml\nmodels: [models/reference.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 4, max: 4}\n",
    "suites/long.yaml":
      "tasks:\n  - {task: needles, params: {kind: one value, context_tokens: [1000, 16000], depth: 0.5}}\n  - {task: boolean, params: {length: 6}}\n"
  };
  await using redis = await throwawayRedis();
  await using here = await opened(files);
  await using _worker = await workerProcess(redis.url, files);
  const generated = [vi.spyOn(manifold, "testAt"), vi.spyOn(insert, "amongPassages")];
  const calls = () => generated.map(({mock}) => mock.calls.length);
  try {
    const ran = await here.run({url: redis.url});
    expect([ran.status, ran.samples]).toEqual(["complete", 36]);
    expect(calls()).toEqual([0, 0]);
    await here.run({store: "data/alone"});
    for (const count of calls()) expect(count).toBeGreaterThan(0); // a run of one process does generate them
  } finally {
    for (const spy of generated) spy.mockRestore();
  }
  expect(await here.files.tableHashes()).toEqual(await here.files.tableHashes("data/alone"));
});
