// Words of texts, and the lists of samples in which a word occurs: the index behind the search of page Samples. It is built in Node and read in
// the browser by the same functions.

/** Scripts that put no space between words: each of their letters counts as a word. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const WORD = new RegExp(`[${UNSPACED}]|[[\\p{L}\\p{N}\\p{M}]--[${UNSPACED}]]+`, "gv");
/** Characters of a word that are compared: longer runs of letters are identifiers or noise, whose heads tell them apart. */
export const LONGEST_WORD = 40;

/** What ends at characters of ASCII that belong to no word. Most parts are words of ASCII, which costs a tenth of looking for all letters there are. */
const PART = /[a-z0-9\u0080-\uffff]+/g;
const NOT_ASCII = /[^\x00-\x7f]/;

/** The words of a text in order, in lower case: runs of letters, marks and digits. Of an empty text none. */
export function wordsOf(text: string): string[] {
  const lower = text.toLowerCase();
  const parts = lower.match(PART) ?? [];
  if (!NOT_ASCII.test(lower)) return parts;
  const words: string[] = [];
  for (const part of parts)
    if (NOT_ASCII.test(part)) for (const word of part.match(WORD) ?? []) words.push(word);
    else words.push(part);
  return words;
}

/** A word as the index spells it. */
const indexed = (word: string): string => (word.length > LONGEST_WORD ? word.slice(0, LONGEST_WORD) : word);

/** What a reader searches for: words that must all occur, each whole or as the beginning of a word. */
export interface Term {
  word: string;
  prefix: boolean;
}

/** The terms of a query: `tokens budget*` asks for the word "tokens" and for words that begin with "budget". */
export function termsOf(query: string): Term[] {
  const terms = new Map<string, Term>();
  for (const part of query.split(/\s+/)) {
    const words = wordsOf(part);
    for (const [i, word] of words.entries()) {
      const prefix = i === words.length - 1 && part.endsWith("*") && word.length < LONGEST_WORD;
      terms.set(`${word}${prefix ? "*" : ""}`, {word: indexed(word), prefix});
    }
  }
  return [...terms.values()];
}

/** Samples of one word as bytes: the first place, then differences of consecutive places, zigzag and LEB128. */
interface Posting {
  bytes: Uint8Array;
  length: number;
  last: number;
  n: number;
}

/** Most bytes of a posting, but for a last place: a list that is longer goes on in another, so that a row of the table never takes much memory. */
const LONGEST_PART = 2 ** 19;

/** The samples of one word. */
interface List {
  full: Posting[];
  open: Posting;
}

const begun = (): Posting => ({bytes: new Uint8Array(8), length: 0, last: 0, n: 0});

/** Longest LEB128 of a difference of 32-bit places. */
const MOST_BYTES = 5;

/** Collects the words of texts. About a byte is held for each word of a text, however large the store. */
export class WordIndex {
  readonly #lists = new Map<string, List>();
  readonly #longest: number;

  /** An index whose rows hold so many bytes of places, or a few more. */
  constructor(longest = LONGEST_PART) {
    this.#longest = longest;
  }

  /** Adds the words of a sample's text. All texts of a sample must be added before those of the next. */
  add(place: number, text: string): void {
    for (const word of wordsOf(text)) {
      const key = indexed(word);
      let list = this.#lists.get(key);
      if (!list) this.#lists.set(key, (list = {full: [], open: begun()}));
      else if (list.open.last === place && list.open.n > 0) continue;
      if (list.open.length >= this.#longest) {
        list.full.push({...list.open, bytes: list.open.bytes.slice(0, list.open.length)});
        list.open = begun();
      }
      put(list.open, place);
    }
  }

  /**
   * Each word with the number of samples in which it occurs, and their places as base64: in several rows where they are many. Words are in the order
   * of their bytes in UTF-8.
   */
  *rows(): Iterable<{word: string; part: number; n: number; places: string}> {
    for (const word of [...this.#lists.keys()].sort(byBytes)) {
      const {full, open} = this.#lists.get(word)!;
      for (const [part, {bytes, length, n}] of [...full, open].entries())
        yield {word, part, n, places: Buffer.from(bytes.buffer, 0, length).toString("base64")};
    }
  }
}

/** The order of texts by their bytes in UTF-8: that of their UTF-16 units, but that surrogates stand for characters beyond all others. */
function byBytes(a: string, b: string): number {
  const rank = (unit: number) => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800);
  for (let i = 0; i < a.length && i < b.length; i++)
    if (a.charCodeAt(i) !== b.charCodeAt(i)) return rank(a.charCodeAt(i)) - rank(b.charCodeAt(i));
  return a.length - b.length;
}

function put(posting: Posting, place: number): void {
  if (posting.length + MOST_BYTES > posting.bytes.length) {
    const grown = new Uint8Array(2 * posting.bytes.length);
    grown.set(posting.bytes);
    posting.bytes = grown;
  }
  const gap = place - posting.last;
  let rest = gap < 0 ? -2 * gap - 1 : 2 * gap;
  for (; rest > 127; rest = Math.floor(rest / 128)) posting.bytes[posting.length++] = (rest & 127) | 128;
  posting.bytes[posting.length++] = rest;
  posting.last = place;
  posting.n++;
}

/** Sets the bytes of `found` at the places that a row of table `sample_words` holds. Places beyond its end are ignored. */
export function markPlaces(places: string, found: Uint8Array): void {
  const bytes = atob(places);
  let [last, value, scale] = [0, 0, 1];
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes.charCodeAt(i);
    value += (byte & 127) * scale;
    if (byte > 127) {
      scale *= 128;
      continue;
    }
    last += value % 2 === 1 ? -(value + 1) / 2 : value / 2;
    if (last < found.length) found[last] = 1;
    [value, scale] = [0, 1];
  }
}
