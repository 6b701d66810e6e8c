// Detects garbled output by the kinds of characters that follow each other, without a dictionary or a language model.

/** Number of characters of a window; a text is garbled if any of its windows is. */
const WINDOW = 256;
/** Fewest characters of a text that is checked. */
const SHORTEST = 64;
/**
 * Largest share of broken characters in text: replacement characters, controls, private use, unassigned, lone surrogates, UTF-8 read as
 * Latin-1.
 */
const BROKEN_SHARE = 0.02;
/**
 * Number of writing systems, each with at least two letters, that counts as garbled; Greek is not counted (formulas), Japanese counts as
 * one with Chinese.
 */
const SCRIPTS = 4;
/** Bits per character of a full window's ASCII characters: prose has 4.0–4.8, code and tables up to 5.2, random printable ones 6.3. */
const NOISE_BITS = 5.5;
/** Largest share of letter triples without a vowel: English has 5–8 %, random letters 53 %. */
const CONSONANT_SHARE = 0.35;
/** Fewest letter triples for which that share is checked. */
const FEWEST_TRIPLES = 60;
const FEWEST_BROKEN = 3;
const FEWEST_ASCII = 200;

export type Garble = "broken" | "scripts" | "noise" | "consonants";

/** Kind of garble and position of the first garbled window; null if there is none. */
export function findGarble(text: string): {kind: Garble; start: number} | null {
  if (text.length < SHORTEST) return null;
  for (let start = 0; ; start += WINDOW / 2) {
    // the last window is aligned with the end, since texts tend to go wrong towards their end
    const from = Math.max(0, Math.min(start, text.length - WINDOW));
    const kind = judge(text, from, Math.min(text.length, from + WINDOW));
    if (kind) return {kind, start: from};
    if (from + WINDOW >= text.length) return null;
  }
}

const OTHER = 0;
const CONSONANT = 1;
const VOWEL = 2;
const BROKEN = 3;
const ASCII = Uint8Array.from({length: 128}, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[\t\n\r]/.test(character)) return OTHER;
  if (code < 32 || code === 127) return BROKEN;
  return /[aeiouy]/i.test(character) ? VOWEL : /[a-z]/i.test(character) ? CONSONANT : OTHER;
});
const counts = new Uint16Array(128);
/** k log₂ k for counts up to a window's size. */
const K_LOG_K = Float64Array.from({length: WINDOW + 1}, (_, k) => (k > 1 ? k * Math.log2(k) : 0));

function judge(text: string, from: number, to: number): Garble | null {
  let [ascii, broken, triples, unvoiced, run, consonants] = [0, 0, 0, 0, 0, 0];
  let scripts: Map<string, number> | null = null;
  counts.fill(0);
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    if (code < 128) {
      ascii++;
      counts[code] = counts[code]! + 1;
      const kind = ASCII[code]!;
      if (kind === CONSONANT || kind === VOWEL) {
        run++;
        consonants = kind === CONSONANT ? consonants + 1 : 0;
        if (run >= 3) {
          triples++;
          if (consonants >= 3) unvoiced++;
        }
        continue;
      }
      if (kind === BROKEN) broken++;
    } else {
      const point = text.codePointAt(i)!;
      if (point > 0xffff && i + 1 < to) i++;
      const script = scriptOf(point);
      if (script === "broken" || (isMojibake(code) && isContinuation(text.charCodeAt(i + 1)))) broken++;
      else if (script !== "") {
        scripts ??= new Map();
        scripts.set(script, (scripts.get(script) ?? 0) + 1);
      }
    }
    run = 0;
    consonants = 0;
  }
  if (broken >= FEWEST_BROKEN && broken >= BROKEN_SHARE * (to - from)) return "broken";
  if (scripts && several(scripts, triples)) return "scripts";
  if (ascii >= FEWEST_ASCII && entropy(ascii) >= NOISE_BITS) return "noise";
  if (triples >= FEWEST_TRIPLES && unvoiced >= CONSONANT_SHARE * triples) return "consonants";
  return null;
}

/** Entropy of the counted ASCII characters, in bits per character. */
function entropy(total: number): number {
  let sum = 0;
  for (let code = 9; code < 127; code++) sum += K_LOG_K[counts[code]!]!;
  return Math.log2(total) - sum / total;
}

/**
 * Whether there are too many writing systems. Others than Latin are counted by letters; Latin counts if three of its letters follow each
 * other.
 */
function several(scripts: ReadonlyMap<string, number>, latinTriples: number): boolean {
  let number = latinTriples > 0 && !scripts.has("Latin") ? 1 : 0;
  for (const letters of scripts.values()) if (letters >= 2) number++;
  return number >= SCRIPTS;
}

/** First and second part of sequences such as "Ã©" or "â€™": UTF-8 bytes read as Latin-1 or Windows-1252. */
const isMojibake = (code: number): boolean => code >= 0xc2 && code <= 0xf4;
const isContinuation = (code: number): boolean =>
  (code >= 0x80 && code <= 0xbf) || (code >= 0x2013 && code <= 0x2122) || code === 0x152 || code === 0x153 || code === 0x178;

const known = new Map<number, string>();
/** Writing systems that are distinguished, each with its letters. */
const SYSTEMS: readonly [string, RegExp][] = [
  ["Latin", /\p{Script=Latin}/u],
  ["", /\p{Script=Greek}/u],
  ["Cyrillic", /\p{Script=Cyrillic}/u],
  ["East Asian", /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]/u]
];

/**
 * The writing system of a non-ASCII character; "broken" for characters that do not occur in text, "" for signs that belong to no system.
 */
function scriptOf(point: number): string {
  const found = known.get(point);
  if (found !== undefined) return found;
  const character = String.fromCodePoint(point);
  const script = /[\ufffd\p{Cc}\p{Co}\p{Cn}\p{Cs}]/u.test(character)
    ? "broken"
    : !/\p{L}/u.test(character)
      ? ""
      : (SYSTEMS.find(([, letters]) => letters.test(character))?.[0] ?? blockOf(point));
  known.set(point, script);
  return script;
}

/** Other writing systems by their Unicode block of 128 code points, the usual size up to U+1FFF. */
const blockOf = (point: number): string =>
  point < 0x2000 ? `block ${point >> 7}` : point >= 0xac00 && point < 0xd7b0 ? "Hangul" : "further";

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

interface Repetition {
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
