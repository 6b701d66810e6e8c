// Searches a reader's own text in a worker, for the tests of the store or for items of the reader's.
import type {CopyRow} from "../../pipelines/charts/contamination/copies.js";
import type {Judged} from "../../pipelines/charts/contamination/rates.js";
import type {RecordKind} from "../../pipelines/rows/columns.js";
import {formatOfName} from "../../pipelines/rows/format.js";
import {auditedItems, auditTexts, copiesByItem} from "../../pipelines/studies/contamination/auditText.js";
import {type Item, itemIndex} from "../../pipelines/studies/contamination/itemIndex.js";
import {documentIn} from "../../pipelines/studies/contamination/recordKinds.js";
import {ordered, placeOf, resultOf} from "../../pipelines/studies/contamination/results.js";
import {DEFAULTS} from "../../pipelines/studies/contamination/settings.js";
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

/**
 * Searches a text for items. A file of JSON lines holds one document a line, one of Parquet or Arrow one a row, any other one document.
 * @throws Error where there are no items
 */
export function ownAudit(file: Content, items: readonly Item[], notes: readonly string[] = []): OwnAudit {
  if (items.length === 0) throw new Error("no items to look for");
  const name = visible(file.name);
  const reported = [...notes];
  const texts =
    "text" in file && formatOfName(file.name) !== "jsonl"
      ? [{file: name, document: "", text: file.text}]
      : readableRecords(file, reported).flatMap(({line, value}) => {
          const document = documentIn(value, line);
          if (document) return [{file: name, document: document.name, text: document.text}];
          reported.push(`${name}:${line} holds no text: left out`);
          return [];
        });
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
