// What may be wrong with a narrative.
import {MARKER_CODES, type MarkerCode} from "./markers.js";

/** Every fault that the validator knows, but those of markers. */
export const FAULTS = {
  tree: "the list cannot be read",
  answer: "the answer is not the value of the list",
  operations: "the number of operations is not that of the list",
  empty: "there is no text",
  "parts-span": "a part does not lie in the text, is empty, or overlaps another",
  "parts-gap": "text stands outside all parts",
  "parts-order": "a part stands where its kind may not",
  "beat-missing": "an operation has no beat",
  "beat-repeated": "an operation has more than one beat",
  "beat-unknown": "a beat tells no operation of the list",
  "beat-order": "the beats stand neither in post-order nor in pre-order",
  "question-missing": "there is no question",
  "anchor-count": "there are more or fewer names than operations, or one is empty",
  "anchor-duplicate": "a name is the same as another or contained in it",
  "anchor-number": "a name holds a number",
  "anchor-missing": "a result is not named in the beat of its operation",
  "anchor-unused": "a beat does not name a result that it needs",
  "anchor-repeated": "a beat names a result that it needs more than once",
  "anchor-misplaced": "a result is named where it is not needed",
  "anchor-early": "a result is named before its turn",
  "question-anchor": "the question does not name the result that it asks for",
  "operation-other": "a beat says another operation than its own",
  "operation-unclear": "a beat says no operation, or two",
  "operand-missing": "a beat has an operand less often than its operation",
  "operand-repeated": "a beat has an operand more often than its operation",
  "number-extra": "a beat has a number that is none of its operands",
  "number-outside": "a number stands outside the beats",
  "question-number": "the question has a number",
  "result-stated": "an intermediate result is stated",
  "answer-stated": "the answer is stated",
  "instructions-leak": "the instructions have the operands of the list",
  ordinal: "an ordinal number",
  fraction: "a fraction",
  multiple: "a multiple",
  decimal: "a decimal number",
  percentage: "a percentage",
  range: "a range of numbers",
  date: "a date",
  time: "a time of day",
  compound: "a number within a longer word"
} as const;
export type ProblemCode = keyof typeof FAULTS | MarkerCode;

/** All codes, in the order of reports. */
export const PROBLEM_CODES = [...(Object.keys(FAULTS) as (keyof typeof FAULTS)[]), ...MARKER_CODES] as readonly ProblemCode[];

/** One fault of a narrative. */
export interface Problem {
  code: ProblemCode;
  /** The number of the operation that it concerns, where there is one. */
  operation?: number;
  /** Its place in the text, UTF-16 code units; of what is missing, the part where it should stand. */
  start: number;
  end: number;
  /** What stands there, shortened; empty where something is missing. */
  words: string;
  /** One sentence. */
  message: string;
}

/** Most characters that are quoted. */
const MOST_QUOTED = 60;

/** A place's words on one line. */
export function quoted(text: string, start: number, end: number): string {
  const words = text
    .slice(start, Math.min(end, start + 2 * MOST_QUOTED))
    .replace(/\s+/gu, " ")
    .trim();
  return words.length <= MOST_QUOTED && end - start <= 2 * MOST_QUOTED ? words : `${words.slice(0, MOST_QUOTED - 1)}…`;
}
