// The pipeline to a report, killed in each of its steps: taken up again it gives the bytes of one that was never interrupted.
import {createHash} from "node:crypto";
import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {expect, test} from "vitest";
import {STEPS} from "../../pipelines/run/pipeline/step.js";
import {type Workbook, workbook} from "../workbook.js";

const category = (name: string, task: string) =>
  `  - {name: ${name}, origin: ours, items: 10, task: ${task}, licence: MIT, source: here}\n`;
const FILES = {
  "book.yaml":
    "suites: [suites/all.yaml]\nmodels: [models/reference.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 8, step: 8, max: 16, width: 0.15}\nseed: 7\ncorpora: [{name: small, files: corpora/*.jsonl, source: here, licence: MIT}]\n",
  "corpora/small.jsonl": `${JSON.stringify({id: "page", text: "One page of words that no test has, and then some more of them."})}\n`,
  "suites/all.yaml": "domains: [suites/all/reasoning.yaml, suites/all/safety.yaml]\n",
  "suites/all/reasoning.yaml": `domain: Reasoning\ncategories:\n${category("ZenReason", "zen-reason")}`,
  "suites/all/safety.yaml": `domain: Safety\ncategories:\n${category("ZenCalib", "zen-calib")}${category("ZenSafety", "zen-safety")}`
};

const NAMES = ["report.json", "report.md", "irt-rounds.json", "planned-contamination.json"];
async function bytesOf(book: Workbook): Promise<Record<string, string>> {
  const files = NAMES.map(async name => {
    const bytes = await readFile(join(book.root, "data/store", name));
    return [name, createHash("sha256").update(bytes).digest("hex")];
  });
  return {...(await book.tableHashes()), ...Object.fromEntries(await Promise.all(files))};
}

/** Starts the pipeline, and kills it `after` milliseconds once it says that a step has begun. Whether it was killed before its end. */
async function killedIn(book: Workbook, step: string, after = 0): Promise<boolean> {
  const {child, ended} = book.start(["report"]);
  let said = "";
  child.stderr!.on("data", (chunk: Buffer) => {
    const before = said.includes(` ${step} …`);
    said += String(chunk);
    if (!before && said.includes(` ${step} …`)) setTimeout(() => child.kill("SIGKILL"), after);
  });
  const {signal, stderr} = await ended;
  expect(stderr).toContain(` ${step} …`);
  return signal === "SIGKILL";
}

test("killed in each of its six steps, and taken up again, it gives the same tables and the same report", async () => {
  await using whole = await workbook(FILES);
  await using killed = await workbook(FILES);
  const ran = await whole.command("report");
  expect(ran.code, ran.stderr).toBe(0);
  expect(ran.stderr).toContain("6/6 report: 3 evaluations");
  for (const step of STEPS) {
    expect(await killedIn(killed, step), `killed in ${step}`).toBe(true);
    await killedIn(killed, step, 250); // while it writes, where it takes so long
  }
  const resumed = await killed.command("report");
  expect(resumed.code, resumed.stderr).toBe(0);
  expect(resumed.stderr).toContain("2/6 inference: the store holds the book's results");
  const bytes = await bytesOf(killed);
  expect(bytes).toEqual(await bytesOf(whole));
  expect(Object.keys(bytes)).toEqual(expect.arrayContaining(["report_scores.parquet", "irt_items.parquet", "report.json"]));

  // a third time: nothing is made anew
  expect((await killed.command("report")).code).toBe(0);
  expect(await bytesOf(killed)).toEqual(bytes);
}, 900_000);
