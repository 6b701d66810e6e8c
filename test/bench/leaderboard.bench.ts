// The leaderboard at 1,000 models of 1,000 points each, in Chromium: opened from a cold cache, and filtered.
import {existsSync, mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {literal} from "../../pipelines/rows/literal.js";
import {parquetSource} from "../../pipelines/rows/parquet.js";
import {openDuckDB} from "../../pipelines/store/duckdb.node.js";
import {make} from "../../pipelines/studies/leaderboard/make.node.js";
import {writePoints} from "./explorer.bench.js";
import type {BenchRow} from "./infer.bench.js";
import {copyHeadlines, openWithTables} from "./otherTables.js";

/** Twenty models are written, and each table then repeated under other names. */
const SHAPE = {name: "1,000 models", models: 20, tasks: 10, axes: [10, 10, 1] as [number, number, number]};
const COPIES = 50;

/** Runs in the page: picks the next tier and waits until the table is another one. */
const CHANGE = `(async () => {
  const select = [...document.querySelectorAll("#observablehq-main form")].find(form => form.textContent.trim().startsWith("Tier") && form.querySelector("select")).querySelector("select");
  const table = () => document.querySelector("#leaderboard tbody");
  const before = table();
  const started = performance.now();
  select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
  select.dispatchEvent(new Event("input", {bubbles: true}));
  while (!table() || table() === before) await new Promise(requestAnimationFrame);
  await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
  return performance.now() - started;
})()`;

export async function benchLeaderboard({dist = "dist", screenshot = ""} = {}): Promise<BenchRow[]> {
  if (!existsSync(join(dist, "index.html"))) {
    process.stderr.write(`leaderboard: ${dist}/index.html is missing, so it is not measured; run npm run build\n`);
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), "bench-leaderboard-"));
  try {
    const points = COPIES * (await writePoints(SHAPE, folder)).rows;
    await repeat(folder);
    await make(folder);
    copyHeadlines(folder);
    writeFileSync(join(folder, "manifest.json"), "{}"); // a store of one suite asks for none
    await using site = await openWithTables(dist, {pages: ["leaderboard.html"], tables: folder, folder});
    await using visit = await site.visit("about:blank");
    const started = performance.now();
    await visit.page.goto(`${site.url}/leaderboard.html?source=starter`, {waitUntil: "commit"});
    await visit.page.waitForSelector("figure svg", {timeout: 240_000});
    const chart = performance.now() - started;
    await visit.page.waitForSelector("#leaderboard tbody tr", {timeout: 240_000});
    await visit.page.waitForSelector("#heatmap svg", {timeout: 240_000});
    const all = performance.now() - started;
    if (screenshot) await visit.page.screenshot({path: screenshot});
    const changes: number[] = [];
    for (let i = 0; i < 3; i++) changes.push((await visit.page.evaluate(CHANGE)) as number);
    const work = `leaderboard, ${points.toLocaleString("en")} points of ${SHAPE.name}`;
    const row = (what: string, ms: number): BenchRow => ({
      work: `${work}: ${what}`,
      ours: `${Math.round(ms)} ms`,
      baseline: "3,000 ms",
      ratio: ms / 3_000,
      target: "≤ 1 × baseline"
    });
    return [
      row("first chart, cold", chart),
      row("table and heat map too", all),
      row("tier changed", changes.toSorted((a, b) => a - b)[1]!)
    ];
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}

async function repeat(folder: string): Promise<void> {
  const {connection, close} = await openDuckDB();
  try {
    for (const name of ["points", "scores"]) {
      const file = join(folder, `${name}.parquet`);
      await connection.run(`create temp table ${name} as from ${parquetSource(file)}`);
      await connection.run(`copy (select * replace (printf('%s-%02d', eval_id, i) as eval_id, printf('%s-%02d', model, i) as model) from ${name}, range(${COPIES}) t(i)
        order by model) to ${literal(file)} (format parquet, compression zstd)`);
    }
  } finally {
    close();
  }
}

if (process.argv[1]?.endsWith("leaderboard.bench.ts")) console.table(await benchLeaderboard({screenshot: process.argv[2] ?? ""}));
