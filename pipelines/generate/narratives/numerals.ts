// Finds every number of an English text, in digits and in words, with its place, value and kind.

import {isDigit, isHyphen, isLetter, isSpace, type Word, wordAfter, wordAt, wordBefore} from "./neighbours.js";
import {foreignNumber, numberInDigits} from "./numeralDigits.js";
import {oneAt} from "./numeralOne.js";
import {joined, type NumeralWord, numeralWords, type Spelled, spelledFrom} from "./numeralWords.js";

/**
 * What a number does: counts (cardinal; dozen for "a dozen", "a couple of" and their like), ranks (ordinal), or is something else that has
 * digits or number words in it. A compound is part of a longer word ("three-legged"), vague has no value ("hundreds"), a multiple is "twice".
 */
export const NUMERAL_KINDS = [
  "cardinal",
  "dozen",
  "ordinal",
  "fraction",
  "decimal",
  "percentage",
  "range",
  "date",
  "time",
  "compound",
  "multiple",
  "vague",
  "pronoun"
] as const;
export type NumeralKind = (typeof NUMERAL_KINDS)[number];

/** A number as a text has it. */
export interface Mention {
  /** Places in the text, UTF-16 code units; the second is behind its last. */
  start: number;
  end: number;
  kind: NumeralKind;
  /** NaN where there is none: dates, times, vague ones. */
  value: number;
  /** Whether the kind is beyond doubt: "one" is not always a count, "half" not always a number. */
  certain: boolean;
}

/** Shortest and longest numeral words, letters. */
const SHORTEST = 3;
const LONGEST = 12;

/** All numbers of a text in their order; they do not overlap. Takes time linear in the text's length. */
export function numeralsIn(text: string): Mention[] {
  const found: Mention[] = [];
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) at = readDigits(text, at, found);
    else if (isLetter(code)) {
      let end = at + 1;
      while (isLetter(text.charCodeAt(end))) end++;
      at = end - at < SHORTEST || end - at > LONGEST ? foreign(text, at, end, found) : readWord(text, at, end, found);
    } else at = code < 128 ? at + 1 : foreign(text, at, at + 1, found);
  }
  return found;
}

/** Digits of other scripts within a run that is no English word. */
function foreign(text: string, start: number, end: number, found: Mention[]): number {
  for (let at = start; at < end; at++) {
    const number = foreignNumber(text, at);
    if (!number) continue;
    found.push({start: at, ...number});
    at = number.end - 1;
  }
  return end;
}

function readDigits(text: string, start: number, found: Mention[]): number {
  const number = numberInDigits(text, start);
  if (number.kind === null) return number.end; // part of a name, such as 7th-A or B12
  if (number.kind === "ordinal") return ordinal(text, number, found);
  if (number.kind !== "cardinal") {
    found.push({start: number.start, end: number.end, kind: number.kind, value: number.value, certain: true});
    return number.end;
  }
  return inContext(text, {start: number.start, end: number.end, value: number.value, inDigits: true}, found);
}

function readWord(text: string, start: number, end: number, found: Mention[]): number {
  const lower = text.slice(start, end).toLowerCase();
  const entry = numeralWords.get(lower);
  if (!entry) return text.charCodeAt(end) >= 0xb2 || text.charCodeAt(start) >= 0xb2 ? foreign(text, start, end, found) : end;
  if (isName(text, start, end)) return end;
  const word: Word = {text: lower, start, end, isCapital: text.charCodeAt(start) < 97};
  switch (entry.role) {
    case "month":
      return word.isCapital ? monthFirst(text, word, found) : end;
    case "half":
    case "quarter":
      return partial(text, word, entry, found);
    case "dozen":
    case "pair":
      return collective(text, word, entry, found);
    case "hundred":
    case "scale":
      return hundreds(text, word, entry, found);
    case "vague":
      found.push({start, end, kind: "vague", value: Number.NaN, certain: false});
      return end;
    case "multiple":
      found.push({start, end, kind: "multiple", value: entry.value, certain: false});
      return end;
    default: {
      if (entry.isPlural) {
        found.push({start, end, kind: "vague", value: Number.NaN, certain: false});
        return end;
      }
      return spelled(text, word, spelledFrom(text, word)!, found);
    }
  }
}

/** Whether the word touches a digit or an underscore of a name. */
function isName(text: string, start: number, end: number): boolean {
  const joins = (at: number, beyond: number) =>
    isDigit(text.charCodeAt(at)) ||
    (text.charCodeAt(at) === 95 && (isLetter(text.charCodeAt(beyond)) || isDigit(text.charCodeAt(beyond))));
  return joins(start - 1, start - 2) || joins(end, end + 1);
}

function spelled(text: string, word: Word, number: Spelled, found: Mention[]): number {
  const {value, end, isOrdinal} = number;
  if (isOrdinal) return ordinal(text, {start: word.start, end, value}, found);
  if (value === 1 && number.words === 1 && !isCompound(text, word.start, end) && !isFraction(text, end)) {
    const previous = found.at(-1);
    const one = oneAt(text, word, {afterNumber: previous !== undefined && isList(text, previous.end, word.start)});
    if (one.kind === "pronoun" || !one.certain) {
      const time = timeEnd(text, word.start, end, 1);
      if (time > 0) found.push({start: word.start, end: time, kind: "time", value: Number.NaN, certain: true});
      else if (!one.certain && rangeEnd(text, {start: word.start, end, value}) !== null)
        return inContext(text, {start: word.start, end, value, inDigits: false}, found);
      else found.push({start: word.start, end, ...one, value: 1});
      return Math.max(end, time);
    }
  }
  const year = yearEnd(text, number);
  if (year > 0) {
    found.push({start: word.start, end: year, kind: "date", value: Number.NaN, certain: true});
    return year;
  }
  return inContext(text, {start: word.start, end, value, inDigits: false}, found);
}

/** Whether only a comma or "and" stands between two numbers. */
const isList = (text: string, from: number, to: number): boolean =>
  to - from <= 9 && /^\s*(?:[,;]\s*(?:and|then)?|and|then|plus)\s*$/u.test(text.slice(from, to));

const isFraction = (text: string, at: number): boolean => fractionEnd(text, at, 1).end > 0;

/** "nineteen twelve", "twenty twenty-four": the end of a year whose first half is given. */
function yearEnd(text: string, {value, end, words, last}: Spelled): number {
  if (words !== 1 || value < 13 || value > 20 || (last !== "teen" && last !== "ten")) return 0;
  const next = wordAfter(text, end);
  const role = next && numeralWords.get(next.text)?.role;
  if (role !== "teen" && role !== "ten") return 0;
  const half = spelledFrom(text, next!);
  return half && !half.isOrdinal && half.value >= 10 && half.value <= 99 ? half.end : 0;
}

interface Plain {
  start: number;
  end: number;
  value: number;
  inDigits: boolean;
}

/** A whole number, read with what follows it: a time, a fraction, a range or none of these. */
function inContext(text: string, number: Plain, found: Mention[]): number {
  const {start, inDigits} = number;
  let {end, value} = number;
  const push = (kind: NumeralKind, to: number, of = value): number => {
    found.push({start, end: to, kind, value: of, certain: true});
    return to;
  };
  const after = wordAfter(text, end);
  const next = after ? numeralWords.get(after.text) : undefined;
  if (inDigits && next && (next.role === "hundred" || next.role === "scale") && !next.isOrdinal) {
    value *= next.value;
    end = after!.end;
  } else if (after?.text === "dozen" || (after?.text === "score" && !inDigits))
    return push("dozen", after.end, value * next!.value);
  const month = dateEnd(text, end);
  if (inDigits && month > 0) return push("date", month, Number.NaN);
  const time = timeEnd(text, start, end, value, inDigits);
  if (time > 0) return push("time", time, Number.NaN);
  PERCENT.lastIndex = end;
  if (PERCENT.test(text)) return push("percentage", PERCENT.lastIndex);
  const fraction = fractionEnd(text, end, value);
  if (fraction.end > 0) return push("fraction", fraction.end, fraction.value);
  if (!inDigits && after?.text === "point") {
    const decimal = pointEnd(text, after.end, value);
    if (decimal) return push("decimal", decimal.end, decimal.value);
  }
  if (isCompound(text, start, end)) {
    found.push({start, end, kind: "compound", value, certain: value !== 1}); // "no-one", "one-eyed"
    return end;
  }
  const range = rangeEnd(text, {start, end, value});
  if (range) {
    push("range", end);
    found.push({...range, kind: "range", certain: true});
    return range.end;
  }
  const sign = inDigits ? start : signStart(text, start);
  found.push({start: sign, end, kind: "cardinal", value: sign < start ? -value : value, certain: true});
  return end;
}

const PERCENT = /\s{0,2}%|\s{1,2}(?:percent|per\s{1,2}cent)\b/iy;

/** Where a "minus" or "negative" begins that belongs to the number, and does not subtract it from another. */
function signStart(text: string, start: number): number {
  const sign = wordBefore(text, start);
  if (sign?.text !== "minus" && sign?.text !== "negative") return start;
  const before = wordBefore(text, sign.start);
  const role = before ? numeralWords.get(before.text)?.role : undefined;
  let digit = sign.start;
  while (digit > 0 && sign.start - digit < 3 && isSpace(text.charCodeAt(digit - 1))) digit--;
  return role === undefined && !isDigit(text.charCodeAt(digit - 1)) ? sign.start : start;
}

/** Whether a hyphen joins the number to a word: "three-legged", "mid-sixty"; not to another number. */
function isCompound(text: string, start: number, end: number): boolean {
  if (isHyphen(text.charCodeAt(start - 1))) {
    let from = start - 1;
    while (start - from <= LONGEST && isLetter(text.charCodeAt(from - 1))) from--;
    if (from < start - 1 && !numeralWords.has(text.slice(from, start - 1).toLowerCase())) return true;
  }
  const next = isHyphen(text.charCodeAt(end)) ? wordAt(text, end + 1) : null;
  return next !== null && !numeralWords.has(next.text) && next.text !== "and" && next.text !== "to" && next.text !== "or";
}

const CLOCK = /\s{0,2}(?:o['’]\s?clock\b|p\.?\s?m\b\.?|a\.\s?m\b\.?|h(?:ou)?rs\s+sharp)/iy;
const MORNING = /\s{1,2}(?:in\s+the\s+(?:morning|afternoon|evening)|at\s+night)\b/iy;
const PAST = /\s{1,2}(?:minutes?\s{1,2})?(past|to|till)\s{1,2}(?=[\p{L}\d])/iuy;
const AT = new Set("at by until till from around about before after nearly almost just only was is struck past gone".split(" "));

/** The end of a time of day whose first number is given: "four o'clock", "ten past six", "at seven in the morning", "at three thirty". */
function timeEnd(text: string, start: number, end: number, value: number, inDigits = false): number {
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
function fractionEnd(text: string, at: number, value: number): {end: number; value: number} {
  AND_PART.lastIndex = at;
  const mixed = AND_PART.exec(text);
  if (mixed) {
    const share = numeralWords.get(mixed[1]!.toLowerCase().replace(/^quarters$/u, "quarter"))!;
    const part = share.isOrdinal ? 1 / share.value : share.value;
    return {end: AND_PART.lastIndex, value: value + part * (/three/iu.test(mixed[0]) ? 3 : 1)};
  }
  PART.lastIndex = at;
  const match = PART.exec(text);
  const name = match?.[1]!.toLowerCase();
  if (name === undefined || (value !== 1 && !name.endsWith("s"))) return {end: 0, value};
  const share = numeralWords.get(name)!;
  return {end: PART.lastIndex, value: share.isOrdinal ? value / share.value : value * share.value};
}

/** "point five two" behind a whole number. */
function pointEnd(text: string, at: number, whole: number): {end: number; value: number} | null {
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
function rangeEnd(text: string, {start, end, value}: {start: number; end: number; value: number}) {
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
function dateEnd(text: string, at: number): number {
  OF_MONTH.lastIndex = at;
  const match = OF_MONTH.exec(text);
  return match && numeralWords.get(match[1]!.toLowerCase())?.role === "month" ? OF_MONTH.lastIndex : 0;
}

const AFTER_MONTH =
  /\s{1,2}(?:(?:the\s{1,2})?(\d{1,2})(?:st|nd|rd|th)?(?![\d:])(?:,?\s{1,2}\d{4}\b)?|\d{4}\b|(?:the\s{1,2})?(\p{L}{5,12}))/uy;

/** "May 3rd, 1912", "May the third", "May 1912". */
function monthFirst(text: string, month: Word, found: Mention[]): number {
  AFTER_MONTH.lastIndex = month.end;
  const match = AFTER_MONTH.exec(text);
  if (!match) return month.end;
  let end = AFTER_MONTH.lastIndex;
  if (match[2] !== undefined) {
    const word = wordAt(text, end - match[2].length)!;
    const day = numeralWords.has(word.text) ? spelledFrom(text, word) : null;
    if (!day?.isOrdinal || day.value > 31) return month.end;
    end = day.end;
  }
  found.push({start: month.start, end, kind: "date", value: Number.NaN, certain: true});
  return end;
}

const RANKLESS_FIRST = new Set(["at", "from", "when", "who", "had", "they", "he", "she", "we", "i", "you", "it", "and", "but"]);
const INSTANT = new Set(["a", "every", "each", "per", "split", "this", "one"]);

/** A place in a row, or a date; "at first" and "a second" rank nothing. */
function ordinal(text: string, {start, end, value}: {start: number; end: number; value: number}, found: Mention[]): number {
  const date = dateEnd(text, end);
  if (date > 0) {
    found.push({start, end: date, kind: "date", value: Number.NaN, certain: true});
    return date;
  }
  const before = wordBefore(text, start)?.text ?? "";
  const after = wordAfter(text, end)?.text ?? "";
  if (value > 2 && before === "a" && after === "of") {
    found.push({start, end, kind: "fraction", value: 1 / value, certain: true});
    return end;
  }
  const isUnclear =
    (value === 1 && (RANKLESS_FIRST.has(before) || before === "" || after === "" || after === "of")) ||
    (value === 2 && INSTANT.has(before)) ||
    (value <= 2 && isCompound(text, start, end)); // "first-rate", "second-hand"
  found.push({start, end, kind: "ordinal", value, certain: !isUnclear});
  return end;
}

/** "half past two", "half a dozen", "a quarter to five"; otherwise a share that is not certain to be a number. */
function partial(text: string, {start, end}: Word, {value}: NumeralWord, found: Mention[]): number {
  PAST.lastIndex = end;
  const hour = PAST.test(text) ? hourAt(text, PAST.lastIndex) : 0;
  if (hour > 0) {
    found.push({start, end: hour, kind: "time", value: Number.NaN, certain: true});
    return hour;
  }
  HALF_DOZEN.lastIndex = end;
  if (value === 0.5 && HALF_DOZEN.test(text)) {
    found.push({start, end: HALF_DOZEN.lastIndex, kind: "dozen", value: 6, certain: true});
    return HALF_DOZEN.lastIndex;
  }
  found.push({start, end, kind: "fraction", value, certain: false});
  return end;
}
const HALF_DOZEN = /(?:\s{1,2}|-)(?:a\s{1,2})?dozen\b/iy;

/** "a dozen", "a couple of": certain behind "a", so that a married couple and a score of music are none. */
function collective(text: string, {text: name, start, end}: Word, {value}: NumeralWord, found: Mention[]): number {
  const before = wordBefore(text, start);
  const hasArticle = before?.text === "a" || before?.text === "another";
  const isOf = wordAfter(text, end)?.text === "of";
  if (name !== "dozen" && !(hasArticle && isOf)) return end;
  found.push({start: hasArticle ? before.start : start, end, kind: "dozen", value, certain: hasArticle});
  return end;
}

/** "a hundred and five"; without an article, or behind "a few", it is vague. */
function hundreds(text: string, word: Word, entry: NumeralWord, found: Mention[]): number {
  const before = wordBefore(text, word.start);
  if (before?.text !== "a") {
    found.push({
      start: word.start,
      end: word.end,
      kind: entry.isOrdinal ? "ordinal" : "vague",
      value: entry.isOrdinal ? entry.value : Number.NaN,
      certain: entry.isOrdinal === true
    });
    return word.end;
  }
  const number = spelledFrom(text, word, {afterArticle: true})!;
  if (number.isOrdinal) return ordinal(text, {start: word.start, end: number.end, value: number.value}, found);
  return inContext(text, {start: before.start, end: number.end, value: number.value, inDigits: false}, found);
}
