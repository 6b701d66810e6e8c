// Distributed runs end with the tables of one process.
import {expect, test} from "vitest";
import {throwawayRedis} from "../../pipelines/run/cluster/throwaway.js";
import {workbook} from "../workbook.js";
import {alone, distributed, REDIS, worker} from "./harness.js";

test.skipIf(!REDIS)("two workers make the tables of one process", async () => {
  await using redis = await throwawayRedis();
  await using book = await workbook();
  await using first = await worker(redis.url);
  await using second = await worker(redis.url);
  await Promise.all([first.ready, second.ready]);
  const {code, stderr} = await distributed(book, redis.url);
  expect(stderr).toContain("complete:");
  expect(code).toBe(0);
  expect(await book.tableHashes()).toEqual(await alone());
});
