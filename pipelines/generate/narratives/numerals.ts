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
import {type NumeralWord, numeralWords, type Spelled, spelledFrom} from "./numeralWords.js";

// Roman numerals of an English text.

const MAX_ROMAN_LETTERS = 8; // XXXVIII
const NUMERAL = /^(X{0,3})(IX|IV|V?I{0,3})$/u;
const ONES = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"];

/**
 * The value of a word that is a Roman numeral from 2 to 39; null where it is none. "I", "V", "X", "XX" and "XXX" are words, letters and
 * signs more often than numbers, and numerals with L, C, D or M are words, so these are none.
 */
function romanValue(text: string, start: number, end: number): number | null {
  const first = text.charCodeAt(start);
  if (first !== 73 && first !== 86 && first !== 88) return null; // I, V, X
  if (end - start < 2 || end - start > MAX_ROMAN_LETTERS) return null;
  const match = NUMERAL.exec(text.slice(start, end));
  return match === null || match[2] === "" ? null : 10 * match[1]!.length + ONES.indexOf(match[2]!);
}

// The word "one": a count, or a pronoun or an idiom that counts nothing.

/** What the word is; where the rules cannot tell it is a cardinal and not certain. */
interface One {
  kind: "cardinal" | "pronoun";
  certain: boolean;
}

const PRONOUN: One = {kind: "pronoun", certain: true};
const COUNT: One = {kind: "cardinal", certain: true};
const UNCLEAR: One = {kind: "cardinal", certain: false};

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/u));

/** Before "one" they make a pronoun of it, whatever follows. */
const DISTRIBUTING = set("no any every each");
/** Before "one" they make a pronoun of it unless a noun follows. */
const POINTING = set(
  `the this that which some such another other many loved old young little good bad big small tall short new right wrong same only
  last next first whole best worst better worse larger smaller bigger lesser greater lowest highest largest smallest biggest lucky poor
  dear red blue green black white grey brown yellow silver golden dark pale broken empty full heavy light lone`
);
/** Behind "one" they make a pronoun of it. */
const OF_PRONOUN = set("of another by who whom whose that which");
/** Verbs whose subject a pronoun "one" is. */
const VERBS = set(
  `must could should can would might may will shall is was has had does did never always knows knew feels felt thinks thought sees saw
  hears heard says said cannot ought needs wants learns supposes imagines expects forgets remembers gets goes comes seems`
);
/** Nouns with which "one" sets a time or singles somebody out, more often than it counts. */
const SINGLING = set(
  `day days morning evening night afternoon moment time summer winter spring autumn fall dawn week month year sunday monday tuesday
  wednesday thursday friday saturday man woman boy girl person fellow thing side hand end way point part eye foot arm leg ear word glance
  look corner last final single such voice reason instant more less accord fine cold hot rainy foggy stormy bright quiet`
);
/** Function words: behind "one" they show that no noun follows. */
const FUNCTION = set(
  `in on at to for from with without into onto over under above below behind beside between among across along around after before
  since until till through during about against upon off out up down as and or but nor so yet if when while because than then though
  although where whenever the a an his her its their our your my this these those he she it they we you i him them us me there here
  too also again alone only still now just even soon later once perhaps maybe not are were be been being have do per apiece each
  out away back forward home ago like unlike except plus minus times`
);
/** Before "one" they make a label or an idiom of it. */
const LABELLING = set("number day year square chapter room page at as");

/**
 * Reads the word at a place by what stands beside it.
 * @param afterNumber whether another number comes before, as in "nine, two and one"
 */
function oneAt(text: string, {start, end}: Word, {afterNumber}: {afterNumber: boolean}): One {
  const sign = text.charCodeAt(end);
  if ((sign === 39 || sign === 0x2019) && wordAt(text, end + 1)?.text.startsWith("s")) return PRONOUN;
  const before = wordBefore(text, start)?.text ?? "";
  if (DISTRIBUTING.has(before)) return PRONOUN;
  const after = wordAfter(text, end);
  const next = after?.text ?? "";
  if (OF_PRONOUN.has(next) || VERBS.has(next)) return PRONOUN;
  const isNoun = after !== null && !FUNCTION.has(next) && !numeralWords.has(next);
  if (POINTING.has(before)) return isNoun ? UNCLEAR : PRONOUN;
  if (afterNumber || beforeNumber(text, end)) return COUNT;
  if (!isNoun || LABELLING.has(before)) return UNCLEAR;
  if (next === "more" || next === "extra" || next === "further") {
    const noun = wordAfter(text, after.end)?.text ?? "";
    return noun === "" || FUNCTION.has(noun) || SINGLING.has(noun) ? UNCLEAR : COUNT;
  }
  return SINGLING.has(next) ? UNCLEAR : COUNT;
}

const NEXT_OF_LIST = /\s{0,3}(?:[,;]\s{1,3}(?:(?:and|then)\s{1,3})?|(?:and|then|plus)\s{1,3})(?:-?\d|(\p{L}{3,9}))/uy;

/** Whether a list goes on with another number. */
function beforeNumber(text: string, at: number): boolean {
  NEXT_OF_LIST.lastIndex = at;
  const match = NEXT_OF_LIST.exec(text);
  if (!match) return false;
  if (match[1] === undefined) return true;
  const role = numeralWords.get(match[1].toLowerCase())?.role;
  return role === "zero" || role === "unit" || role === "teen" || role === "ten";
}

// Letters of other scripts that look like those of English, read as what they look like.

/**
 * Pairs of a letter and the one of ASCII that a reader takes it for: Cyrillic and Greek, after the confusables of Unicode Technical
 * Standard 39, of which only letters that numeral words are made of.
 */
const PAIRS =
  "\u0430a \u0435e \u0456i \u043eo \u0440p \u0441c \u0443y \u0445x \u0455s \u0458j \u04bbh \u0501d \u051bq \u051dw \u0432b \u043dh \u0442t \u0433r " +
  "\u0410A \u0415E \u0406I \u041eO \u0420P \u0421C \u0423Y \u0425X \u0405S \u0408J \u0412B \u041dH \u0422T \u041cM \u041aK " +
  "\u03b1a \u03b5e \u03b9i \u03bdv \u03bfo \u03c1p \u03c4t \u03c5u \u03c7x \u03c9w \u03b7n " +
  "\u0391A \u0392B \u0395E \u0397H \u0399I \u039fO \u03a1P \u03a4T \u03a7X \u03a5Y \u0396Z \u039aK \u039cM \u039dN " +
  "\u0131i \u0261g";
const LATIN = new Map(PAIRS.split(" ").map(pair => [pair[0]!, pair[1]!]));

/** Full-width letters stand this far behind those of ASCII. */
const FULL_WIDTH = 0xfee0;
const FOREIGN = /[\u0131\u0261\u0391-\u03c9\u0405-\u051d\uff21-\uff3a\uff41-\uff5a]/gu;

/** A text with look-alike letters as those of ASCII. Each is one character as before, so that all places stay. */
const withoutLookAlikes = (text: string): string => text.replace(FOREIGN, letter => LATIN.get(letter) ?? fullWidth(letter));

function fullWidth(letter: string): string {
  const code = letter.charCodeAt(0);
  return code > FULL_WIDTH ? String.fromCharCode(code - FULL_WIDTH) : letter;
}

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
      found.push({start, end, kind: "multiple", value: entry.value, certain: lower === "thrice"});
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
  const isShare = value === 0.5 && wordAfter(text, end)?.text === "of" && wordBefore(text, start)?.text !== "better";
  found.push({start, end, kind: "fraction", value, certain: isShare});
  return end;
}
const HALF_DOZEN = /(?:\s{1,2}|-)(?:a\s{1,2})?dozen\b/iy;

/** Words after "a score" of music. */
const MUSIC = new Set(["by", "for", "in", "to", "with", "on", "from"]);

/** "a dozen", "a baker's dozen", "a couple of": certain after "a", so that a married couple is none; "a score" and any trio are numbers. */
function collective(text: string, {text: name, start, end}: Word, {value}: NumeralWord, found: Mention[]): number {
  if (name === "dozen" && BAKERS.test(text.slice(Math.max(0, start - BAKERS_LENGTH), start))) {
    found.push({start, end, kind: "dozen", value: 13, certain: true});
    return end;
  }
  const before = wordBefore(text, start);
  const hasArticle = before?.text === "a" || before?.text === "another";
  const follower = wordAfter(text, end)?.text;
  const isNumber = name === "trio" || (hasArticle && (follower === "of" || (name === "score" && !MUSIC.has(follower ?? ""))));
  if (name !== "dozen" && !isNumber) return end;
  found.push({start: hasArticle ? before.start : start, end, kind: "dozen", value, certain: hasArticle || name === "trio"});
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
