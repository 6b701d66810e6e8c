// Distributed runs: two workers beside one, against a server that takes 200 ms and one that takes no time, with short tests and with long
// contexts, whose making takes most of the time; and one worker beside one process.
import {fork} from "node:child_process";
import {once} from "node:events";
import {fileURLToPath} from "node:url";
import {throwawayRedis} from "../../pipelines/run/cluster/throwaway.js";
import {opened, REDIS, workerProcess} from "../cluster/harness.js";
import type {BenchRow} from "./infer.bench.js";

const LATENCY_MS = 200;
/** Requests of one worker in flight; the model allows twice as many in all. */
const EACH = 16;
const TESTS = 32; // of each point: one job

interface Work {
  points: number;
  tasks: string;
}
const range = (count: number, first: number) => `[${Array.from({length: count}, (_, i) => i + first).join(", ")}]`;
const SHORT: Work = {points: 50, tasks: `{task: arithmetic, params: {length: ${range(50, 3)}}}`};
/** Two facts among 32,000 tokens of text. */
const LONG: Work = {points: 8, tasks: `{task: facts, params: {skill: two facts, context_tokens: ${range(8, 32_000)}}}`};

export async function benchCluster(): Promise<BenchRow[]> {
  if (!REDIS) return [];
  const slow = await timesOf(SHORT, LATENCY_MS);
  const quick = await timesOf(SHORT, 0);
  const long = await timesOf(LONG, 0);
  const row = (work: string, {ours, baseline, target}: {ours: number; baseline: number; target: string}): BenchRow => ({
    work,
    ours: `${ours.toFixed(1)} s`,
    baseline: `${baseline.toFixed(1)} s`,
    ratio: baseline / ours,
    target
  });
  const what = `${(SHORT.points * TESTS).toLocaleString("en")} tests`;
  const contexts = `${LONG.points * TESTS} tests of 32,000 tokens`;
  return [
    row(`${what} at ${LATENCY_MS} ms, two workers, beside one`, {ours: slow.two, baseline: slow.one, target: "≥ 1.9 × baseline"}),
    row(`${what} at once, two workers, beside one`, {ours: quick.two, baseline: quick.one, target: "≥ 1.6 × baseline"}),
    row(`${contexts} at once, two workers, beside one`, {ours: long.two, baseline: long.one, target: "≥ 1.6 × baseline"}),
    row(`${what} at ${LATENCY_MS} ms, one worker, beside one process`, {
      ours: slow.one,
      baseline: slow.alone,
      target: "≥ 0.91 × baseline"
    })
  ];
}

/** Seconds of a run by this process, by one worker and by two, tables included, against a server of this latency. */
async function timesOf({points, tasks}: Work, latency: number): Promise<{alone: number; one: number; two: number}> {
  const server = fork(fileURLToPath(new URL("echo-server.mjs", import.meta.url)), [String(latency)], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    execArgv: []
  });
  const [port] = await once(server.stdout!, "data");
  try {
    const files = (concurrency: number) => ({
      "book.yaml":
        "suite: suites/small.yaml\nmodels: [models/slow.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\n" +
        `precision: {min: ${TESTS}, step: ${TESTS}, max: ${TESTS}, width: 0.5}\nseed: 7\n`,
      "suites/small.yaml": `tasks: [${tasks}]\n`,
      "models/slow.yaml": `id: slow\nendpoint: http://127.0.0.1:${String(port).trim()}/v1\nconcurrency: ${concurrency}\n`
    });
    const samples = points * TESTS;
    return {
      alone: await secondsOf(files(EACH), {workers: 0, samples}),
      one: await secondsOf(files(2 * EACH), {workers: 1, samples}),
      two: await secondsOf(files(2 * EACH), {workers: 2, samples})
    };
  } finally {
    server.kill();
  }
}

/** Seconds of one run. @param workers 0 = this process asks */
async function secondsOf(files: Record<string, string>, {workers, samples}: {workers: number; samples: number}): Promise<number> {
  await using here = await opened(files);
  if (workers === 0) return await timed(samples, () => here.run());
  await using redis = await throwawayRedis();
  const worker = () => workerProcess(redis.url, files, {args: ["--concurrency", String(EACH)]});
  await using _first = await worker();
  await using _second = workers > 1 ? await worker() : null;
  return await timed(samples, () => here.run({url: redis.url}));
}

async function timed(expected: number, work: () => Promise<{samples: number}>): Promise<number> {
  const started = performance.now();
  const {samples} = await work();
  if (samples !== expected) throw new Error(`${samples} samples instead of ${expected}`);
  return (performance.now() - started) / 1000;
}
if (process.argv[1]?.endsWith("cluster.bench.ts")) console.table(await benchCluster());
