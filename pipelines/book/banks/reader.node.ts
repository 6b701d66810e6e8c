// Reads the items of a bank's files: records through a layout, checked, duplicates counted and kept once.
import {basename, resolve} from "node:path";
import {UserError} from "../../rows/error.js";
import {formatOfFile} from "../../rows/openRows.node.js";
import type {Row} from "../../rows/row.js";
import type {Format} from "../bankSchemas.js";
import {isMap} from "./fields.js";
import {idSet, wordAt} from "./idSet.js";
import {type BankItem, contentId} from "./item.node.js";
import {fileName, layoutOf, otherLayout, recordReader, type Source} from "./recordReader.node.js";
import {recordsOf} from "./records.node.js";
import type {CheckedItem, RecordCounts} from "./types.js";

/** Problems whose text is kept. */
const MAX_PROBLEMS = 1_000;
/** Records of a document or table that are checked at a time. */
const BATCH = 4_096;

/**
 * Yields the distinct items of a bank's files in batches, in order, and counts in `counts` what else they contain. Throws a UserError where
 * a file as a whole cannot be read, or its first record is of another layout.
 * @param prefixIds whether ids begin with the name of their file, as where they restart in each of several files
 */
export async function* itemsOf(
  source: Source,
  counts: RecordCounts,
  {prefixIds = false}: {prefixIds?: boolean} = {}
): AsyncGenerator<CheckedItem[]> {
  const layout = layoutOf(source);
  const formats: Format[] = [];
  for (const file of source.files) formats.push(source.format ?? (await formatOfFile(file)));
  const read = recordReader(source);
  const isDistinct = distinctItems(counts);
  const prefixes = prefixIds ? filePrefixes(source.files) : [];
  for (const [i, file] of source.files.entries()) {
    const name = (layout.path ? file.split(/[/\\]/u).slice(-3).join("/") : basename(file))
      .replace(/\.(?:gz|zst)$/iu, "")
      .replace(/\.\w+$/u, "");
    let isLayoutChecked = false;
    const itemIn = ({line, value, bad}: Row): BankItem | string => {
      if (bad !== undefined) return bad;
      if (!isMap(value)) return "expected a map of fields";
      if (!isLayoutChecked) {
        const other = otherLayout(file, line, {value, source});
        if (other !== undefined) throw new UserError(other);
        isLayoutChecked = true;
      }
      const item = read(value, name);
      return typeof item === "string" ? binaryFault(value, item) : item;
    };
    for await (const batch of recordsOf(file, formats[i]!, layout))
      for (let from = 0; from < batch.length; from += BATCH) {
        const items: CheckedItem[] = [];
        for (const record of batch.slice(from, from + BATCH)) {
          counts.records++;
          const item = itemIn(record);
          if (typeof item === "string") {
            addFault(counts, `${fileName(file)}:${record.line}`, item);
            continue;
          }
          if (prefixIds && item.id !== undefined) item.id = `${prefixes[i]}/${item.id}`;
          const json = JSON.stringify(item);
          const checked = {item, json, id: contentId(item, json)};
          if (isDistinct(checked, file, record.line)) items.push(checked);
        }
        yield items;
      }
  }
}

/** The fault of a record, or that a field which it names is binary data. */
function binaryFault(record: Readonly<Record<string, unknown>>, fault: string): string {
  const field = Object.keys(record).find(name => record[name] instanceof Uint8Array && fault.includes(name));
  return field === undefined ? fault : `${field} is binary data, not text in UTF-8`;
}

function addFault(counts: RecordCounts, place: string, fault: string): void {
  counts.faulty++;
  if (fault === "missing answer") counts.unanswered++;
  if (counts.problems.length < MAX_PROBLEMS) counts.problems.push(`${place} ${fault}`);
}

/** A name for each file, without folder and endings; with the folders above it where two files have one name. */
function filePrefixes(files: readonly string[]): string[] {
  const paths = files.map(file => resolve(file).split(/[/\\]/u));
  const nameOf = (path: readonly string[], parts: number) =>
    path
      .slice(-parts)
      .join("/")
      .replace(/\.(?:gz|zst)$/iu, "")
      .replace(/\.\w+$/u, "");
  return paths.map(path => {
    let parts = 1;
    const isShared = () =>
      paths.some(other => other.join("/") !== path.join("/") && nameOf(other, parts) === nameOf(path, parts));
    while (parts < path.length && isShared()) parts++;
    return nameOf(path, parts);
  });
}

/** Returns a predicate that is false for an item that repeats an earlier one or has the id of another, and counts these. */
function distinctItems(counts: RecordCounts): (read: CheckedItem, file: string, line: number) => boolean {
  const seen = idSet();
  /** The file of each id. */
  const fileOf = new Map<string, string>();
  return ({id, item: {id: name}}, file, line) => {
    const [high, low] = [wordAt(id, 0), wordAt(id, 8)];
    if (name !== undefined && fileOf.has(name) && !seen.has(high, low)) {
      if (fileOf.get(name) !== file) counts.restarted++;
      addFault(counts, `${fileName(file)}:${line}`, `id ${JSON.stringify(name.slice(0, 60))} of another item too`);
      return false;
    }
    if (!seen.add(high, low)) {
      counts.duplicates++;
      return false;
    }
    if (name !== undefined) fileOf.set(name, file);
    return true;
  };
}
