// Detects repetition in a text: the share that occurred before, and loops.

/**
 * Number of characters of a shingle: long enough that templates ("leaves open: ") do not count as repetition, short enough for short loops.
 */
const SHINGLE = 32;
/** Fewest consecutive copies of a block in a loop. */
export const LOOP_COPIES = 3;
/** Fewest characters of a loop, so that a ruled line or three short list entries are not one. */
export const LOOP_CHARACTERS = 256;
/** Distance in characters to the next check after a repetition that is not a loop. */
const CHECK_EVERY = 8;

/** The longest stretch that repeats one block without a gap. Positions and lengths are in UTF-16 units. */
export interface Loop {
  start: number;
  /** from the beginning of the first copy to the end of the last one, which may be incomplete */
  length: number;
  /** length of the block */
  period: number;
}

export interface Repetition {
  /**
   * share of 32-character shingles that occurred in the text before (1 − distinct ÷ all; Welleck et al. 2020, arXiv:1908.04319, eq.
   * "rep-n"), 0…1
   */
  repetition: number;
  loop: Loop | null;
}

/**
 * Finds repetition in one pass over a text. The last position of each shingle is looked up; the distance to it is a candidate period, at
 * which the text is then compared with itself in both directions, so that loops do not depend on hash collisions.
 */
export function findRepetition(text: string): Repetition {
  const shingles = text.length - SHINGLE + 1;
  if (shingles < 2) return {repetition: 0, loop: null};
  const seen = positions(shingles);
  let loop: Loop | null = null;
  let repeated = 0;
  let checkFrom = 0;
  let hash = 0;
  for (let i = 0; i < text.length; i++) {
    hash = (Math.imul(hash, BASE) + text.charCodeAt(i)) | 0;
    if (i >= SHINGLE) hash = (hash - Math.imul(LEAVING, text.charCodeAt(i - SHINGLE))) | 0;
    if (i < SHINGLE - 1) continue;
    const before = seen.replace(hash, i);
    if (before < 0) continue;
    repeated++;
    if (i < checkFrom) continue;
    const found = stretch(text, i, i - before);
    if (found.length >= LOOP_CHARACTERS && found.length >= LOOP_COPIES * found.period) {
      if (!loop || found.length > loop.length) loop = found;
      // all further shingles of the loop occurred one period before: they are counted without a lookup
      const last = found.start + found.length - 1;
      repeated += last - i;
      i = last;
      hash = hashAt(text, i);
    } else checkFrom = i + CHECK_EVERY;
  }
  return {repetition: repeated / shingles, loop};
}

/** The stretch around position i in which every character equals the one `period` before it, including the first copy. */
function stretch(text: string, i: number, period: number): Loop {
  let end = i + 1;
  while (end < text.length && text.charCodeAt(end) === text.charCodeAt(end - period)) end++;
  let start = i;
  while (start - period >= 0 && text.charCodeAt(start) === text.charCodeAt(start - period)) start--;
  start += 1 - period; // include the first copy
  return {start, length: end - start, period};
}

const BASE = 0x01000193;
/** BASE to the power of the shingle's length, modulo 2³²: the weight of a character that leaves the shingle. */
const LEAVING = Array.from({length: SHINGLE}).reduce<number>(power => Math.imul(power, BASE), 1);

/** Hash of the shingle that ends at position i. */
function hashAt(text: string, i: number): number {
  let hash = 0;
  for (let k = i - SHINGLE + 1; k <= i; k++) hash = (Math.imul(hash, BASE) + text.charCodeAt(k)) | 0;
  return hash;
}

let hashes = new Int32Array(1 << 12);
/** Positions are stored relative to a floor that rises with each text, so that the table need not be cleared. */
let places = new Float64Array(1 << 12);
let floor = 1;

/** The last position of each shingle: a hash table with open addressing, at most half full. */
function positions(shingles: number): {replace(hash: number, position: number): number} {
  if (shingles * 2 > hashes.length) {
    const size = 1 << Math.ceil(Math.log2(shingles * 2));
    hashes = new Int32Array(size);
    places = new Float64Array(size);
    floor = 1;
  }
  const base = floor;
  floor += shingles + SHINGLE;
  const mask = hashes.length - 1;
  return {
    replace(hash, position) {
      let slot = Math.imul(hash ^ (hash >>> 15), 0x9e3779b1) >>> 7;
      for (slot &= mask; places[slot]! >= base; slot = (slot + 1) & mask) {
        if (hashes[slot] !== hash) continue;
        const before = places[slot]! - base;
        places[slot] = base + position;
        return before;
      }
      hashes[slot] = hash;
      places[slot] = base + position;
      return -1;
    }
  };
}
