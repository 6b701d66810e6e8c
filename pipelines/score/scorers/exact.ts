// Scores answers that must equal the right one in one spelling.
import {findAnswer} from "../extract.js";
import {lineForm, lineFormWithCase} from "../form.js";
import {type Scoring, wrong} from "./scorer.js";

export const exact: Scoring<"exact"> = (answer, {expected}, {ignore_case}) => {
  const form = ignore_case ? lineForm : lineFormWithCase;
  const found = findAnswer(answer, form);
  if (!found) return wrong();
  const right = found.answer === (form.normalise(expected) ?? expected);
  return {right, parsed: true, answer: found.answer, answer_rule: found.rule, measures: {}};
};
