// Pages Leaderboard, Compare and Item response of 1,000 models simulated from the fitted items of MMLU-Pro, 12 million answers, in Chromium.
import {existsSync, mkdirSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {literal} from "../../pipelines/rows/literal.js";
import {openDuckDB} from "../../pipelines/store/duckdb.node.js";
import {PUBLISHED} from "../../pipelines/store/publish.node.js";
import type {BenchRow} from "./infer.bench.js";
import {copyHeadlines, openWithTables} from "./otherTables.js";

const MODELS = 1_000;
const SUITE = "mmlu-pro";
/** Longest wait for a chart, in milliseconds. */
const MAX_WAIT_MS = 180_000;
const GOAL_MS = 3_000;

/** Pages with what is first drawn on them. */
const PAGES = [
  {name: "leaderboard", path: "/leaderboard", chart: "#observablehq-main figure svg"},
  {name: "compare", path: "/compare", chart: "#observablehq-main figure svg"},
  {name: "irt", path: "/irt", chart: "#wright svg"}
] as const;

/** Writes the tables of those models, which differ in nothing but ability, into a folder. */
export async function writeManyModels(folder: string, models = MODELS): Promise<void> {
  mkdirSync(folder, {recursive: true});
  const {connection, close} = await openDuckDB();
  const run = (sql: string) => connection.run(sql);
  const published = (table: string) => literal(join(PUBLISHED, `${table}.parquet`));
  const write = (table: string, query: string, options = "") =>
    run(`copy (${query}) to ${literal(join(folder, `${table}.parquet`))} (format parquet, compression zstd${options})`);
  const renamed = "e.id as eval_id, e.name as model, 'given' as template, 'given' as sampler";
  try {
    // Abilities are those of a normal population; the standard error is that of 12,000 items.
    await run(`create table e as select i, printf('%012x', i) as id, printf('model-%04d', i) as name,
      2 * sqrt(-2 * ln((i + 1) / ${models + 1})) * cos(2 * pi() * ((i * 0.618033988749895) % 1)) / 2 as theta, 0.025 as se from range(${models}) t(i)`);
    await run(
      `create table item as select * replace ('' as suite) from ${published("irt_items")} where suite = ${literal(SUITE)}`
    );
    await run(`create table answers as select e.id as eval_id, e.name as model, item_id,
      (hash(e.i, item_id) / 18446744073709551616.0 < coalesce(c + (1 - c) / (1 + exp(-(a * e.theta + d))), correct / n))::integer as status
      from e, item`);
    await run(
      `create table counts as select eval_id, sum(status)::integer as right, count(*)::integer as n from answers group by 1`
    );
    await write(
      "samples",
      `select a.eval_id, a.model, s.* exclude (eval_id, model, item_id, status) replace ('given' as template, 'given' as sampler, 0 as trial, null as answer), a.item_id, a.status
        from answers a join (select distinct on (item_id) * from ${published("samples")} where base_task = ${literal(SUITE)}) s using (item_id) order by a.eval_id, a.item_id`,
      ", row_group_size 200000"
    );
    await write("items", `select * from ${published("items")} where base_task = ${literal(SUITE)}`);
    const repeated = (table: string, columns: string) =>
      `select ${renamed}, t.* exclude (eval_id, model, template, sampler) replace (${columns}) from e join counts on counts.eval_id = e.id,
        (select * from ${published(table)} where base_task = ${literal(SUITE)} limit 1) t order by e.id`;
    const counters = 'counts."right" as correct, counts.n - counts."right" as incorrect, 0 as truncated, 0 as cut_by_evidence';
    await write("points", repeated("points", `${counters}, counts."right" / counts.n as accuracy`));
    await write("task_counts", repeated("task_counts", counters));
    const accuracy = 'counts."right" / counts.n';
    const reach = `1.96 * sqrt(${accuracy} * (1 - ${accuracy}) / counts.n)`;
    const ends = `${accuracy} as formula, ${accuracy} - ${reach} as formula_low, ${accuracy} + ${reach} as formula_high`;
    // Layers of a model that was asked this suite alone.
    await write(
      "scores",
      `select ${renamed}, t.* exclude (eval_id, model, template, sampler) replace (${ends}, ${accuracy} * 1000 as score) from e join counts on counts.eval_id = e.id,
        (select * from ${published("scores")} where model = 'DeepSeek-Coder-V2') t order by e.id, layer`
    );
    await write("irt_items", `select * replace (${models} as n, (correct * ${models} / n)::integer as correct) from item`);
    await write(
      "irt_ability",
      `select '' as suite, ${renamed}, t.* exclude (suite, eval_id, model, template, sampler) replace (e.theta as theta, e.se as se, e.theta - 1.96 * e.se as low, e.theta + 1.96 * e.se as high,
        (rank() over (order by e.theta desc))::integer as rank, greatest(1, rank() over (order by e.theta desc) - 20)::integer as rank_low, (rank() over (order by e.theta desc) + 20)::integer as rank_high)
        from e, (select * from ${published("irt_ability")} where suite = ${literal(SUITE)} and truncated = 'missing' limit 1) t order by e.id`
    );
    for (const table of ["irt_fit", "irt_residuals", "irt_variance", "suspect_items", "item_dependence"])
      await write(table, `select * replace ('' as suite) from ${published(table)} where suite = ${literal(SUITE)}`);
  } finally {
    close();
  }
  copyHeadlines(folder);
  writeFileSync(join(folder, "manifest.json"), "{}");
}

/** @param folder where the tables are, or are written; they take a minute */
export async function benchManyModels({
  dist = "dist",
  folder = "/tmp/bench-many-models",
  screenshots = ""
} = {}): Promise<BenchRow[]> {
  if (!existsSync(join(dist, "index.html"))) {
    process.stderr.write(`many models: ${dist}/index.html is missing, so it is not measured; run npm run build\n`);
    return [];
  }
  if (!existsSync(join(folder, "manifest.json"))) await writeManyModels(folder);
  await using site = await openWithTables(dist, {pages: PAGES.map(({name}) => `${name}.html`), tables: folder, folder});
  const rows: BenchRow[] = [];
  for (const {name, path, chart} of PAGES) {
    await using visit = await site.visit("about:blank", {apart: true});
    const started = performance.now();
    await visit.page.goto(`${site.url}${path}?source=starter`, {waitUntil: "commit"});
    const ms = await visit.page.waitForSelector(chart, {timeout: MAX_WAIT_MS}).then(
      () => performance.now() - started,
      () => Number.NaN
    );
    await visit.page.waitForTimeout(2_000);
    if (screenshots) await visit.page.screenshot({path: join(screenshots, `many-${name}.png`)});
    rows.push({
      work: `${path} with 12 million answers of 1,000 models: first chart, cold`,
      ours: `${Math.round(ms)} ms`,
      baseline: `${GOAL_MS} ms`,
      ratio: ms / GOAL_MS,
      target: "≤ 1 × baseline"
    });
    const errors = await visit.errors();
    if (errors.length > 0) process.stderr.write(`${path}: ${errors.join("\n")}\n`);
  }
  return rows;
}

if (process.argv[1]?.endsWith("manyModels.bench.ts")) console.table(await benchManyModels({screenshots: process.argv[2] ?? ""}));
