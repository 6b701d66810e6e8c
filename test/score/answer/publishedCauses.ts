// Puts each disagreement between a published reading and this project's into a cause, by what the text has at the two places.
import type {Reading} from "../../../pipelines/score/answer/reading.js";
import type {MmluProReading, ZeroEvalReading} from "./publishedRules.js";

/** Causes of disagreements, with the sentence of docs/published-readings.md. */
export const CAUSES = {
  "no field": "the published reader finds no field `answer` and counts no answer; this project reads the prose or a box",
  "later answer": "the published reader takes the first JSON object; this project a later answer, mostly a correction",
  calculation: "the field has a calculation; the published reader takes its first number, this project its result",
  "grouped digits": "the field has a number grouped by spaces; the published reader takes its first group",
  "cut value": "the published reader's pattern ends the value at a quote, a comma or a space",
  "first of several": "the field has a larger expression or several values; the published reader accepts it for its first number",
  "base without mark": "the right answer names its base, the field has the same digits without it",
  "random letter": "the published reader found no letter and drew one",
  "other words": "a claim in words for which the published reader has no rule; it counts none",
  "letter at the head": "the text begins with a letter; the published reader counts none",
  "last statement": "the last statement names an option; the published reader counts none",
  "several in a sentence": '"The answer is (A) and (E)": the published reader takes the first letter, this project none',
  "several claims": "claims that differ; the published reader takes the first, this project none",
  "no such option": "a claim of a letter without an option, of a refusal, or broken off; this project reads none",
  "further question":
    "the text goes on with another question; the published reader takes the first claim, this project a later one",
  "final answer":
    '"The answer is (A). Final answer: the answer is (E)": the published reader takes the first, this project the last',
  "later claim": "claims that differ; the published reader takes the first, this project the last",
  "letter in passing": "no claim; the published reader takes the last letter of the text, this project none",
  "claim, not last letter": "the published reader takes the last letter of the text, this project the claim before or after it",
  other: "none of these"
} as const;
export type Cause = keyof typeof CAUSES;

const isPlainNumber = (value: string): boolean => /^[-+$€£]*[\d.,]+%?$/u.test(value.trim());

/** Cause of a disagreement of verdicts on an answer of ZeroEval. */
export function zeroEvalCause(
  theirs: ZeroEvalReading | null,
  ours: Reading & {start: number},
  right: boolean,
  expected: string
): Cause {
  if (!theirs) return "no field";
  if (ours.answer !== null && ours.start >= theirs.end) return "later answer";
  if (expected.includes("_")) return "base without mark";
  if (!right) return "first of several";
  if (/^\D{0,3}\d{1,3}(?: \d{3})+$/u.test(theirs.value.trim())) return "grouped digits";
  if (theirs.by === "pattern" && (theirs.number === null || theirs.value.startsWith("("))) return "cut value";
  if (theirs.number === null) return theirs.by === "object" ? "later answer" : "cut value";
  return isPlainNumber(theirs.value) ? "other" : "calculation";
}

/** The rest of a sentence after a claim, to its end or the end of its line. */
const restOfSentence = (text: string, from: number): string => text.slice(from, from + 300).split(/\n|(?<=[.!?])\s/u)[0]!;
const FURTHER_LETTER = /(?<![\p{L}\p{N}'_])[A-J]{1,10}(?![\p{L}\p{N}'_])/u;
/** Whether the sentence of "answer is (A" names further letters. */
export const namesFurtherLetter = (text: string, from: number): boolean => FURTHER_LETTER.test(restOfSentence(text, from));

const CLOSING_RULES = /^last (?:line|value)/u;

/**
 * Cause of a disagreement of letters on an answer to MMLU-Pro.
 * @param theirs the place of the published letter in the text; null where it was drawn · counted: whether the published reader has a letter
 */
export function mmluProCause(
  text: string,
  theirs: MmluProReading | null,
  counted: boolean,
  ours: Reading & {start: number}
): Cause {
  if (!counted) {
    if (ours.rule === null) return "other";
    if (CLOSING_RULES.test(ours.rule)) return "last statement";
    return ours.rule.startsWith("letter first") ? "letter at the head" : "other words";
  }
  if (!theirs) return "random letter";
  if (theirs.rule !== "answer is") return ours.answer === null ? "letter in passing" : "claim, not last letter";
  if (ours.answer === null) {
    if (ours.reason !== "several") return "no such option";
    return namesFurtherLetter(text, theirs.end) ? "several in a sentence" : "several claims";
  }
  if (ours.start < theirs.end) return "other";
  const between = text.slice(theirs.end, ours.start);
  if (/\n\W*question\b/iu.test(between)) return "further question";
  return /final answer\W*(?:the (?:correct )?answer is\W*)?(?:\.{3}\W*)?$/iu.test(between) ? "final answer" : "later claim";
}
