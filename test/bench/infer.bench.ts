// The whole path from request to durable completion, against what HTTP alone costs, over one server without latency.
import {fork} from "node:child_process";
import {once} from "node:events";
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import {Pool} from "undici";
import {openCache} from "../../pipelines/infer/cache.node.js";
import {complete} from "../../pipelines/infer/complete.node.js";
import type {ChatRequest} from "../../pipelines/infer/completion.js";
import {endpoint} from "../../pipelines/infer/endpoint.node.js";
import {limiter} from "../../pipelines/infer/limiter.js";
import {requestKey} from "../../pipelines/infer/request.node.js";

const REQUESTS = 20_000;
const CONCURRENCY = 64;
const ROUNDS = 5;
/** Rounds before those: code is compiled while it runs, and a run lasts longer than that. All sides have them. */
const WARM_UP = 2;
/** A run draws batches of 32 tests, of several points at once: while the disk takes one batch, the next is asked. */
const BATCH = 32;
const POINTS = 8;
const sampling = {max_tokens: 512, temperature: 0};

export interface BenchRow {
  work: string;
  ours: string;
  baseline: string;
  ratio: number;
  target: string;
}

const question = (index: number) =>
  `Compute (${index} + 17) * 3 - 4, working step by step, and give the result on the last line after "Answer:".`;
const requestOf = (index: number): ChatRequest => ({
  base: "http://127.0.0.1/v1",
  protocol: "openai",
  model: "echo",
  messages: [{role: "user", content: question(index)}],
  sampling,
  trial: 0
});
const bodyOf = (index: number) =>
  JSON.stringify({max_tokens: 512, temperature: 0, model: "echo", messages: [{role: "user", content: question(index)}]});

/** So many calls, so many at a time; calls per second. */
async function rate(work: (index: number) => Promise<unknown>): Promise<number> {
  let next = 0;
  const started = performance.now();
  const lane = async () => {
    while (next < REQUESTS) await work(next++);
  };
  await Promise.all(Array.from({length: CONCURRENCY}, lane));
  return (REQUESTS / (performance.now() - started)) * 1000;
}

async function ourRates(base: string): Promise<{cold: number; warm: number; read: number}> {
  const folder = mkdtempSync(join(tmpdir(), "infer-bench-"));
  const cache = openCache(folder);
  const model = endpoint({base, concurrency: CONCURRENCY});
  const requests = Array.from({length: REQUESTS}, (_, index) => requestOf(index));
  const pass = async () => {
    const started = performance.now();
    const limits = limiter({max: CONCURRENCY});
    const answer = (request: ChatRequest) => {
      const key = requestKey(request);
      return cache.get(key) ?? complete(request, {key, cache, endpoint: model, limiter: limits});
    };
    let next = 0;
    const point = async () => {
      while (next < REQUESTS) await Promise.all(requests.slice(next, (next += BATCH)).map(answer));
    };
    await Promise.all(Array.from({length: POINTS}, point));
    return (REQUESTS / (performance.now() - started)) * 1000;
  };
  try {
    const cold = await pass();
    const warm = await pass();
    const started = performance.now();
    for (const request of requests)
      if (!cache.get(requestKey(request))) throw new Error("a completed request is not in the cache");
    const read = (REQUESTS / (performance.now() - started)) * 1000;
    return {cold, warm, read};
  } finally {
    await model.close();
    await cache.close();
    rmSync(folder, {recursive: true});
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;
const perSecond = (rate: number) => `${Math.round(rate).toLocaleString("en")}/s`;

export async function benchInfer(): Promise<BenchRow[]> {
  const server = fork(fileURLToPath(new URL("./echo-server.mjs", import.meta.url)), {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    execArgv: []
  });
  const origin = `http://127.0.0.1:${String((await once(server.stdout!, "data"))[0]).trim()}`;
  const path = "/v1/chat/completions";
  const headers = {"content-type": "application/json"};
  const pool = new Pool(origin, {connections: CONCURRENCY, pipelining: 1});
  const ours: Awaited<ReturnType<typeof ourRates>>[] = [];
  const fetches: number[] = [];
  const pools: number[] = [];
  try {
    // the three take turns, so that a busy machine slows all alike
    for (let round = 0; round < WARM_UP + ROUNDS; round++) {
      ours.push(await ourRates(`${origin}/v1`));
      fetches.push(await rate(async i => (await fetch(origin + path, {method: "POST", headers, body: bodyOf(i)})).json()));
      pools.push(await rate(async i => (await pool.request({path, method: "POST", headers, body: bodyOf(i)})).body.json()));
    }
    for (const each of [ours, fetches, pools]) each.splice(0, WARM_UP);
  } finally {
    await pool.close();
    server.disconnect();
  }
  const row = (work: string, kind: "cold" | "warm" | "read", name: string, base: number[], target: string): BenchRow => ({
    work,
    ours: perSecond(median(ours.map(rates => rates[kind]))),
    baseline: `${name} ${perSecond(median(base))}`,
    ratio: Number(median(ours.map((rates, round) => rates[kind] / base[round]!)).toFixed(2)), // within a round, then the median of rounds
    target
  });
  return [
    row("ask, limit, store durably", "cold", "fetch loop", fetches, "≥ 0.8"),
    row("ask, limit, store durably", "cold", "undici Pool loop", pools, "≥ 0.5"),
    row("answer from the cache", "warm", "undici Pool loop", pools, "> 1"),
    row("key and read from the cache", "read", "goal", Array(ROUNDS).fill(40_000), "≥ 1")
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.table(await benchInfer());
