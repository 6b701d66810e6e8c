// The explorer at 100,000 points: from the change of a filter to the redrawn picture on the screen, in Chromium.
import {existsSync, mkdtempSync, readFileSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import type {Page} from "playwright-core";
import {noCounters} from "../../pipelines/score/counters.js";
import {type PointRow, pointRow} from "../../pipelines/store/rows.node.js";
import {scoredEvaluations, scoreRows} from "../../pipelines/store/scores.js";
import {tables} from "../../pipelines/store/tables.js";
import {openStage} from "../../pipelines/store/writer.node.js";
import {openSite} from "../pages/browser.js";
import type {BenchRow} from "./infer.bench.js";

const LIMIT_MS = 200;
const CHANGES = 5;

/** How 100,000 points are shared out. */
interface Shape {
  name: string;
  models: number;
  tasks: number;
  /** values of the three parameters */
  axes: [number, number, number];
}
export const SHAPES: Shape[] = [
  {name: "64 evaluations of 7 tasks, 56 cells a picture", models: 64, tasks: 7, axes: [8, 7, 4]},
  {name: "4 evaluations of one task, 1,024 cells a picture", models: 4, tasks: 1, axes: [32, 32, 25]}
];

const range = (count: number) => Array.from({length: count}, (_, i) => i);

/** Writes the tables points and scores of the shape with the store's own writer; counts are made up, but always the same. */
export async function writePoints({models, tasks, axes}: Shape, folder: string): Promise<{file: string; rows: number}> {
  const file = join(folder, "points.parquet");
  await using stage = await openStage({points: tables.points, scores: tables.scores}, {folder});
  let state = 1;
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647; // Park and Miller's generator
  for (const m of range(models)) {
    const own: PointRow[] = [];
    for (const t of range(tasks)) {
      for (const a of range(axes[0])) {
        for (const b of range(axes[1])) {
          for (const c of range(axes[2])) {
            const params = {kind: `kind ${c}`, length: a, max_depth: b};
            const [correct, truncated] = [Math.floor(97 * random()), Math.floor(5 * random())];
            const counters = {...noCounters, correct, incorrect: 96 - correct, truncated, completion_tokens: 20_000};
            const [params_json, tier] = [JSON.stringify(params), a < axes[0] / 2 ? "easy" : "hard"];
            const projections = b === 0 ? ["by_length"] : [];
            const id = `model-${String(m).padStart(2, "0")}`;
            const row = pointRow({
              eval_id: id,
              model: id,
              template: "plain",
              sampler: "greedy",
              simulated: true,
              stopped: "max",
              base_task: `task-${t}`,
              params,
              params_json,
              generator_version: 1,
              seed: 42,
              counters,
              groups: [`family:${m % 4}`],
              tiers: [tier],
              surfaces: ["length_depth"],
              projections,
              tags: []
            });
            stage.append("points", {...row});
            own.push(row);
          }
        }
      }
    }
    for (const row of scoreRows(scoredEvaluations(own))) stage.append("scores", row);
  }
  const {rows} = await stage.write("points", file);
  await stage.write("scores", join(folder, "scores.parquet"));
  return {file, rows};
}

/** Runs in the page: picks the next option of a select and waits for a new picture to be painted. */
export const CHANGE = `(async label => {
  const select = [...document.querySelectorAll(".rb-questions form")].find(form => form.textContent.startsWith(label)).querySelector("select");
  const before = document.querySelector("#heat");
  select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
  const started = performance.now();
  select.dispatchEvent(new Event("input", {bubbles: true}));
  while (document.querySelector("#heat") === before || !document.querySelector("#heat")) await new Promise(requestAnimationFrame);
  await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
  return performance.now() - started;
})`;

async function changes(page: Page, label: string): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < CHANGES; i++) {
    times.push((await page.evaluate(`${CHANGE}(${JSON.stringify(label)})`)) as number);
    await page.waitForTimeout(300); // the curves below the picture settle too
  }
  return times.sort((a, b) => a - b);
}

export async function benchExplorer(): Promise<BenchRow[]> {
  if (!existsSync("dist/manifold.html")) {
    process.stderr.write("explorer: dist/manifold.html is missing, so it is not measured; run npm run build\n");
    return [];
  }
  await using site = await openSite();
  const rows: BenchRow[] = [];
  for (const shape of SHAPES) {
    const folder = mkdtempSync(join(tmpdir(), "bench-explorer-"));
    try {
      const written = await writePoints(shape, folder);
      await using visit = await site.visit("/runs");
      const body = readFileSync(written.file);
      await visit.page.context().route(/\/points\.[^/]*parquet/, route => route.fulfill({body}));
      await visit.page.goto(`${site.url}/manifold`);
      await visit.page.waitForSelector("#heat svg", {timeout: 120_000});
      for (const label of ["Tier", "Group", "Evaluation", "kind"]) {
        const times = await changes(visit.page, label);
        const median = times[CHANGES >> 1]!;
        rows.push({
          work: `explorer, ${written.rows.toLocaleString("en")} points, ${shape.name}: ${label.toLowerCase()} changed`,
          ours: `${Math.round(median)} ms (worst ${Math.round(times.at(-1)!)})`,
          baseline: `${LIMIT_MS} ms`,
          ratio: median / LIMIT_MS,
          target: "≤ 1 × baseline"
        });
      }
    } finally {
      rmSync(folder, {recursive: true, force: true});
    }
  }
  return rows;
}
if (process.argv[1]?.endsWith("explorer.bench.ts")) console.table(await benchExplorer());
