// A question as somebody sees it who understands nothing of it: its options, its numbers and its words.
import {letterOf, OPTION_LETTERS} from "../../book/letters.js";
import {closingStart} from "../../generate/parts/closings.js";
import type {DrawnItem} from "../../generate/task.js";

/** Scorers that look at a whole answer, and not at its last line. */
const WHOLE = new Set(["json", "regex", "instructions", "code", "sql", "rubric"]);

/** An answer in the form in which items ask for one. */
export const stated = (item: DrawnItem, answer: string): string =>
  WHOLE.has(item.scorer?.kind ?? "") ? answer : `Answer: ${answer}`;
/** An option as an answer: by its letter, or in words where the right answer is given in words. */
export const option = ({choices = [], expected}: DrawnItem, place: number): string =>
  `Answer: ${LETTER.test(expected) ? `(${letterOf(place)})` : choices[place]}`;
const LETTER = /^\(?([A-Za-z])\)?$/u;

/** The 0-based place of the right option; -1 where there are none. */
export function rightPlace({choices = [], expected}: DrawnItem): number {
  const letter = LETTER.exec(expected)?.[1];
  const place = letter === undefined ? -1 : OPTION_LETTERS.indexOf(letter.toUpperCase());
  return choices.length === 0 ? -1 : place >= 0 && place < choices.length ? place : choices.indexOf(expected);
}

/** A question without the words that say how to answer; of a multiple choice, without its options too. */
export function stemOf({prompt, choices}: Pick<DrawnItem, "prompt" | "choices">): string {
  const closing = closingStart(prompt);
  const asked = closing > 0 ? prompt.slice(0, closing) : prompt;
  let options = asked.length;
  for (const choice of choices?.toReversed() ?? []) options = options > 0 ? asked.lastIndexOf(choice, options - 1) : -1;
  return options > 0 ? asked.slice(0, options) : asked;
}

export const numbersIn = (text: string): string[] => text.match(/(?<![\p{L}\d])-?\d+(?:[.,]\d+)*/gu) ?? [];
export const wordsIn = (text: string): string[] => text.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? [];

/** The commonest of the values, the last of several; undefined without any. */
export function commonest(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best: string | undefined;
  for (const value of values) if (best === undefined || counts.get(value)! >= counts.get(best)!) best = value;
  return best;
}

/** The right answer in words, whether or not it is an option. */
export function textOf(item: DrawnItem): string {
  const place = rightPlace(item);
  return place < 0 ? item.expected : item.choices![place]!;
}
