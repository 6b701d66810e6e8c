// Numbers in digits, of a text in English.
import {isDigit, isHyphen, isLetter, isSpace, wordBefore} from "./neighbours.js";

/** A number in digits with what is written to it; the kind is null where it is part of a name, such as R2 or v1.2.3. */
interface InDigits {
  start: number;
  end: number;
  kind: "cardinal" | "ordinal" | "fraction" | "decimal" | "percentage" | "date" | "time" | "compound" | null;
  value: number;
}

// Each is tried at the first digit only and reaches a bounded number of characters.
const DATE = /\d{4}-\d{1,2}-\d{1,2}(?![\d-])|\d{1,2}([./])\d{1,2}\1\d{2}(?:\d{2})?(?!\d)|\d{4}\/\d{1,2}\/\d{1,2}(?!\d)/y;
const TIME =
  /\d{1,2}[:.]\d{2}(?::\d{2})?(?=\s?[ap]\.?m\b)\s?[ap]\.?m\b\.?|\d{1,2}:\d{2}(?::\d{2})?(?!\d)|\d{1,2}\s?(?:[ap]m\b|[ap]\.\s?m\.?)/iy;
const GROUPED = /\d{1,3}(?:([,\u00a0\u2009\u202f])\d{3})(?:\1\d{3}){0,4}(?![\d]|,\d)/y;
const PARTS = /\d{1,15}\s?\u2044\s?\d{1,15}|\d{1,15}\/\d{1,15}(?![\d/])/y;
const RANK = /(?:st|nd|rd|th)(?![\p{L}\p{N}])/iuy;
const UNIT = /(?:km|kg|g|m|cm|mm|ml|l|lbs?|oz|ft|mph|k|h|min|s|x|p)(?![\p{L}\p{N}])/iuy;
const BY = /x(?=[1-9]\d{0,5}(?![\p{L}\p{N}_]))/iuy; // "3x4 feet"; "0x10" is 16
const CODED =
  /(?:0x[\da-f]{1,8}|0b[01]{1,32}|0o[0-7]{1,10}|\d{1,3}(?:_\d{3}){1,4}|\d{1,15}(?:\.\d{1,15})?e[+-]?\d{1,2})(?![\p{L}\p{N}_])/iuy;
const YEAR = new Set("in since year early late summer winter spring autumn circa".split(" "));

/** Most digits of a value; longer runs are identities, whose value no double holds. */
const MOST_DIGITS = 15;

/** Reads the number whose first digit is at a place. Its end is at least one digit further. */
export function numberInDigits(text: string, at: number): InDigits {
  let end = at + 1;
  while (isDigit(text.charCodeAt(end))) end++;
  if (isPartOfName(text, at)) return {start: at, end: nameEnd(text, end), kind: null, value: Number.NaN};
  if (end - at > MOST_DIGITS) return {start: at, end, kind: "compound", value: Number.NaN};
  const matched = (pattern: RegExp, from = at): boolean => {
    pattern.lastIndex = from;
    if (!pattern.test(text)) return false;
    end = pattern.lastIndex;
    return true;
  };
  if (matched(DATE)) return {start: at, end, kind: "date", value: Number.NaN};
  if (matched(TIME)) return {start: at, end, kind: "time", value: Number.NaN};
  if (matched(PARTS)) {
    const [above, below] = text
      .slice(at, end)
      .split(/[/\u2044]/u)
      .map(Number);
    return {start: at, end, kind: "fraction", value: above! / below!};
  }
  if (matched(CODED)) {
    const value = Number(text.slice(at, end).replaceAll("_", ""));
    return {start: at, end, kind: Number.isInteger(value) ? "cardinal" : "decimal", value};
  }
  const isGrouped = matched(GROUPED);
  let value = Number(isGrouped ? text.slice(at, end).replace(/\D/gu, "") : text.slice(at, end));
  const vulgar = foreignNumber(text, end);
  if (vulgar?.kind === "fraction") return {start: at, end: vulgar.end, kind: "fraction", value: value + vulgar.value};
  if (text.charCodeAt(end) === 46 && isDigit(text.charCodeAt(end + 1))) {
    let behind = end + 1;
    while (isDigit(text.charCodeAt(behind))) behind++;
    const isVersion = text.charCodeAt(behind) === 46 && isDigit(text.charCodeAt(behind + 1));
    if (isVersion) return {start: at, end: nameEnd(text, behind), kind: null, value: Number.NaN};
    value = Number(`${value}.${text.slice(end + 1, Math.min(behind, end + 1 + MOST_DIGITS))}`);
    return {start: at, end: behind, kind: "decimal", value};
  }
  if (matched(RANK, end)) return {start: at, end, kind: "ordinal", value};
  if (value > 0 && matched(BY, end)) return {start: at, end: end - 1, kind: "cardinal", value};
  if (isLetter(text.charCodeAt(end)) || text.charCodeAt(end) === 95) {
    const isDecade = value >= 1000 && /^['’]?s(?!\p{L})/u.test(text.slice(end, end + 3));
    if (isDecade) return {start: at, end: end + 1, kind: "date", value: Number.NaN};
    if (!matched(UNIT, end)) return {start: at, end: nameEnd(text, end), kind: null, value: Number.NaN};
  }
  const isYear = !isGrouped && value >= 1000 && value <= 2199 && YEAR.has(wordBefore(text, at)?.text ?? "");
  if (isYear) return {start: at, end, kind: "date", value: Number.NaN};
  const start = signStart(text, at);
  return {start, end, kind: "cardinal", value: start < at && text[start] !== "+" ? -value : value};
}

/** Digits behind a letter or an underscore belong to a name, and so do the rest behind their hyphens and dots; "3x4" has two numbers. */
const isPartOfName = (text: string, at: number): boolean =>
  (isLetter(text.charCodeAt(at - 1)) && !(/x/iu.test(text[at - 1]!) && isDigit(text.charCodeAt(at - 2)))) ||
  text.charCodeAt(at - 1) === 95;

function nameEnd(text: string, at: number): number {
  let end = at;
  for (;;) {
    const code = text.charCodeAt(end);
    if (isLetter(code) || isDigit(code) || code === 95) end++;
    else if ((code === 46 || isHyphen(code)) && isDigit(text.charCodeAt(end + 1))) end++;
    else return end;
  }
}

/** Where the sign begins that belongs to a number, and does not join it to what comes before; the number's own start without one. */
function signStart(text: string, at: number): number {
  const sign = text.charCodeAt(at - 1);
  if (sign !== 43 && sign !== 45 && sign !== 0x2212 && sign !== 0x2011) return at;
  const before = text.charCodeAt(at - 2);
  const isFree = at === 1 || isSpace(before) || "([{\"'“‘=:,".includes(text[at - 2]!);
  return isFree ? at - 1 : at;
}

const NUMBER = /\p{N}/u;

/** Whether a code unit may begin a number beyond ASCII; rules out the letters and signs that most texts are made of. */
const mayBeNumber = (code: number): boolean =>
  code >= 0xb2 &&
  !(code >= 0xc0 && code < 0x660) &&
  !(code >= 0x2010 && code < 0x2070) &&
  !(code >= 0x3400 && code < 0xa000) &&
  !(code >= 0xac00 && code < 0xd800);

/** A number in signs beyond ASCII: "½", "٣", "７", "③"; null where none stands here. A raised one may be a note, so it is not certain. */
export function foreignNumber(
  text: string,
  at: number
): {end: number; kind: "cardinal" | "fraction"; value: number; certain: boolean} | null {
  if (!mayBeNumber(text.charCodeAt(at))) return null;
  const first = text.codePointAt(at)!;
  if (!NUMBER.test(String.fromCodePoint(first))) return null;
  const plain = String.fromCodePoint(first).normalize("NFKC");
  const width = first > 0xffff ? 2 : 1;
  if (plain.includes("\u2044")) {
    const [above, below] = plain.split("\u2044").map(Number);
    return {end: at + width, kind: "fraction", value: above! / below!, certain: true};
  }
  let value = 0;
  let end = at;
  for (let digits = 0; digits < MOST_DIGITS; digits++) {
    const code = text.codePointAt(end);
    const digit = code === undefined || code < 0xb2 ? null : digitOf(code);
    if (digit === null) break;
    value = 10 * value + digit;
    end += code! > 0xffff ? 2 : 1;
  }
  const isRaised = /[\u00b2\u00b3\u00b9\u2070-\u2099]/u.test(text[at]!);
  if (end > at) return {end, kind: "cardinal", value, certain: !isRaised};
  return {
    end: at + width,
    kind: "cardinal",
    value: /^\d+$/u.test(plain) ? Number(plain) : Number.NaN,
    certain: /^\d+$/u.test(plain)
  };
}

const DECIMAL = /\p{Nd}/u;

/** The value of a decimal digit of any script: the digits of a script stand side by side, so it is the distance to the first. */
function digitOf(code: number): number | null {
  const plain = String.fromCodePoint(code).normalize("NFKC");
  if (/^\d$/u.test(plain)) return Number(plain);
  if (!DECIMAL.test(String.fromCodePoint(code))) return null;
  let first = code;
  while (code - first < 9 && DECIMAL.test(String.fromCodePoint(first - 1))) first--;
  return code - first;
}
