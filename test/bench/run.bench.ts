// A whole run on the reference models, cold and warm.
import {cpSync, mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {readBook} from "../../pipelines/book/read.js";
import {run} from "../../pipelines/run/run.js";
import {silent} from "../silent.js";
import type {BenchRow} from "./infer.bench.js";

export async function benchRun(): Promise<BenchRow[]> {
  const root = mkdtempSync(join(tmpdir(), "bench-run-"));
  try {
    cpSync("data", join(root, "data"), {recursive: true, filter: from => !/^data\/(store|cache)/.test(from)});
    const book = await readBook("data/book.yaml", {root});
    const timed = async () => {
      const started = performance.now();
      const {samples} = (await run(book, {folder: join(root, "store"), report: silent}))!;
      return {samples, rate: (samples / (performance.now() - started)) * 1000};
    };
    const cold = await timed();
    const warm = await timed();
    const rate = (value: number) => `${Math.round(value).toLocaleString("en")}/s`;
    return [
      {
        work: `starter book, ${cold.samples.toLocaleString("en")} samples, asked and written`,
        ours: rate(cold.rate),
        baseline: "",
        ratio: Number.NaN,
        target: ""
      },
      {
        work: "the same again, all cached, tables included",
        ours: rate(warm.rate),
        baseline: "10,000/s",
        ratio: warm.rate / 10_000,
        target: "≥ 1 × baseline"
      }
    ];
  } finally {
    rmSync(root, {recursive: true, force: true});
  }
}
if (process.argv[1]?.endsWith("run.bench.ts")) console.table(await benchRun());
