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

/** Longest white space within a name, characters: a line's end with an indent. */
const LONGEST_GAP = 12;

/**
 * Every mention of the names, ignoring case, kinds of apostrophes and line breaks; whole words only. Where one name begins with another,
 * the longer is meant. Names are looked up by their first word, so the time is linear in the text as long as few names begin alike.
 */
export function anchorsIn(text: string, names: readonly string[]): AnchorMention[] {
  const byWord = new Map<string, {operation: number; name: string}[]>();
  for (const [operation, given] of names.entries()) {
    const name = plainAnchor(given);
    if (name === "") continue;
    const first = firstWord(name);
    byWord.set(first, [...(byWord.get(first) ?? []), {operation, name}]);
  }
  for (const same of byWord.values()) same.sort((a, b) => b.name.length - a.name.length);
  const found: AnchorMention[] = [];
  if (byWord.size === 0) return found;
  const lengths = new Set([...byWord.keys()].map(word => word.length));
  let at = 0;
  while (at < text.length) {
    if (!isWordPart(text.charCodeAt(at))) {
      at++;
      continue;
    }
    const start = at;
    while (isWordPart(text.charCodeAt(at))) at++;
    if (!lengths.has(at - start)) continue;
    for (const {operation, name} of byWord.get(text.slice(start, at).toLowerCase()) ?? []) {
      const end = matchEnd(text, start, name);
      if (end < 0) continue;
      found.push({operation, start, end});
      at = Math.max(at, end);
      break;
    }
  }
  return found;
}

const isWordPart = (code: number): boolean => isLetter(code) || (code >= 48 && code <= 57);

/** The first run of letters and digits of a name; names of signs alone are found nowhere. */
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
