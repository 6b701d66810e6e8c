// Selects English words by the letters that they contain and lack.
import type {Random} from "../seed.js";
import {english} from "./english.js";

/** Lengths of the shortest and the longest word of the list, letters. */
export const SHORTEST = 3;
export const LONGEST = 14;

/** All words, shorter ones first; `starts` holds the position at which each length begins. */
const words = [...english].sort((a, b) => a.length - b.length);
const starts = Array.from({length: LONGEST + 2}, (_, size) => words.filter(word => word.length < size).length);
/** Letters of each word as a bit set, one bit for each letter. */
const sets = Int32Array.from(words, setOf);
const WITH = new Int32Array(words.length);
const WITHOUT = new Int32Array(words.length);

/** Words with and without certain letters, as positions in `words`. */
export interface Pools {
  having: Int32Array;
  lacking: Int32Array;
  /** The words of `having` with a certain letter, by the letter's bit; computed on first use. */
  byLetter: Map<number, Int32Array>;
}

/** Most pools that are kept in memory: tests of one point draw the same few sets of letters again and again. */
const MOST_KEPT = 128;
const kept = new Map<string, Pools | null>();

/**
 * Words of certain lengths with and without the letters; null where one of the letters occurs in none of them.
 * @param lengths shortest and longest word, letters, 3 to 14
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
  // Typed arrays that are kept between calls are ten times as fast as growing arrays.
  for (let i = from; i < to; i++) {
    const shared = sets[i]! & mask;
    missing &= ~shared;
    if (shared === 0) WITHOUT[others++] = i;
    else WITH[count++] = i;
  }
  if (missing !== 0) return null;
  return {having: WITH.slice(0, count), lacking: WITHOUT.slice(0, others), byLetter: new Map()};
}

/** A random word that contains a letter. */
export function pickWith(letter: string, {having, byLetter}: Pools, random: Random): string {
  const bit = setOf(letter);
  const fitting = byLetter.get(bit) ?? having.filter(word => sets[word]! & bit);
  byLetter.set(bit, fitting);
  return words[fitting[random.integer(0, fitting.length - 1)]!]!;
}

/** Adds words of a pool to `chosen` until it has `size`, none twice. The pool must hold enough words and is unchanged afterwards. */
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

/** Number of characters of a text that are among the letters, repeated ones counted each time. */
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
