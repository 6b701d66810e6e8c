// Takes out of a cache what is no answer: entries that are damaged, and failures of servers that older versions took for wrong answers.
import {appendFileSync, closeSync, existsSync, fsyncSync, linkSync, mkdtempSync, openSync, renameSync, rmSync} from "node:fs";
import {join} from "node:path";
import {open} from "lmdb";
import {DATA, KEY_BYTES, openCache} from "./cache.js";
import type {Completion} from "./completion.js";
import {damageIn, entriesIn} from "./lmdbFile.js";
import {isBroken} from "./wire.js";

/** What was taken out, a line of JSON each, in the cache's folder: nothing that was paid for is deleted. */
export const REMOVED = "removed.jsonl";

export interface Repair {
  /** Answers that are in the cache, or were before. */
  answers: number;
  damaged: number;
  /** Failures of servers, by the word that they ended with. */
  broken: Record<string, number>;
  /** Answers that end in order without a word: what older versions made of content in an unknown form, or what a model really said. */
  empty: number;
  /** Entries that were taken out, or would be. */
  removed: number;
}

/**
 * Rebuilds a cache whose file LMDB could not follow from whatever entries its pages still hold, and leaves the damaged file beside it.
 * Entries that are damaged themselves are among them: repairCache finds those by their checksums.
 * @returns the name that the damaged file has now; null where the file is whole
 */
export async function rebuildCache(folder: string): Promise<string | null> {
  const file = join(folder, DATA);
  if (!existsSync(file) || damageIn(file) === null) return null;
  const fresh = mkdtempSync(join(folder, "rebuilding-"));
  try {
    // Values are copied as they stand, compressed; a cache that is opened for reading knows them by their heads.
    const database = open<Buffer, Buffer>(fresh, {
      encoding: "binary",
      keyEncoding: "binary",
      noSubdir: false,
      compression: false
    });
    const newest = new Map<string, bigint>();
    for (const {key, value, transaction} of entriesIn(file, {keyBytes: KEY_BYTES})) {
      const name = key.toString("hex");
      if ((newest.get(name) ?? -1n) > transaction) continue;
      newest.set(name, transaction);
      database.put(Buffer.from(key), Buffer.from(value));
    }
    await database.flushed;
    await database.close();
    let aside = `${DATA}.damaged`;
    for (let i = 2; existsSync(join(folder, aside)); i++) aside = `${DATA}.damaged-${i}`;
    linkSync(file, join(folder, aside));
    renameSync(join(fresh, DATA), file); // at no moment is there no cache
    rmSync(join(folder, "lock.mdb"), {force: true});
    return aside;
  } finally {
    rmSync(fresh, {recursive: true, force: true});
  }
}

const isEmpty = ({text, reasoning, finish_reason}: Completion): boolean =>
  text === "" && reasoning === null && finish_reason === "stop";

/**
 * Looks through a cache; with `remove` takes out what is damaged or broken, and with `alsoEmpty` answers without a word. They are kept
 * beside the cache, and asked again by the next run that needs them.
 */
export async function repairCache(folder: string, {remove = false, alsoEmpty = false} = {}): Promise<Repair> {
  const found: Repair = {answers: 0, damaged: 0, broken: {}, empty: 0, removed: 0};
  const bad: {key: string; completion: Completion | null}[] = [];
  const cache = openCache(folder);
  try {
    for (const key of cache.keys()) {
      found.answers++;
      const completion = cache.get(key) ?? null;
      if (completion === null) found.damaged++;
      else if (isBroken(completion.finish_reason))
        found.broken[completion.finish_reason] = (found.broken[completion.finish_reason] ?? 0) + 1;
      else if (isEmpty(completion)) found.empty++;
      if (completion === null || isBroken(completion.finish_reason) || (alsoEmpty && isEmpty(completion)))
        bad.push({key, completion});
    }
    found.removed = bad.length;
    if (remove && bad.length > 0) {
      keep(join(folder, REMOVED), bad);
      for (const {key} of bad) await cache.remove(key);
    }
  } finally {
    await cache.close();
  }
  return found;
}

/** On disk before anything is taken out. */
function keep(file: string, rows: readonly object[]): void {
  const handle = openSync(file, "a");
  try {
    appendFileSync(handle, rows.map(row => `${JSON.stringify(row)}\n`).join(""));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
