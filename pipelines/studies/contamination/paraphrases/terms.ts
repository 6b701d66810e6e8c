// Splits a text into the terms that the detector of paraphrases compares: stems, numbers, formulas, and the structure of code.
import {SMALL_WORDS, TENS_WORDS} from "../../../generate/words/numbers.js";
import {hashOf} from "../words.js";

/** Kinds of terms; a term's hash depends on its kind, so that the number 3 is no word. */
export const WORD = 0;
export const NUMBER = 1;
export const SYMBOL = 2;

/** The terms of a text in order; arrays of one length. */
export interface Terms {
  kinds: number[];
  /** 32-bit hashes: of a word's stem, of a number's value, of a symbol. */
  hashes: number[];
  /** Beginning and end of each term in the text, UTF-16 code units. */
  starts: number[];
  ends: number[];
}

const NUMBER_WORDS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(SMALL_WORDS.map((word, value) => [word, value])),
  ...Object.fromEntries(TENS_WORDS.map((word, tens) => [word, 10 * (tens + 2)])),
  hundred: 100,
  thousand: 1000,
  million: 1e6,
  dozen: 12,
  half: 0.5,
  twice: 2,
  double: 2,
  triple: 3,
  thrice: 3,
  quarter: 0.25,
  third: 1 / 3
};

const TOKEN =
  /(\d[\d,]*(?:\.\d+)?)|(\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{Lo}+|[\p{L}\p{N}\p{M}])|([-+*/\\=<>^|&~%@#$(){}[\]!:;.,?'"]|\p{Sm})/gu;
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const PROSE_MARKS = new Set([".", ",", "?", "!", ":", ";", "'", '"']);

/** A word without the endings of English inflection, at most its first 6 letters: `produces` and `producing` are one stem. */
export function stem(word: string): string {
  if (word.length < 4) return word;
  const base = word.replace(/(?:ings?|edly|ed|ies|es|ly|s|e|y)$/u, "");
  return (base.length < 3 ? word : base).slice(0, 6);
}

/** Splits a text into terms. @param text of any length; callers cut long documents into windows */
export function termsOf(text: string): Terms {
  const terms: Terms = {kinds: [], hashes: [], starts: [], ends: []};
  const add = (kind: number, hash: number, start: number, end: number) => {
    terms.kinds.push(kind);
    terms.hashes.push(hash);
    terms.starts.push(start);
    terms.ends.push(end);
  };
  for (const match of text.matchAll(TOKEN)) {
    const [token, digits, word] = match;
    const [start, end] = [match.index, match.index + token.length];
    if (digits !== undefined) {
      const value = Number(digits.replaceAll(",", ""));
      add(NUMBER, hashOf(`#${value}`), start, end);
    } else if (word !== undefined) {
      if (UNSPACED.test(word)) {
        const characters = [...word];
        if (characters.length === 1) add(WORD, hashOf(word), start, end);
        let offset = start;
        for (let i = 0; i + 1 < characters.length; i++) {
          add(
            WORD,
            hashOf(characters[i]! + characters[i + 1]!),
            offset,
            offset + characters[i]!.length + characters[i + 1]!.length
          );
          offset += characters[i]!.length;
        }
      } else {
        const lower = word.toLowerCase();
        const value = Object.hasOwn(NUMBER_WORDS, lower) ? NUMBER_WORDS[lower] : undefined;
        if (value !== undefined) add(NUMBER, hashOf(`#${value}`), start, end);
        else add(WORD, hashOf(stem(lower)), start, end);
      }
    } else if (!PROSE_MARKS.has(token)) add(SYMBOL, hashOf(token), start, end);
  }
  return terms;
}

/** Terms of a text with their counts, numbers in order, and grams: all that is compared. */
export interface Profile {
  /** Counts of stems and numbers, by hash. */
  words: Map<number, number>;
  /** The same of what is asked: of a question without its list of options, of code the words of its comments; else equal to `words`. */
  lead: Map<number, number>;
  /** Pairs of neighbouring words and numbers. */
  pairs: Map<number, number>;
  /** Hashes of numbers in order. */
  numbers: number[];
  /** Grams of 4 letters within and across words; and those of what is asked. */
  grams: Map<number, number>;
  leadGrams: Map<number, number>;
  /** Pairs of neighbours of which one is a symbol, names of one letter and numbers as they are written. */
  formulas: Map<number, number>;
  /** Grams of 4 tokens of code in which identifiers, numbers and texts have no name; empty for prose. */
  structure: Map<number, number>;
  /** Number of words and numbers. */
  length: number;
}

const CODE =
  /(?:^|\n)\s*(?:def |class |return\b|function\b|for ?\(|if ?\(|(?:const|let|var|int|public|void|import|from) )|[{};]\s*\n|=>|\):\s*\n/u;
const FENCE = /```[\w+-]*\n?/gu;
const COMMENTS = /\/\*[\s\S]*?\*\/|"""[\s\S]*?"""|'''[\s\S]*?'''|\/\/[^\n]*|(?<=^|\s)#[^\n]*/gu;
/** Different words of comments below which all words of code count as what is asked. */
const MIN_COMMENT_WORDS = 8;
const CODE_TOKEN = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[A-Za-z_$][\w$]*|\d+(?:\.\d+)?|[^\s\w]/gu;
/** Words of programming languages that say what a line does; one name for those that languages spell in two ways. */
const KEYWORDS: ReadonlyMap<string, string> = new Map([
  ..."for while if else return break continue in not and or len range sum max min abs sort sorted append push split join map filter int str float list set dict round ord chr upper lower reverse"
    .split(" ")
    .map(word => [word, word] as const),
  ["elif", "else"],
  ["length", "len"],
  ["push", "append"],
  ["sorted", "sort"],
  ["parseInt", "int"],
  ["toUpperCase", "upper"],
  ["toLowerCase", "lower"],
  ["reversed", "reverse"],
  ["!", "not"]
]);
const SKIPPED = new Set([
  "{",
  "}",
  ";",
  ":",
  ",",
  "\\",
  "(",
  ")",
  "let",
  "const",
  "var",
  "def",
  "function",
  "pass",
  "self",
  "this"
]);

const OPTION = /(?:^|\n)[ \t]*\(?(?:[A-J]|[1-9])[.):][ \t]/gu;
/** Returns the beginning of a list of at least two options; the length of a text without one. */
function leadEnd(text: string): number {
  const options = [...text.matchAll(OPTION)];
  return options.length >= 2 && options[0]!.index > 0 ? options[0]!.index : text.length;
}

const count = (into: Map<number, number>, hash: number): void => {
  into.set(hash, (into.get(hash) ?? 0) + 1);
};
function countGrams(into: Map<number, number>, text: string): void {
  const letters = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ");
  for (let i = 0; i + 4 <= letters.length; i++) count(into, hashOf(letters.slice(i, i + 4)));
}

const joined = (...hashes: number[]): number => {
  let hash = 0x811c9dc5 | 0;
  for (const each of hashes) hash = Math.imul(hash ^ each, 0x01000193) ^ (hash >>> 15);
  return hash | 0;
};

/** The profile of a normalised text, which may be prose, code or both. */
export function profileOf(normalisedText: string): Profile {
  const text = normalisedText.replace(FENCE, "\n");
  const isCode = CODE.test(text);
  const comments = isCode ? [...text.matchAll(COMMENTS)].map(([comment]) => comment).join("\n") : "";
  const end = comments === "" ? leadEnd(text) : 0;
  const terms = termsOf(text);
  const profile: Profile = {
    words: new Map(),
    lead: new Map(),
    pairs: new Map(),
    numbers: [],
    grams: new Map(),
    leadGrams: new Map(),
    formulas: new Map(),
    structure: new Map(),
    length: 0
  };
  let [before, lastShort] = [0, 0];
  for (const [i, kind] of terms.kinds.entries()) {
    const hash = terms.hashes[i]!;
    const isShort = kind !== WORD || terms.ends[i]! - terms.starts[i]! === 1;
    if (isShort && lastShort !== 0 && (kind === SYMBOL || terms.kinds[i - 1] === SYMBOL))
      count(profile.formulas, joined(lastShort, hash));
    lastShort = isShort ? hash : 0;
    if (kind === SYMBOL) continue;
    profile.length++;
    count(profile.words, hash);
    if (terms.starts[i]! < end) count(profile.lead, hash);
    if (before !== 0) count(profile.pairs, joined(before, hash));
    before = hash;
    if (kind === NUMBER) profile.numbers.push(hash);
  }
  if (comments !== "") {
    const {kinds, hashes} = termsOf(comments);
    for (const [i, kind] of kinds.entries()) if (kind !== SYMBOL) count(profile.lead, hashes[i]!);
  }
  countGrams(profile.grams, text);
  if (comments === "" && end === text.length) profile.leadGrams = profile.grams;
  else if (comments === "" || profile.lead.size >= MIN_COMMENT_WORDS)
    countGrams(profile.leadGrams, comments === "" ? text.slice(0, end) : comments);
  else {
    profile.lead = profile.words;
    profile.leadGrams = profile.grams;
  }
  if (isCode) {
    const tokens = [...text.replace(COMMENTS, " ").matchAll(CODE_TOKEN)].flatMap(([token]) => {
      const keyword = KEYWORDS.get(token);
      if (keyword !== undefined) return [keyword];
      if (SKIPPED.has(token)) return [];
      if (/^["']/u.test(token)) return ["S"];
      if (/^\d/u.test(token)) return [token];
      return /^[A-Za-z_$]/u.test(token) ? ["I"] : [token];
    });
    const hashes = tokens.map(hashOf);
    for (let i = 0; i + 4 <= hashes.length; i++)
      if (tokens.slice(i, i + 4).some(token => token !== "I")) count(profile.structure, joined(...hashes.slice(i, i + 4)));
  }
  return profile;
}
