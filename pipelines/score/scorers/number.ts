// Scores numbers within a tolerance.
import {numberKind} from "../answer/kinds.js";
import {toNumber} from "../answer/rational.js";
import {readAnswer, readOptions} from "../answer/read.js";
import {ENGLISH} from "../answer/values.js";
import {type Scoring, unreadVerdict, unscored, verdictFields} from "./scorer.js";

/** Marks of currencies and shares around a number in a file of right answers. */
const MARKS = /^[\s$€£¥₹]+|[\s%$€£¥₹.]+$/gu;

export const number: Scoring<"number"> = (answer, {prompt, reading: settings, expected}, {absolute, relative}) => {
  const spelled = (text: string) => numberKind.spell(text.replace(MARKS, ""), ENGLISH);
  const truth = spelled(expected);
  if (truth === null) return unscored(`the right answer ${JSON.stringify(expected)} is no number`);
  const reading = readAnswer(answer, numberKind, readOptions(prompt, settings));
  if (reading.answer === null) return unreadVerdict(reading);
  const given = toNumber(reading.answer);
  const isRight = (truth: string): boolean => {
    const gold = toNumber(truth);
    return reading.answer === truth || Math.abs(given - gold) <= Math.max(absolute, relative * Math.abs(gold));
  };
  const right = [truth, ...(settings?.accept ?? []).flatMap(each => spelled(each) ?? [])].some(isRight);
  return {right, ...verdictFields(reading), measures: {}};
};
