// Boilerplate of a group of items: n-grams that many of them share, such as a task's instructions; and the information of what remains.

import {MOST_BITS_A_WORD} from "./settings.js";
import {rollingHashes} from "./words.js";

/** Least items that must share an n-gram: of two, one may be a copy of the other. */
const LEAST_ITEMS = 3;
/** Most words whose repetition is looked at, and the longest repetition that is measured. */
const MOST_WORDS = 20_000;
const LONGEST = 64;

/** One item's words as hashes. */
export type Hashed = Int32Array;

/**
 * Hashes of the n-grams that more than a share of the items have. The items shall be of different texts.
 * @param share 0…1
 */
export function commonGrams(items: readonly Hashed[], n: number, share: number): Set<number> {
  const common = new Set<number>();
  const least = Math.max(LEAST_ITEMS, Math.floor(share * items.length) + 1);
  if (items.length < least) return common;
  const total = items.reduce((sum, {length}) => sum + Math.max(0, length - n + 1), 0);
  const power = Math.max(8, Math.ceil(Math.log2(1.5 * total + 1)));
  const keys = new Int32Array(2 ** power);
  const counts = new Int32Array(2 ** power);
  const lastItem = new Int32Array(2 ** power); // + 1; 0 = free
  const mask = 2 ** power - 1;
  let hashes = new Int32Array(1024);
  for (const [number, words] of items.entries()) {
    if (hashes.length < words.length) hashes = new Int32Array(2 * words.length);
    const grams = rollingHashes(words, words.length, n, hashes);
    for (let i = 0; i < grams; i++) {
      const hash = hashes[i]!;
      let slot = Math.imul(hash, 0x9e3779b1) >>> (32 - power);
      while (lastItem[slot] !== 0 && keys[slot] !== hash) slot = (slot + 1) & mask;
      if (lastItem[slot] === number + 1) continue;
      keys[slot] = hash;
      lastItem[slot] = number + 1;
      if (++counts[slot]! === least) common.add(hash);
    }
  }
  return common;
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

/**
 * Information that a word of these texts carries, in bits, at most MOST_BITS_A_WORD: log₂(N) ÷ (L + ½), where L is the mean length of the
 * longest stretch that begins at a word and also stands elsewhere among the N words (the match lengths of Wyner and Ziv 1989; ½ because
 * matches end within words). Prose has more than 5 bits, expressions of few different words 1 to 3: long runs of those are alike by chance.
 */
export function wordBits(items: readonly Hashed[]): number {
  const total = items.reduce((sum, {length}) => sum + length, 0);
  const every = Math.max(1, Math.ceil(total / MOST_WORDS));
  const taken = items.filter((_, i) => i % every === 0);
  const words: number[] = [];
  for (const [i, item] of taken.entries()) words.push(...item, 2 ** 32 + i); // an end that equals no word, nor another end
  const order = words.flatMap((word, i) => (word < 2 ** 32 ? [i] : []));
  const common = (a: number, b: number): number => {
    let length = 0;
    while (length < LONGEST && words[a + length] !== undefined && words[a + length] === words[b + length]) length++;
    return length;
  };
  order.sort((a, b) => {
    const length = common(a, b);
    return (words[a + length] ?? 0) - (words[b + length] ?? 0);
  });
  let sum = 0;
  let before = 0;
  for (let i = 0; i < order.length; i++) {
    const after = i + 1 < order.length ? common(order[i]!, order[i + 1]!) : 0;
    sum += Math.max(before, after);
    before = after;
  }
  if (order.length < 2) return MOST_BITS_A_WORD;
  return Math.min(MOST_BITS_A_WORD, Math.log2(order.length) / (sum / order.length + 0.5));
}
