// From a cold cache to the first chart of index.html, on loopback, in Chromium.
import {existsSync} from "node:fs";
import {openSite} from "../pages/browser.js";
import type {BenchRow} from "./infer.bench.js";

const VISITS = 5;
const LIMIT_MS = 1_200;

export async function benchPages(): Promise<BenchRow[]> {
  if (!existsSync("dist/index.html")) {
    process.stderr.write("pages: dist/ is missing, so the first chart is not measured; run npm run build\n");
    return [];
  }
  await using site = await openSite();
  const times: number[] = [];
  for (let visit = 0; visit < VISITS; visit++) {
    const started = performance.now();
    await using reader = await site.visit("/"); // a context of its own has an empty cache
    await reader.page.waitForSelector("#cards svg");
    times.push(performance.now() - started);
  }
  const median = times.sort((a, b) => a - b)[VISITS >> 1]!;
  return [
    {
      work: "overview, first chart from a cold cache",
      ours: `${Math.round(median)} ms`,
      baseline: "1,200 ms",
      ratio: median / LIMIT_MS,
      target: "≤ 1 × baseline"
    }
  ];
}
if (process.argv[1]?.endsWith("pages.bench.ts")) console.table(await benchPages());
