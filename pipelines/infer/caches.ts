// The workbook's one response cache, whatever store a command writes to. Older versions kept a cache in each store: what was paid for there is read where it lies.
import {existsSync, mkdirSync, readdirSync, renameSync} from "node:fs";
import {dirname, join, resolve} from "node:path";
import type {Book} from "../book/types.js";
import {type Cache, DATA, openCache} from "./cache.js";

/** Where a book's answers are. */
export type Place = Pick<Book, "cache" | "store">;

/** What asking needs of a cache. */
export type Answers = Pick<Cache, "get" | "put" | "prepare" | "failure" | "has" | "close">;

/** The cache's name inside a store of an older version. */
const INSIDE = "cache";

/**
 * Caches that hold answers beside the book's own: those that older versions left in the workbook's store, in those of its endpoints
 * (`runs/`) and in the stores named here, and the default one of a book that names another.
 */
function olderCaches({cache, store}: Place, stores: readonly string[] = []): string[] {
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
 * Gives the cache of the workbook's store its place if that is still free: one rename, which either happens or does not, and which a
 * process that has the cache open does not notice. Returns what was moved, for the reader to be told.
 */
function settleCache({cache, store}: Place): {from: string; to: string} | null {
  const from = join(store, INSIDE);
  if (existsSync(cache) || !existsSync(join(from, DATA))) return null;
  mkdirSync(dirname(cache), {recursive: true});
  try {
    renameSync(from, cache);
    return {from, to: cache};
  } catch {
    return null; // another process was first, or the place is on another disk: it is read where it lies
  }
}

/** Opens the book's cache, and for reading those that older versions left. New answers go into the book's own. `onMove` hears a sentence. */
export function openCaches(
  place: Place,
  {
    stores = [],
    onCorrupt = () => {},
    onMove
  }: {stores?: readonly string[]; onCorrupt?: (key: string) => void; onMove: (sentence: string) => void}
): Answers {
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

/** All caches that are there, without moving or making one. */
export function existingCaches(place: Place, stores: readonly string[] = []): string[] {
  return [...(existsSync(join(place.cache, DATA)) ? [place.cache] : []), ...olderCaches(place, stores)];
}
