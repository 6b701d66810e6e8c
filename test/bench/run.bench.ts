// Whole runs on the reference models, cold and warm: the first suite of the starter book, whose questions are short, and the book.
import {cpSync, mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {readBook} from "../../pipelines/book/read.node.js";
import type {Book} from "../../pipelines/book/types.js";
import {run} from "../../pipelines/run/run.js";
import {silent} from "../silent.js";
import type {BenchRow} from "./infer.bench.js";

export async function benchRun(): Promise<BenchRow[]> {
  const root = mkdtempSync(join(tmpdir(), "bench-run-"));
  try {
    cpSync("data", join(root, "data"), {recursive: true, filter: from => !/^data\/(store|cache)/.test(from)});
    const book = await readBook("data/book.yaml", {root});
    const first = {...book, suites: book.suites.slice(0, 1)};
    return [
      ...(await rowsOf(first, {what: `suite ${first.suites[0]!.suite.id}`, folder: join(root, "first")})),
      ...(await rowsOf(book, {what: "starter book", folder: join(root, "store")}))
    ];
  } finally {
    rmSync(root, {recursive: true, force: true});
  }
}

async function rowsOf(book: Book, {what, folder}: {what: string; folder: string}): Promise<BenchRow[]> {
  const timed = async () => {
    const started = performance.now();
    const {samples} = (await run(book, {folder, report: silent}))!;
    return {samples, rate: (samples / (performance.now() - started)) * 1000};
  };
  const cold = await timed();
  const warm = await timed();
  const rate = (value: number) => `${Math.round(value).toLocaleString("en")}/s`;
  return [
    {
      work: `${what}, ${cold.samples.toLocaleString("en")} samples, asked and written`,
      ours: rate(cold.rate),
      baseline: "",
      ratio: Number.NaN,
      target: ""
    },
    {
      work: `${what} again, all cached, tables included`,
      ours: rate(warm.rate),
      baseline: "10,000/s",
      ratio: warm.rate / 10_000,
      target: "≥ 1 × baseline"
    }
  ];
}
if (process.argv[1]?.endsWith("run.bench.ts")) console.table(await benchRun());
