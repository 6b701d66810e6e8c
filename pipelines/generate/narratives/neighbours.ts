// Words beside a place of a text. All reach a bounded number of characters, so that whoever asks at every place stays linear.

/** A run of letters; `text` is in lower case. */
export interface Word {
  text: string;
  start: number;
  end: number;
  isCapital: boolean;
}

/** Longest gap between two words that still belong together, characters: a line's end with an indent. */
const LONGEST_GAP = 12;
/** Longest run of letters that is looked at; no word of a rule is longer. */
const LONGEST_WORD = 24;

export const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** 1 at the letters of ASCII. */
const ASCII_LETTER = Uint8Array.from({length: 128}, (_, code) =>
  Number((code >= 97 && code <= 122) || (code >= 65 && code <= 90))
);

/** Letters of any script. Beyond ASCII what is neither punctuation, space, symbol nor digit of the blocks that texts in English use counts. */
export function isLetter(code: number): boolean {
  if (code < 128) return ASCII_LETTER[code] === 1;
  if (code < 0xc0) return code === 0xaa || code === 0xb5 || code === 0xba;
  if (code === 0xd7 || code === 0xf7) return false;
  if (code < 0x2000) return true;
  if (code < 0x2c00) return code >= 0x2100 && code <= 0x214f;
  if (Number.isNaN(code)) return false; // beyond the text
  return !(
    (code >= 0x3000 && code <= 0x3004) ||
    (code >= 0x3008 && code <= 0x3020) ||
    (code >= 0xfe00 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff20) ||
    code === 0xfeff
  );
}

export const isSpace = (code: number): boolean =>
  code === 32 ||
  (code >= 9 && code <= 13) ||
  code === 0xa0 ||
  code === 0x202f ||
  (code >= 0x2000 && code <= 0x200a) ||
  code === 0x3000;

/** Hyphen, the one that does not break, and the dash between numbers. */
export const isHyphen = (code: number): boolean => code === 45 || code === 0x2010 || code === 0x2011;

/** The place behind the white space from here on; -1 where a paragraph ends in it or it is too long. */
function gapEnd(text: string, at: number): number {
  let lines = 0;
  const from = at;
  while (isSpace(text.charCodeAt(at))) {
    if (text.charCodeAt(at) === 10) lines++;
    if (++at - from > LONGEST_GAP || lines > 1) return -1;
  }
  return at;
}

/** The word that begins here; null where none does. */
export function wordAt(text: string, start: number): Word | null {
  let end = start;
  while (end - start < LONGEST_WORD && isLetter(text.charCodeAt(end))) end++;
  return end === start ? null : wordOf(text, start, end);
}

/** The word behind white space alone; null where something else, or nothing, comes first. */
export function wordAfter(text: string, at: number): Word | null {
  const start = gapEnd(text, at);
  return start <= at ? null : wordAt(text, start);
}

/** The word before white space alone. */
export function wordBefore(text: string, at: number): Word | null {
  let end = at;
  while (end > 0 && at - end <= LONGEST_GAP && isSpace(text.charCodeAt(end - 1))) end--;
  if (end === at || at - end > LONGEST_GAP) return null;
  let start = end;
  while (start > 0 && end - start < LONGEST_WORD && isLetter(text.charCodeAt(start - 1))) start--;
  return start === end ? null : wordOf(text, start, end);
}

function wordOf(text: string, start: number, end: number): Word {
  const written = text.slice(start, end);
  const lower = written.toLowerCase();
  return {text: lower, start, end, isCapital: written.charCodeAt(0) !== lower.charCodeAt(0)};
}
