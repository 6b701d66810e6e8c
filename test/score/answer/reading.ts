// Reads texts as the tests of the reader do.
import type {AnswerForm} from "../../../pipelines/generate/task.js";
import {compareAnswer} from "../../../pipelines/score/answer/compare.js";
import {kindOf, kindOfForm} from "../../../pipelines/score/answer/kinds.js";
import {type ReadOptions, readAnswer} from "../../../pipelines/score/answer/read.js";
import type {ValueKind} from "../../../pipelines/score/answer/values.js";
import {visibleText} from "../../../pipelines/score/answer/visible.js";

const asKind = (kind: ValueKind | AnswerForm): ValueKind => ("valuesIn" in kind ? kind : kindOfForm(kind));

/** Returns the answer of a text in canonical spelling, or null if it states none. */
export const answerOf = (text: string, kind: ValueKind | AnswerForm, options?: ReadOptions): string | null =>
  readAnswer(text, asKind(kind), options).answer;

/** Returns whether a response states the right answer. */
export function isRight(text: string, expected: string, {choices, ...options}: ReadOptions & {choices?: string[]} = {}): boolean {
  const kind = kindOf(expected, choices);
  const reading = readAnswer(visibleText({text, reasoning: null}).final, kind, options);
  return compareAnswer(reading, {expected}, kind, {equal: () => false}).right === true;
}
