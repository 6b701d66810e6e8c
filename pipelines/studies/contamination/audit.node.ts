// Audits corpora: shares their files out among threads, and keeps each file's result, so that an audit that was killed goes on from there.
import {mkdir, readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {sha256Hex} from "../../book/canonical.js";
import {replaceFile} from "../../store/files.node.js";
import {type FileResult, fileAuditor} from "./auditFile.node.js";
import {auditedItems, copiesByItem} from "./auditText.js";
import type {CorpusFile} from "./corpora.node.js";
import {type Item, type ItemIndex, itemIndex} from "./itemIndex.js";
import {type Audited, type Coverage, type ItemCopy, type ItemResult, type LikelyParaphrase, resultOf} from "./results.js";
import {type SearchThreads, searchThreads} from "./searchThreads.node.js";
import {DEFAULTS, type Settings} from "./settings.js";

/** Raised whenever the same file would give another result. */
export const AUDIT_VERSION = 2;

export interface Audit {
  items: Audited[];
  results: ItemResult[];
  /** All copies found, by item. */
  copies: Map<number, ItemCopy[]>;
  files: FileResult[];
  coverage: Coverage;
  settings: Settings;
}

export interface AuditOptions {
  settings?: Settings;
  threads?: number;
  /** By item: the most likely paraphrase; absent = none was searched for. */
  paraphrases?: readonly (LikelyParaphrase | null)[] | undefined;
  /** Folder in which each file's result is kept; none if absent. */
  kept?: string | undefined;
  /** Has files searched in other processes; absent = in this one. */
  remoteSearch?: RemoteSearch | undefined;
  /** Called with bytes that have been read or need not be. */
  onBytes?: ((bytes: number) => void) | undefined;
  /** Called with each file's result, in the order in which they end. */
  onFile?: ((result: FileResult) => void) | undefined;
}

/**
 * Has files searched in other processes.
 * @param done takes each file's result, as a search here would give it; it is kept when this resolves
 * @param searchLocally searches a file in this process
 * @param searched number of items and passages, which results name by numbers below it
 */
export type RemoteSearch = (
  files: readonly CorpusFile[],
  effects: {
    done: (file: CorpusFile, result: FileResult) => Promise<void>;
    searchLocally: SearchThreads["searchIf"];
    searched: number;
  }
) => Promise<void>;

/** Audits files for items. Mistakes in files are reported in their results; throws where a result cannot be kept. */
export async function audit(
  items: readonly Item[],
  files: readonly CorpusFile[],
  {settings = DEFAULTS, threads = 1, paraphrases, kept, remoteSearch, onBytes, onFile}: AuditOptions = {}
): Promise<Audit> {
  const index = itemIndex(items, settings);
  const results = await auditFiles(index, files, {
    threads,
    remoteSearch,
    onBytes,
    onFile,
    ...(kept && {kept, key: keyOf(items, settings)})
  });
  const copies = copiesByItem(
    index,
    results.flatMap(({copies}) => copies)
  );
  const coverage = {
    files: results.length,
    unread: results.filter(({whole}) => !whole).length,
    documents: results.reduce((sum, {documents}) => sum + documents, 0)
  };
  const audited = auditedItems(items, index);
  return {
    items: audited,
    results: audited.map((item, i) => resultOf(item, copies.get(i) ?? [], coverage, {settings, paraphrase: paraphrases?.[i]})),
    copies,
    files: results,
    coverage,
    settings
  };
}

/** Paraphrases change nothing that is kept of a file. */
const keyOf = (items: readonly Item[], {probability: _, ...settings}: Settings): string =>
  sha256Hex(JSON.stringify([AUDIT_VERSION, settings, items.map(({id, text, group}) => [id, text, group])]));

interface FilesOptions extends Pick<AuditOptions, "kept" | "remoteSearch" | "onBytes" | "onFile"> {
  threads: number;
  key?: string;
}

/** Results in the order of the files. */
async function auditFiles(
  index: ItemIndex,
  files: readonly CorpusFile[],
  {threads, kept, key, remoteSearch, onBytes, onFile}: FilesOptions
): Promise<FileResult[]> {
  if (kept) await mkdir(kept, {recursive: true});
  const results = new Array<FileResult>(files.length);
  const left: number[] = [];
  const stampOf = ({path, bytes, changed}: CorpusFile) => `${key} ${path} ${bytes} ${changed}`;
  const placeOf = ({path}: CorpusFile) => join(kept!, `${sha256Hex(path).slice(0, 16)}.json`);
  for (const [i, file] of files.entries()) {
    const earlier = kept ? await earlierResult(placeOf(file), stampOf(file)) : null;
    if (!earlier) left.push(i);
    else {
      results[i] = earlier;
      onBytes?.(file.bytes);
      onFile?.(earlier);
    }
  }
  const done = async (i: number, result: FileResult) => {
    const file = files[i]!;
    if (kept) await replaceFile(placeOf(file), temporary => writeFile(temporary, JSON.stringify({stamp: stampOf(file), result})));
    results[i] = result;
    onFile?.(result);
  };
  if (remoteSearch && left.length > 0) {
    const numbers = new Map(left.map(i => [files[i]!, i]));
    await using local = searchThreads(index, threads);
    await remoteSearch([...numbers.keys()], {
      async done(file, result) {
        await done(numbers.get(file)!, result);
        onBytes?.(file.bytes);
      },
      searchLocally: local.searchIf,
      searched: index.groupOf.length
    });
    return results;
  }
  if (Math.min(threads, left.length) <= 1) {
    const own = fileAuditor(index);
    for (const i of left) await done(i, await own(files[i]!.path, onBytes));
    return results;
  }
  await using local = searchThreads(index, threads);
  await Promise.all(left.map(async i => done(i, await local.search(files[i]!.path, onBytes))));
  return results;
}

/** A file's result of an earlier audit; null where there is none of this file as it is, and of these items. */
async function earlierResult(place: string, stamp: string): Promise<FileResult | null> {
  try {
    const earlier = JSON.parse(await readFile(place, "utf8")) as {stamp: string; result: FileResult};
    return earlier.stamp === stamp ? earlier.result : null;
  } catch {
    return null;
  }
}
