// Boilerplate of a group of items: n-grams that many of them share, such as a task's instructions.

import {rollingHashes} from "./words.js";

/** Least items that must share an n-gram: of two, one may be a copy of the other. */
const LEAST_ITEMS = 3;

/** Returns the number of `items` texts that must have something in common for it to count as boilerplate. @param share 0…1 */
export const leastShared = (items: number, share: number): number => Math.max(LEAST_ITEMS, Math.floor(share * items) + 1);

/** One item's words as hashes. */
export type Hashed = Int32Array;

/** How many of a group's texts have each n-gram, by hash. */
export interface GramCounts {
  texts: number;
  countOf(hash: number): number;
  /** Returns the hashes that at least `least` texts have. */
  shared(least: number): Set<number>;
}

/** Counts in how many texts each n-gram is. The texts shall differ from each other. */
export function countGrams(texts: readonly Hashed[], n: number): GramCounts {
  const total = texts.reduce((sum, {length}) => sum + Math.max(0, length - n + 1), 0);
  const power = Math.max(8, Math.ceil(Math.log2(1.5 * total + 1)));
  const keys = new Int32Array(2 ** power);
  const counts = new Int32Array(2 ** power);
  const lastText = new Int32Array(2 ** power); // + 1; 0 = free
  const mask = 2 ** power - 1;
  const slotOf = (hash: number): number => {
    let slot = Math.imul(hash, 0x9e3779b1) >>> (32 - power);
    while (lastText[slot] !== 0 && keys[slot] !== hash) slot = (slot + 1) & mask;
    return slot;
  };
  let hashes = new Int32Array(1024);
  for (const [number, words] of texts.entries()) {
    if (hashes.length < words.length) hashes = new Int32Array(2 * words.length);
    const grams = rollingHashes(words, words.length, n, hashes);
    for (let i = 0; i < grams; i++) {
      const slot = slotOf(hashes[i]!);
      if (lastText[slot] === number + 1) continue;
      keys[slot] = hashes[i]!;
      lastText[slot] = number + 1;
      counts[slot]!++;
    }
  }
  return {
    texts: texts.length,
    countOf: hash => counts[slotOf(hash)]!,
    shared: least => new Set(keys.filter((_, slot) => counts[slot]! >= least))
  };
}

/** Marks the words that stand in one of the n-grams. @param marks one entry a word; set to 1 */
export function markGrams(words: Hashed, count: number, common: ReadonlySet<number>, n: number, marks: Uint8Array): void {
  if (common.size === 0 || count < n) return;
  const hashes = new Int32Array(count - n + 1);
  rollingHashes(words, count, n, hashes);
  let marked = 0; // words before this one are marked as far as they can be
  for (let i = 0; i < hashes.length; i++) {
    if (!common.has(hashes[i]!)) continue;
    for (let k = Math.max(i, marked); k < i + n; k++) marks[k] = 1;
    marked = i + n;
  }
}
