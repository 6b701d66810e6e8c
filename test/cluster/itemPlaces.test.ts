// Places of items of a distributed run go to no server given by URL, though the jobs of its workers are made of them.
import {expect, test} from "vitest";
import {throwawayRedis} from "../../pipelines/run/cluster/throwaway.js";
import {expectBareQuestions, ITEMS, recordBytes, recordedResponses} from "../run/sentBytes.js";
import {opened, REDIS, working} from "./harness.js";

test.skipIf(!REDIS).each(["openai", "responses"])("workers that ask by %s send no place of an item", async protocol => {
  const server = await recordBytes(await recordedResponses());
  const files = {
    ...ITEMS,
    "book.yaml":
      "suite: suites/small.yaml\nmodels: [models/cedar.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 8, step: 8, max: 8, width: 0.15}\nseed: 7\n",
    "models/cedar.yaml": `id: cedar\nendpoint: ${server.url}\nprotocol: ${protocol}\n`
  };
  await using redis = await throwawayRedis();
  await using coordinator = await opened(files);
  await using _worker = await working(redis.url, files);
  const {status, samples} = await coordinator.run({url: redis.url});
  expect([status, samples]).toEqual(["complete", 24]);
  expectBareQuestions(server.sent(), "cedar");
});
