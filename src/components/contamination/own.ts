// A reader's own text audited in the tab, for the tests of the store or for items of the reader's. A worker audits.
import type {CopyRow} from "../../pipelines/charts/contamination/copies.js";
import type {Judged} from "../../pipelines/charts/contamination/rates.js";
import {auditedItems, auditTexts} from "../../pipelines/studies/contamination/auditText.js";
import {type Item, itemIndex} from "../../pipelines/studies/contamination/itemIndex.js";
import {ordered, placeOf, resultOf} from "../../pipelines/studies/contamination/results.js";
import {DEFAULTS} from "../../pipelines/studies/contamination/settings.js";
import {type Content, recordsIn} from "../shared/content.js";
import {type Reading, textOf} from "../shared/fileText.js";
import {visible} from "../shared/visible.js";

/** Largest text that is searched in a tab, bytes: the command takes any size. */
const MOST_BYTES = 50e6;

export interface OwnAudit {
  judged: Judged[];
  copies: CopyRow[];
  /** lines that were left out */
  notes: string[];
  documents: number;
}

/** A file that was read as text. */
export interface OwnFile {
  name: string;
  text: string;
}

/** Reads a text to search. @throws Error in words where the file is too large or no text */
export async function ownText(file: File, reading?: Reading): Promise<OwnFile> {
  const instead = `npm run -s contamination -- audit --corpus ${file.name} --out FOLDER searches it`;
  const text = await textOf(file, {...reading, isStrict: true, most: {bytes: MOST_BYTES, instead}});
  if (text.trim() === "") throw new Error(`${file.name} holds no text`);
  return {name: file.name, text};
}

/**
 * Searches a text for items. A file of JSON lines holds one document a line, any other one document.
 * @throws Error where there are no items
 */
export function ownAudit(file: OwnFile, items: readonly Item[], notes: readonly string[] = []): OwnAudit {
  if (items.length === 0) throw new Error("no items to look for");
  const name = visible(file.name);
  const reported = [...notes];
  const texts = /\.jsonl$/i.test(file.name)
    ? records(file, reported).flatMap(({line, value}) => {
        if (typeof value.text === "string")
          return [{file: name, document: String(value.id ?? value.url ?? line), text: value.text}];
        reported.push(`${name}:${line} holds no text: left out`);
        return [];
      })
    : [{file: name, document: "", text: file.text}];
  const index = itemIndex(items);
  const audited = auditedItems(items, index);
  const byItem = new Map<number, ReturnType<typeof auditTexts>>();
  for (const copy of auditTexts(index, texts)) byItem.set(copy.item, [...(byItem.get(copy.item) ?? []), copy]);
  const coverage = {files: 1, unread: reported.length > notes.length ? 1 : 0, documents: texts.length};
  const judged = audited.map((item, i) => ({
    place: item.group,
    verdict: resultOf(item, byItem.get(i) ?? [], coverage).verdict
  }));
  const copies = [...byItem].flatMap(([i, found]) => {
    const item = audited[i]!;
    if (item.untestable !== null) return [];
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

export interface OwnItems {
  items: Item[];
  /** lines that were left out */
  notes: string[];
}

/** Items of a reader's file: JSON lines, JSON or CSV with an id and a text. Lines that are none are named in the notes. */
export async function ownItems(file: File, reading?: Reading): Promise<OwnItems> {
  const text = await textOf(file, {...reading, isStrict: true});
  const notes: string[] = [];
  const known = new Set<string>();
  const items = records({name: file.name, text}, notes).flatMap(({line, value}): Item[] => {
    const {id, text, group = file.name} = value;
    if ((typeof id !== "string" && typeof id !== "number") || typeof text !== "string") {
      notes.push(`line ${line} has no id and text: left out`);
      return [];
    }
    if (known.has(String(id))) {
      notes.push(`line ${line}: id ${JSON.stringify(String(id))} was there before: left out`);
      return [];
    }
    known.add(String(id));
    return [{id: String(id), text, group: String(group)}];
  });
  if (items.length === 0) throw new Error(`${file.name} holds no item: expected JSON lines, JSON or CSV with an id and a text`);
  return {items, notes};
}

/** The records of a file that can be read; each of the others is named in the notes. */
function records(content: Content, notes: string[]): {line: number; value: Record<string, unknown>}[] {
  return recordsIn(content).flatMap(({line, value, bad}) => {
    if (value !== undefined) return [{line, value}];
    notes.push(`${visible(content.name)}:${line} ${bad}: left out`);
    return [];
  });
}
