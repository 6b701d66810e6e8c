// Removes invalid entries from a cache: damaged ones, and failures of servers that older versions recorded as answers.
import {appendFileSync, closeSync, existsSync, fsyncSync, linkSync, mkdtempSync, openSync, renameSync, rmSync} from "node:fs";
import {join} from "node:path";
import {open} from "lmdb";
import {DATA, KEY_BYTES, openCache} from "./cache.node.js";
import type {Completion} from "./completion.js";
import {damageIn, entriesIn} from "./lmdbFile.node.js";
import {isBroken, isOrdinary} from "./wire.js";

/** File in the cache's folder to which removed entries are written as JSON lines: nothing that was paid for is deleted. */
export const REMOVED = "removed.jsonl";

export interface Repair {
  /** Number of answers in the cache before any removal. */
  answers: number;
  damaged: number;
  /** Number of failures of servers by their finish reason. */
  broken: Record<string, number>;
  /** Number of answers without text that ended normally: either older versions could not read their content, or the model wrote nothing. */
  empty: number;
  /** Number of entries that were removed, or would be. */
  removed: number;
}

/**
 * Rebuilds a cache whose file LMDB could not follow from all entries that its pages still hold, and keeps the damaged file beside it.
 * Damaged entries are copied too; repairCache finds them by their checksums.
 * @returns the new name of the damaged file; null where the file is intact
 */
export async function rebuildCache(folder: string): Promise<string | null> {
  const file = join(folder, DATA);
  if (!existsSync(file) || damageIn(file) === null) return null;
  const fresh = mkdtempSync(join(folder, "rebuilding-"));
  try {
    // Values are copied as stored, compressed; an opened cache recognises compression by their first bytes.
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
    renameSync(join(fresh, DATA), file); // a rename, so that the cache exists at every moment
    rmSync(join(folder, "lock.mdb"), {force: true});
    return aside;
  } finally {
    rmSync(fresh, {recursive: true, force: true});
  }
}

const isEmpty = ({text, reasoning, finish_reason}: Completion): boolean =>
  text === "" && reasoning === null && isOrdinary(finish_reason);

/**
 * Checks all entries of a cache. With `remove`, damaged and failed ones are removed; with `alsoEmpty`, answers without text too. Removed
 * entries are kept in a file beside the cache and are asked again by the next run that needs them.
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

/** Appends removed entries to a file and syncs it, before anything is removed from the cache. */
function keep(file: string, rows: readonly object[]): void {
  const handle = openSync(file, "a");
  try {
    appendFileSync(handle, rows.map(row => `${JSON.stringify(row)}\n`).join(""));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
