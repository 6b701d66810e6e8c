// The result of reading an answer: its value, the rule that found it, its place in the text, or the reason why there is none.

/** Rules that find an answer, the most reliable first. `likelihood` and `reported` come from elsewhere than the text. */
export const ANSWER_RULES = [
  "json field",
  "tag",
  "box",
  "hash",
  "answer is",
  "answer line",
  "letter first",
  "emphasis",
  "last line",
  "lone value",
  "last value",
  "whole text",
  "classifier",
  "likelihood",
  "reported"
] as const;
type RuleName = (typeof ANSWER_RULES)[number];
/** End of a rule's name where the declared format is absent from the text and another rule found the answer. */
export const FORMAT_ABSENT = ", declared format absent";
export type AnswerRule = RuleName | `${RuleName}${typeof FORMAT_ABSENT}`;

/** Reasons for no answer, by the word that begins `answer_reason`. */
export const NO_ANSWER_REASONS = {
  several: "the text states several answers",
  denied: "the text only rules answers out",
  refused: "the text says that there is no answer",
  none: "no claim and no closing value",
  empty: "no text after the reasoning",
  "cut short": "the text breaks off before an answer",
  unreadable: "a claim without a value of the expected kind",
  "too long to compare": "the values are beyond the limits of comparison"
} as const;
export type NoAnswerReason = keyof typeof NO_ANSWER_REASONS;

/** Position of an answer in a response's text: UTF-16 code units, end exclusive. */
export interface Span {
  start: number;
  end: number;
}

export interface Reading {
  /** In canonical spelling; null if none was found. */
  answer: string | null;
  rule: AnswerRule | null;
  span: Span | null;
  /** Null where an answer was found. */
  reason: NoAnswerReason | null;
  /** Of an answer that the classifier chose, how probably it is the one that the text states, 0–1. */
  probability?: number;
}

export type {AnswerFormat, AnswerSettings} from "../../book/answerFormat.js";
