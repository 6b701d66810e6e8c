// What goes wrong around a distributed run: it ends with the tables of one process all the same.
import {mkdtemp, readFile, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {setTimeout as sleep} from "node:timers/promises";
import {Queue, Worker} from "bullmq";
import {Redis} from "ioredis";
import {expect, test} from "vitest";
import {inboxOf, QUEUES, queueOf} from "../../pipelines/run/cluster/keys.js";
import {redisPlace} from "../../pipelines/run/cluster/place.js";
import {checkRedis, connect} from "../../pipelines/run/cluster/redis.js";
import {type ClusterState, clusterSchema} from "../../pipelines/run/cluster/state.js";
import {throwawayRedis} from "../../pipelines/run/cluster/throwaway.js";
import {
  durableRedis,
  failingNetwork,
  heard,
  type Opened,
  opened,
  REDIS,
  slowModel,
  until,
  workerProcess,
  working
} from "./harness.js";

process.env.CLUSTER_TEST_KEY = "sk-cluster-1234567890";

/** The tables of a run, and those of one process, which asks nothing since all answers are at hand. */
async function expectSameTables(here: Opened, store = "data/store"): Promise<void> {
  const alone = await here.run({store: "data/alone"});
  expect(alone.requests).toBe(0);
  expect(await here.files.tableHashes(store)).toEqual(await here.files.tableHashes("data/alone"));
}

/** The plan's digest as a worker tells it. */
const digestOf = (text: string): string => /plan ([0-9a-f]{16})/.exec(text)![1]!;

test.skipIf(!REDIS)("three workers, of which one is killed with -9, and Redis restarted in the middle", async () => {
  const folder = await mkdtemp(join(tmpdir(), "reasonbook-aof-"));
  let redis = await durableRedis(folder);
  try {
    await using model = await slowModel(150);
    await using here = await opened(model.files);
    await using killed = await workerProcess(redis.url, model.files);
    await using _second = await working(redis.url, model.files);
    await using _third = await working(redis.url, model.files);
    const running = here.run({url: redis.url});
    await until(() => model.requests.length > 6);
    killed.child.kill("SIGKILL");
    await until(() => model.requests.length > 20);
    const {port} = redis;
    redis.child.kill("SIGKILL");
    await redis.ended;
    await sleep(500);
    redis = await durableRedis(folder, port);
    expect((await running).status).toBe("complete");
    await expectSameTables(here);
  } finally {
    await redis[Symbol.asyncDispose]();
    await rm(folder, {recursive: true, force: true});
  }
});

test.skipIf(!REDIS)("a partition of ten seconds, during which pages are told how workers do", async () => {
  await using redis = await throwawayRedis();
  await using way = await failingNetwork(redis.port);
  await using model = await slowModel(40);
  await using here = await opened(model.files);
  await using _worker = await working(way.url, model.files);
  const stateIn = async (folder: string) => clusterSchema.parse(JSON.parse(await readFile(join(folder, "cluster.json"), "utf8")));
  const states: ClusterState[] = [];
  const checkpoint = async (folder: string, names: string[]) => {
    if (names.includes("cluster")) states.push(await stateIn(folder));
  };
  const running = here.run({url: redis.url, checkpoint});
  await until(() => model.requests.length > 6);
  way.hold();
  await sleep(10_000);
  way.release();
  expect((await running).status).toBe("complete");
  const [first] = states;
  expect(first).toMatchObject({ended: false, redis: redis.url, workers: [{role: "worker", pid: process.pid}]});
  expect(first!.queue.outstanding).toBeGreaterThan(0);
  const last = await stateIn(join(here.files.root, "data/store"));
  expect(states.at(-1)).toEqual(last);
  expect(last).toMatchObject({ended: true, redis: "", queue: {outstanding: 0}, workers: [{host: "", pid: 0, share: 1}]});
  await expectSameTables(here);
});

test.skipIf(!REDIS)("a slow network that loses its connections", async () => {
  await using redis = await throwawayRedis();
  await using way = await failingNetwork(redis.port, {delay: 20});
  await using model = await slowModel(40);
  await using here = await opened(model.files);
  await using _worker = await working(way.url, model.files);
  const cutting = setInterval(way.cut, 700);
  const ran = await here.run({url: way.url}).finally(() => clearInterval(cutting));
  expect(ran.status).toBe("complete");
  await expectSameTables(here);
});

test.skipIf(!REDIS)("duplicated jobs, and jobs of no form, another book, a host or a file", async () => {
  await using redis = await throwawayRedis();
  await using model = await slowModel(30);
  await using other = await slowModel(0);
  await using here = await opened(model.files);
  await using worker = await working(redis.url, model.files);
  const digest = digestOf(worker.report.text());
  const connection = new Redis(redis.url, {maxRetriesPerRequest: null});
  const queue = new Queue(queueOf(digest), {connection, prefix: QUEUES});
  const running = here.run({url: redis.url});
  await until(() => model.requests.length > 3);
  const [job] = await queue.getJobs(["active", "waiting"]);
  for (let i = 0; i < 3; i++) await queue.add("tests", job!.data, {jobId: `twin-${i}`});
  const hostile = {
    host: {...job!.data, endpoint: other.url},
    file: {...job!.data, book: "/etc/passwd"},
    point: {...job!.data, point: "../../../../etc/passwd"},
    proto: JSON.parse(`{"__proto__": {"endpoint": "${other.url}"}, "evaluation": "${other.url}"}`),
    many: {...job!.data, first: 0, end: 1_000_000},
    none: "rm -rf",
    version: {...job!.data, protocol: 99},
    book: {...job!.data, plan: "0".repeat(16)}
  };
  for (const [name, data] of Object.entries(hostile)) await queue.add("tests", data, {jobId: `hostile-${name}`});
  expect((await running).status).toBe("complete");
  await until(async () => (await queue.getFailedCount()) === Object.keys(hostile).length);
  expect(other.requests).toEqual([]);
  expect(worker.report.text()).toContain("of another book or version");
  expect(worker.report.text()).not.toContain(other.url);
  expect(model.asked().length).toBe(new Set(model.asked()).size);
  await queue.close();
  connection.disconnect();
  await expectSameTables(here);
});

test.skipIf(!REDIS)("a job at which every worker fails is done by the coordinator", async () => {
  await using redis = await throwawayRedis();
  await using model = await slowModel(5);
  await using here = await opened(model.files);
  const probe = await working(redis.url, model.files);
  const digest = digestOf(probe.report.text());
  await probe[Symbol.asyncDispose]();
  const connection = new Redis(redis.url, {maxRetriesPerRequest: null});
  const failing = new Worker(
    queueOf(digest),
    async job => {
      const frame = {kind: "unfinished", job: job.id, worker: "broken", answers: [], message: "out of order"};
      await connection.xadd(inboxOf(digest), "*", "frame", JSON.stringify(frame));
      await connection.xadd(inboxOf(digest), "*", "frame", '{"kind": "result", "job": "../x"}');
    },
    {connection, prefix: QUEUES, removeOnComplete: {count: 0}}
  );
  const report = heard();
  const ran = await here.run({url: redis.url, report});
  await failing.close();
  connection.disconnect();
  expect(ran.status).toBe("complete");
  expect(report.text()).toContain("it is done here");
  expect(report.text()).toContain("something that is not a result");
  await expectSameTables(here);
});

test.skipIf(!REDIS)("two coordinators: the second one waits, and asks nothing again", async () => {
  await using redis = await throwawayRedis();
  await using model = await slowModel(30);
  await using here = await opened(model.files);
  await using there = await opened(model.files);
  await using _worker = await working(redis.url, model.files);
  const report = heard();
  const first = here.run({url: redis.url});
  await until(() => model.requests.length > 3);
  const second = there.run({url: redis.url, report});
  expect((await first).status).toBe("complete");
  expect((await second).status).toBe("complete");
  expect(report.text()).toMatch(/waiting for .* PID \d+, which coordinates the same run/);
  expect(model.asked().length).toBe(new Set(model.asked()).size);
  expect(await there.files.tableHashes()).toEqual(await here.files.tableHashes());
  await expectSameTables(here);
});

test.skipIf(!REDIS)("Redis full for a time", async () => {
  await using redis = await throwawayRedis();
  await using model = await slowModel(40);
  await using here = await opened(model.files);
  await using worker = await working(redis.url, model.files);
  const admin = new Redis(redis.url);
  const report = heard();
  const running = here.run({url: redis.url, report});
  await until(() => model.requests.length > 6);
  await admin.config("SET", "maxmemory", "1mb");
  await sleep(3_000);
  expect(`${report.text()}${worker.report.text()}`).toContain("is full; waiting for room");
  await admin.config("SET", "maxmemory", "0");
  admin.disconnect();
  expect((await running).status).toBe("complete");
  await expectSameTables(here);
});

test.skipIf(!REDIS)("Redis that may evict keys, that is not there, and that refuses the password", async () => {
  await using redis = await throwawayRedis({args: ["--maxmemory-policy", "allkeys-lru", "--requirepass", "right-password"]});
  await using here = await opened();
  const at = (password: string) => `redis://:${password}@127.0.0.1:${redis.port}`;
  await expect(here.run({url: at("right-password")})).rejects.toThrow(
    /may evict keys \(maxmemory-policy allkeys-lru\).*noeviction/
  );
  const refused = await here.run({url: at("wrong-password")}).catch((error: Error) => error.message);
  expect(refused).toContain("rejects user or password");
  expect(refused).not.toContain("wrong-password");
  await redis[Symbol.asyncDispose]();
  const place = redisPlace(at("right-password"));
  const connection = connect(place);
  await expect(checkRedis(connection, place, {within: 300})).rejects.toThrow(/no Redis answers at redis:\/\/127.0.0.1:\d+: /);
  connection.disconnect();
});

test.skipIf(!REDIS)("workers of another version and of another clock", async () => {
  await using redis = await throwawayRedis();
  await using model = await slowModel(20);
  await using here = await opened(model.files);
  await using old = await working(redis.url, model.files, {version: "0.0.1"});
  const report = heard();
  const running = here.run({url: redis.url, report});
  await until(() => report.text().includes("of another version (0.0.1, not "));
  expect(model.requests).toEqual([]);
  const clock = "const now = Date.now; Date.now = () => now() - 3 * 86_400_000;";
  await using _late = await workerProcess(redis.url, model.files, {
    env: {NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clock)}`}
  });
  expect((await running).status).toBe("complete");
  await old[Symbol.asyncDispose]();
  expect(await old.ended).toMatchObject({jobs: 0, tests: 0, refused: 0});
  await expectSameTables(here);
});

test.skipIf(!REDIS)("a coordinator that is killed with -9 between results and tables", async () => {
  await using redis = await throwawayRedis();
  await using model = await slowModel(60);
  await using here = await opened(model.files);
  await using _worker = await working(redis.url, model.files);
  const {child, ended} = here.files.start(["run", "--redis", redis.url]);
  await until(() => model.requests.length > 40);
  child.kill("SIGKILL");
  await ended;
  const report = heard();
  const ran = await here.run({url: redis.url, report});
  expect(report.text()).toContain("which coordinates the same run");
  expect(ran.status).toBe("complete");
  expect(model.asked().length).toBe(new Set(model.asked()).size);
  await expectSameTables(here);
});
