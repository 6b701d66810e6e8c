// Kinds of values that answers are: how each is found in a text, and its canonical spelling.
import {OPTION_LETTERS} from "../../book/letters.js";
import {letterPattern} from "../../generate/parts/choice.js";
import type {AnswerForm, PatternForm} from "../../generate/task.js";
import {foldText} from "./fold.js";
import {readLiteral} from "./literals.js";
import {type DecimalMark, numbersIn} from "./numbers.js";
import {numberWordsIn} from "./numberWords.js";
import {rational, spell} from "./rational.js";

/** A value of the expected kind at its position; `answer` is null where the characters name no single value. */
export interface Value {
  answer: string | null;
  start: number;
  end: number;
}

/** Facts of a question that decide between readings of a value. */
export interface ReadContext {
  /** The decimal mark of the question's language. */
  mark(): DecimalMark;
  /** Whether a percentage is a fraction of 1, because the question asks for a fraction or a decimal. */
  percentIsFraction(): boolean;
}

export interface ValueKind {
  name: "number" | "option" | "word" | "expression" | "literal" | "text" | "pattern";
  /** Whether any line is a value, so that a statement is taken verbatim. */
  whole: boolean;
  /** Values of a folded text from a position on, in their order. */
  valuesIn(text: string, context: ReadContext, from?: number): Value[];
  /** Canonical spelling of a text that is nothing but a value, as in a box or a field; null where it is none. */
  spell(content: string, context: ReadContext): string | null;
}

export const ENGLISH: ReadContext = {mark: () => ".", percentIsFraction: () => false};

/** Marks of markup around a value; the last six are removed only at its end. */
const MARKS = " \t\n\r\"'“”‘’*_`$.,;!:";
const OPENING_MARKS = MARKS.slice(0, -5);
const HTML = /<\/?(?:b|i|em|strong|u|span|p|code|sub|sup|mark|div|br)\b[^<>\n]{0,80}>/giu;

/** Returns a text without outer marks of markup and quotation. */
export function trimMarks(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && OPENING_MARKS.includes(text[start]!)) start++;
  while (end > start && MARKS.includes(text[end - 1]!)) end--;
  return text.slice(start, end);
}

/** Text of LaTeX commands that only set a font. */
const FONT = /\\(?:text|textbf|textit|textrm|mathrm|mathbf|mathit|mathsf|mbox|bf|rm|boxed|fbox)\s*\{([^{}]*)\}/gu;
export const withoutFonts = (text: string): string => {
  let plain = text;
  for (let i = 0; i < 3 && plain.includes("\\"); i++) plain = plain.replace(FONT, "$1");
  return plain;
};

/** Kind of numbers. @param integer whether all others have no single reading */
const numbers = ({integer}: {integer: boolean}): ValueKind => {
  const spelled = (answer: string | null, percent: boolean, {percentIsFraction}: ReadContext): string | null => {
    if (answer === null) return null;
    const own = percent && percentIsFraction() ? divideBy100(answer) : answer;
    return integer && !/^-?\d+$/u.test(own) ? null : own;
  };
  const valuesIn: ValueKind["valuesIn"] = (text, context, from = 0) => {
    const found = numbersIn(text, context.mark, from).map(({answer, start, end, percent}) => ({
      answer: spelled(answer, percent, context),
      start,
      end
    }));
    if (found.length > 0) return found;
    return numberWordsIn(text.slice(from))
      .filter(({bare}) => !bare || /^\W*one\W*$/iu.test(text.slice(from)))
      .map(({value, start, end}) => ({answer: spelled(String(value), false, context), start: start + from, end: end + from}));
  };
  return {
    name: "number",
    whole: false,
    valuesIn,
    spell(content, context) {
      const plain = foldText(content)
        .replace(/^\s*#+\s*/u, "")
        .trim();
      const [first, second] = numbersIn(plain, context.mark);
      if (!first || second || first.answer === null) return null;
      const around = `${plain.slice(0, first.start)} ${plain.slice(first.end)}`;
      return /^[\s$€£¥₹₩%.,*_`"'{}()\\]*$/u.test(around) ? spelled(first.answer, first.percent, context) : null;
    }
  };
};

function divideBy100(answer: string): string {
  const [numerator, denominator = "1"] = answer.split("/");
  const [whole = "", decimals = ""] = numerator!.split(".");
  const value = rational(BigInt(whole + decimals), BigInt(denominator) * 10n ** BigInt(decimals.length + 2));
  return value ? spell(value) : answer;
}

export const numberKind = numbers({integer: false});
export const integerKind = numbers({integer: true});

/** Texts of options longer than this are not looked for in prose, characters. */
const MAX_OPTION_LENGTH = 400;
const lower = (text: string): string => {
  const small = text.toLowerCase();
  return small.length === text.length ? small : text;
};
/** A text as it is compared: folded, in lower case, single spaces, without outer marks. */
export const plainText = (text: string): string => trimMarks(lower(foldText(text.normalize("NFKC"))).replace(/\s+/gu, " "));

const isWordCharacter = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}_]/u.test(character);

/** Kind of options: letters, and texts of options where they are known. @param choices texts, or how many options there are */
export function optionKind(choices: readonly string[] | number): ValueKind {
  const texts = typeof choices === "number" ? [] : choices.slice(0, OPTION_LETTERS.length);
  const count = typeof choices === "number" ? choices : Math.max(1, texts.length);
  const last = OPTION_LETTERS[count - 1]!;
  const letters = new RegExp(letterPattern(count), "gu");
  const byText = new Map<string, string | null>();
  for (const [place, text] of texts.entries()) {
    const plain = plainText(text);
    // Of two options with one text, the text names neither; a text of one letter is read as the letter.
    if (plain.length > 1 || (plain.length === 1 && !/\p{L}/u.test(plain)))
      byText.set(plain, byText.has(plain) ? null : OPTION_LETTERS[place]!);
  }
  const searched = [...byText]
    .filter(([text]) => text.length <= MAX_OPTION_LENGTH && /[\p{L}\p{N}]/u.test(text))
    .sort(([a], [b]) => b.length - a.length);

  /** Mentions of texts, the longest of those that overlap. */
  const textsIn = (text: string, from: number): Value[] => {
    const small = lower(text);
    const found: Value[] = [];
    for (const [option, answer] of searched) {
      for (let at = small.indexOf(option, from); at >= 0; at = small.indexOf(option, at + 1)) {
        const end = at + option.length;
        const cut =
          (isWordCharacter(option[0]) && isWordCharacter(small[at - 1])) ||
          (isWordCharacter(option.at(-1)) && isWordCharacter(small[end]));
        const partOfNumber =
          /\d/u.test(option[0]!) && /[\d.,/-]/u.test(small[at - 1] ?? " ") && /[\d.,]/u.test(small[at - 1] ?? " ");
        const goesOn = /\d/u.test(option.at(-1)!) && /^(?:[.,/]\d|%)/u.test(small.slice(end, end + 2));
        if (cut || partOfNumber || goesOn || found.some(other => at < other.end && end > other.start)) continue;
        found.push({answer, start: at, end});
      }
    }
    return found;
  };

  const bareLetter = (content: string): string | null => {
    const plain = trimMarks(foldText(withoutFonts(content)).replace(HTML, "")).trim();
    const letter =
      /^(?:(?:the\s+)?(?:option|choice|answer|letter)\s*:?\s*)?[([{]?\s*([A-Za-z])\s*[)\]}]?[.):]?$/iu
        .exec(plain)?.[1]
        ?.toUpperCase() ?? null;
    return letter !== null && letter <= last ? letter : null;
  };

  return {
    name: "option",
    whole: false,
    valuesIn(text, _, from = 0) {
      const found: Value[] = [];
      letters.lastIndex = from;
      const math = text.includes("$") || text.includes("\\") ? mathIn(text, from) : [];
      for (let match = letters.exec(text); match; match = letters.exec(text)) {
        const [start, end] = [match.index, letters.lastIndex];
        // A letter within a formula is a variable, a unit or a function.
        if (math.some(each => start >= each.start && end <= each.end) || isSymbol(text, start, end)) continue;
        found.push({answer: match[0].replace(/[()]/gu, "").toUpperCase(), start, end});
      }
      if (searched.length === 0) return found;
      const named = textsIn(text, from);
      if (named.length === 0) return found;
      return joinNamed(text, [
        ...found.filter(letter => !named.some(each => letter.start >= each.start && letter.end <= each.end)),
        ...named
      ]);
    },
    spell(content) {
      const letter = bareLetter(content);
      if (letter) return letter;
      const both = /^[([{]?\s*([A-Za-z])\s*[)\].:}]+\s*(.+)$/su.exec(
        trimMarks(foldText(withoutFonts(content)).replace(HTML, "")).trim()
      );
      const text = (value: string): string | null =>
        byText.get(plainText(value)) ?? byText.get(plainText(withoutFonts(value))) ?? null;
      if (!both) return text(content);
      const [named, meant] = [both[1]!.toUpperCase(), text(both[2]!)];
      if (named > last || meant === null) return text(content);
      return meant === named ? named : null;
    }
  };
}

/** Whether a bare letter is a unit after a number, a variable of an equation or a function: "12 J", "A = 4", "C(9,3)". */
const isSymbol = (text: string, start: number, end: number): boolean =>
  text[start] !== "(" &&
  (/\d\s?$/u.test(text.slice(Math.max(0, start - 2), start)) || /^(?:[([{]|\s?=\s?[\d(])/u.test(text.slice(end, end + 4)));

/** Spans of formulas that are more than one letter. */
function mathIn(text: string, from: number): {start: number; end: number}[] {
  const found: {start: number; end: number}[] = [];
  const formula =
    /\$\$?([^$\n]{1,400}?)\$\$?|\\\(([^\n]{1,400}?)\\\)|\\\[([\s\S]{1,800}?)\\\]|\\(?:mathrm|frac|sqrt|mathcal|mathbb)\s*\{[^{}\n]{0,80}\}/gu;
  formula.lastIndex = from;
  for (let match = formula.exec(text); match; match = formula.exec(text)) {
    const content = withoutFonts(match[1] ?? match[2] ?? match[3] ?? "0").replace(/[\s(){}[\].]/gu, "");
    if (!/^[A-Z]$/iu.test(content)) found.push({start: match.index, end: formula.lastIndex});
  }
  return found;
}

/** Joins a letter with the text of an option directly after it: one value, which names none where the two disagree. */
function joinNamed(text: string, values: Value[]): Value[] {
  const sorted = values.sort((a, b) => a.start - b.start);
  const joined: Value[] = [];
  for (const value of sorted) {
    const before = joined.at(-1);
    if (
      before &&
      before.end - before.start <= 3 &&
      value.end - value.start > 1 &&
      /^[\s).:*_\-–—]{1,6}$|^\s*\($/u.test(text.slice(before.end, value.start))
    ) {
      before.answer = value.answer === null || before.answer === value.answer ? before.answer : null;
      before.end = value.end;
    } else joined.push({...value});
  }
  return joined;
}

/** Kind of texts that are one of a few. */
export function wordKind(words: readonly string[]): ValueKind {
  const known = new Map(words.map(word => [plainText(word), plainText(word)]));
  // The longest text comes first: a text that contains "New York" also contains "York".
  const any = [...known.keys()]
    .filter(Boolean)
    .sort((a, b) => b.length - a.length)
    .map(text => text.replace(/[\\^$.*+?()[\]{}|]/gu, "\\$&"))
    .join("|");
  const literal = new RegExp(String.raw`(?<![\p{L}\p{N}_])(?:${any})(?![\p{L}\p{N}_])`, "giu");
  return {
    name: "word",
    whole: false,
    valuesIn: (text, _, from = 0) => matchesOf(literal, text, from, found => known.get(plainText(found)) ?? null),
    spell: content => known.get(plainText(withoutFonts(content).replace(HTML, ""))) ?? null
  };
}

function matchesOf(literal: RegExp, text: string, from: number, spelling: (found: string) => string | null): Value[] {
  const values: Value[] = [];
  literal.lastIndex = from;
  for (let match = literal.exec(text); match; match = literal.exec(text)) {
    const answer = spelling(match[0]);
    if (answer !== null) values.push({answer, start: match.index, end: literal.lastIndex});
    if (match[0] === "") literal.lastIndex++;
  }
  return values;
}

/** A line of text without outer marks and repeated spaces; of a single equation, its right side. */
function lineOf(text: string, cased: (text: string) => string): string | null {
  const plainQuotes = foldText(text.normalize("NFKC"));
  const equals = plainQuotes.lastIndexOf("=");
  // Several statements are kept whole: "x = 2 or x = 3" is not 3.
  const single = !/\b(?:or|and)\b|[,;]/iu.test(plainQuotes.slice(0, Math.max(0, equals)));
  const plain = trimMarks(cased(single ? plainQuotes.slice(equals + 1) : plainQuotes).replace(/\s+/gu, " "));
  return plain === "" ? null : plain;
}

const lines = (cased: (text: string) => string): ValueKind => {
  const spelling = (content: string): string | null => lineOf(content, cased);
  return {
    name: "text",
    whole: true,
    valuesIn: (text, _, from = 0) => matchesOf(/[^\n]+/gu, text, from, spelling),
    spell: spelling
  };
};
/** A line of text, compared without case. */
export const textKind = lines(text => text.toLowerCase());
/** A line of text in which upper and lower case differ. */
export const textKindWithCase = lines(text => text);

/** Most words of a right answer that is a name or a phrase, so that an answer to it may be a sentence that ends with one. */
const MAX_PHRASE_WORDS = 3;
const LEAD = /^(?:(?:in|at|on|to|into|inside|from|by|with|for) )?(?:(?:the|an?) )?(?=\S)/u;
/** "The apple is in the hallway": a sentence of one clause that says where or what something is. */
const PREDICATE =
  /^.{2,120}? (?:is|are|was|were)(?: (?:now|currently|still|located|found|called|named|likely|probably))* ((?!not )[^,;:]{1,60}?)(?: (?:before|after|because|since|when|while|until)\b.*|[,;] (?:not|because|since|as|which|where|so)\b.*)?$/u;

/** A phrase without a preposition and an article; of a sentence that says what something is, its predicate. */
function phraseOf(text: string): string | null {
  const line = lineOf(text, own => own.toLowerCase());
  if (line === null) return null;
  const predicate = line.split(" ").length > MAX_PHRASE_WORDS ? PREDICATE.exec(line)?.[1] : undefined;
  return trimMarks((predicate ?? line).replace(LEAD, "")) || line;
}

/** A name or a phrase, compared without case, preposition and article. */
export const phraseKind: ValueKind = {
  name: "text",
  whole: true,
  valuesIn: (text, _, from = 0) => matchesOf(/[^\n]+/gu, text, from, phraseOf),
  spell: phraseOf
};

/** Mathematical expressions: compared by their meaning (compare.ts), so that their spelling is kept. */
export const expressionKind: ValueKind = {
  name: "expression",
  whole: true,
  valuesIn: (text, _, from = 0) => matchesOf(/[^\n]+/gu, text, from, content => trimMarks(content) || null),
  spell: content =>
    content
      .trim()
      .replace(/^\s*\\\[|\\\]\s*$/gu, "")
      .trim() || null
};

/** Values of Python or JSON: their canonical spelling is that of JSON. */
export const literalKind: ValueKind = {
  name: "literal",
  whole: true,
  valuesIn: (text, _, from = 0) =>
    matchesOf(/[^\n]+/gu, text, from, content => readLiteral(content) ?? lineOf(content, own => own)),
  spell: content => readLiteral(content) ?? lineOf(content, own => own)
};

/** The kind that a task's form describes. */
export function kindOfForm(form: AnswerForm): ValueKind {
  if ("values" in form) return NAMED[form.values];
  const known = forms.get(form);
  if (known) return known;
  const kind: ValueKind = {
    name: "pattern",
    whole: form.whole ?? false,
    valuesIn: (text, _, from = 0) => matchesOf(form.literal, text, from, found => form.normalise(found)),
    spell: content => form.normalise(content)
  };
  forms.set(form, kind);
  return kind;
}
const forms = new WeakMap<PatternForm, ValueKind>();

/** Letters of at most twelve options. */
export const letterKind = optionKind(12);

const NAMED = {
  ...{integer: integerKind, number: numberKind, letter: letterKind},
  ...{line: textKind, "line with case": textKindWithCase}
};

const WORDS: readonly (readonly string[])[] = [
  ["true", "false"],
  ["yes", "no"]
];
const wordKinds = WORDS.map(wordKind);
const optionKinds = new Map<string, ValueKind>();
/** Most sets of options whose kinds are kept. */
const MAX_KINDS = 1_000;

function memoized(key: string, make: () => ValueKind): ValueKind {
  const known = optionKinds.get(key);
  if (known) return known;
  if (optionKinds.size >= MAX_KINDS) optionKinds.clear();
  const kind = make();
  optionKinds.set(key, kind);
  return kind;
}

/** The kind of options with these texts. */
export const kindOfChoices = (choices: readonly string[]): ValueKind =>
  memoized(JSON.stringify(choices), () => optionKind(choices));

/** Spellings of expected values that are mathematics and no plain number or line. */
const EXPRESSION =
  /\\(?:d?frac|sqrt|pi|cdot|times|left|right|begin|text|infty|cup|cap|pm|leq?|geq?|mathbb|log|ln|sin|cos|tan|circ|angle|binom|in\b)|\^|^[([]\s*-?[\d.]+\s*,|^[-+]?\d*[a-z](?:\s*[-+*/=]\s*\d*[a-z\d]+)+$|\d[a-z](?:\^|\d|\s*[-+]|$)|[√π∞]/u;
/** Values of Python and JSON that are no number or word. */
const LITERAL = /^(?:\[.*\]|\{.*\}|\(.*,.*\)|'.*'|".*"|None|null|b'.*')$/su;

/** The kind of a question's answers, by its right answer and its options. */
export function kindOf(expected: string, choices: readonly string[] = []): ValueKind {
  const plain = expected.trim();
  if (/^\(?[A-Z]\)?$/u.test(plain) && (choices.length >= 2 || /^\(?[A-L]\)?$/u.test(plain)))
    return choices.length >= 2 ? kindOfChoices(choices) : letterKind;
  if (numberKind.spell(plain, ENGLISH) !== null) return numberKind;
  const word = WORDS.findIndex(words => words.includes(plain.toLowerCase()));
  if (word >= 0) return wordKinds[word]!;
  const right = textKind.spell(plain, ENGLISH);
  if (right !== null && choices.some(option => textKind.spell(option, ENGLISH) === right))
    return memoized(JSON.stringify([choices]), () => wordKind(choices));
  if (LITERAL.test(plain) && readLiteral(plain) !== null) return literalKind;
  if (EXPRESSION.test(plain)) return expressionKind;
  return plain.split(/\s+/u).length <= MAX_PHRASE_WORDS && /^[\p{L}\p{N}'’ -]+$/u.test(plain) ? phraseKind : textKind;
}

/** Canonical spelling of the right answer. */
export const spellExpected = (expected: string, kind: ValueKind): string => kind.spell(expected, ENGLISH) ?? expected;
