// Scores answers that must equal the right one in one spelling.
import {spellExpected, textKind, textKindWithCase} from "../answer/kinds.js";
import {readAnswer, readOptions} from "../answer/read.js";
import {type Scoring, unreadVerdict, verdictFields} from "./scorer.js";

export const exact: Scoring<"exact"> = (answer, {prompt, reading: settings, expected}, {ignore_case}) => {
  const kind = ignore_case ? textKind : textKindWithCase;
  const reading = readAnswer(answer, kind, readOptions(prompt, settings));
  if (reading.answer === null) return unreadVerdict(reading);
  const truths = [expected, ...(settings?.accept ?? [])];
  return {right: truths.some(truth => reading.answer === spellExpected(truth, kind)), ...verdictFields(reading), measures: {}};
};
