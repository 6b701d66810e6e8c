// Splits text into the words that the contamination study compares, fast enough for a stream: one table look-up a character.
import {withoutMarkup} from "./markup.js";

/**
 * What counts as a word, after `normalised`:
 * - a run of letters, marks and digits, in lower case: `don't` is two words, `foo_bar` two, `3.14` two. A hyphen after a letter, with or
 *   without spaces and line ends after it, joins it with the letter that follows, since a hyphen at the end of a line does not show whether
 *   it belongs to the word: `well-known` is one word;
 * - each symbol of mathematics and code by itself, `+ - * / \ = < > ^ | & ~ % @ # $ ( ) [ ] { }` and Unicode's class Sm;
 * - each character of Han, Hiragana and Katakana by itself, since no space divides their words, and each letter beyond U+FFFF;
 * - a word of Intl.Segmenter in Thai, Lao, Khmer and Burmese, whose words only a dictionary divides.
 * All else (spaces, punctuation of prose, control characters, emoji) only divides words.
 */
export interface Words {
  /** Number of words; the arrays may be longer. */
  count: number;
  /** 32-bit hash of each word's characters in lower case. */
  hashes: Int32Array;
  /** Offset of each word in `units`, and of its end; hyphens and spaces may be between (`forEachUnit`). */
  starts: Int32Array;
  ends: Int32Array;
  /** The normalised text in UTF-16 code units, with a zero behind it. */
  units: Uint16Array;
  /** Writes a text to `units`; Node has a faster way than the loop that works everywhere. */
  copy: (text: string, units: Uint16Array) => void;
}

const ASCII_SYMBOLS = "+*/\\=<>^|&~%@#$()[]{}";
const [HYPHEN, UNICODE_HYPHEN, MINUS_SIGN, FINAL_SIGMA, SIGMA] = [0x2d, 0x2010, 0x2212, 0x3c2, 0x3c3];
/** Entries of the table below the code of any letter or digit. */
const DIVIDES = 0;
const SYMBOL = 1;
const IDEOGRAPH = 2;
const UNSPACED = 3;
const HYPHENS = 4;
const SURROGATE = 5;
const LAST_KIND = SURROGATE;

const PER_CHARACTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc]/u;
const BY_DICTIONARY = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const IN_WORD = /[\p{L}\p{M}\p{N}]/u;
const SYMBOLS = /\p{Sm}/u;

let table: Uint16Array | undefined;
/** For each UTF-16 code unit its kind, or the character in lower case that belongs to a run. */
function kinds(): Uint16Array {
  if (table) return table;
  table = new Uint16Array(0x10000);
  for (let code = 0; code < 0x10000; code++) {
    const character = String.fromCharCode(code);
    if (code >= 0xd800 && code <= 0xdfff) table[code] = SURROGATE;
    else if (code === HYPHEN || code === UNICODE_HYPHEN || code === MINUS_SIGN) table[code] = HYPHENS;
    else if (ASCII_SYMBOLS.includes(character) || SYMBOLS.test(character)) table[code] = SYMBOL;
    else if (IN_WORD.test(character) || code === 0x30fc) {
      if (PER_CHARACTER.test(character)) table[code] = IDEOGRAPH;
      else if (BY_DICTIONARY.test(character) && !/\p{Nd}/u.test(character)) table[code] = UNSPACED;
      else table[code] = lower(code, character);
    }
  }
  return table;
}

/** Lower case of one code unit; a character whose lower case is longer (İ) keeps its first unit. */
const lower = (code: number, character: string): number => {
  const unit = character.toLowerCase().charCodeAt(0);
  return unit === FINAL_SIGMA ? SIGMA : unit > LAST_KIND ? unit : code;
};

const BEYOND_ASCII = /[^\0-\x7f]/;
/** Characters that are not shown (soft hyphens, joiners, marks of direction, selectors …), and what is left of a line end after a soft hyphen. */
const INVISIBLE = /\u00ad\s+(?=\p{L})|\p{Default_Ignorable_Code_Point}/gu;
/**
 * The text as its words are counted: without markup (`withoutMarkup`) and invisible characters (Unicode's property
 * Default_Ignorable_Code_Point), in the form NFKC, so that ligatures and full-width letters are letters.
 */
export function normalised(text: string): string {
  const content = withoutMarkup(text);
  return BEYOND_ASCII.test(content) ? content.replace(INVISIBLE, "").normalize("NFKC") : content;
}

const copyUnits = (text: string, units: Uint16Array): void => {
  for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i);
};

/** Empty buffers for `splitWords`, which lengthens them as texts need it. */
export const wordBuffers = ({copy = copyUnits}: Partial<Pick<Words, "copy">> = {}): Words => {
  const none = new Int32Array(0);
  return {count: 0, hashes: none, starts: none, ends: none, units: new Uint16Array(0), copy};
};

let dictionary: Intl.Segmenter | undefined;
const HASH_START = 0x811c9dc5 | 0;
const HASH_STEP = 0x01000193;

/** Finishes a word's hash, so that all its bits depend on all characters (the first half of MurmurHash3's finaliser). */
const finished = (hash: number): number => {
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return hash ^ (hash >>> 13);
};

/**
 * Splits a normalised text into words.
 * @param into buffers to write to, which are kept for the next text; their arrays are replaced where they are too short
 * @returns `into`
 */
export function splitWords(text: string, into: Words = wordBuffers()): Words {
  const {length} = text;
  if (into.units.length <= length) {
    into.hashes = new Int32Array(length);
    into.starts = new Int32Array(length);
    into.ends = new Int32Array(length);
    into.units = new Uint16Array(length + 1);
  }
  const {hashes, starts, ends, units} = into;
  into.copy(text, units);
  units[length] = 0;
  const kind = kinds();
  let count = 0;
  let i = 0;
  while (i < length) {
    let unit = kind[units[i]!]!;
    if (unit > LAST_KIND) {
      starts[count] = i;
      let hash = HASH_START;
      do {
        hash = Math.imul(hash ^ unit, HASH_STEP);
        unit = kind[units[++i]!]!;
        if (unit === HYPHENS) {
          const next = joinedTo(units, i);
          if (next > 0) unit = kind[units[(i = next)]!]!;
        }
      } while (unit > LAST_KIND);
      ends[count] = i;
      hashes[count++] = finished(hash);
    } else if (unit === DIVIDES) i++;
    else if (unit === UNSPACED) {
      const from = i;
      while (kind[units[++i]!] === UNSPACED);
      dictionary ??= new Intl.Segmenter("th", {granularity: "word"});
      for (const {segment, index} of dictionary.segment(text.slice(from, i))) {
        starts[count] = from + index;
        ends[count] = from + index + segment.length;
        hashes[count++] = hashOf(segment);
      }
    } else if (unit === SURROGATE) {
      const character = String.fromCodePoint(text.codePointAt(i)!);
      if (IN_WORD.test(character)) {
        starts[count] = i;
        ends[count] = i + character.length;
        hashes[count++] = hashOf(character.toLowerCase());
      }
      i += character.length;
    } else {
      starts[count] = i;
      ends[count] = i + 1;
      hashes[count++] = finished(Math.imul(HASH_START ^ (unit === HYPHENS ? HYPHEN : units[i]!), HASH_STEP));
      i++;
    }
  }
  into.count = count;
  return into;
}

/** Whether a code unit belongs to words and is no digit of ASCII. */
const isLetter = (unit: number | undefined): boolean =>
  unit !== undefined && kinds()[unit]! > LAST_KIND && !(unit >= 0x30 && unit <= 0x39);

const SPACE = /\s/u;
/** The offset of the letter that a hyphen joins with the letter before it; 0 if it joins none. */
function joinedTo(units: Uint16Array, hyphen: number): number {
  if (!isLetter(units[hyphen - 1])) return 0;
  let next = hyphen + 1;
  while (next < units.length && SPACE.test(String.fromCharCode(units[next]!))) next++;
  return isLetter(units[next]) ? next : 0;
}

/** Hash of a word in lower case. */
export const hashOf = (word: string): number => {
  let hash = HASH_START;
  for (let k = 0; k < word.length; k++) hash = Math.imul(hash ^ word.charCodeAt(k), HASH_STEP);
  return finished(hash);
};

/** The character in lower case for a code unit of a word. */
function foldedUnit(unit: number): number {
  const folded = kinds()[unit]!;
  return folded > LAST_KIND ? folded : folded === HYPHENS ? HYPHEN : unit;
}

/** Calls `take` with each code unit of a word in lower case, without the hyphens that join its parts. */
export function forEachUnit(
  {starts, ends, units}: Pick<Words, "starts" | "ends" | "units">,
  i: number,
  take: (unit: number) => void
): void {
  const kind = kinds();
  const [from, to] = [starts[i]!, ends[i]!];
  const isRun = kind[units[from]!]! > LAST_KIND;
  for (let k = from; k < to; k++) if (!isRun || kind[units[k]!]! > LAST_KIND) take(foldedUnit(units[k]!));
}

/** A word's characters in lower case. */
export function wordAt(words: Pick<Words, "starts" | "ends" | "units">, i: number): string {
  const pair = words.units.subarray(words.starts[i]!, words.ends[i]!);
  if (pair.length === 2 && kinds()[pair[0]!] === SURROGATE) return String.fromCharCode(...pair).toLowerCase();
  const units: number[] = [];
  forEachUnit(words, i, unit => units.push(unit));
  return String.fromCharCode(...units);
}

// Hashes of n-grams, and tables of items' n-grams: a bit filter, which most look-ups do not pass, in front of an open-addressing table.
// All of it lies in shared memory, so that threads search one copy.

const STEP = 0x2545f491; // odd, so that no power of it vanishes modulo 2³²
const SPREAD = 0x9e3779b1; // 2³² ÷ the golden ratio: multiplicative hashing (Knuth 1973, 6.4)
const FILTER_BITS_PER_GRAM = 12; // with two bits each, about 3 look-ups in 100 pass by chance; 10 million n-grams take 16 MB
const SLOTS_PER_GRAM = 1.4;

/**
 * Polynomial rolling hashes modulo 2³² (Karp and Rabin 1987).
 * @param into receives the hash of `values[i … i + n − 1]` at i
 * @returns number of n-grams
 */
export function rollingHashes(values: ArrayLike<number>, count: number, n: number, into: Int32Array): number {
  if (count < n) return 0;
  let leaving = 1; // factor of the value that leaves the n-gram
  for (let i = 0; i < n; i++) leaving = Math.imul(leaving, STEP);
  let hash = 0;
  for (let i = 0; i < n; i++) hash = (Math.imul(hash, STEP) + values[i]!) | 0;
  into[0] = hash;
  for (let i = n; i < count; i++) {
    hash = (Math.imul(hash, STEP) + values[i]! - Math.imul(values[i - n]!, leaving)) | 0;
    into[i - n + 1] = hash;
  }
  return count - n + 1;
}

/** The n-grams of all items of one size. */
export interface GramTable {
  /** Length of an n-gram, in words or characters. */
  size: number;
  /** Position of each n-gram among the items' words, or characters. */
  at: Int32Array;
  /** Another n-gram of the same text, + 1; 0 at the end of the chain. */
  next: Int32Array;
  /** Two numbers a slot: an n-gram's hash, and its number + 1, which is 0 where there is none. */
  slots: Int32Array;
  slotShift: number;
  filter: Int32Array;
  filterShift: number;
}

/** Memory that threads share; plain memory where there is none to share, as on pages. */
export const sharedBytes = (length: number): ArrayBufferLike =>
  typeof SharedArrayBuffer === "undefined" ? new ArrayBuffer(length) : new SharedArrayBuffer(length);
export const sharedInts = (length: number): Int32Array => new Int32Array(sharedBytes(4 * length));

const powerOver = (least: number): number => Math.max(10, Math.ceil(Math.log2(least)));

/**
 * A table of n-grams.
 * @param at positions of the n-grams in `values`
 * @param hashes hash of each of them
 */
export function gramTable(values: ArrayLike<number>, at: Int32Array, hashes: Int32Array, size: number): GramTable {
  const slotPower = powerOver(SLOTS_PER_GRAM * at.length);
  const filterPower = powerOver(FILTER_BITS_PER_GRAM * at.length);
  const table: GramTable = {
    size,
    at,
    next: sharedInts(at.length),
    slots: sharedInts(2 ** (slotPower + 1)),
    slotShift: 32 - slotPower,
    filter: sharedInts(2 ** (filterPower - 5)),
    filterShift: 37 - filterPower // of the number of a word of 32 bits
  };
  const {slots, next, filter, slotShift, filterShift} = table;
  const last = (slots.length >> 1) - 1;
  for (let gram = 0; gram < at.length; gram++) {
    const spread = Math.imul(hashes[gram]!, SPREAD);
    filter[spread >>> filterShift]! |= bitsOf(spread);
    const hash = hashes[gram]!;
    let slot = spread >>> slotShift;
    while (
      slots[2 * slot + 1] !== 0 &&
      (slots[2 * slot] !== hash || !alike(values, at[slots[2 * slot + 1]! - 1]!, values, at[gram]!, size))
    )
      slot = (slot + 1) & last;
    next[gram] = slots[2 * slot + 1]!;
    slots[2 * slot] = hash;
    slots[2 * slot + 1] = gram + 1;
  }
  return table;
}

/** Two bits of a filter's word, by the bits of the spread hash that do not choose the word. */
const bitsOf = (spread: number): number => (1 << (spread & 31)) | (1 << ((spread >>> 5) & 31));

function alike(a: ArrayLike<number>, i: number, b: ArrayLike<number>, k: number, size: number): boolean {
  for (let step = 0; step < size; step++) if (a[i + step] !== b[k + step]) return false;
  return true;
}

/** Whether a hash may be one of the table's: most that are not do not pass. */
export function passes({filter, filterShift}: GramTable, hash: number): boolean {
  const spread = Math.imul(hash, SPREAD);
  const bits = bitsOf(spread);
  return (filter[spread >>> filterShift]! & bits) === bits;
}

/**
 * Indices of hashes that pass the table's filter.
 * @param into receives them; at least as long as `count`
 * @returns how many there are
 */
export function passing({filter, filterShift}: GramTable, hashes: Int32Array, count: number, into: Int32Array): number {
  let found = 0;
  for (let i = 0; i < count; i++) {
    const spread = Math.imul(hashes[i]!, SPREAD);
    const bits = bitsOf(spread);
    if ((filter[spread >>> filterShift]! & bits) === bits) into[found++] = i;
  }
  return found;
}

/** The first of the items' n-grams that equals one of a document, + 1, from which `next` leads to others; 0 if there is none. */
export function lookUp(
  {slots, slotShift, at, size}: GramTable,
  values: ArrayLike<number>,
  hash: number,
  document: ArrayLike<number>,
  position: number
): number {
  const last = (slots.length >> 1) - 1;
  let slot = Math.imul(hash, SPREAD) >>> slotShift;
  for (let gram = slots[2 * slot + 1]!; gram !== 0; gram = slots[2 * slot + 1]!) {
    if (slots[2 * slot] === hash && alike(values, at[gram - 1]!, document, position, size)) return gram;
    slot = (slot + 1) & last;
  }
  return 0;
}
