// Reads a reader's own text, and items to search it for.
import type {Item} from "../../pipelines/studies/contamination/itemIndex.js";
import {ITEM_KIND, textColumns} from "../../pipelines/studies/contamination/recordKinds.js";
import type {Content} from "../shared/content.js";
import type {Reading} from "../shared/fileText.js";
import {contentOf} from "../shared/uploaded.js";
import {readableRecords} from "./ownAudit.js";

/** Largest text that is searched in a tab, bytes: the command takes any size. */
const MOST_BYTES = 50e6;

/** Reads a text to search. @throws Error in words where the file is too large or no text */
export async function ownText(file: File, reading?: Reading): Promise<Content> {
  const instead = `npm run -s contamination -- audit --corpus ${file.name} --out FOLDER searches it`;
  const content = await contentOf(file, {...reading, isStrict: true, select: textColumns, most: {bytes: MOST_BYTES, instead}});
  if ("text" in content && content.text.trim() === "") throw new Error(`${file.name} holds no text`);
  return content;
}

export interface OwnItems {
  items: Item[];
  /** lines that were left out */
  notes: string[];
}

/** Items of a reader's file: JSON lines, JSON, CSV, Parquet or Arrow with an id and a text. Lines that are none are named in the notes. */
export async function ownItems(file: File, reading?: Reading): Promise<OwnItems> {
  const content = await contentOf(file, {...reading, isStrict: true});
  const notes: string[] = [];
  const known = new Set<string>();
  const items = readableRecords(content, notes, ITEM_KIND).flatMap(({line, value, written}): Item[] => {
    const [id, text] = ["id", "text"].map(name => written?.(name) ?? value[name]); // 007 and "true" as they are written
    const {group = file.name} = value;
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
  if (items.length === 0)
    throw new Error(`${file.name} holds no item: expected JSON lines, JSON, CSV or Parquet with an id and a text`);
  return {items, notes};
}
