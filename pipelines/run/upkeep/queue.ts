// Items that were submitted for a bank: a queue beside the banks, in which each item has a state, its checks and its reviews.
import {existsSync} from "node:fs";
import {mkdir, readFile, rm, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {z} from "zod";
import {writeItems} from "../../book/banks/importBank.node.js";
import type {Source} from "../../book/banks/recordReader.node.js";
import {storedItem} from "../../book/banks/records.node.js";
import {UserError} from "../../rows/error.js";
import {openRows} from "../../rows/openRows.node.js";
import {replaceFile} from "../../store/files.node.js";
import {checkedRows} from "../../store/lines.node.js";

/** States of a submitted item. A rotation takes accepted ones, which then are used. */
export const ITEM_STATES = ["submitted", "accepted", "rejected", "used"] as const;

const pilotSchema = z.strictObject({
  store: z.string().describe("the store whose responses were read"),
  models: z.int().min(0).describe("models that answered it"),
  right: z.int().min(0).describe("of these, right ones"),
  strong: z.int().min(0).describe("the ablest third of the models, by the other submitted items"),
  agreed: z.int().min(0).describe("of these, how many gave the answer that most of them gave"),
  as_keyed: z.boolean().nullable().describe("whether that answer is the submitted one; null where nobody strong answered"),
  contamination: z.string().nullable().describe("verdict of table contamination_items; null where no corpus was searched for it"),
  simulated: z.boolean().describe("a model is a simulated one")
});
export type Pilot = z.infer<typeof pilotSchema>;

const queuedSchema = z.strictObject({
  id: z.string().describe("identity by content, as in table items"),
  state: z.enum(ITEM_STATES),
  by: z.string().describe("who submitted it"),
  at: z.string().describe("when, as its author wrote it"),
  item: z.record(z.string(), z.json()).describe("the item, in layout plain"),
  pilot: pilotSchema.nullable().describe("how models answered it, and what that says; null before a pilot"),
  reviews: z.array(z.strictObject({state: z.enum(ITEM_STATES), by: z.string(), at: z.string(), reason: z.string()}))
});
export type Queued = z.infer<typeof queuedSchema>;

const fileOfQueue = (banks: string, bank: string) => join(banks, "submitted", `${bank}.jsonl`);

/** The submitted items of a bank; none where nobody submitted any. Throws a UserError. */
export async function readQueue(banks: string, bank: string): Promise<Queued[]> {
  const file = fileOfQueue(banks, bank);
  if (!existsSync(file)) return [];
  const found: Queued[] = [];
  const refuse = (place: string, mistake: string) =>
    new UserError(`${place} ${mistake}; npm run items -- submit writes this file`);
  for await (const row of checkedRows(file, queuedSchema, refuse)) found.push(row);
  return found;
}

export async function writeQueue(banks: string, bank: string, queue: readonly Queued[]): Promise<void> {
  await mkdir(join(banks, "submitted"), {recursive: true});
  await writeLines(fileOfQueue(banks, bank), queue);
}

/** Replaces a file of JSON lines. */
export const writeLines = (file: string, rows: readonly object[]): Promise<void> =>
  replaceFile(file, temporary => writeFile(temporary, rows.map(row => `${JSON.stringify(row)}\n`).join("")));

const retiredSchema = z.strictObject({
  id: z.string(),
  quarter: z.string().describe("when it was retired, e.g. 2026-Q4"),
  version: z.int().describe("the last version of the bank that had it"),
  why: z.string(),
  item: z.record(z.string(), z.json())
});
export type Retired = z.infer<typeof retiredSchema>;

export const fileOfRetired = (banks: string, bank: string): string => join(banks, `${bank}.retired.jsonl`);

/** The retired items of a bank; none before its first rotation. Throws a UserError. */
export async function readRetired(banks: string, bank: string): Promise<Retired[]> {
  const file = fileOfRetired(banks, bank);
  if (!existsSync(file)) return [];
  const found: Retired[] = [];
  const refuse = (place: string, mistake: string) =>
    new UserError(`${place} ${mistake}; npm run items -- rotate writes this file`);
  for await (const row of checkedRows(file, retiredSchema, refuse)) found.push(row);
  return found;
}

/** Reads the items of a bank's file of JSON lines, or of its imported Parquet file; null for another Parquet file. */
export async function linesOfItems(file: string): Promise<string[] | null> {
  if (!file.endsWith(".parquet")) return (await readFile(file, "utf8")).split("\n").filter(line => line.trim() !== "");
  const lines: string[] = [];
  for await (const {value} of openRows(file)) {
    const item = storedItem(value);
    if (item === undefined) return null;
    lines.push(item);
  }
  return lines;
}

/** Replaces the items of a bank's file. @param source how they are read */
export const writeLinesOfItems = (file: string, lines: readonly string[], source: Omit<Source, "files">): Promise<void> =>
  replaceFile(file, async temporary => {
    const isParquet = file.endsWith(".parquet");
    const target = isParquet ? `${temporary}.jsonl` : temporary;
    await writeFile(target, lines.map(line => `${line}\n`).join(""));
    if (!isParquet) return;
    await writeItems({...source, files: [target]}, temporary);
    await rm(target);
  });
