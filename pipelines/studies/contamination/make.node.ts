// Makes the tables of contamination: audits the corpora of the book for the tests of the store.
import {join} from "node:path";
import {sha256Hex} from "../../book/canonical.js";
import {currentBook} from "../../book/read.node.js";
import {fileOf} from "../../store/publish.node.js";
import {readRows} from "../../store/sql.node.js";
import {maker} from "../maker.node.js";
import {audit} from "./audit.node.js";
import {type CorpusFile, corpusFiles} from "./corpora.node.js";
import {corpusDomains} from "./domains.node.js";
import {digestOfEnds} from "./fileDigest.node.js";
import type {Item} from "./itemIndex.js";
import {fileRow, hitsOf, itemRow} from "./outputs.js";
import {contaminationTables} from "./tables.js";

const THREADS = 2;

/** The tests of a store as items, sorted by task and identity. */
export async function storedItems(folder: string): Promise<Item[]> {
  const items: Item[] = [];
  const query = "select item_id, base_task, prompt, domain from t order by base_task, item_id";
  for await (const row of readRows(join(folder, fileOf("items")), {query})) {
    const {item_id, base_task, prompt, domain} = row as Record<"item_id" | "base_task" | "prompt" | "domain", string>;
    items.push({id: item_id, text: prompt, group: base_task, ...(domain && {domain})});
  }
  return items;
}

const filesOfBook = async (): Promise<CorpusFile[]> => corpusFiles((await currentBook()).corpora ?? []);

/** What the tables depend on besides the tests: the corpora, by their names and terms, and size and ends of each file. */
export async function key(): Promise<string> {
  const corpora = (await currentBook()).corpora ?? [];
  const background = corpora.flatMap(({background = []}) => background);
  const files = [...(await corpusFiles(corpora)), ...(await corpusFiles([{name: "background", files: background}]))];
  const parts = await Promise.all(files.map(async file => [file.corpus, file.path, file.bytes, await digestOfEnds(file.path)]));
  return sha256Hex(JSON.stringify(parts));
}

/** Writes the study tables into a store; those of a book without corpora have no rows. */
export const make = maker(contaminationTables, async ({folder, report, stage}) => {
  const files = await filesOfBook();
  if (files.length > 0) {
    const items = await storedItems(folder);
    const done = await audit(items, files, {threads: THREADS});
    for (const {file, problems} of done.files) for (const problem of problems) report.warn(`${file}: ${problem}`);
    for (const [i, item] of done.items.entries()) {
      const named = {item_id: item.id, base_task: item.group};
      stage.append("contamination_items", {...named, ...itemRow(item, done.results[i]!)});
      for (const hit of hitsOf(item, done.copies.get(i) ?? [], done.settings))
        stage.append("contamination_hits", {...named, ...hit});
    }
    for (const row of await corpusDomains(items, files, done)) stage.append("contamination_domains", row);
    const corpusOf = new Map(files.map(({path, corpus}) => [path, corpus]));
    for (const file of done.files) stage.append("contamination_files", fileRow(corpusOf.get(file.file)!, file));
  }
});
