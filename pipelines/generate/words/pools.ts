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
}

/**
 * Words of some lengths with and without letters; null where a letter is in none of them. The next call overwrites the pools.
 * @param lengths shortest and longest, letters, 3 to 14
 */
export function pools(letters: Iterable<string>, [shortest, longest]: readonly [number, number]): Pools | null {
  const mask = setOf(letters);
  let missing = mask;
  let count = 0;
  let others = 0;
  // Every test comes through here: typed arrays kept between calls make it ten times as fast as arrays that grow.
  for (let i = starts[shortest]!; i < starts[longest + 1]!; i++) {
    const shared = sets[i]! & mask;
    missing &= ~shared;
    if (shared === 0) WITHOUT[others++] = i;
    else WITH[count++] = i;
  }
  if (missing !== 0) return null;
  return {having: WITH.subarray(0, count), lacking: WITHOUT.subarray(0, others)};
}

/** One of the pool's words that have a letter. */
export function pickWith(letter: string, pool: Int32Array, random: Random): string {
  const bit = setOf(letter);
  let fitting = 0;
  for (let i = 0; i < pool.length; i++) if (sets[pool[i]!]! & bit) fitting++;
  let left = random.integer(0, fitting - 1);
  for (let i = 0; ; i++) if (sets[pool[i]!]! & bit && left-- === 0) return words[pool[i]!]!;
}

/** Adds words out of a pool, none twice. The pool holds enough. */
export function fill(chosen: Set<string>, size: number, pool: Int32Array, random: Random) {
  for (let i = 0; chosen.size < size; i++) {
    const j = random.integer(i, pool.length - 1);
    [pool[i], pool[j]] = [pool[j]!, pool[i]!];
    chosen.add(words[pool[i]!]!);
  }
}

function setOf(letters: Iterable<string>): number {
  let set = 0;
  for (const letter of letters) set |= 1 << (letter.charCodeAt(0) - 97);
  return set;
}
