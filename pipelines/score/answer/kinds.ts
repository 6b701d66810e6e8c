// Kinds of values that answers are: how each is found in a text, and its canonical spelling.
import type {AnswerForm, PatternForm} from "../../generate/task.js";
import {normaliseExpression} from "./expression.js";
import {foldText} from "./fold.js";
import {numbersIn} from "./numbers.js";
import {numberWordsIn, readNumberWords} from "./numberWords.js";
import {optionKind} from "./optionKind.js";
import {rational, spell} from "./rational.js";
import {ENGLISH, HTML, plainText, type ReadContext, trimMarks, type Value, type ValueKind, withoutFonts} from "./values.js";

// Values of Python and JSON: lists, tuples, dictionaries, strings in either quotation mark, numbers, None, True and False.

/** Deepest nesting and longest text that are read. */
const MAX_DEPTH = 64;
const MAX_LENGTH = 100_000;

const WORD_PATTERNS: Readonly<Record<string, string>> = {
  None: "null",
  null: "null",
  True: "true",
  true: "true",
  False: "false",
  false: "false"
};
const ESCAPES: Readonly<Record<string, string>> = {n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", "0": "\0", a: "\u0007", v: "\v"};

/**
 * Returns the canonical spelling of a value of Python or JSON, or null where the text is none. Lists and tuples are the same, sets and
 * dictionaries have no order, 1 and 1.0 are equal.
 */
function readLiteral(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  const plain = text
    .trim()
    .replace(/^`{1,3}(?:python|json)?|`{1,3}$/gu, "")
    .trim();
  const reader = new Reader(plain);
  try {
    const value = reader.value(0);
    reader.blanks();
    return reader.position === plain.length ? value : null;
  } catch (error) {
    if (error instanceof NoLiteral) return null;
    throw error;
  }
}

class NoLiteral extends Error {}
/** Made once: a stack trace for each line of a text takes longer than reading it. */
const NO_LITERAL = new NoLiteral();

class Reader {
  position = 0;
  constructor(private readonly text: string) {}

  blanks(): void {
    while (/\s/u.test(this.text[this.position] ?? "x")) this.position++;
  }

  value(depth: number): string {
    if (depth > MAX_DEPTH) throw NO_LITERAL;
    this.blanks();
    const character = this.text[this.position];
    if (character === "[") return `[${this.items("]", depth).join(",")}]`;
    if (character === "(") return this.tuple(depth);
    if (character === "{") return this.map(depth);
    const prefix = /[rbuRBU]?(?=["'])/uy;
    prefix.lastIndex = this.position;
    const quoted = prefix.exec(this.text);
    if (quoted && /["']/u.test(this.text[this.position + quoted[0].length] ?? "")) {
      this.position += quoted[0].length;
      return JSON.stringify(this.string(quoted[0].toLowerCase() === "r"));
    }
    const word = /[A-Za-z]+|[-+]?(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?/uy;
    word.lastIndex = this.position;
    const match = word.exec(this.text)?.[0];
    if (match === undefined) throw NO_LITERAL;
    this.position += match.length;
    const known = WORD_PATTERNS[match];
    if (known !== undefined) return known;
    return numberSpelling(match);
  }

  private items(close: string, depth: number): string[] {
    this.position++;
    const items: string[] = [];
    for (;;) {
      this.blanks();
      if (this.text[this.position] === close) {
        this.position++;
        return items;
      }
      if (items.length > 0) {
        if (this.text[this.position] !== ",") throw NO_LITERAL;
        this.position++;
        this.blanks();
        if (this.text[this.position] === close) continue;
      }
      items.push(this.value(depth + 1));
    }
  }

  private tuple(depth: number): string {
    const start = this.position;
    const items = this.items(")", depth);
    // A single value in parentheses without a comma is the value.
    const single = items.length === 1 && !/,\s*\)$/u.test(this.text.slice(start, this.position));
    return single ? items[0]! : `[${items.join(",")}]`;
  }

  private map(depth: number): string {
    this.position++;
    const entries: string[] = [];
    let pairs: boolean | undefined;
    for (;;) {
      this.blanks();
      if (this.text[this.position] === "}") {
        this.position++;
        return `{${entries.sort().join(",")}}`;
      }
      if (entries.length > 0) {
        if (this.text[this.position] !== ",") throw NO_LITERAL;
        this.position++;
        this.blanks();
        if (this.text[this.position] === "}") continue;
      }
      const key = this.value(depth + 1);
      this.blanks();
      const paired = this.text[this.position] === ":";
      if (pairs !== undefined && pairs !== paired) throw NO_LITERAL;
      pairs = paired;
      if (paired) this.position++;
      entries.push(paired ? `${key.startsWith('"') ? key : JSON.stringify(key)}:${this.value(depth + 1)}` : key);
    }
  }

  private string(raw: boolean): string {
    const quote = this.text[this.position]!;
    const triple = this.text.startsWith(quote.repeat(3), this.position);
    const close = triple ? quote.repeat(3) : quote;
    this.position += close.length;
    let content = "";
    for (;;) {
      const character = this.text[this.position];
      if (character === undefined || (character === "\n" && !triple)) throw NO_LITERAL;
      if (this.text.startsWith(close, this.position)) {
        this.position += close.length;
        return content;
      }
      if (character === "\\" && !raw) content += this.escape();
      else {
        content += character;
        this.position++;
      }
    }
  }

  private escape(): string {
    const code = /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([\s\S]))/uy;
    code.lastIndex = this.position;
    const match = code.exec(this.text);
    if (!match) throw NO_LITERAL;
    this.position += match[0].length;
    const [, wide, narrow, letter] = match;
    if (wide ?? narrow) return String.fromCharCode(Number.parseInt(wide ?? narrow!, 16));
    return ESCAPES[letter!] ?? letter!;
  }
}

/** Integers of any size keep their digits; other numbers are spelled as JSON spells the nearest double. */
function numberSpelling(text: string): string {
  const plain = text.replace(/[+_]/gu, "");
  if (/^-?\d+$/u.test(plain)) return String(BigInt(plain));
  const value = Number(plain);
  if (!Number.isFinite(value)) throw NO_LITERAL;
  return String(value);
}

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
/** Most sets of options whose kinds are kept: those of a benchmark's questions, which each model's answers need in turn. */
const MAX_KINDS = 16_384;

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
