// Scores numbers within a tolerance.
import {findAnswer} from "../extract.js";
import {numberForm} from "../form.js";
import {type Scoring, unscored, wrong} from "./scorer.js";

/** Marks of currencies and shares around a number in a file of right answers. */
const MARKS = /^[\s$€£¥₹]+|[\s%$€£¥₹.]+$/gu;

export const number: Scoring<"number"> = (answer, {expected}, {absolute, relative}) => {
  const truth = numberForm.normalise(expected.replace(MARKS, ""));
  if (truth === null) return unscored(`the right answer ${JSON.stringify(expected)} is no number`);
  const found = findAnswer(answer, numberForm);
  if (!found) return wrong();
  const [given, gold] = [Number(found.answer), Number(truth)];
  const right = given === gold || Math.abs(given - gold) <= Math.max(absolute, relative * Math.abs(gold));
  return {right, parsed: true, answer: found.answer, answer_rule: found.rule, measures: {}};
};
