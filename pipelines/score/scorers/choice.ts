// Scores multiple choice: an option is named by its letter or by its text, and either counts as the letter.
import {letterOf, OPTION_LETTERS} from "../../book/letters.js";
import {kindOfChoices} from "../answer/kinds.js";
import {readAnswer, readOptions} from "../answer/read.js";
import {type Scoring, unreadVerdict, unscored, verdictFields} from "./scorer.js";

/** The place of the option that a letter such as "B" or "(b)" names; -1 where it names none of them. */
export function placeOf(letter: string, choices: readonly string[]): number {
  const place = OPTION_LETTERS.indexOf(/^\(?([A-Za-z])\)?$/u.exec(letter.trim())?.[1]?.toUpperCase() ?? "?");
  return place < Math.min(choices.length, OPTION_LETTERS.length) ? place : -1;
}

export const choice: Scoring<"choice"> = (answer, {prompt, reading: settings, expected, choices = []}) => {
  if (choices.length < 2) return unscored("a scorer of choices needs a test with at least two choices");
  const right = placeOf(expected, choices);
  if (right < 0) return unscored(`the right answer ${JSON.stringify(expected)} is no letter of its ${choices.length} choices`);
  const reading = readAnswer(answer, kindOfChoices(choices), readOptions(prompt, settings));
  if (reading.answer === null) return unreadVerdict(reading);
  return {right: reading.answer === letterOf(right), ...verdictFields(reading), measures: {}};
};
