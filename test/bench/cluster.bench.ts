// Distributed runs: two workers beside one, against a server that takes 200 ms and one that takes no time, and one worker beside one process.
import {fork} from "node:child_process";
import {once} from "node:events";
import {fileURLToPath} from "node:url";
import {throwawayRedis} from "../../pipelines/run/cluster/throwaway.js";
import {opened, REDIS, workerProcess} from "../cluster/harness.js";
import type {BenchRow} from "./infer.bench.js";

const LATENCY_MS = 200;
/** Requests of one worker in flight; the model allows twice as many in all. */
const EACH = 16;
const POINTS = 50;
const TESTS = 32; // of each point: one job

export async function benchCluster(): Promise<BenchRow[]> {
  if (!REDIS) return [];
  const slow = await timesOf(LATENCY_MS);
  const quick = await timesOf(0);
  const row = (work: string, {ours, baseline, target}: {ours: number; baseline: number; target: string}): BenchRow => ({
    ...{work, ours: `${ours.toFixed(1)} s`, baseline: `${baseline.toFixed(1)} s`, ratio: baseline / ours, target}
  });
  const what = `${(POINTS * TESTS).toLocaleString("en")} tests`;
  return [
    row(`${what} at ${LATENCY_MS} ms, two workers, beside one`, {ours: slow.two, baseline: slow.one, target: "≥ 1.9 × baseline"}),
    row(`${what} at once, two workers, beside one`, {ours: quick.two, baseline: quick.one, target: "≥ 1.6 × baseline"}),
    row(`${what} at ${LATENCY_MS} ms, one worker, beside one process`, {
      ...{ours: slow.one, baseline: slow.alone, target: "≥ 0.91 × baseline"}
    })
  ];
}

/** Seconds of a run by this process, by one worker and by two, tables included, against a server of this latency. */
async function timesOf(latency: number): Promise<{alone: number; one: number; two: number}> {
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
      "suites/small.yaml": `tasks: [{task: arithmetic, params: {length: [${Array.from({length: POINTS}, (_, i) => i + 3).join(", ")}]}}]\n`,
      "models/slow.yaml": `id: slow\nendpoint: http://127.0.0.1:${String(port).trim()}/v1\nconcurrency: ${concurrency}\n`
    });
    return {
      alone: await secondsOf(files(EACH), 0),
      one: await secondsOf(files(2 * EACH), 1),
      two: await secondsOf(files(2 * EACH), 2)
    };
  } finally {
    server.kill();
  }
}

/** Seconds of one run. @param workers 0 = this process asks */
async function secondsOf(files: Record<string, string>, workers: number): Promise<number> {
  await using here = await opened(files);
  if (workers === 0) return await timed(() => here.run());
  await using redis = await throwawayRedis();
  const worker = () => workerProcess(redis.url, files, {args: ["--concurrency", String(EACH)]});
  await using _first = await worker();
  await using _second = workers > 1 ? await worker() : null;
  return await timed(() => here.run({url: redis.url}));
}

async function timed(work: () => Promise<{samples: number}>): Promise<number> {
  const started = performance.now();
  const {samples} = await work();
  if (samples !== POINTS * TESTS) throw new Error(`${samples} samples instead of ${POINTS * TESTS}`);
  return (performance.now() - started) / 1000;
}
if (process.argv[1]?.endsWith("cluster.bench.ts")) console.table(await benchCluster());
