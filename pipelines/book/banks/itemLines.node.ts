// Items of a bank as lines of JSON, with what is counted of them in typed arrays: threads hand these over without copies.
import type {Row} from "../../rows/row.js";
import {isMap} from "./fields.js";
import {wordAt} from "./idSet.js";
import {contentId} from "./item.node.js";
import {scorerOf} from "./itemScorer.js";
import {layoutOf, recordReader, type Source} from "./recordReader.node.js";
import type {ReadItem} from "./types.js";

/** A text for each item, each different text once. */
export interface Coded {
  codes: Uint32Array<ArrayBuffer>;
  names: string[];
}

/** Properties of an item, as bits. */
export const HAS_CHOICES = 1;
/** It asks for a judge by itself. */
export const HAS_RUBRIC = 2;
/** It may take several requests: a dialogue, or a question scored by log-probability. */
export const IS_SEVERAL = 4;

export interface ItemLines {
  size: number;
  /** An item a line, as JSON behind its identity where that was asked for; a line feed ends each. */
  bytes: Uint8Array<ArrayBuffer>;
  /** Where each item ends in `bytes`, behind its line feed. */
  ends: Uint32Array<ArrayBuffer>;
  /** Characters of each line without its line feed, in UTF-16. */
  lengths: Uint32Array<ArrayBuffer>;
  /** Characters of each question with its options. */
  characters: Uint32Array<ArrayBuffer>;
  properties: Uint8Array<ArrayBuffer>;
  answers: Coded;
  categories: Coded;
}

/** Items as they were read, before repeated ones are found. */
export interface ReadLines extends ItemLines {
  /** Identities by content, two words each. */
  ids: Uint32Array<ArrayBuffer>;
  /** Line of each item. */
  at: Uint32Array<ArrayBuffer>;
  /** Own ids of the items; absent where no item has one. */
  given?: (string | undefined)[];
  records: number;
  /** Records that cannot be read: the number of items in front of each, its line, and what is wrong. */
  faults: {before: number; line: number; what: string}[];
}

/** Collects records as items. */
export interface Packer {
  add(record: Row): void;
  /** What was collected. */
  close(): ReadLines;
}

/** Bytes for which there is room at first. */
const ROOM = 2 ** 18;
const LINE_FEED = 0x0a;

/**
 * Returns a function that opens a collector of records of a file, given the file's name without folder and endings, and a prefix of its ids.
 * One is open at a time.
 * @param ids whether each line begins with the item's identity, 16 hexadecimal digits
 */
export function recordPacker(source: Source, {ids: withIds}: {ids: boolean}): (name: string, prefix?: string) => Packer {
  const read = recordReader(source);
  const bank = source.scorer ?? layoutOf(source).scorer;
  let text = Buffer.allocUnsafeSlow(ROOM);
  return (name, prefix) => {
    let [records, end] = [0, 0];
    const ends: number[] = [];
    const lengths: number[] = [];
    const characters: number[] = [];
    const ids: number[] = [];
    const at: number[] = [];
    const properties: number[] = [];
    const [answers, categories] = [coder(), coder()];
    const faults: ReadLines["faults"] = [];
    let given: ReadLines["given"];
    return {
      add({line, value, bad}) {
        records++;
        const item = bad ?? (isMap(value) ? read(value, name) : "expected a map of fields");
        if (typeof item === "string") {
          faults.push({before: ends.length, line, what: item});
          return;
        }
        if (prefix !== undefined && item.id !== undefined) item.id = `${prefix}/${item.id}`;
        const json = JSON.stringify(item);
        const id = contentId(item, json);
        const printed = withIds ? id + json : json;
        const most = end + 3 * printed.length + 1; // a UTF-16 unit has at most 3 bytes in UTF-8
        if (most > text.length) {
          const grown = Buffer.allocUnsafeSlow(2 * most);
          text.copy(grown, 0, 0, end);
          text = grown;
        }
        end += text.write(printed, end, "utf8");
        text[end++] = LINE_FEED;
        if (item.id !== undefined) (given ??= [])[ends.length] = item.id;
        ends.push(end);
        lengths.push(printed.length);
        ids.push(wordAt(id, 0), wordAt(id, 8));
        at.push(line);
        let long = item.question.length;
        for (const choice of item.choices) long += choice.length;
        characters.push(long);
        const isSeveral = item.tools !== undefined || item.turns !== undefined || scorerOf(item, bank).kind === "loglikelihood";
        properties.push(
          (item.choices.length > 0 ? HAS_CHOICES : 0) |
            (item.scorer?.kind === "rubric" ? HAS_RUBRIC : 0) |
            (isSeveral ? IS_SEVERAL : 0)
        );
        answers.add(item.answer);
        categories.add(item.category);
      },
      close: () => ({
        size: ends.length,
        bytes: new Uint8Array(text.subarray(0, end)),
        records,
        faults,
        ...(given && {given}),
        ends: Uint32Array.from(ends),
        lengths: Uint32Array.from(lengths),
        characters: Uint32Array.from(characters),
        ids: Uint32Array.from(ids),
        at: Uint32Array.from(at),
        properties: Uint8Array.from(properties),
        answers: answers.close(),
        categories: categories.close()
      })
    };
  };
}

/** Collects a text for each item. */
function coder() {
  const codes: number[] = [];
  const known = new Map<string, number>();
  return {
    add(name: string): void {
      let code = known.get(name);
      if (code === undefined) known.set(name, (code = known.size));
      codes.push(code);
    },
    close: (): Coded => ({codes: Uint32Array.from(codes), names: [...known.keys()]})
  };
}

/** Memory that a thread can hand over. */
export const buffersOf = ({bytes, ends, lengths, characters, properties, ids, at, answers, categories}: ReadLines) =>
  [bytes, ends, lengths, characters, properties, ids, at, answers.codes, categories.codes].map(({buffer}) => buffer);

/** Items without some of them, given by their numbers in rising order. */
export function withoutItems(lines: ItemLines, dropped: readonly number[]): ItemLines {
  if (dropped.length === 0) return lines;
  const left = new Set(dropped);
  const kept: number[] = [];
  for (let i = 0; i < lines.size; i++) if (!left.has(i)) kept.push(i);
  const chosen = (from: Uint32Array): Uint32Array<ArrayBuffer> => Uint32Array.from(kept, i => from[i]!);
  const bytes: Uint8Array[] = [];
  const ends = new Uint32Array(kept.length);
  let end = 0;
  for (const [k, i] of kept.entries()) {
    const line = lines.bytes.subarray(startOf(lines, i), lines.ends[i]);
    bytes.push(line);
    ends[k] = end += line.length;
  }
  return {
    size: kept.length,
    bytes: new Uint8Array(Buffer.concat(bytes)),
    ends,
    lengths: chosen(lines.lengths),
    characters: chosen(lines.characters),
    properties: Uint8Array.from(kept, i => lines.properties[i]!),
    answers: {codes: chosen(lines.answers.codes), names: lines.answers.names},
    categories: {codes: chosen(lines.categories.codes), names: lines.categories.names}
  };
}

/** Where item i begins. */
export const startOf = ({ends}: Pick<ItemLines, "ends">, i: number): number => (i === 0 ? 0 : ends[i - 1]!);

/** Item i of lines that begin with identities. */
export const itemAt = (lines: ItemLines, i: number): ReadItem =>
  itemOfLine(Buffer.from(lines.bytes.buffer, startOf(lines, i), lines.ends[i]! - 1 - startOf(lines, i)).toString("utf8"));

/** The item of a line that begins with its identity. */
export function itemOfLine(line: string): ReadItem {
  // The id in memory of its own: a slice would keep its whole page in memory for as long as a test has it.
  return {id: Buffer.from(line.slice(0, 16)).toString(), item: JSON.parse(line.slice(16)) as ReadItem["item"]};
}
