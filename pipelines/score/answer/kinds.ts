// Kinds of values that answers are: how each is found in a text, and its canonical spelling.
import type {AnswerForm, PatternForm} from "../../generate/task.js";
import {normaliseExpression} from "./expression.js";
import {foldText} from "./fold.js";
import {readLiteral} from "./literals.js";
import {numbersIn} from "./numbers.js";
import {numberWordsIn, readNumberWords} from "./numberWords.js";
import {optionKind} from "./optionKind.js";
import {rational, spell} from "./rational.js";
import {ENGLISH, HTML, plainText, type ReadContext, trimMarks, type Value, type ValueKind, withoutFonts} from "./values.js";

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
      if (!first) {
        const words = readNumberWords(plain.toLowerCase());
        return words === null ? null : spelled(String(words), false, context);
      }
      if (second || first.answer === null) return null;
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
const integerKind = numbers({integer: true});

/** Kind of texts that are one of a few. */
function wordKind(words: readonly string[]): ValueKind {
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
const phraseKind: ValueKind = {
  name: "text",
  whole: true,
  valuesIn: (text, _, from = 0) => matchesOf(/[^\n]+/gu, text, from, phraseOf),
  spell: phraseOf
};

/** Mathematical expressions: compared by their meaning (compare.ts), so that their spelling is kept. */
const expressionKind: ValueKind = {
  name: "expression",
  whole: true,
  valuesIn: (text, _, from = 0) => matchesOf(/[^\n]+/gu, text, from, content => trimMarks(content) || null),
  spell: content => normaliseExpression(content) || null
};

/** Values of Python or JSON: their canonical spelling is that of JSON. */
const literalKind: ValueKind = {
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
const letterKind = optionKind(12);

const NAMED = {
  integer: integerKind,
  number: numberKind,
  letter: letterKind,
  line: textKind,
  "line with case": textKindWithCase
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
  /\\(?:d?frac|sqrt|pi|cdot|times|left|right|begin|text|infty|cup|cap|pm|leq?|geq?|mathbb|log|ln|sin|cos|tan|circ|angle|binom|in\b)|\^|\d_\{?\d|^[([]\s*-?[\d.]+\s*,|^[-+]?\d*[a-z](?:\s*[-+*/=]\s*\d*[a-z\d]+)+$|\d[a-z](?:\^|\d|\s*[-+]|$)|[√π∞]/u;
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
