// Searches a reader's own text in a worker, for the tests of the store or for items of the reader's.
import type {CopyRow, ParaphraseRow} from "../../pipelines/charts/contamination/copies.js";
import type {Judged} from "../../pipelines/charts/contamination/rates.js";
import type {RecordKind} from "../../pipelines/rows/columns.js";
import {formatOfName} from "../../pipelines/rows/format.js";
import {auditedItems, auditTexts, copiesByItem} from "../../pipelines/studies/contamination/auditText.js";
import {type Item, itemIndex} from "../../pipelines/studies/contamination/itemIndex.js";
import {judgeCandidates, LIKELY} from "../../pipelines/studies/contamination/paraphrases/decision.js";
import {openCandidateSearch} from "../../pipelines/studies/contamination/paraphrases/search.js";
import {documentIn} from "../../pipelines/studies/contamination/recordKinds.js";
import {ordered, placeOf, resultOf} from "../../pipelines/studies/contamination/results.js";
import {DEFAULTS, isContaminated, type Verdict} from "../../pipelines/studies/contamination/settings.js";
import type {VoteRecord} from "../../pipelines/studies/preferences/votes/records.js";
import {type Content, recordsIn} from "../shared/content.js";
import {visible} from "../shared/visible.js";

export interface OwnAudit {
  judged: Judged[];
  copies: CopyRow[];
  /** lines that were left out */
  notes: string[];
  documents: number;
}

export interface OwnParaphrases {
  /** Likely paraphrases of items without a copy, the likeliest first, and the probabilities of all of these. */
  paraphrases: ParaphraseRow[];
  uncopied: {probability: number}[];
}

/** Documents of a file: of JSON lines one a line, of Parquet or Arrow one a row, of any other file one. Adds what was left out to the notes. */
function documentsOf(file: Content, notes: string[]): {file: string; document: string; text: string}[] {
  const name = visible(file.name);
  if ("text" in file && formatOfName(file.name) !== "jsonl") return [{file: name, document: "", text: file.text}];
  return readableRecords(file, notes).flatMap(({line, value}) => {
    const document = documentIn(value, line);
    if (document) return [{file: name, document: document.name, text: document.text}];
    notes.push(`${name}:${line} holds no text: left out`);
    return [];
  });
}

/**
 * Searches a text for copies of items.
 * @throws Error where there are no items
 */
export function ownAudit(file: Content, items: readonly Item[], notes: readonly string[] = []): OwnAudit {
  if (items.length === 0) throw new Error("no items to look for");
  const reported = [...notes];
  const texts = documentsOf(file, reported);
  const index = itemIndex(items);
  const audited = auditedItems(items, index);
  const byItem = copiesByItem(index, auditTexts(index, texts));
  const coverage = {files: 1, unread: reported.length > notes.length ? 1 : 0, documents: texts.length};
  const judged = audited.map((item, i) => ({
    place: item.group,
    verdict: resultOf(item, byItem.get(i) ?? [], coverage).verdict
  }));
  const copies = [...byItem].flatMap(([i, found]) => {
    const item = audited[i]!;
    if (item.untestable !== null && !item.hasPassage) return [];
    return ordered(found, item, DEFAULTS).map(({copy, finding}) => ({
      ...copy,
      ...finding,
      item_id: visible(item.id),
      base_task: visible(item.group),
      document: visible(placeOf(copy)),
      prompt: items[i]!.text
    }));
  });
  return {judged, copies: copies.filter(({verdict}) => verdict !== "clean"), notes: reported, documents: texts.length};
}

/**
 * Searches a text for paraphrases of the items that it holds no copy of; it takes several times as long as the search for copies.
 * @param verdicts of the items, in their order
 */
export function ownParaphrases(file: Content, items: readonly Item[], verdicts: readonly Verdict[]): OwnParaphrases {
  const prompts = items.map(({text}) => text);
  const search = openCandidateSearch(prompts);
  for (const {text, ...place} of documentsOf(file, [])) search.add(text, place);
  const likeliest = judgeCandidates(prompts, search);
  const uncopied: OwnParaphrases["uncopied"] = [];
  const paraphrases: ParaphraseRow[] = [];
  for (const [i, {id, group, text: prompt}] of items.entries()) {
    if (isContaminated(verdicts[i]!)) continue;
    const paraphrase = likeliest[i]!;
    uncopied.push({probability: paraphrase?.probability ?? 0});
    if (paraphrase === null || paraphrase.probability < LIKELY) continue;
    const {probability, window} = paraphrase;
    const named = {item_id: visible(id), base_task: visible(group), document: visible(placeOf(window))};
    paraphrases.push({...named, probability, excerpt: window.text, prompt});
  }
  paraphrases.sort((one, other) => other.probability - one.probability);
  return {uncopied, paraphrases};
}

/** The records of a file that can be read; each of the others is named in the notes. */
export function readableRecords(
  content: Content,
  notes: string[],
  kind?: RecordKind
): {line: number; value: Record<string, unknown>; written: VoteRecord["written"]}[] {
  return recordsIn(content, kind).flatMap(row => {
    const {line, value, bad} = row;
    if (value !== undefined) return [{line, value, written: row.written?.bind(row)}];
    notes.push(`${visible(content.name)}:${line} ${bad}: left out`);
    return [];
  });
}
