// A short run against a server that takes two seconds for each answer: how many requests are in flight at once.
import {once} from "node:events";
import {mkdtempSync, rmSync} from "node:fs";
import {createServer} from "node:http";
import type {AddressInfo} from "node:net";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {readBook} from "../../pipelines/book/read.node.js";
import {modelSchema} from "../../pipelines/book/schemas.js";
import {run} from "../../pipelines/run/run.js";
import {silent} from "../silent.js";
import type {BenchRow} from "./infer.bench.js";

const LATENCY_MS = 2_000;
const LIMIT = 75;
const LEAST = 60;

export async function benchConcurrency(): Promise<BenchRow[]> {
  const root = mkdtempSync(join(tmpdir(), "bench-concurrency-"));
  let [held, peak] = [0, 0];
  const server = createServer((request, response) => {
    peak = Math.max(peak, ++held);
    request.resume();
    setTimeout(() => {
      held--;
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({
          choices: [{index: 0, message: {role: "assistant", content: "Answer: 4"}, finish_reason: "stop"}],
          usage: {prompt_tokens: 50, completion_tokens: 10}
        })
      );
    }, LATENCY_MS);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const book = {
      ...(await readBook()),
      models: [modelSchema.parse({id: "slow", endpoint})],
      cache: join(root, "cache"),
      store: root
    };
    const started = performance.now();
    await run(book, {folder: join(root, "store"), limit: LIMIT, report: silent});
    const seconds = (performance.now() - started) / 1000;
    return [
      {
        work: `${LIMIT} tests over ${LIMIT} points, ${LATENCY_MS / 1000} s each: most in flight (${seconds.toFixed(1)} s in all)`,
        ours: String(peak),
        baseline: String(LEAST),
        ratio: peak / LEAST,
        target: "≥ 1 × baseline"
      }
    ];
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(root, {recursive: true, force: true});
  }
}
if (process.argv[1]?.endsWith("concurrency.bench.ts")) console.table(await benchConcurrency());
