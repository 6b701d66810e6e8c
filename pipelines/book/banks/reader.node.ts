// Reads the items of a bank's files: records through a layout, checked, duplicates counted and kept once.
import {basename, resolve} from "node:path";
import {formatOfFile} from "../../rows/openRows.node.js";
import type {Row} from "../../rows/row.js";
import type {Format} from "../bankSchemas.js";
import {UserError} from "../error.js";
import {ownScorerVersions} from "../ownScorers.js";
import {isMap} from "./fields.js";
import {idSet} from "./idSet.js";
import {type ItemLines, type Packer, type ReadLines, recordPacker, withoutItems} from "./itemLines.node.js";
import {lineRuns} from "./lineRuns.node.js";
import {lineThreads, threadsFor} from "./lineThreads.node.js";
import {fileName, layoutOf, otherLayout, type Source} from "./recordReader.node.js";
import {recordsOf} from "./records.node.js";
import type {RecordCounts} from "./types.js";

/** Most problems that are kept in words. */
const MOST_PROBLEMS = 1_000;
/** Records of a document or table that are packed at a time. */
const PACKED = 4_096;

export interface ReadOptions {
  /** Whether each line begins with the item's identity. */
  ids: boolean;
  /** Threads beside this one, which are waited for; as many as pay if absent, when they are there. */
  threads?: number | undefined;
  /** Whether ids begin with the name of their file, as where they restart in each of several files. */
  prefixIds?: boolean | undefined;
}

/**
 * Yields the distinct items of a bank's files in batches, in order, and counts in `counts` what else they hold. Throws a UserError where a
 * file as a whole cannot be read, or its first record is of another layout.
 */
export async function* itemsOf(
  source: Source,
  counts: RecordCounts,
  {ids, threads, prefixIds = false}: ReadOptions
): AsyncGenerator<ItemLines> {
  const layout = layoutOf(source);
  const formats: Format[] = [];
  for (const file of source.files) formats.push(source.format ?? (await formatOfFile(file)));
  const count = threads ?? (await threadsFor(source.files.filter((_, i) => formats[i] === "jsonl")));
  await using others = lineThreads({source, ids, scorers: ownScorerVersions()}, count);
  if (threads !== undefined) await others.ready();
  const pack = recordPacker(source, {ids});
  const distinct = distinctItems(counts);
  const prefixes = prefixIds ? filePrefixes(source.files) : [];
  for (const [i, file] of source.files.entries()) {
    const format = formats[i]!;
    const name = (layout.path ? file.split(/[/\\]/u).slice(-3).join("/") : basename(file))
      .replace(/\.(?:gz|zst)$/iu, "")
      .replace(/\.\w+$/u, "");
    /** Whether the first record has been seen: it tells whether the file is of this layout. */
    let known = false;
    const prefix = prefixes[i];
    const packed = (): Packer => {
      const {add, close} = pack(name, prefix);
      const first = (record: Row) => {
        if (!known && record.bad === undefined && isMap(record.value)) {
          const other = otherLayout(file, record.line, {value: record.value, source});
          if (other !== undefined) throw new UserError(other);
          known = true;
        }
        add(record);
      };
      return {add: known ? add : first, close};
    };
    if (format === "jsonl") {
      const runs = lineRuns(file, {name, prefix, pack: packed, isKnown: () => known, threads: others});
      for await (const {read, before} of runs) yield distinct(read, file, before);
    } else {
      for await (const batch of recordsOf(file, format, layout))
        for (let from = 0; from < batch.length; from += PACKED) {
          const packer = packed();
          for (const record of batch.slice(from, from + PACKED)) packer.add(record);
          yield distinct(packer.close(), file, 0);
        }
    }
  }
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

/** Returns a function that leaves out items that repeat an earlier one or have the id of another, and counts what was read. */
function distinctItems(counts: RecordCounts): (read: ReadLines, file: string, before: number) => ItemLines {
  const seen = idSet();
  /** The file of each id. */
  const given = new Map<string, string>();
  return (read, file, before) => {
    const dropped: number[] = [];
    let faults = 0;
    const fault = (line: number, what: string) => {
      counts.faulty++;
      if (what === "missing answer") counts.unanswered++;
      if (counts.problems.length < MOST_PROBLEMS) counts.problems.push(`${fileName(file)}:${before + line} ${what}`);
    };
    counts.records += read.records;
    for (let i = 0; i <= read.size; i++) {
      for (let next = read.faults[faults]; next?.before === i; next = read.faults[++faults]) fault(next.line, next.what);
      if (i === read.size) break;
      const [high, low] = [read.ids[2 * i]!, read.ids[2 * i + 1]!];
      const own = read.given?.[i];
      if (own !== undefined && given.has(own) && !seen.has(high, low)) {
        dropped.push(i);
        if (given.get(own) !== file) counts.restarted++;
        fault(read.at[i]!, `id ${JSON.stringify(own.slice(0, 60))} of another item too`);
      } else if (!seen.add(high, low)) {
        dropped.push(i);
        counts.duplicates++;
      } else if (own !== undefined) given.set(own, file);
    }
    return withoutItems(read, dropped);
  };
}
