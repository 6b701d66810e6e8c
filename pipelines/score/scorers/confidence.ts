// Scores answers with a stated confidence: the confidence is read and taken out, and the rest is scored by another scorer.
import type {Scorer} from "../../book/scorers.js";
import {compareAnswer} from "../answer/compare.js";
import {kindOf} from "../answer/kinds.js";
import {readAnswer, readOptions} from "../answer/read.js";
import {type ScoredTest, type ScorerEffects, type Scoring, type Verdict, verdictFields} from "./scorer.js";
import {statedConfidence} from "./statedConfidence.js";

type VerdictOf = (answer: string, test: ScoredTest, scorer: Scorer, effects: ScorerEffects) => Verdict;

/** @param verdictOf how the answer itself is scored */
export const withConfidence =
  (verdictOf: VerdictOf): Scoring<"confidence"> =>
  (answer, test, {of}, effects) => {
    const {confidence, rest} = statedConfidence(answer);
    const verdict = of ? verdictOf(rest, test, of, effects) : plainVerdict(rest, test, effects);
    return {
      ...verdict,
      measures: {...verdict.measures, ...(confidence === null ? {confidence_missing: 1} : {confidence})}
    };
  };

/** By the kind of the right answer, as answers without a scorer are. */
function plainVerdict(
  answer: string,
  {prompt, reading: settings, expected, choices}: ScoredTest,
  effects: ScorerEffects
): Verdict {
  const kind = kindOf(expected, choices);
  const reading = readAnswer(answer, kind, readOptions(prompt, settings));
  return {
    right: compareAnswer(reading, {expected, accept: settings?.accept}, kind, effects).right,
    ...verdictFields(reading),
    measures: {}
  };
}
