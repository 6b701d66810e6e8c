// Audits whose files workers search write the files of one process, byte for byte, whatever goes wrong.
import {mkdir, readFile, rm, stat, utimes} from "node:fs/promises";
import {join} from "node:path";
import {gzipSync} from "node:zlib";
import {Redis} from "ioredis";
import {expect, test} from "vitest";
import {inboxOf} from "../../pipelines/run/cluster/keys.js";
import {throwawayRedis} from "../../pipelines/run/cluster/throwaway.js";
import {expectSame, holding, keptIn, lines, openedCorpus, page, placed, prose, queueOf, texts} from "./auditHarness.js";
import {heard, REDIS, until, workerProcess, working} from "./harness.js";

const MANY = Object.fromEntries(Array.from({length: 24}, (_, i) => [`${i}.txt`, page(i, 60_000)]));

test.skipIf(!REDIS)(
  "two workers write the files of one process, and tell the same problems, of files of every kind",
  async () => {
    await using redis = await throwawayRedis();
    await using here = await openedCorpus({
      "pages.jsonl": lines({id: "a", text: page(0)}, {id: "lone \ud800", text: `${texts[1]} \ud800`}, {text: page(2)}),
      "deep/twin.txt": page(3),
      "plain.txt": page(4),
      "packed.txt.gz": gzipSync(page(5)),
      "cut.gz": gzipSync(`${texts[6]} ${prose(20_000)}`).subarray(0, 20_000),
      "binary.dat": Buffer.from([0, 1, 2, 3, 0, 255]),
      "broken.parquet": "PAR1 and nothing that belongs there",
      "lines.jsonl": `${lines({text: texts[7]})}{"text": \n${lines({n: 1})}`,
      "empty.txt": ""
    });
    await placed(here.corpus, {"other/twin.txt": await readFile(join(here.corpus, "deep/twin.txt"))});
    await using _process = await workerProcess(redis.url, {}, {args: ["--corpus", here.corpus]});
    const worker = await holding(redis.url, here.corpus, join(here.files.root, "copy"));
    const command = (out: string, ...more: string[]) =>
      here.files.command("contamination", "audit", "--items", "items.jsonl", "--corpus", "corpus", "--out", out, ...more);
    const [shared, alone] = [await command("shared", "--redis", redis.url), await command("alone")];
    expect([shared.code, shared.stdout]).toEqual([alone.code, alone.stdout]);
    const told = (text: string) =>
      text
        .split("\n")
        .filter(line => line.startsWith("corpus/"))
        .sort();
    expect(told(shared.stderr)).toEqual(told(alone.stderr));
    expect(told(alone.stderr)).toHaveLength(4);
    expect(shared.stderr).toContain("warning: corpus/broken.parquet: no worker can search it; such files are searched here");
    for (const name of ["items.jsonl", "hits.jsonl", "manifest.jsonl"])
      expect(await readFile(join(here.files.root, "shared", name), "utf8")).toBe(
        await readFile(join(here.files.root, "alone", name), "utf8")
      );
    expect(await here.kept("shared")).toEqual(await here.kept("alone"));
    const again = await command("shared", "--redis", "redis://127.0.0.1:1"); // nothing is left to be searched
    expect([again.code, again.stdout]).toEqual([alone.code, alone.stdout]);
    const domains = await here.files.command(
      ...["contamination", "domains", "--items", "items.jsonl", "--corpus", "corpus", "--out", "domains", "--redis", redis.url]
    );
    expect(domains.stdout).toContain(alone.stdout);
    await worker[Symbol.asyncDispose]();
  }
);

test.skipIf(!REDIS)("a worker that is killed in the middle of a search, and one that is asked to end", async () => {
  await using redis = await throwawayRedis();
  await using here = await openedCorpus(MANY);
  await using killed = await workerProcess(redis.url, {}, {args: ["--corpus", here.corpus]});
  const connection = new Redis(redis.url, {maxRetriesPerRequest: null});
  const queue = await queueOf(connection, here.corpus);
  const running = here.audit("shared", {url: redis.url});
  await until(async () => (await queue.getActiveCount()) > 0);
  killed.child.kill("SIGKILL");
  const leaving = await holding(redis.url, here.corpus, join(here.files.root, "leaves"));
  await until(async () => (await keptIn(here)).length > 4);
  await leaving[Symbol.asyncDispose]();
  await using _last = await holding(redis.url, here.corpus, join(here.files.root, "stays"));
  await expectSame(here, await running);
  await queue.close();
  connection.disconnect();
});

test.skipIf(!REDIS)(
  "all workers that hold the files are gone, and another one lives: the coordinator searches them",
  async () => {
    await using redis = await throwawayRedis();
    await using here = await openedCorpus({"one.txt": page(1, 2_000_000), "two.txt": page(2)});
    await using killed = await workerProcess(redis.url, {}, {args: ["--corpus", here.corpus]});
    await using other = await working(redis.url);
    const connection = new Redis(redis.url, {maxRetriesPerRequest: null});
    const queue = await queueOf(connection, here.corpus);
    const report = heard();
    const running = here.audit("shared", {url: redis.url, report});
    await until(async () => (await queue.getActiveCount()) > 0);
    killed.child.kill("SIGKILL");
    await expectSame(here, await running);
    expect(report.text()).toContain("no worker can search it; such files are searched here");
    await other[Symbol.asyncDispose]();
    expect(await other.ended).toMatchObject({files: 0});
    await queue.close();
    connection.disconnect();
  }
);

test.skipIf(!REDIS)("a coordinator of an audit that is killed with -9 goes on, and takes what came meanwhile", async () => {
  await using redis = await throwawayRedis();
  await using here = await openedCorpus(MANY);
  await using worker = await holding(redis.url, here.corpus, join(here.files.root, "copy"));
  const words = ["contamination", "audit", "--items", "items.jsonl", "--corpus", "corpus", "--redis", redis.url];
  const {child, ended} = here.files.start([...words, "--out", "shared"]);
  await until(async () => (await keptIn(here)).length > 2);
  child.kill("SIGKILL");
  await ended;
  const [first] = await keptIn(here);
  const place = join(here.files.root, "shared/files", first!);
  await utimes(place, 1, 1);
  const again = await here.files.command(...words, "--out", "shared");
  const alone = await here.files.command(...words.slice(0, -2), "--out", "alone");
  expect([again.code, again.stdout]).toEqual([alone.code, alone.stdout]);
  expect(await here.kept("shared")).toEqual(await here.kept("alone"));
  expect((await stat(place)).mtimeMs).toBe(1_000); // it was not searched again
  for (const name of ["items.jsonl", "hits.jsonl", "manifest.jsonl"])
    expect(await readFile(join(here.files.root, "shared", name), "utf8")).toBe(
      await readFile(join(here.files.root, "alone", name), "utf8")
    );
  expect(worker.report.text()).not.toContain("refused");
});

test.skipIf(!REDIS)("Redis that is killed in the middle of an audit, and comes back with nothing", async () => {
  let redis = await throwawayRedis();
  await using _server = {[Symbol.asyncDispose]: () => redis[Symbol.asyncDispose]()};
  await using here = await openedCorpus(MANY);
  await using _worker = await holding(redis.url, here.corpus, join(here.files.root, "copy"));
  const running = here.audit("shared", {url: redis.url});
  await until(async () => (await keptIn(here)).length > 2);
  redis.child.kill("SIGKILL");
  await redis.ended;
  redis = await throwawayRedis({port: redis.port});
  await expectSame(here, await running);
});

test.skipIf(!REDIS)("a result that cannot be written ends the audit with the reason, and is taken by the next one", async () => {
  await using redis = await throwawayRedis();
  await using here = await openedCorpus({"one.txt": page(1), "two.txt": page(2)});
  await using worker = await holding(redis.url, here.corpus, join(here.files.root, "copy"));
  await here.audit("alone");
  const [name] = Object.keys(await here.kept("alone"));
  const place = join(here.files.root, "shared/files", name!);
  await mkdir(place, {recursive: true});
  await expect(here.audit("shared", {url: redis.url})).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
  await rm(place, {recursive: true});
  await expectSame(here, await here.audit("shared", {url: redis.url}));
  await worker[Symbol.asyncDispose]();
  expect(await worker.ended).toMatchObject({files: 2});
});

test.skipIf(!REDIS)("duplicated searches, and results that come twice, change nothing", async () => {
  await using redis = await throwawayRedis();
  await using here = await openedCorpus(MANY);
  const connection = new Redis(redis.url, {maxRetriesPerRequest: null});
  const queue = await queueOf(connection, here.corpus);
  await using _worker = await holding(redis.url, here.corpus, join(here.files.root, "copy"));
  const running = here.audit("shared", {url: redis.url});
  await until(async () => (await queue.getJobs(["waiting"])).length > 2);
  const jobs = await queue.getJobs(["waiting"]);
  const inbox = inboxOf((jobs[0]!.data as {audit: string}).audit);
  for (const [i, {data}] of jobs.entries()) await queue.add("search", data, {jobId: `twin-${i}`});
  const seen = new Set<string>();
  await until(async () => {
    for (const [, [, frame]] of await connection.xrange(inbox, "-", "+"))
      if (!seen.has(frame!)) {
        seen.add(frame!);
        await connection.xadd(inbox, "*", "frame", frame!);
      }
    return (await queue.getWaitingCount()) === 0;
  });
  await expectSame(here, await running);
  await queue.close();
  connection.disconnect();
});

test.skipIf(!REDIS)(
  "files that no worker has, or has with other content, are searched by the coordinator, which says so once",
  async () => {
    await using redis = await throwawayRedis();
    await using here = await openedCorpus({"a.txt": page(1), "b.txt": page(2), "c.txt": page(3), "same.txt": page(4)});
    await using held = await openedCorpus({"a.txt": await readFile(join(here.corpus, "a.txt"))});
    const other = (await readFile(join(here.corpus, "same.txt"), "utf8")).replace(/^\w/, "?");
    await placed(held.corpus, {"same.txt": other});
    const worker = await holding(redis.url, held.corpus, join(here.files.root, "copy"));
    const report = heard();
    const shared = await here.audit("shared", {url: redis.url, report});
    await expectSame(here, shared);
    expect(report.lines.filter(line => line.includes("such files are searched here"))).toHaveLength(1);
    expect(report.text()).toContain("same.txt: not searched by a worker: its first or last megabyte is another one here");
    await worker[Symbol.asyncDispose]();
    expect(await worker.ended).toMatchObject({files: 1});
  }
);

test.skipIf(!REDIS)(
  "an audit that waits for workers can be interrupted, and asks a server that is not there in one line",
  async () => {
    await using here = await openedCorpus({"one.txt": page(1)});
    const words = ["contamination", "audit", "--items", "items.jsonl", "--corpus", "corpus", "--out", "shared", "--redis"];
    const away = await here.files.command(...words, "redis://:pass-word@127.0.0.1:1");
    expect([away.code, away.stdout]).toEqual([2, ""]);
    expect(away.stderr).toMatch(/^no Redis answers at redis:\/\/127\.0\.0\.1:1: .*\n$/);
    await using redis = await throwawayRedis();
    const {child, ended} = here.files.start([...words, redis.url]);
    let text = "";
    child.stderr!.on("data", chunk => (text += chunk));
    await until(() => text.includes("no worker on redis://"));
    child.kill("SIGINT");
    expect(await ended).toMatchObject({code: 130, stderr: expect.stringContaining("goes on with the files that are left")});
  }
);

test("an empty corpus needs no Redis", async () => {
  await using here = await openedCorpus({});
  await mkdir(here.corpus, {recursive: true});
  const words = ["contamination", "audit", "--items", "items.jsonl", "--corpus", "corpus", "--out"];
  const [shared, alone] = [
    await here.files.command(...words, "shared", "--redis", "redis://127.0.0.1:1"),
    await here.files.command(...words, "alone")
  ];
  expect(shared).toMatchObject({code: 1, stdout: alone.stdout, stderr: alone.stderr});
  expect(alone.stderr).toContain("the corpus has no files");
});
