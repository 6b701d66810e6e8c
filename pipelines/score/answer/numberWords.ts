// English number words: "twenty-four", "one hundred and five", "minus three point five", "two and a half million", "a dozen".
import {SMALL_WORDS, TENS_WORDS} from "../../generate/words/numbers.js";

/** A number in words with its position in the text: UTF-16 code units, end exclusive. */
interface NumberInWords {
  value: number;
  start: number;
  end: number;
  /** Set for a word that may be no number: "one" alone, which may be a pronoun, or "hundred" alone, as in "several hundred". */
  bare?: true;
}

const SIMPLE: ReadonlyMap<string, number> = new Map([
  ...SMALL_WORDS.map((word, value): [string, number] => [word, value]),
  ...TENS_WORDS.map((word, i): [string, number] => [word, 10 * (i + 2)]),
  ...[["nought", 0] as const, ["fourty", 40] as const]
]);
/** Words that multiply, with the power of ten; a dozen has none. */
const SCALES: ReadonlyMap<string, number> = new Map([
  ["hundred", 2],
  ["thousand", 3],
  ["million", 6],
  ["billion", 9],
  ["trillion", 12]
]);
const SCALE = [...SCALES.keys(), "dozen"].join("|");
/** Ordinals that also name parts: "third", "twentieth"; "first" and "second" do not. */
const PART =
  "(?:half|halve|quarter|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|(?:thir|four|fif|six|seven|eigh|nine)teenth|(?:twen|thir|for|fif|six|seven|eigh|nine)tieth|hundredth|thousandth|millionth)";

const BLANK = "[ \\t\\u00a0]";
/** Number words, the longest first, since "six" begins "sixty". */
const NUMBER = [...SIMPLE.keys(), ...SCALES.keys(), "dozen"].toSorted((a, b) => b.length - a.length).join("|");
const WORD_END = "(?![a-z\\d])";
/** The first word of a number. Letters that begin one are looked at before the words, which takes half the time. */
const FIRST = new RegExp(
  `(?<![a-z\\d])(?=[abdefhmnostz])(?:(minus|negative)${BLANK}+)?(?:(half${BLANK}an?|an?)(?=${BLANK}+(?:${SCALE})${WORD_END})|(${NUMBER})${WORD_END})`,
  "gi"
);
/** A further word: what joins it, and the word. "A half" is a word here, and "point" one only before a digit in words. */
const NEXT = new RegExp(
  `(${BLANK}*,${BLANK}+(?:and${BLANK}+)?|${BLANK}+and${BLANK}+|${BLANK}+|[-‐‑])(?:(${NUMBER}|oh|point(?=${BLANK}+(?:${SMALL_WORDS.join("|")}|oh|${TENS_WORDS.join("|")})${WORD_END})|a half)${WORD_END}|(${SCALE})s${WORD_END})`,
  "giy"
);
/** An ordinal or a part that makes the words before it another number: "twenty-first", "two thirds", "three and a quarter". */
const OTHER_NUMBER = new RegExp(
  `(${BLANK}+and)?(?:${BLANK}+|[-‐‑])(?:(?:(an?)${BLANK}+)?(${PART})(s)?|first|second)${WORD_END}`,
  "iy"
);
/** The first operand of "ten minus four", "5 minus four", "x minus four". */
const OPERAND_BEFORE = /(?:[\d)\]}%]|(?:^|[^a-z])[a-z])[ \t\u00a0]*$/iu;
const DIGIT_BEFORE = /\d[ \t\u00a0]*$/u;
/** A part of the number after it: "a quarter of a million", "half million". */
const PART_BEFORE = new RegExp(`${PART}s?(?:${BLANK}+of)?${BLANK}+$`, "i");
/** Characters before a number that are looked at. */
const REACH = 24;

interface Token {
  word: string;
  /** How it is joined to the word before it; a hyphen is as a blank. */
  joint: " " | "and" | ",";
  start: number;
  end: number;
}

/**
 * Reads a text that is one number in words.
 * @returns null for anything else, such as "five two", "half" or "twenty-first"
 */
export function readNumberWords(text: string): number | null {
  const plain = text.trim();
  const [first, second] = numberWordsIn(plain);
  return first?.start === 0 && first.end === plain.length && !second ? first.value : null;
}

/**
 * Finds the numbers in words of a text, in linear time. A run of number words that is no number, such as "five two", is left out as a whole,
 * and so are ordinals and fractions: the beginning of a number is never taken for it.
 */
export function numberWordsIn(text: string): NumberInWords[] {
  const found: NumberInWords[] = [];
  FIRST.lastIndex = 0;
  for (let match = FIRST.exec(text); match; match = FIRST.exec(text)) {
    const [all, sign, article, number = article!] = match;
    const end = match.index + all.length;
    const word = number.toLowerCase().replace(/\s+/gu, " ");
    const tokens = runFrom(text, {word, joint: " ", start: end - number.length, end});
    FIRST.lastIndex = tokens.at(-1)!.end;
    const before = text.slice(Math.max(0, match.index - REACH), match.index);
    const numbers = numbersOf(text, tokens);
    const [first] = numbers;
    if (first?.start === end - number.length) {
      if ((article || isScale(word)) && (PART_BEFORE.test(before) || (isScale(word) && DIGIT_BEFORE.test(before))))
        numbers.shift();
      else if (sign && !OPERAND_BEFORE.test(before) && found.at(-1)?.end !== endBefore(text, match.index))
        numbers[0] = {value: -first.value, start: match.index, end: first.end};
    }
    found.push(...numbers);
  }
  return found;
}

const isScale = (word: string): boolean => SCALES.has(word) || word === "dozen";
const isTens = (word: string): boolean => (SIMPLE.get(word) ?? 0) >= 20;

/** End of what is written before a position. */
function endBefore(text: string, position: number): number {
  let end = position;
  while (end > 0 && " \t\u00a0".includes(text[end - 1]!)) end--;
  return end;
}

/** Number words that follow each other, from the first one. */
function runFrom(text: string, first: Token): Token[] {
  const tokens = [first];
  let decimals = false;
  for (;;) {
    const {end} = tokens.at(-1)!;
    NEXT.lastIndex = end;
    const match = NEXT.exec(text);
    if (!match) return tokens;
    const [all, gap = "", single, plural = single!] = match;
    const word = plural.toLowerCase();
    const joint = /and/iu.test(gap) ? "and" : gap.includes(",") ? "," : " ";
    if ((word === "oh" && !decimals) || (word === "point" && decimals) || (word === "a half" && joint !== "and")) return tokens;
    decimals ||= word === "point";
    tokens.push({word, joint, start: end + gap.length, end: end + all.length});
  }
}

/** The numbers of a run, which "and" and commas may divide: "one hundred and five" is one, "five and six" are two. */
function numbersOf(text: string, run: readonly Token[]): NumberInWords[] {
  const parts: {tokens: readonly Token[]; value: number | null}[] = [];
  for (let start = 0; start < run.length; ) {
    let end = start + 1;
    while (end < run.length && run[end]!.joint === " ") end++;
    const tokens = run.slice(start, end);
    const last = parts.at(-1);
    // What is no number is not tried again with more words.
    const longer = last === undefined || last.value === null ? [] : [...last.tokens, ...tokens];
    const value = longer.length > 0 ? composed(longer) : null;
    if (value !== null) parts[parts.length - 1] = {tokens: longer, value};
    else parts.push({tokens, value: composed(tokens)});
    if (value === null && tokens[0]!.word === "a half" && last) last.value = null;
    start = end;
  }
  const whole = parts.length - continuedBy(text, run);
  return parts.flatMap(({tokens, value}, i) => {
    if (value === null || i >= whole) return [];
    const {word, start} = tokens[0]!;
    const bare = isScale(word) || (word === "one" && tokens.length === 1);
    return [{value, start, end: tokens.at(-1)!.end, ...(bare && {bare: true as const})}];
  });
}

/** How many of a run's last parts are not numbers because of what follows: "twenty-first", "two and two thirds", "three and a quarter". */
function continuedBy(text: string, run: readonly Token[]): 0 | 1 | 2 {
  const last = run.at(-1)!;
  OTHER_NUMBER.lastIndex = last.end;
  const match = OTHER_NUMBER.exec(text);
  if (!match) return 0;
  const [, and, article, part, plural] = match;
  if (article) return and ? 1 : 0;
  if (isScale(last.word) || (isTens(last.word) && !and)) return 1;
  const fraction =
    !and &&
    part !== undefined &&
    (plural || last.word === "one" || /^(?:half|quarter)$/iu.test(part) || /^[-‐‑]/u.test(match[0]));
  if (!fraction) return 0;
  return run.findLast(({joint}) => joint !== " ")?.joint === "and" ? 2 : 1;
}

/** The number that words make; null if they make none. */
function composed(tokens: readonly Token[]): number | null {
  const point = tokens.findIndex(({word}) => word === "point");
  if (point >= 0) return decimalOf(tokens, point);
  let total = 0;
  let group: number | null = null; // the number that the next scale multiplies
  let room = 0; // the group may be added a number below this one
  let scale = Number.POSITIVE_INFINITY; // the last scale, as a power of ten
  let comma = false; // whether a comma is before the group
  for (const [i, {word, joint}] of tokens.entries()) {
    const isLast = i === tokens.length - 1;
    const begins = group === null && total > 0; // after a scale
    const simple = SIMPLE.get(word);
    if (word === "a" || word === "an") group = 1;
    else if (word.startsWith("half")) group = 0.5;
    else if (word === "a half") {
      if (total > 0 ? !isLast : group === null || tokens.length - i > 2) return null;
      [group, room] = [(group ?? 0) + 0.5, 0];
    } else if (simple !== undefined) {
      if (group !== null ? simple === 0 || simple >= room : simple === 0 && total > 0) return null;
      if (i > 0 && ((joint === "and" && room !== 100 && !begins) || (joint === "," && !begins))) return null;
      comma ||= i > 0 && joint === ",";
      [group, room] = [(group ?? 0) + simple, isTens(word) ? 10 : 0];
    } else if (i > 0 && joint !== " ") return null;
    else {
      if (group === null && i === 0) group = 1;
      const power = SCALES.get(word);
      const shared = group !== null && group % 1 !== 0;
      if (!group || (shared && !isLast)) return null;
      if (power === undefined) return isLast && total === 0 ? 12 * group : null;
      if (power === 2 && !shared) {
        if (group > 99) return null;
        [group, room] = [100 * group, 100];
      } else {
        if (group > 999 || power >= scale) return null;
        [total, group, room, scale, comma] = [total + group * 10 ** power, null, 0, power, false];
      }
    }
  }
  return comma && group! < 100 ? null : total + (group ?? 0);
}

/** "Three point one four", "one point five million". */
function decimalOf(tokens: readonly Token[], point: number): number | null {
  const whole = point > 0 ? composed(tokens.slice(0, point)) : null;
  const power = SCALES.get(tokens.at(-1)!.word);
  const digits = tokens.slice(point + 1, power === undefined ? undefined : -1);
  if (whole === null || whole % 1 !== 0 || tokens.slice(point).some(({joint}) => joint !== " ")) return null;
  let decimals = "";
  for (let i = 0; i < digits.length; i++) {
    const value = digits[i]!.word === "oh" ? 0 : SIMPLE.get(digits[i]!.word);
    if (value === undefined || (value > 9 && decimals !== "")) return null;
    const ones = value > 19 ? (SIMPLE.get(digits[i + 1]?.word ?? "") ?? 0) : 0;
    const two = ones > 0 && ones < 10;
    if (two) i++;
    decimals += String(two ? value + ones : value);
    if (value > 9 && i + 1 < digits.length) return null;
  }
  return decimals === "" ? null : Number(`${whole}.${decimals}e${power ?? 0}`);
}
