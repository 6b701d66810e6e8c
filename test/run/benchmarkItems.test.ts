// Items of a generated benchmark shown and exported as those of a bank, and what an import makes of them.
import {mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {Writable} from "node:stream";
import {expect, test} from "vitest";
import {importBank} from "../../pipelines/book/banks/importBank.node.js";
import {type Benchmark, benchmarkTask} from "../../pipelines/generate/benchmarks/benchmark.js";
import {UserError} from "../../pipelines/rows/error.js";
import {exportLines} from "../../pipelines/run/bankExport.js";
import {benchmarkBank} from "../../pipelines/run/benchmarkItems.js";

const OPTIONS = ["red", "green", "blue"];
const toy: Benchmark = {
  name: "toy",
  version: 1,
  summary: "A toy.",
  domain: "Toys",
  category: "Toy",
  single: true,
  facets: {kind: "what is asked"},
  cells: [
    {
      facets: {kind: "sum"},
      size: 4,
      item: (k, random) => ({
        prompt: `What is ${k} plus ${random.integer(0, 1e9)}?`,
        expected: String(k),
        guess_chance: 0,
        scorer: {kind: "number", absolute: 0, relative: 0}
      })
    },
    {
      facets: {kind: "colour"},
      size: 3,
      item: k => ({
        prompt: `Which is number ${k}?\n\n(A) red\n(B) green\n(C) blue`,
        choices: OPTIONS,
        expected: "ABC"[k]!,
        guess_chance: 1 / 3,
        scorer: {kind: "choice"}
      })
    }
  ]
};
const task = benchmarkTask(toy);

async function linesOf(format: "jsonl" | "inspect" | "lm-eval" | "listops-tsv"): Promise<string[]> {
  let text = "";
  const out = new Writable({
    write(chunk, _, done) {
      text += chunk;
      done();
    }
  });
  await exportLines(benchmarkBank(task), format, out);
  return text.trimEnd().split("\n");
}

test("every item stands there once, with its own identity, options and scorer; another edition has others", () => {
  const bank = benchmarkBank(task);
  const items = Array.from({length: bank.size}, (_, i) => bank.item(i));
  expect(bank.size).toBe(7);
  expect(new Set(items.map(({id}) => id)).size).toBe(7);
  expect(items.map(({item}) => bank.scorerOf(item).kind)).toEqual([...Array(4).fill("number"), ...Array(3).fill("choice")]);
  expect(items[5]!.item).toMatchObject({choices: OPTIONS, answer: "B", listed: true, domain: "Toys", category: "Toy"});
  const other = benchmarkBank(task, {edition: 2});
  expect(other.item(0).item.question).not.toBe(items[0]!.item.question);
  expect(() => benchmarkBank(task, {edition: 0})).toThrow(UserError);
});

test("exported lines can be imported again in layout plain, all of them, and other harnesses get prompts that say no more than ours", async () => {
  const folder = await mkdtemp(join(tmpdir(), "benchmark-"));
  try {
    const file = join(folder, "toy.jsonl");
    await writeFile(file, (await linesOf("jsonl")).join("\n"));
    const {summary} = await importBank({files: [file], layout: "plain", name: "copy", folder: join(folder, "banks")});
    expect([summary.items, summary.faulty]).toEqual([7, 0]);
  } finally {
    await rm(folder, {recursive: true});
  }
  const bank = benchmarkBank(task);
  const docs = (await linesOf("lm-eval")).map(line => JSON.parse(line) as Record<string, unknown>);
  expect(docs.map(doc => doc.doc_to_text)).toEqual(docs.map((_, i) => bank.item(i).item.question));
  expect(docs[6]).toMatchObject({doc_to_choice: OPTIONS, doc_to_target: 2});
  const samples = (await linesOf("inspect")).map(line => JSON.parse(line) as Record<string, unknown>);
  expect(samples[4]).toMatchObject({target: "A", metadata: {domain: "Toys", category: "Toy"}});
  await expect(linesOf("listops-tsv")).rejects.toThrow("does not ask for a nested list");
});
