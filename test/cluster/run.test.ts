// Distributed runs end with the tables of one process; limits hold over all workers; nothing that was answered is asked again.
import {expect, test} from "vitest";
import {throwawayRedis} from "../../pipelines/run/cluster/throwaway.js";
import {opened, REDIS, slowModel, until, workerProcess, working} from "./harness.js";

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

test.skipIf(!REDIS)("equal requests of two workers are asked once, under one limit of requests in flight", async () => {
  await using redis = await throwawayRedis();
  await using model = await slowModel(150);
  let [flying, most] = [0, 0];
  const files = {
    ...model.files,
    "book.yaml": model.files["book.yaml"]!.replace("sampler: samplers/greedy.yaml", "samplers: [samplers/greedy.yaml, samplers/same.yaml]"),
    "samplers/same.yaml": "max_tokens: 2048\n"
  };
  await using here = await opened(files);
  await using first = await working(redis.url, files);
  await using second = await working(redis.url, files);
  const watch = setInterval(() => {
    flying = model.requests.length;
    most = Math.max(most, flying);
  }, 10);
  const ran = await here.run({url: redis.url});
  clearInterval(watch);
  expect(ran.samples).toBe(2 * new Set(model.asked()).size);
  expect(model.asked().length).toBe(new Set(model.asked()).size);
  expect(`${first.report.text()}${second.report.text()}`).not.toContain("failed");
});

test.skipIf(!REDIS)("a limit of cost holds over all workers", async () => {
  await using redis = await throwawayRedis();
  await using model = await slowModel(20);
  await using here = await opened(model.files);
  await using _first = await working(redis.url, model.files);
  await using _second = await working(redis.url, model.files);
  // 50 prompt tokens at $1 and 10 of the answer at $10 a million; set aside is every byte of a prompt and 2,048 tokens
  const maxCost = 0.05;
  const ran = await here.run({url: redis.url, maxCost});
  expect(ran.status).toBe("budget");
  expect(ran.samples).toBeGreaterThan(0);
  const billed = (model.requests.length * (50 * 1 + 10 * 10)) / 1e6;
  expect(billed).toBeLessThanOrEqual(maxCost);
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
