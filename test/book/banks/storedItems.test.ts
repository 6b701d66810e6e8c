// The Parquet file of an imported bank: read with its index, or item by item where the bank's file asks for other items.
import {readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {expect, test} from "vitest";
import {readBank} from "../../../pipelines/book/banks/bank.node.js";
import {checkBank} from "../../../pipelines/book/banks/check.node.js";
import {importBank} from "../../../pipelines/book/banks/importBank.node.js";
import {readItemFile} from "../../../pipelines/book/banks/storedItems.node.js";
import type {Bank} from "../../../pipelines/book/banks/types.js";
import {knowOwnScorers} from "../../../pipelines/book/ownScorers.js";
import {folder, storedItems} from "./files.js";

const RECORDS = 5_000;
const record = (i: number): object => ({
  id: `own ${i}`,
  question: `Frage ${i}: ${"äß€𝄞\\\n"[i % 6]} \ud800?`,
  category: `subject ${i % 7}`,
  ...(i % 3 === 0 ? {choices: ["eins", "zwei", `${i}`], answer: "B"} : {answer: `it's ${i}`, accept: [`${i}`]})
});
const contentsOf = ({size, digest, categories, single, rubricAt, item, ofCategory}: Bank) => ({
  digest,
  categories,
  single,
  rubric: rubricAt !== undefined,
  items: Array.from({length: size}, (_, i) => item(i)),
  members: categories.map(category => ofCategory(category))
});

/** Imports records as a bank `mine` of a folder. */
async function imported(root: Awaited<ReturnType<typeof folder>>, records: readonly object[]) {
  const file = await root.write("questions.jsonl", records.map(each => JSON.stringify(each)).join("\n"));
  return importBank({files: [file], layout: "plain", name: "mine", folder: root.path, force: true});
}

test("a bank has the same items, ids and digest from its Parquet file as from JSON lines", async () => {
  await using root = await folder();
  const {yaml, items} = await imported(
    root,
    Array.from({length: RECORDS}, (_, i) => record(i))
  );
  const stored = await readBank(yaml, {within: root.path});
  const scorer = stored.definition.scorer!;
  expect(await readItemFile(items, scorer)).not.toBeNull();
  expect(stored.counts).toMatchObject({records: RECORDS, faulty: 0});
  await root.write("mine.jsonl", (await storedItems(items)).join("\n"));
  await writeFile(yaml, (await readFile(yaml, "utf8")).replace("mine.parquet", "mine.jsonl"));
  expect(contentsOf(stored)).toEqual(contentsOf(await readBank(yaml, {within: root.path})));
});

test("settings of the bank's file that change its items are applied to those of its Parquet file", async () => {
  await using root = await folder();
  const {yaml, items} = await imported(root, [record(1), record(2), {question: "Who?", answer: ""}, record(4)]);
  const text = await readFile(yaml, "utf8");
  const bankWith = async (more: string) => {
    await writeFile(yaml, text + more);
    return readBank(yaml, {within: root.path});
  };
  expect((await bankWith("category: other\n")).categories).toEqual(["other"]);
  const apart = await bankWith("prompt: {shots: 1, examples: {first: 1}}\ncategory: {field: id}\n").catch(
    (error: Error) => error
  );
  expect(apart).toMatchObject({message: expect.stringContaining("all are set apart")});
  await writeFile(yaml, text.replace(/scorer:\n(?: {2}.*\n)+/u, "scorer: {kind: number}\n"));
  const scored = await readBank(yaml, {within: root.path});
  expect(await readItemFile(items, scored.definition.scorer!)).toBeNull();
  expect([scored.size, scored.scorerOf(scored.item(0).item).kind]).toEqual([3, "number"]);
});

test("items with scorers of the user's own are checked at each reading", async () => {
  await using root = await folder();
  const {yaml} = await imported(root, [record(1), {question: "Which?", answer: "x", scorer: {kind: "own", name: "numeral"}}]);
  expect((await readBank(yaml, {within: root.path})).size).toBe(2);
  knowOwnScorers(new Map());
  try {
    await expect(readBank(yaml, {within: root.path})).rejects.toThrow(/mine\.parquet:2 scorer: no scorer "numeral"/u);
    expect((await checkBank(yaml, {within: root.path})).faulty).toBe(1);
  } finally {
    knowOwnScorers(undefined);
  }
});

test("long items stay in order where an import writes them in several parts", async () => {
  await using root = await folder();
  const long = (i: number) => ({question: `Long ${i}? ${"x".repeat(i % 2 === 0 ? 7_000_000 : 7)}`, answer: `${i}`});
  const {yaml} = await imported(
    root,
    Array.from({length: 24}, (_, i) => long(i))
  );
  const bank = await readBank(yaml, {within: root.path});
  expect(Array.from({length: bank.size}, (_, i) => bank.item(i).item.answer)).toEqual(Array.from({length: 24}, (_, i) => `${i}`));
});

test("a damaged file is refused in one sentence", async () => {
  await using root = await folder();
  const {yaml, items} = await imported(root, [record(1), record(2)]);
  await writeFile(items, (await readFile(items)).subarray(0, -20));
  await expect(readBank(yaml, {within: join(root.path)})).rejects.toThrow(/mine\.parquet is not readable Parquet: /u);
});
