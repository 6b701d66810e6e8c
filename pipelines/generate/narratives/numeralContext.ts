// What follows a number and makes something else of it: times, dates, fractions, decimals, ranges and compounds.

import {isDigit, isHyphen, isLetter, isSpace, wordAfter, wordAt, wordBefore} from "./neighbours.js";
import {numberInDigits} from "./numeralDigits.js";
import {joined, numeralWords, type Spelled, spelledFrom} from "./numeralWords.js";

/** Longest numeral word, letters. */
const LONGEST_NUMERAL = 12;

/** "nineteen twelve", "twenty twenty-four": the end of a year whose first half is given. */
export function yearEnd(text: string, {value, end, words, last}: Spelled): number {
  if (words !== 1 || value < 13 || value > 20 || (last !== "teen" && last !== "ten")) return 0;
  const next = wordAfter(text, end);
  const role = next && numeralWords.get(next.text)?.role;
  if (role !== "teen" && role !== "ten") return 0;
  const half = spelledFrom(text, next!);
  return half && !half.isOrdinal && half.value >= 10 && half.value <= 99 ? half.end : 0;
}

/** Where a "minus" or "negative" begins that belongs to the number, and does not subtract it from another. */
export function signStart(text: string, start: number): number {
  const sign = wordBefore(text, start);
  if (sign?.text !== "minus" && sign?.text !== "negative") return start;
  const before = wordBefore(text, sign.start);
  const role = before ? numeralWords.get(before.text)?.role : undefined;
  let digit = sign.start;
  while (digit > 0 && sign.start - digit < 3 && isSpace(text.charCodeAt(digit - 1))) digit--;
  return role === undefined && !isDigit(text.charCodeAt(digit - 1)) ? sign.start : start;
}

/** Whether a hyphen joins the number to a word: "three-legged", "mid-sixty"; not to another number. */
export function isCompound(text: string, start: number, end: number): boolean {
  if (isHyphen(text.charCodeAt(start - 1))) {
    let from = start - 1;
    while (start - from <= LONGEST_NUMERAL && isLetter(text.charCodeAt(from - 1))) from--;
    if (from < start - 1 && !numeralWords.has(text.slice(from, start - 1).toLowerCase())) return true;
  }
  const next = isHyphen(text.charCodeAt(end)) ? wordAt(text, end + 1) : null;
  return next !== null && !numeralWords.has(next.text) && next.text !== "and" && next.text !== "to" && next.text !== "or";
}

const CLOCK = /\s{0,2}(?:o['’]\s?clock\b|p\.?\s?m\b\.?|a\.\s?m\b\.?|h(?:ou)?rs\s{1,3}sharp)/iy;
const MORNING = /\s{1,2}(?:in\s{1,3}the\s{1,3}(?:morning|afternoon|evening)|at\s{1,3}night)\b/iy;
const PAST = /\s{1,2}(?:minutes?\s{1,2})?(past|to|till)\s{1,2}(?=[\p{L}\d])/iuy;
const AT = new Set("at by until till from around about before after nearly almost just only was is struck past gone".split(" "));

/** The end of a time of day whose first number is given: "four o'clock", "ten past six", "at seven in the morning", "at three thirty". */
export function timeEnd(text: string, start: number, end: number, value: number, inDigits = false): number {
  if (value < 0 || value > 59) return 0;
  CLOCK.lastIndex = end;
  if (CLOCK.test(text)) return CLOCK.lastIndex;
  PAST.lastIndex = end;
  const past = PAST.exec(text);
  if (past) {
    const hour = hourAt(text, PAST.lastIndex);
    const isTo = past[1]!.toLowerCase() !== "past";
    const isFifth = value % 5 === 0 && AT.has(wordBefore(text, start)?.text ?? "");
    if (hour > 0 && (!isTo || isFifth || /minutes?/iu.test(past[0]))) return hour;
  }
  if (value < 1 || value > 12 || !AT.has(wordBefore(text, start)?.text ?? "")) return 0;
  MORNING.lastIndex = end;
  if (MORNING.test(text)) return MORNING.lastIndex;
  if (inDigits) return 0;
  const minutes = joined(text, end);
  const role = minutes && !minutes.isAnd ? numeralWords.get(minutes.word.text)?.role : undefined;
  return role === "teen" || role === "ten" ? (spelledFrom(text, minutes!.word)?.end ?? 0) : 0;
}

/** The end of "past six" or "to six" behind the first part of a time; 0 where it does not follow. */
export function pastHourEnd(text: string, at: number): number {
  PAST.lastIndex = at;
  return PAST.test(text) ? hourAt(text, PAST.lastIndex) : 0;
}

/** The end of an hour of 1 to 12 that begins here; 0 where there is none. */
function hourAt(text: string, at: number): number {
  const hour = numberAt(text, at);
  return hour && hour.value >= 1 && hour.value <= 12 ? hour.end : 0;
}

/** A whole number that begins here, in digits or words, whatever follows it. */
function numberAt(text: string, at: number): {start: number; end: number; value: number} | null {
  if (isDigit(text.charCodeAt(at))) {
    const number = numberInDigits(text, at);
    return number.kind === "cardinal" ? number : null;
  }
  const word = wordAt(text, at);
  const role = word ? numeralWords.get(word.text)?.role : undefined;
  if (role !== "zero" && role !== "unit" && role !== "teen" && role !== "ten") return null;
  const number = spelledFrom(text, word!);
  return number && !number.isOrdinal ? {start: at, end: number.end, value: number.value} : null;
}

const AND_PART = /(?:\s{1,2}|-)and(?:\s{1,2}|-)(?:a|one|three)(?:\s{1,2}|-)(half|quarters?|third)\b/iy;
const PART =
  /(?:\s{1,2}|-)(half|halves|quarters?|thirds?|fourths?|fifths?|sixths?|sevenths?|eighths?|ninths?|tenths?|hundredths?)\b/iy;

/** The end and value of a fraction whose whole part or numerator is given: "two and a half", "three quarters"; end 0 where there is none. */
export function fractionEnd(text: string, at: number, value: number): {end: number; value: number} {
  AND_PART.lastIndex = at;
  const mixed = AND_PART.exec(text);
  if (mixed) {
    const share = numeralWords.get(mixed[1]!.toLowerCase().replace(/^quarters$/u, "quarter"))!;
    const part = share.isOrdinal ? 1 / share.value : share.value;
    return {end: AND_PART.lastIndex, value: value + part * (/three/iu.test(mixed[0]) ? 3 : 1)};
  }
  PART.lastIndex = at;
  const match = PART.exec(text);
  const name = match?.[1]?.toLowerCase();
  if (name === undefined || (value !== 1 && !name.endsWith("s"))) return {end: 0, value};
  const share = numeralWords.get(name)!;
  return {end: PART.lastIndex, value: share.isOrdinal ? value / share.value : value * share.value};
}

/** "point five two" behind a whole number. */
export function pointEnd(text: string, at: number, whole: number): {end: number; value: number} | null {
  let digits = "";
  let end = at;
  for (let word = wordAfter(text, at); word && digits.length < 15; word = wordAfter(text, end)) {
    const entry = numeralWords.get(word.text);
    if (!entry || entry.isOrdinal || (entry.role !== "unit" && entry.role !== "zero")) break;
    digits += entry.value;
    end = word.end;
  }
  return digits === "" ? null : {end, value: Number(`${whole}.${digits}`)};
}

const BETWEEN = /[-–](?=\d)|\s–\s(?=\d)|(?:\s{1,2}|-)(to|or|and)(?:\s{1,2}|-)(?=[\p{L}\d])/iuy;
/** Verbs before "three to five" that put one number to another. */
const PUTTING = new Set("add adds added adding put puts joined joins join raised brought".split(" "));

/** The second number of a range whose first is given: "3-5", "three or four", "between two and nine". */
export function rangeEnd(text: string, {start, end, value}: {start: number; end: number; value: number}) {
  BETWEEN.lastIndex = end;
  const link = BETWEEN.exec(text);
  if (!link) return null;
  const word = link[1]?.toLowerCase();
  const second = numberAt(text, BETWEEN.lastIndex);
  if (!second) return null;
  const before = wordBefore(text, start)?.text ?? "";
  if (word === "and" && before !== "between") return null;
  if (word === "to" && (PUTTING.has(before) || (second.value <= value && before !== "from"))) return null;
  if (word === "or" && second.value <= value) return null;
  return second;
}

const OF_MONTH = /\s{1,2}(?:of\s{1,2}(?:the\s{1,2})?)?([A-Z]\p{Ll}{2,8})\b(?:,?\s{1,2}\d{4}\b)?/uy;

/** The end of a date whose day is given: "3 May", "third of May, 1912". */
export function dateEnd(text: string, at: number): number {
  OF_MONTH.lastIndex = at;
  const match = OF_MONTH.exec(text);
  return match && numeralWords.get(match[1]!.toLowerCase())?.role === "month" ? OF_MONTH.lastIndex : 0;
}
