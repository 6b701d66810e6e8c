// The built-in sentence encoder, in processor time.

import {tasks} from "../../pipelines/generate/registry.node.js";
import {randomOf} from "../../pipelines/generate/seed.js";
import {sentenceEncoder} from "../../pipelines/infer/reference/embedding.node.js";
import type {BenchRow} from "./infer.bench.js";

const TEXTS = 640;
const ROUNDS = 5;
/** Characters of a short text. */
const LENGTH = 80;
const TARGET = 100;

export async function benchEmbedding(): Promise<BenchRow[]> {
  const {generate, params} = tasks.get("movies")!;
  const texts = Array.from({length: TEXTS}, (_, i) => generate(params.parse({}), randomOf(`bench ${i}`)).prompt.slice(0, LENGTH));
  await sentenceEncoder(texts.slice(0, 64)); // loaded and compiled
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const started = process.cpuUsage();
    await sentenceEncoder(texts);
    const {user, system} = process.cpuUsage(started);
    best = Math.min(best, (user + system) / 1e6);
  }
  const rate = TEXTS / best;
  return [
    {
      work: `texts of ${LENGTH} characters embedded, a core`,
      ours: `${Math.round(rate)}/s`,
      baseline: `${TARGET}/s`,
      ratio: rate / TARGET,
      target: "≥ 1 × baseline"
    }
  ];
}
if (process.argv[1]?.endsWith("embedding.bench.ts")) console.table(await benchEmbedding());
