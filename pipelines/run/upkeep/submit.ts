// Takes new items for a bank: a checked YAML file, held against the bank, what was submitted before and what was retired.
import {existsSync} from "node:fs";
import {readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {parseDocument, stringify} from "yaml";
import {z} from "zod";
import {bankSchema} from "../../book/bankSchemas.js";
import {type BankItem, contentId, itemOf} from "../../book/banks/item.node.js";
import {layouts} from "../../book/banks/layouts.node.js";
import type {Bank} from "../../book/banks/types.js";
import {parseYaml} from "../../book/yaml.js";
import {UserError} from "../../rows/error.js";
import {replaceFile} from "../../store/files.node.js";
import {jaccard} from "../../studies/contamination/duplicates.js";
import {type Queued, readQueue, readRetired, writeLines, writeQueue} from "./queue.js";

/** Words of a run by which questions are held against each other. */
const GRAM = 3;
/** Jaccard similarity from which on two items are near duplicates: the published threshold of the audit of duplicates (docs/contamination.md). */
const NEAR = 0.7;

const submissionSchema = z.strictObject({
  bank: z.string().min(1).describe("name of the bank that they are for"),
  by: z.string().trim().min(1).describe("who wrote or collected them"),
  date: z.iso.date().describe("when, YYYY-MM-DD"),
  licence: z.string().min(1).describe("under which they may be used"),
  items: z
    .array(z.record(z.string(), z.json()))
    .min(1)
    .describe("each as in layout plain: question, choices, answer, category and so on")
});

export interface Submitted {
  bank: string;
  taken: Queued[];
  /** Items that were not taken, each with its place in the file and the reason. */
  refused: {place: string; reason: string}[];
  /** The bank that asks what is submitted. */
  pilot: string;
}

/** Takes the items of a submission into the queue of their bank, and writes a bank for a pilot of all that wait. Throws a UserError. */
export async function submit(
  file: string,
  {banks, bankNamed}: {banks: string; bankNamed: (name: string) => Promise<Bank>}
): Promise<Submitted> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new UserError(`no file ${JSON.stringify(file)}`);
  });
  const {value, locate} = parseYaml(text, file, submissionSchema);
  const bank = await bankNamed(value.bank);
  const queue = await readQueue(banks, bank.name);
  const known: {id: string; where: string; grams: Set<string>}[] = [];
  for (let i = 0; i < bank.size; i++) {
    const {item, id} = bank.item(i);
    known.push({id, where: `item ${id} of the bank`, grams: gramsOf(item)});
  }
  for (const {id, item, state} of queue) known.push({id, where: `the ${state} item ${id}`, grams: gramsOf(item)});
  for (const {id, item} of await readRetired(banks, bank.name))
    known.push({id, where: `the retired item ${id}`, grams: gramsOf(item)});
  const [taken, refused] = [[] as Queued[], [] as Submitted["refused"]];
  for (const [i, record] of value.items.entries()) {
    const place = locate(["items", i]);
    const read = checkedItem(record, bank);
    if (typeof read === "string") {
      refused.push({place, reason: read});
      continue;
    }
    const id = contentId(read);
    const grams = gramsOf(read);
    const like = known.map(each => ({...each, similarity: each.id === id ? 1 : jaccard(grams, each.grams)}));
    const nearest = like.reduce<(typeof like)[number] | null>(
      (best, each) => (each.similarity > (best?.similarity ?? 0) ? each : best),
      null
    );
    if (nearest && nearest.similarity > NEAR) {
      const same = nearest.id === id ? "the same as" : `nearly the same (similarity ${nearest.similarity.toFixed(2)}) as`;
      refused.push({place, reason: `${same} ${nearest.where}`});
      continue;
    }
    known.push({id, where: `item ${i + 1} of this file`, grams});
    taken.push({id, state: "submitted", by: value.by, at: value.date, item: record, pilot: null, reviews: []});
  }
  const all = [...queue, ...taken];
  const pilot = `${bank.name}-pilot`;
  if (taken.length > 0) {
    await writeQueue(banks, bank.name, all);
    await writePilot(banks, {bank, pilot, waiting: all.filter(({state}) => state === "submitted")});
  }
  return {bank: bank.name, taken, refused, pilot};
}

function checkedItem(record: Record<string, unknown>, {name, definition}: Bank): BankItem | string {
  const draft = layouts.plain.read(record as never, "");
  if (typeof draft === "string") return draft;
  const constant = (value: unknown) => (typeof value === "string" ? value : name);
  return itemOf(draft, {domain: constant(definition.domain), category: constant(definition.category), scorer: definition.scorer});
}

/** Runs of words of what an item asks; of a shorter text the whole. */
function gramsOf({question, choices}: {question?: unknown; choices?: unknown}): Set<string> {
  const text = [question, ...(Array.isArray(choices) ? choices : [])].join(" ").toLowerCase();
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const runs = Math.max(1, words.length - GRAM + 1);
  return new Set(Array.from({length: runs}, (_, i) => words.slice(i, i + GRAM).join(" ")));
}

/** Writes the bank that asks all submitted items as those of their bank are asked. */
async function writePilot(
  banks: string,
  {bank, pilot, waiting}: {bank: Bank; pilot: string; waiting: readonly Queued[]}
): Promise<void> {
  const yaml = join(banks, `${pilot}.yaml`);
  const before = existsSync(yaml) ? Number(parseDocument(await readFile(yaml, "utf8")).get("version") ?? 1) : 0;
  const {name: _, title: __, fields: ___, format: ____, ...definition} = bank.definition;
  const written = {
    ...definition,
    title: `${bank.name}: submitted items`,
    files: `${pilot}.jsonl`,
    layout: "plain" as const,
    version: before + 1
  };
  bankSchema.parse(written);
  await writeLines(
    join(banks, `${pilot}.jsonl`),
    waiting.map(({item}) => item)
  );
  const head = `# Items that were submitted for ${bank.name} and wait for their review (docs/upkeep.md).\n`;
  await replaceFile(yaml, temporary => writeFile(temporary, `${head}${stringify(written)}`));
}
