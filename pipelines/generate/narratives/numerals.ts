// Finds every number of an English text, in digits and in words, with its place, value and kind.

import {isDigit, isLetter, type Word, wordAfter, wordAt, wordBefore} from "./neighbours.js";
import {
  dateEnd,
  fractionEnd,
  isCompound,
  pastHourEnd,
  pointEnd,
  rangeEnd,
  signStart,
  timeEnd,
  yearEnd
} from "./numeralContext.js";
import {foreignNumber, numberInDigits} from "./numeralDigits.js";
import {withoutLookAlikes} from "./numeralLookAlikes.js";
import {oneAt} from "./numeralOne.js";
import {romanValue} from "./numeralRoman.js";
import {type NumeralWord, numeralWords, type Spelled, spelledFrom} from "./numeralWords.js";

/**
 * What a number does: counts (cardinal; dozen for "a dozen", "a couple of" and their like), ranks (ordinal), or is something else that has
 * digits or number words in it. A compound is part of a longer word ("three-legged"), vague has no value ("hundreds"), a multiple is "twice".
 */
export type NumeralKind =
  | "cardinal"
  | "dozen"
  | "ordinal"
  | "fraction"
  | "decimal"
  | "percentage"
  | "range"
  | "date"
  | "time"
  | "compound"
  | "multiple"
  | "vague"
  | "pronoun";

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

const ASCII = 128;
/** First and last letter of a numeral word and its length, as a place in a table. */
const wordKey = (first: number, last: number, length: number): number => ((first & 31) << 9) | ((last & 31) << 4) | length;
const NUMERAL_KEYS = new Uint8Array(1 << 14);
for (const word of numeralWords.keys())
  NUMERAL_KEYS[wordKey(word.charCodeAt(0), word.charCodeAt(word.length - 1), word.length)] = 1;

/** Whether a word that begins and ends with these letters may be a numeral word; false of most words, before they are looked up. */
const mayBeNumeral = (first: number, last: number, length: number): boolean =>
  first >= ASCII || last >= ASCII || NUMERAL_KEYS[wordKey(first, last, length)] === 1;

/** All numbers of a text in their order; they do not overlap. Takes time linear in the text's length. */
export function numeralsIn(given: string): Mention[] {
  const text = withoutLookAlikes(given);
  const found: Mention[] = [];
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) at = readDigits(text, at, found);
    else if (isLetter(code)) {
      let end = at + 1;
      while (isLetter(text.charCodeAt(end))) end++;
      const roman = romanValue(text, at, end);
      if (roman !== null && !isName(text, at, end)) {
        found.push({start: at, end, kind: "cardinal", value: roman, certain: true});
        at = end;
      } else if (end - at < SHORTEST || end - at > LONGEST) at = foreign(text, at, end, found);
      else if (text.charCodeAt(end) < ASCII && !mayBeNumeral(code, text.charCodeAt(end - 1), end - at)) at = end;
      else at = readWord(text, at, end, found);
    } else at = code < 128 ? at + 1 : foreign(text, at, at + 1, found);
  }
  return found;
}

/** Digits of other scripts within a run that is no English word, and those that go on behind it. */
function foreign(text: string, start: number, end: number, found: Mention[]): number {
  let at = start;
  while (at < end) {
    const number = foreignNumber(text, at);
    if (number) found.push({start: at, ...number});
    at = number?.end ?? at + 1;
  }
  return at;
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
    case "foreign": // a name where it has a capital, as in "Cinco de Mayo"
      found.push({start, end, kind: "cardinal", value: entry.value, certain: !word.isCapital});
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
  if (value === 0 && isIdiom(text, word)) {
    found.push({start: word.start, end, kind: "cardinal", value, certain: false});
    return end;
  }
  const year = yearEnd(text, number);
  if (year > 0) {
    found.push({start: word.start, end: year, kind: "date", value: Number.NaN, certain: true});
    return year;
  }
  return inContext(text, {start: word.start, end, value, inDigits: false}, found);
}

/** "come to naught", "for nought", "zero in on" */
const isIdiom = (text: string, {text: name, start, end}: Word): boolean =>
  name === "zero" ? wordAfter(text, end)?.text === "in" : /^(?:to|for)$/u.test(wordBefore(text, start)?.text ?? "");

/** Whether only a comma or "and" stands between two numbers. */
const isList = (text: string, from: number, to: number): boolean =>
  to - from <= 9 && /^\s*(?:[,;]\s*(?:and|then)?|and|then|plus)\s*$/u.test(text.slice(from, to));

const isFraction = (text: string, at: number): boolean => fractionEnd(text, at, 1).end > 0;

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
const INSTANT = new Set(["a", "any", "every", "each", "per", "split", "this", "one"]);

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
  const hour = pastHourEnd(text, end);
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

/** "a dozen", "a baker's dozen", "a couple of": certain behind "a", so that a married couple and a score of music are none. */
function collective(text: string, {text: name, start, end}: Word, {value}: NumeralWord, found: Mention[]): number {
  if (name === "dozen" && BAKERS.test(text.slice(Math.max(0, start - BAKERS_LENGTH), start))) {
    found.push({start, end, kind: "dozen", value: 13, certain: true});
    return end;
  }
  const before = wordBefore(text, start);
  const hasArticle = before?.text === "a" || before?.text === "another";
  const isOf = wordAfter(text, end)?.text === "of";
  if (name !== "dozen" && !(hasArticle && isOf)) return end;
  found.push({start: hasArticle ? before.start : start, end, kind: "dozen", value, certain: hasArticle});
  return end;
}

const BAKERS = /\bbaker['’]?s['’]?\s{1,2}$/iu;
const BAKERS_LENGTH = 12; // the letters, two apostrophes, two blanks, and what stands before

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
