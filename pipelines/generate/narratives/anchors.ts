// Finds the names of results in a story's text.
import {isLetter, isSpace} from "./neighbours.js";

/** A name of a result where the text has it. */
export interface AnchorMention {
  /** The operation whose result the name calls. */
  operation: number;
  start: number;
  end: number;
}

/** A name as it is compared: in lower case, quotes straight, each white space a single blank. */
export const plainAnchor = (name: string): string => name.trim().toLowerCase().replace(/[’‘]/gu, "'").replace(/\s+/gu, " ");

/** First words of names are told apart by their lengths up to this one, characters. */
const MOST_LENGTHS = 32;

/** Longest white space within a name, characters: a line's end with an indent. */
const LONGEST_GAP = 12;

/**
 * Every mention of the names, ignoring case, kinds of apostrophes and line breaks; whole words only. Where one name begins with another,
 * the longer is meant. Names are looked up by their first word and the letter behind it, so the time is linear in the text as long as few
 * names begin alike. Names of signs alone are found nowhere.
 */
export const anchorsIn = (text: string, names: readonly string[]): AnchorMention[] => anchorFinder(names)(text);

/** The same for several texts of the same names. */
export function anchorFinder(names: readonly string[]): (text: string) => AnchorMention[] {
  const byWord = new Map<string, Named[]>();
  const lengths = new Uint8Array(MOST_LENGTHS);
  for (const [operation, given] of names.entries()) {
    const name = plainAnchor(given);
    if (name === "") continue;
    const first = firstWord(name);
    if (first === "") continue;
    lengths[Math.min(first.length, MOST_LENGTHS - 1)] = 1;
    byWord.set(first, [...(byWord.get(first) ?? []), {operation, name}]);
  }
  for (const same of byWord.values()) same.sort((a, b) => b.name.length - a.name.length);
  const firsts = lettersOf([...byWord.keys()].map(word => word[0]!));
  const seconds = new Map([...byWord].map(([word, same]) => [word, secondLetters(word, same)]));
  return text => {
    const found: AnchorMention[] = [];
    let at = byWord.size === 0 ? text.length : 0;
    while (at < text.length) {
      const start = at;
      while (isWordPart(text.charCodeAt(at))) at++;
      if (at === start) {
        at++;
        continue;
      }
      if (lengths[Math.min(at - start, MOST_LENGTHS - 1)] === 0 || firsts[text.charCodeAt(start)] === 0) continue;
      const word = text.slice(start, at).toLowerCase();
      const same = byWord.get(word);
      if (!same || (text.charCodeAt(at) === BLANK && seconds.get(word)?.[text.charCodeAt(at + 1)] === 0)) continue;
      for (const {operation, name} of same) {
        const end = matchEnd(text, start, name);
        if (end < 0) continue;
        found.push({operation, start, end});
        at = Math.max(at, end);
        break;
      }
    }
    return found;
  };
}

/** A name as it is compared, and the operation whose result it calls. */
interface Named {
  operation: number;
  name: string;
}

const ASCII = 128;
const BLANK = 32;

/** 1 at the codes of these characters in ASCII, in lower and in upper case. */
function lettersOf(letters: readonly string[]): Uint8Array {
  const codes = new Uint8Array(ASCII);
  for (const letter of letters) for (const each of [letter, letter.toUpperCase()]) codes[each.charCodeAt(0)] = 1;
  return codes;
}

/** The characters of ASCII that may follow the first word of these names and a blank; null where one of them goes on in another way. */
function secondLetters(first: string, names: readonly Named[]): Uint8Array | null {
  if (names.some(({name}) => name[first.length] !== " ")) return null;
  const codes = lettersOf(names.map(({name}) => name[first.length + 1]!));
  for (let code = 0; code < ASCII; code++) if (isSpace(code)) codes[code] = 1;
  return codes;
}

const isWordPart = (code: number): boolean => (code < ASCII ? ASCII_WORD[code] === 1 : isLetter(code));
/** 1 at the letters and digits of ASCII. */
const ASCII_WORD = Uint8Array.from({length: ASCII}, (_, code) => Number(isLetter(code) || (code >= 48 && code <= 57)));

/** The first run of letters and digits of a name. */
function firstWord(name: string): string {
  let end = 0;
  while (isWordPart(name.charCodeAt(end))) end++;
  return name.slice(0, end);
}

/** The end of a name that begins here; -1 where it does not. */
function matchEnd(text: string, start: number, name: string): number {
  let at = start;
  for (let i = 0; i < name.length; i++) {
    if (name[i] === " ") {
      const from = at;
      while (isSpace(text.charCodeAt(at)) && at - from < LONGEST_GAP) at++;
      if (at === from) return -1;
      continue;
    }
    const sign = text[at]!;
    if (sign === name[i] || (name[i] === "'" && (sign === "’" || sign === "‘"))) at++;
    else if (sign !== undefined && sign.toLowerCase() === name[i]) at++;
    else return -1;
  }
  return isWordPart(text.charCodeAt(at)) ? -1 : at;
}
