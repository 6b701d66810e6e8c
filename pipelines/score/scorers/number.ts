// Scores numbers within a tolerance.
import {ENGLISH, numberKind} from "../answer/kinds.js";
import {toNumber} from "../answer/rational.js";
import {readAnswer, readOptions} from "../answer/read.js";
import {asRead, type Scoring, unread, unscored} from "./scorer.js";

/** Marks of currencies and shares around a number in a file of right answers. */
const MARKS = /^[\s$€£¥₹]+|[\s%$€£¥₹.]+$/gu;

export const number: Scoring<"number"> = (answer, {prompt, reading: settings, expected}, {absolute, relative}) => {
  const truth = numberKind.spell(expected.replace(MARKS, ""), ENGLISH);
  if (truth === null) return unscored(`the right answer ${JSON.stringify(expected)} is no number`);
  const reading = readAnswer(answer, numberKind, readOptions(prompt, settings));
  if (reading.answer === null) return unread(reading);
  const [given, gold] = [toNumber(reading.answer), toNumber(truth)];
  const right = reading.answer === truth || Math.abs(given - gold) <= Math.max(absolute, relative * Math.abs(gold));
  return {right, ...asRead(reading), measures: {}};
};
