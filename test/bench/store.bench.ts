// The Parquet writer against DuckDB's own COPY of the same rows made and sorted in SQL, and what a million samples cost in memory.
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {copyToParquet} from "../../pipelines/store/sorted.node.js";
import {type Table, tables} from "../../pipelines/store/tables.js";
import {openStage, type Row} from "../../pipelines/store/writer.node.js";
import type {BenchRow} from "./infer.bench.js";

const ROWS = 1_000_000;
/** Rows made at a time, outside the clock: the writer is measured, not the making of rows. */
const BATCH = 20_000;

/** The same rows twice: as JavaScript and as SQL over `i`. */
const COLUMNS: Record<string, {js: (i: number) => unknown; sql: string}> = {
  eval_id: {js: i => `e${((i / 96) | 0) % 60}`, sql: "'e' || (i // 96) % 60"},
  model: {js: i => `model-${((i / 96) | 0) % 60}`, sql: "'model-' || (i // 96) % 60"},
  template: {js: () => "zerocot-nosys", sql: "'zerocot-nosys'"},
  sampler: {js: () => "greedy-4k", sql: "'greedy-4k'"},
  base_task: {js: i => `task-${((i / 96) | 0) % 4}`, sql: "'task-' || (i // 96) % 4"},
  params: {js: i => `{"length":${8 + (((i / 96) | 0) % 30)}}`, sql: "'{\"length\":' || 8 + (i // 96) % 30 || '}'"},
  generator_version: {js: () => 1, sql: "1"},
  seed: {js: () => 42, sql: "42::BIGINT"},
  index: {js: i => i % 96, sql: "(i % 96)::INT"},
  trial: {js: i => (i / 5760) | 0, sql: "(i // 5760)::INT"},
  item_id: {js: i => `3f2a9c10b7e4d581-${i % 96}`, sql: "'3f2a9c10b7e4d581-' || i % 96"},
  status: {js: i => i % 3, sql: "(i % 3)::INT"},
  parsed: {js: i => i % 7 > 0, sql: "i % 7 > 0"},
  answer: {js: i => String((i * 7919) % 10007), sql: "((i * 7919) % 10007)::VARCHAR"},
  answer_rule: {js: i => (i % 5 > 0 ? "answer is" : "box"), sql: "case when i % 5 > 0 then 'answer is' else 'box' end"},
  answer_start: {js: i => 390 + (i % 3000), sql: "(390 + i % 3000)::INT"},
  answer_end: {js: i => 394 + (i % 3000), sql: "(394 + i % 3000)::INT"},
  answer_reason: {js: i => (i % 7 > 0 ? null : "several"), sql: "case when i % 7 > 0 then null else 'several' end"},
  expected: {js: i => String((i * 104729) % 10007), sql: "((i * 104729) % 10007)::VARCHAR"},
  guess_chance: {js: () => 0.1, sql: "0.1::DOUBLE"},
  prompt_tokens: {js: i => 120 + (i % 40), sql: "(120 + i % 40)::INT"},
  completion_tokens: {js: i => 100 + (i % 900), sql: "(100 + i % 900)::INT"},
  trace_bytes: {js: i => 400 + (i % 3000), sql: "(400 + i % 3000)::INT"},
  compressed_bytes: {js: i => 200 + (i % 900), sql: "(200 + i % 900)::INT"},
  finish_reason: {js: () => "stop", sql: "'stop'"},
  cost: {js: i => (i % 1000) * 1e-7, sql: "(i % 1000) * 1e-7::DOUBLE"},
  simulated: {js: () => true, sql: "true"}
};

async function ours(folder: string, table: Table): Promise<number> {
  const names = Object.keys(table.columns);
  let elapsed = 0;
  const timed = async (work: () => unknown) => {
    const started = performance.now();
    await work();
    elapsed += performance.now() - started;
  };
  await using stage = await openStage({samples: table}, {folder});
  for (let from = 0; from < ROWS; from += BATCH) {
    const rows: Row[] = Array.from({length: BATCH}, (_, k) =>
      Object.fromEntries(names.map(name => [name, COLUMNS[name]!.js(from + k)]))
    );
    await timed(() => {
      for (const row of rows) stage.append("samples", row);
    });
  }
  await timed(() => stage.write("samples", join(folder, "ours.parquet")));
  return elapsed;
}

async function theirs(folder: string, table: Table): Promise<number> {
  const instance = await DuckDBInstance.create(":memory:", {threads: "2"});
  const connection = await instance.connect();
  const columns = Object.keys(table.columns).map(name => `${COLUMNS[name]!.sql} as "${name}"`);
  const order = table.order.map(name => `"${name}"`);
  const started = performance.now();
  await copyToParquet(
    connection,
    `select ${columns.join(", ")} from range(${ROWS}) r(i) order by ${order.join(", ")}`,
    join(folder, "theirs.parquet")
  );
  const elapsed = performance.now() - started;
  const reader = await connection.runAndReadAll(
    `select count(*) from (from read_parquet('${join(folder, "ours.parquet")}') except from read_parquet('${join(folder, "theirs.parquet")}'))`
  );
  if (Number(reader.getRows()[0]![0]) !== 0) throw new Error("the two files hold different rows");
  connection.closeSync();
  instance.closeSync();
  return elapsed;
}

export async function benchStore(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), "bench-store-"));
  try {
    const table = tables.samples;
    const own = await ours(folder, table);
    const rss = process.resourceUsage().maxRSS / 1024;
    const baseline = await theirs(folder, table);
    const rate = (ms: number) => `${Math.round(ROWS / ms).toLocaleString("en")} k rows/s`;
    return [
      {
        work: "1,000,000 samples to sorted Parquet",
        ours: rate(own),
        baseline: `${rate(baseline)} (DuckDB COPY from SQL)`,
        ratio: baseline / own,
        target: "≥ 0.5 × baseline"
      },
      {
        work: "peak memory of that",
        ours: `${Math.round(rss)} MB`,
        baseline: "1,024 MB",
        ratio: rss / 1024,
        target: "≤ 1 × baseline"
      }
    ];
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}
if (process.argv[1]?.endsWith("store.bench.ts")) console.table(await benchStore());
