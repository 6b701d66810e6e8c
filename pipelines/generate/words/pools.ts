// English words by the letters that they have and lack.
import type {Random} from "../seed.js";
import {english} from "./english.js";

export const SHORTEST = 3;
export const LONGEST = 14;

/** Shorter words first; `starts` says where a length begins. */
const words = [...english].sort((a, b) => a.length - b.length);
const starts = Array.from({length: LONGEST + 2}, (_, size) => words.filter(word => word.length < size).length);
/** Letters of each word, a bit each. */
const sets = Int32Array.from(words, setOf);
const WITH = new Int32Array(words.length);
const WITHOUT = new Int32Array(words.length);

/** Words by their place in `words`. */
export interface Pools {
  having: Int32Array;
  lacking: Int32Array;
  /** Those of `having` with a letter, by the letter's bit; made when first asked for. */
  byLetter: Map<number, Int32Array>;
}

/** Most pools kept: tests of one point draw the same few sets of letters again and again. */
const MOST_KEPT = 128;
const kept = new Map<string, Pools | null>();

/**
 * Words of some lengths with and without letters; null where a letter is in none of them.
 * @param lengths shortest and longest, letters, 3 to 14
 */
export function pools(letters: Iterable<string>, [shortest, longest]: readonly [number, number]): Pools | null {
  const mask = setOf(letters);
  const id = `${mask} ${shortest} ${longest}`;
  let found = kept.get(id);
  if (found !== undefined) return found;
  found = split(mask, starts[shortest]!, starts[longest + 1]!);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(id, found);
  return found;
}

function split(mask: number, from: number, to: number): Pools | null {
  let missing = mask;
  let count = 0;
  let others = 0;
  // Typed arrays kept between calls make it ten times as fast as arrays that grow.
  for (let i = from; i < to; i++) {
    const shared = sets[i]! & mask;
    missing &= ~shared;
    if (shared === 0) WITHOUT[others++] = i;
    else WITH[count++] = i;
  }
  if (missing !== 0) return null;
  return {having: WITH.slice(0, count), lacking: WITHOUT.slice(0, others), byLetter: new Map()};
}

/** One of the words that have a letter. */
export function pickWith(letter: string, {having, byLetter}: Pools, random: Random): string {
  const bit = setOf(letter);
  const fitting = byLetter.get(bit) ?? having.filter(word => sets[word]! & bit);
  byLetter.set(bit, fitting);
  return words[fitting[random.integer(0, fitting.length - 1)]!]!;
}

/** Adds words out of a pool, none twice. The pool holds enough, and is left as it was. */
export function fill(chosen: Set<string>, size: number, pool: Int32Array, random: Random): void {
  const swaps: number[] = [];
  for (let i = 0; chosen.size < size; i++) {
    const j = random.integer(i, pool.length - 1);
    swap(pool, i, j);
    swaps.push(j);
    chosen.add(words[pool[i]!]!);
  }
  for (let i = swaps.length - 1; i >= 0; i--) swap(pool, i, swaps[i]!);
}

function swap(pool: Int32Array, i: number, j: number): void {
  const word = pool[i]!;
  pool[i] = pool[j]!;
  pool[j] = word;
}

/** Letters of a text that are among some, each as often as it occurs. */
export function occurrences(text: string, letters: Iterable<string>): number {
  const mask = setOf(letters);
  let count = 0;
  for (let i = 0; i < text.length; i++) count += (mask >> (text.charCodeAt(i) - 97)) & 1;
  return count;
}

function setOf(letters: Iterable<string>): number {
  let set = 0;
  for (const letter of letters) set |= 1 << (letter.charCodeAt(0) - 97);
  return set;
}
