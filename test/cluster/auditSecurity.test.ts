// What workers refuse of an audit, what a coordinator refuses of workers, and what of an audit stands in Redis.
import {stat} from "node:fs/promises";
import {join} from "node:path";
import {gzipSync} from "node:zlib";
import {Worker} from "bullmq";
import {Redis} from "ioredis";
import {expect, test} from "vitest";
import {holdingsIn, tellHoldings} from "../../pipelines/run/cluster/audits/holdings.js";
import {inboxOf, itemsOf, QUEUES, searchesOf} from "../../pipelines/run/cluster/keys.js";
import {join as joinOthers} from "../../pipelines/run/cluster/members.js";
import {scriptsOn} from "../../pipelines/run/cluster/scripts.js";
import {throwawayRedis} from "../../pipelines/run/cluster/throwaway.js";
import {compressed} from "../../pipelines/store/compressedJson.node.js";
import {projectVersion} from "../../pipelines/store/version.node.js";
import {sentItems} from "../../pipelines/studies/contamination/sentItems.node.js";
import {DEFAULTS} from "../../pipelines/studies/contamination/settings.js";
import {expectSame, holding, items, openedCorpus, page, queueOf} from "./auditHarness.js";
import {heard, REDIS, until} from "./harness.js";

test.skipIf(!REDIS)(
  "searches of no form, with a path, of foreign files and of items that are none are refused, and nothing is read",
  async () => {
    await using redis = await throwawayRedis();
    await using here = await openedCorpus({"one.txt": page(1), "two.txt": page(2)});
    const connection = new Redis(redis.url, {maxRetriesPerRequest: null});
    const queue = await queueOf(connection, here.corpus);
    const inbox: string[] = [];
    {
      const stop = new AbortController();
      const running = here.audit("shared", {url: redis.url, stop: stop.signal}).catch((error: Error) => error.message);
      // A worker that is said to hold the files and takes nothing, so that their searches can be looked at.
      const {version} = await projectVersion();
      const holdings = await holdingsIn([{name: "c", files: here.corpus}], {version, onMissing() {}});
      await tellHoldings(connection, holdings!.said);
      const scripts = scriptsOn(connection);
      const none = {jobs: 0, running: 0, tests: 0, asked: 0, failed: 0, refused: 0, in_flight: 0};
      const member = {id: "idle", version, plan: holdings!.said.digest} as const;
      await using _searcher = await joinOthers({...member, role: "searcher"}, {connection, scripts, counts: () => none});
      await until(async () => (await queue.getWaitingCount()) === 2);
      const data = (await queue.getJobs(["waiting"]))[0]!.data as Record<string, unknown>;
      stop.abort(new Error("looked at"));
      expect(await running).toBe("looked at");
      await queue.obliterate({force: true});
      await using worker = await holding(redis.url, here.corpus, join(here.files.root, "copy"));
      const limits = {most: 1e9, mostCompressed: 1e9};
      const faulty = {settings: {...DEFAULTS, n: 0}, items: [{text: "x", group: 0}]};
      const bad = {
        settings: await compressed(faulty, limits),
        path: await compressed({...faulty, settings: DEFAULTS, path: "/etc/passwd"}, limits),
        digest: {digest: "0".repeat(64), bytes: (await sentItems(items, DEFAULTS)).bytes},
        noise: {digest: "1".repeat(64), bytes: Buffer.from("no gzip")},
        long: {digest: "2".repeat(64), bytes: gzipSync(Buffer.alloc(300 * 2 ** 20), {level: 1})}
      };
      const audits = Object.fromEntries(Object.keys(bad).map((name, i) => [name, `${i}`.repeat(16)]));
      for (const [name, sent] of Object.entries(bad))
        await connection.set(itemsOf(audits[name]!), Buffer.from(sent!.bytes), "EX", 600);
      const hostile: Record<string, unknown> = {
        none: "rm -rf",
        path: {...data, path: "/etc/passwd"},
        file: {...data, file: "/etc/passwd"},
        climbing: {...data, file: "../../../../etc/passwd"},
        proto: JSON.parse('{"__proto__": {"file": "/etc/passwd"}}'),
        version: {...data, protocol: 99},
        foreign: {...data, file: "0".repeat(32)},
        size: {...data, bytes: 1},
        ends: {...data, ends: "0".repeat(64)},
        gone: {...data, audit: "f".repeat(16)},
        ...Object.fromEntries(
          Object.entries(bad).map(([name, sent]) => [`items-${name}`, {...data, audit: audits[name], items: sent!.digest}])
        )
      };
      for (const [name, each] of Object.entries(hostile)) await queue.add("search", each, {jobId: `hostile-${name}`});
      await until(async () => (await queue.getFailedCount()) === Object.keys(hostile).length);
      const reasons = Object.fromEntries((await queue.getFailed()).map(({id, failedReason}) => [id!.slice(8), failedReason]));
      for (const name of ["none", "path", "file", "climbing", "proto", "version"])
        expect(reasons[name]).toBe("it does not have the form of protocol 1");
      expect(reasons).toMatchObject({
        foreign: expect.stringMatching(/^no corpus of this worker has the file \(00000000, \d+ bytes\)/),
        size: expect.stringMatching(/^no corpus of this worker has the file/),
        ends: "its first or last megabyte is another one here",
        gone: "its items are not in Redis (any more)",
        "items-settings": "its items are none: it does not have the form of items",
        "items-path": "its items are none: it does not have the form of items",
        "items-digest": "its items are none: it has another digest",
        "items-noise": "its items are none: it is not gzip, or damaged",
        "items-long": expect.stringMatching(/^its items are none: it is longer than/)
      });
      for (const key of await connection.keys("reasonbook:*:inbox"))
        for (const [, [, frame]] of await connection.xrange(key, "-", "+")) inbox.push(frame!);
      expect(inbox.length).toBeGreaterThan(0);
      expect(inbox.filter(frame => !frame.includes('"kind":"unfinished"'))).toEqual([]);
      expect(inbox.join("\n")).not.toContain(here.files.root);
      await worker[Symbol.asyncDispose]();
      expect(await worker.ended).toMatchObject({files: 0});
    }
    await queue.close();
    connection.disconnect();
  }
);

test.skipIf(!REDIS)("results that are none are left out, and the coordinator searches the file", async () => {
  await using redis = await throwawayRedis();
  await using here = await openedCorpus({"one.txt": page(1)});
  const connection = new Redis(redis.url, {maxRetriesPerRequest: null});
  const {version} = await projectVersion();
  const holdings = await holdingsIn([{name: "c", files: here.corpus}], {version, onMissing() {}});
  await tellHoldings(connection, holdings!.said);
  const counts = () => ({jobs: 0, running: 0, tests: 0, asked: 0, failed: 0, refused: 0, in_flight: 0});
  const member = {id: "liar", version, plan: holdings!.said.digest} as const;
  const scripts = scriptsOn(connection);
  await using _worker = await joinOthers({...member, id: "liar-too", role: "worker"}, {connection, scripts, counts});
  await using _searcher = await joinOthers({...member, role: "searcher"}, {connection, scripts, counts});
  const {size} = await stat(join(here.corpus, "one.txt"));
  const copy = {containment: 1, jaccard: 1, run_words: 9, subsequence: 1, bits: 99, excerpt: "x", run_at: 0, run_length: 1};
  const result = {
    bytes: size,
    sha256: null,
    format: "text",
    problems: [],
    whole: true,
    documents: 1,
    words: 9,
    copies: [{item: 10_000, document: "", ...copy}]
  };
  const lies: object[] = [result, {...result, bytes: 1, copies: []}, {...result, file: "/etc/passwd"}];
  const lying = new Worker(
    searchesOf(holdings!.said.digest),
    async job => {
      const sent = (await compressed(lies.shift() ?? {}, {most: 1e6, mostCompressed: 1e6}))!;
      const frame = {kind: "searched", job: job.id, worker: "liar", digest: sent.digest};
      const packed = Buffer.from(sent.bytes).toString("base64");
      const to = inboxOf((job.data as {audit: string}).audit);
      await connection.xadd(to, "*", "frame", '{"kind": "searched", "job": "../x"}');
      await connection.xadd(to, "*", "frame", JSON.stringify({...frame, result: packed}));
    },
    {connection, prefix: QUEUES, removeOnComplete: {count: 0}}
  );
  lying.on("error", () => {});
  const report = heard();
  const shared = await here.audit("shared", {url: redis.url, report});
  await lying.close();
  await expectSame(here, shared);
  expect(report.text()).toContain("it names an item of which there are only 30");
  expect(report.text()).toContain(`it is of a file of 1 bytes, not of ${size}`);
  expect(report.text()).toContain("it does not have the form of a result");
  expect(report.text()).toContain("something that is not a result");
  connection.disconnect();
});

test.skipIf(!REDIS)("an audit waits for a worker of its version, and leaves no items and no names in Redis", async () => {
  await using redis = await throwawayRedis();
  await using here = await openedCorpus({"secret-name.txt": page(1, 60_000), "deep/other.txt": page(2)});
  await using _old = await holding(redis.url, here.corpus, join(here.files.root, "old"), {version: "0.0.1"});
  const report = heard();
  const running = here.audit("shared", {url: redis.url, report});
  await until(() => report.text().includes("of another version (0.0.1, not "));
  const connection = new Redis(redis.url, {maxRetriesPerRequest: null});
  expect(await connection.keys("reasonbook:*:items")).toHaveLength(1);
  const queue = await queueOf(connection, here.corpus);
  await using worker = await holding(redis.url, here.corpus, join(here.files.root, "copy"));
  let jobs = "";
  await until(async () => {
    for (const job of await queue.getJobs(["waiting", "active"])) jobs += JSON.stringify(job?.data ?? "");
    return jobs.includes('"ends"');
  });
  await expectSame(here, await running);
  for (const name of ["secret-name", "item-1", "bank-1", here.files.root]) expect(jobs).not.toContain(name);
  expect(await connection.keys("reasonbook:*:items")).toEqual([]);
  expect(worker.report.text()).not.toContain("refused");
  await queue.close();
  connection.disconnect();
});
