// Searches a reader's text for the tests of the store, or for items of the reader's, in a worker.
import type {CopyRow} from "../../pipelines/charts/contamination/copies.js";
import {type RateRow, rateSentence, ratesOf} from "../../pipelines/charts/contamination/rates.js";
import type {Input} from "../../pipelines/charts/shared/input.js";
import type {Item} from "../../pipelines/studies/contamination/itemIndex.js";
import type {Content} from "../shared/content.js";
import {ROW_FILES, readInput} from "../shared/fileInput.js";
import {readBeside} from "../shared/reading/read.js";
import {type OwnItems, ownItems, ownText} from "./own.js";
import type {OwnParaphrases} from "./ownAudit.js";

const FILES = {
  text: {
    label: "Text, JSON lines or Parquet to search",
    accept: `${ROW_FILES},.md,.html`,
    read: ownText,
    said: (name: string) => `${name} is searched; it stays in this tab`
  },
  items: {
    label: "Items of your own (JSON lines, JSON, CSV or Parquet with id and text); the tests of the store without",
    accept: ROW_FILES,
    read: ownItems,
    said: (name: string) => `items of ${name} are searched for; they stay in this tab`
  }
} as const;

/** Input for a file of the reader's: a text to search, or items to search it for. */
export const ownFileInput = (kind: keyof typeof FILES): Input<Content | OwnItems | null> =>
  readInput<Content | OwnItems>(FILES[kind]);

/** Rates, copies and warnings of a search. */
interface TextAudit {
  rates: RateRow[];
  sentence: string;
  copies: CopyRow[];
  notes: string[];
  /** Searches the text for paraphrases of the items without a copy, in another worker. */
  paraphrases(invalidation: Promise<unknown>): Promise<OwnParaphrases>;
}

type StoredItem = Record<"item_id" | "base_task" | "prompt", string>;

/**
 * Searches a text for copies of items of the reader's, or else of the store.
 * @param stored reads rows of the table `items` · @returns the error's message where the text cannot be searched
 */
export async function auditText(
  text: Content,
  {searched, stored}: {searched: OwnItems | null; stored: () => Promise<Iterable<StoredItem>>},
  invalidation: Promise<unknown>
): Promise<TextAudit | {error: string}> {
  try {
    const {items, notes} = searched ?? storedItems(await stored());
    const audit = await readBeside("audit", {text, items, notes}, invalidation);
    const rates = ratesOf(audit.judged);
    const verdicts = audit.judged.map(({verdict}) => verdict);
    return {
      rates,
      sentence: rateSentence(rates),
      copies: audit.copies,
      notes: audit.notes,
      paraphrases: ended => readBeside("paraphrases", {text, items, verdicts}, ended)
    };
  } catch (error) {
    return {error: (error as Error).message};
  }
}

const storedItems = (rows: Iterable<StoredItem>): OwnItems => ({
  notes: [],
  items: Array.from(rows, ({item_id, base_task, prompt}): Item => ({id: item_id, text: prompt, group: base_task}))
});
