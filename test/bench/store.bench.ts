// Parquet writer against DuckDB's own COPY of the same rows.
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {tables} from "../../pipelines/store/tables.js";
import {copyToParquet, openStage} from "../../pipelines/store/writer.js";

const ROWS = 1_000_000;

export function* rows(count: number) {
  for (let i = 0; i < count; i++) {
    const point = (i / 96) | 0;
    yield {
      eval_id: `e${point % 60}`,
      model: `model-${point % 60}`,
      template: "zerocot-nosys",
      sampler: "greedy-4k",
      base_task: ["arithmetic", "boolean", "brackets", "listops"][point % 4],
      params: `{"length":${8 + (point % 30)},"max_depth":${point % 4}}`,
      generator_version: 1,
      seed: 42,
      index: i % 96,
      trial: 0,
      item_id: `3f2a9c10b7e4d581-${i % 96}`,
      status: i % 3,
      parsed: i % 7 > 0,
      answer: String((i * 7919) % 10007),
      expected: String((i * 104729) % 10007),
      guess_chance: 0.1,
      prompt_tokens: 120 + (i % 40),
      completion_tokens: 100 + (i % 900),
      trace_bytes: 400 + (i % 3000),
      compressed_bytes: 200 + (i % 900),
      finish_reason: "stop",
      cost: (i % 1000) * 1e-7,
      simulated: true
    };
  }
}

export async function benchStore() {
  const folder = await mkdtemp(join(tmpdir(), "bench-store-"));
  try {
    const {samples} = tables;
    let start = performance.now();
    const sorted = join(folder, "ours.parquet");
    await using stage = await openStage({samples}, {folder});
    for (const row of rows(ROWS)) stage.append("samples", row);
    const appended = performance.now() - start;
    await stage.write("samples", sorted);
    const ours = performance.now() - start;
    const connection = await (await DuckDBInstance.create(":memory:", {threads: "2"})).connect();
    await connection.run(`create table t as from read_parquet('${sorted}') order by hash(item_id, model, params)`);
    const order = samples.order.map(name => `"${name}"`).join(", ");
    start = performance.now();
    await copyToParquet(connection, `from t order by ${order}`, join(folder, "theirs.parquet"));
    const theirs = performance.now() - start;
    start = performance.now();
    await copyToParquet(connection, "from t", join(folder, "unsorted.parquet"));
    const unsorted = performance.now() - start;
    return {appended, ours, theirs, unsorted, ratio: theirs / ours, rss: process.memoryUsage().rss / 1e6};
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}
if (process.argv[1]?.endsWith("store.bench.ts")) console.log(await benchStore());
