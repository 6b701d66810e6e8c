// Values and kinds of values: the interface between candidates, claims and comparison, and what kinds share in comparing texts.
import {foldText} from "./fold.js";
import type {DecimalMark} from "./numberGroups.js";

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
export const HTML = /<\/?(?:b|i|em|strong|u|span|p|code|sub|sup|mark|div|br)\b[^<>\n]{0,80}>/giu;

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

export const lower = (text: string): string => {
  const small = text.toLowerCase();
  return small.length === text.length ? small : text;
};
/** A text as it is compared: folded, in lower case, single spaces, without outer marks. */
export const plainText = (text: string): string => trimMarks(lower(foldText(text.normalize("NFKC"))).replace(/\s+/gu, " "));
