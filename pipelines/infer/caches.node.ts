// Opens the workbook's single response cache, whichever store a command writes to. Older versions kept a cache in each store; those are
// still read where they are.
import {existsSync, mkdirSync, readdirSync, renameSync} from "node:fs";
import {dirname, join, resolve} from "node:path";
import type {Book} from "../book/types.js";
import {type Cache, DATA, openCache} from "./cache.node.js";

/** The folders of a book that determine where its answers are. */
type CacheLocation = Pick<Book, "cache" | "store">;

/** The operations of a cache that sending requests needs. */
export type AnswerCaches = Pick<Cache, "get" | "put" | "prepare" | "failure" | "has" | "count" | "close">;

/** Name of the cache's folder inside a store of an older version. */
const INSIDE = "cache";

/**
 * Folders of caches that hold answers besides the book's own cache: those that older versions left in the workbook's store, in the stores
 * of its endpoints (`runs/`) and in the stores given here, and the default cache where a book names another one.
 */
function olderCaches({cache, store}: CacheLocation, stores: readonly string[] = []): string[] {
  const runs = join(store, "runs");
  const names = existsSync(runs) ? readdirSync(runs).sort() : [];
  const inside = [store, ...names.map(name => join(runs, name)), ...stores].map(folder => join(folder, INSIDE));
  const known = new Set([resolve(cache)]);
  return [join(dirname(store), "cache"), ...inside].filter(folder => {
    if (known.has(resolve(folder)) || !existsSync(join(folder, DATA))) return false;
    known.add(resolve(folder));
    return true;
  });
}

/**
 * Moves the cache of the workbook's store to the shared place if that is still free. This is one rename, which either happens or does not
 * and which a process that has the cache open does not notice. Returns what was moved, or null.
 */
function settleCache({cache, store}: CacheLocation): {from: string; to: string} | null {
  const from = join(store, INSIDE);
  if (existsSync(cache) || !existsSync(join(from, DATA))) return null;
  mkdirSync(dirname(cache), {recursive: true});
  try {
    renameSync(from, cache);
    return {from, to: cache};
  } catch {
    return null; // another process moved it first, or the place is on another disk: the cache is read where it is
  }
}

/**
 * Opens the book's cache, and for reading those that older versions left. New answers go into the book's cache. `onMove` is called with a
 * sentence where a cache was moved.
 */
export function openCaches(
  place: CacheLocation,
  {
    stores = [],
    onCorrupt = () => {},
    onMove
  }: {stores?: readonly string[]; onCorrupt?: (key: string) => void; onMove: (sentence: string) => void}
): AnswerCaches {
  const moved = settleCache(place);
  if (moved) onMove(`the answers in ${moved.from} have moved to ${moved.to}, the cache of all stores of this workbook`);
  const own = openCache(place.cache, {onCorrupt});
  const older = olderCaches(place, stores).map(folder => openCache(folder, {onCorrupt}));
  const all = [own, ...older];
  return {
    get(key) {
      for (const each of all) {
        const found = each.get(key);
        if (found) return found;
      }
      return undefined;
    },
    has: key => all.some(each => each.has(key)),
    count: () => all.reduce((sum, each) => sum + each.count(), 0),
    put: own.put,
    prepare: own.prepare,
    get failure() {
      return own.failure;
    },
    async close() {
      for (const each of all) await each.close();
    }
  };
}

/** Folders of all existing caches; moves and creates none. */
export function existingCaches(place: CacheLocation, stores: readonly string[] = []): string[] {
  return [...(existsSync(join(place.cache, DATA)) ? [place.cache] : []), ...olderCaches(place, stores)];
}
