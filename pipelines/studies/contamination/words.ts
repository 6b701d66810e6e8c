// Splits text into the words that the contamination study compares, fast enough for a stream: one table look-up a character.

/**
 * What counts as a word, after Unicode normalisation NFKC:
 * - a run of letters, marks and digits, in lower case: `don't` is two words, `foo_bar` two, `3.14` two;
 * - each symbol of mathematics and code by itself, `+ - * / \ = < > ^ | & ~ % @ # $ ( ) [ ] { }` and Unicode's class Sm; a hyphen between
 *   two letters only divides them;
 * - each character of Han, Hiragana and Katakana by itself, since no space divides their words, and each letter beyond U+FFFF;
 * - a word of Intl.Segmenter in Thai, Lao, Khmer and Burmese, whose words only a dictionary divides.
 * All else (spaces, punctuation of prose, control characters, emoji) only divides words.
 */
export interface Words {
  /** Number of words; the arrays may be longer. */
  count: number;
  /** 32-bit hash of each word's characters in lower case. */
  hashes: Int32Array;
  /** Offset of each word in `units`, and of its end. */
  starts: Int32Array;
  ends: Int32Array;
  /** The normalised text in UTF-16 code units, with a zero behind it. */
  units: Uint16Array;
  /** Writes a text to `units`; Node has a faster way than the loop that works everywhere. */
  copy: (text: string, units: Uint16Array) => void;
}

const ASCII_SYMBOLS = "+*/\\=<>^|&~%@#$()[]{}";
const [HYPHEN, MINUS_SIGN, FINAL_SIGMA, SIGMA] = [0x2d, 0x2212, 0x3c2, 0x3c3];
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
    else if (code === HYPHEN || code === MINUS_SIGN) table[code] = HYPHENS;
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
/** The text as its words are counted: in Unicode's form NFKC, so that ligatures and full-width letters are letters. */
export const normalised = (text: string): string => (BEYOND_ASCII.test(text) ? text.normalize("NFKC") : text);

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
      if (unit !== HYPHENS || !isLetter(units[i - 1]) || !isLetter(units[i + 1])) {
        starts[count] = i;
        ends[count] = i + 1;
        hashes[count++] = finished(Math.imul(HASH_START ^ (unit === HYPHENS ? HYPHEN : units[i]!), HASH_STEP));
      }
      i++;
    }
  }
  into.count = count;
  return into;
}

/** Whether a code unit belongs to words and is no digit of ASCII. */
const isLetter = (unit: number | undefined): boolean =>
  unit !== undefined && kinds()[unit]! > LAST_KIND && !(unit >= 0x30 && unit <= 0x39);

/** Hash of a word in lower case. */
export const hashOf = (word: string): number => {
  let hash = HASH_START;
  for (let k = 0; k < word.length; k++) hash = Math.imul(hash ^ word.charCodeAt(k), HASH_STEP);
  return finished(hash);
};

/** The character in lower case that a code unit of a word stands for. */
export function foldedUnit(unit: number): number {
  const folded = kinds()[unit]!;
  return folded > LAST_KIND ? folded : folded === HYPHENS ? HYPHEN : unit;
}

/** A word's characters in lower case. */
export function wordAt({starts, ends, units}: Pick<Words, "starts" | "ends" | "units">, i: number): string {
  const own = units.subarray(starts[i]!, ends[i]!);
  return own.length === 2 && kinds()[own[0]!] === SURROGATE
    ? String.fromCharCode(...own).toLowerCase()
    : String.fromCharCode(...Array.from(own, foldedUnit));
}
