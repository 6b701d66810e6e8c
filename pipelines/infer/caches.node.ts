// Opens the workbook's single response cache, whichever store a command writes to. Older versions kept a cache in each store; those are
// still read where they are.
import {existsSync, mkdirSync, readdirSync, renameSync} from "node:fs";
import {dirname, join, resolve} from "node:path";
import type {Book} from "../book/types.js";
import {type Cache, DATA, openCache} from "./cache.node.js";

/** The folders of a book that determine where its answers are. */
type CacheLocation = Pick<Book, "cache" | "store" | "spill">;

/** The operations of a cache that sending requests needs. */
export type AnswerCaches = Pick<Cache, "get" | "put" | "hasAnswerOf" | "reserve" | "failure" | "has" | "count" | "close">;

/** Name of the cache's folder inside a store of an older version. */
const INSIDE = "cache";

/** Whether a book names no other cache than that of its workbook; another one is isolated from all caches of the workbook. */
const isDefault = ({cache, store}: CacheLocation): boolean => resolve(cache) === resolve(dirname(store), "cache");

/**
 * Folders of caches that older versions left in the workbook's store, in the stores of its endpoints (`runs/`) and in the stores given here;
 * none where a book names a cache.
 */
function olderCaches(place: CacheLocation, stores: readonly string[] = []): string[] {
  const {cache, store} = place;
  if (!isDefault(place)) return [];
  const runs = join(store, "runs");
  const names = existsSync(runs) ? readdirSync(runs).sort() : [];
  const inside = [store, ...names.map(name => join(runs, name)), ...stores].map(folder => join(folder, INSIDE));
  const known = new Set([resolve(cache)]);
  return inside.filter(folder => {
    if (known.has(resolve(folder)) || !existsSync(join(folder, DATA))) return false;
    known.add(resolve(folder));
    return true;
  });
}

/**
 * Moves the cache of the workbook's store to the shared place if that is still free. This is one rename, which either happens or does not
 * and which a process that has the cache open does not notice. Returns what was moved, or null.
 */
function settleCache(place: CacheLocation): {from: string; to: string} | null {
  const {cache, store} = place;
  const from = join(store, INSIDE);
  if (!isDefault(place) || existsSync(cache) || !existsSync(join(from, DATA))) return null;
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
 * sentence where answers are moved.
 * @param fresh answers of earlier runs are not found; each stays at a separate key when its request is answered again
 */
export function openCaches(
  place: CacheLocation,
  {
    stores = [],
    onCorrupt = () => {},
    onMove,
    fresh = false
  }: {
    stores?: readonly string[];
    onCorrupt?: (key: string) => void;
    onMove: (sentence: string) => void;
    fresh?: boolean | undefined;
  }
): AnswerCaches {
  const moved = settleCache(place);
  if (moved) onMove(`the answers in ${moved.from} have moved to ${moved.to}, the cache of all stores of this workbook`);
  const main = openCache(place.cache, {onCorrupt, spill: place.spill, onSpill: onMove});
  const older = olderCaches(place, stores).map(folder => openCache(folder, {onCorrupt}));
  const all = [main, ...older];
  /** Keys of answers of this run, if it is fresh. */
  const answered = new Set<string>();
  return {
    get(key) {
      if (fresh && !answered.has(key)) return undefined;
      for (const each of all) {
        const completion = each.get(key);
        if (completion) return completion;
      }
      return undefined;
    },
    has: key => (!fresh || answered.has(key)) && all.some(each => each.has(key)),
    count: () => all.reduce((sum, each) => sum + each.count(), 0),
    hasAnswerOf: origin => !fresh && all.some(each => each.hasAnswerOf(origin)),
    async put(key, completion, model, base) {
      if (fresh && !answered.has(key)) await main.copyAside(key);
      await main.put(key, completion, model, base);
      if (fresh) answered.add(key);
    },
    reserve: main.reserve,
    get failure() {
      return main.failure;
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
