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

/** Words of a run by which questions are compared. */
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

/**
 * Takes the items of a submission into the queue of their bank, and writes a bank for a pilot of all that wait. Throws a UserError.
 * @param check writes nothing, and compares the items with each other alone where the bank is not here (`bankNamed` returns null)
 */
export async function submit(
  file: string,
  {banks, check = false, bankNamed}: {banks: string; check?: boolean; bankNamed: (name: string) => Promise<Bank | null>}
): Promise<Submitted> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new UserError(`no file ${JSON.stringify(file)}`);
  });
  const {value, locate} = parseYaml(text, file, submissionSchema);
  const bank = (await bankNamed(value.bank)) ?? {name: value.bank, size: 0, definition: {}, item: noItem};
  const queue = await readQueue(banks, bank.name);
  const counts = new Map<string, number>();
  for (let i = 0; i < bank.size; i++) {
    const words = wordsOf(bank.item(i).item.question).join(" ");
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  const compared = (id: string, where: string, item: Record<string, unknown> | BankItem): Compared => {
    const isStem = (counts.get(wordsOf(item.question).join(" ")) ?? 0) > 1;
    return {id, where, question: isStem ? null : runsOf(wordsOf(item.question)), whole: runsOf(wordsOf(wholeOf(item)))};
  };
  const known: Compared[] = [];
  for (let i = 0; i < bank.size; i++) {
    const {item, id} = bank.item(i);
    known.push(compared(id, `item ${id} of the bank`, item));
  }
  for (const {id, item, state} of queue) known.push(compared(id, `the ${state} item ${id}`, item));
  for (const {id, item} of await readRetired(banks, bank.name)) known.push(compared(id, `the retired item ${id}`, item));
  const [taken, refused] = [[] as Queued[], [] as Submitted["refused"]];
  for (const [i, record] of value.items.entries()) {
    const place = locate(["items", i]);
    const read = checkedItem(record, bank);
    if (typeof read === "string") {
      refused.push({place, reason: read});
      continue;
    }
    const id = contentId(read);
    const item = compared(id, `item ${i + 1} of this file`, read);
    const like = known.map(each => ({...each, similarity: each.id === id ? Number.POSITIVE_INFINITY : similarityOf(item, each)}));
    const nearest = like.reduce<(typeof like)[number] | null>(
      (best, each) => (each.similarity > (best?.similarity ?? 0) ? each : best),
      null
    );
    if (nearest && nearest.similarity > NEAR) {
      const {similarity} = nearest;
      const nearly = similarity < 1 ? `nearly the same (similarity ${similarity.toFixed(2)}) as` : "the same question as";
      const same = nearest.id === id ? "the same as" : nearly;
      refused.push({place, reason: `${same} ${nearest.where}`});
      continue;
    }
    known.push(item);
    taken.push({id, state: "submitted", by: value.by, at: value.date, item: record, pilot: null, reviews: []});
  }
  const all = [...queue, ...taken];
  const pilot = `${bank.name}-pilot`;
  if (taken.length > 0 && !check) {
    await writeQueue(banks, bank.name, all);
    await writePilot(banks, {bank: bank as Bank, pilot, waiting: all.filter(({state}) => state === "submitted")});
  }
  return {bank: bank.name, taken, refused, pilot};
}

const noItem = (): never => {
  throw new RangeError("a bank that is not here has no items");
};

function checkedItem(
  record: Record<string, unknown>,
  {name, definition}: {name: string; definition: Partial<Bank["definition"]>}
): BankItem | string {
  const draft = layouts.plain.read(record as never, "");
  if (typeof draft === "string") return draft;
  const constant = (value: unknown) => (typeof value === "string" ? value : name);
  return itemOf(draft, {domain: constant(definition.domain), category: constant(definition.category), scorer: definition.scorer});
}

/** An item by the runs of words of its texts. */
interface Compared {
  id: string;
  where: string;
  /** Of its question; null where the bank asks this question several times, so that its options distinguish its items. */
  question: ReadonlySet<string> | null;
  /** Of its question and its options in order of their text. */
  whole: ReadonlySet<string>;
}

/** Jaccard similarity of two items, 0…1: of their questions, or of questions and options where that is larger. */
const similarityOf = (a: Compared, b: Compared): number =>
  Math.max(jaccard(a.whole, b.whole), a.question && b.question ? jaccard(a.question, b.question) : 0);

const wordsOf = (text: unknown): string[] =>
  String(text)
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

const wholeOf = ({question, choices}: {question?: unknown; choices?: unknown}): string =>
  [question, ...(Array.isArray(choices) ? choices.map(String).toSorted() : [])].join(" ");

/** Runs of words; of a shorter text the whole. */
function runsOf(words: readonly string[]): Set<string> {
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
