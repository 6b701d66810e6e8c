// Scores answers with a stated confidence: the confidence is read and taken out, and the rest is scored by another scorer.
import type {Scorer} from "../../book/scorers.js";
import {findAnswer} from "../extract.js";
import {formOf} from "../form.js";
import {type ScoredTest, type ScorerEffects, type Scoring, type Verdict, wrong} from "./scorer.js";
import {statedConfidence} from "./statedConfidence.js";

type VerdictOf = (answer: string, test: ScoredTest, scorer: Scorer, effects: ScorerEffects) => Verdict;

/** @param verdictOf how the answer itself is scored */
export const withConfidence =
  (verdictOf: VerdictOf): Scoring<"confidence"> =>
  (answer, test, {of}, effects) => {
    const {confidence, rest} = statedConfidence(answer);
    const verdict = of ? verdictOf(rest, test, of, effects) : plainVerdict(rest, test);
    return {
      ...verdict,
      measures: {...verdict.measures, ...(confidence === null ? {confidence_missing: 1} : {confidence})}
    };
  };

/** By the form of the right answer, as answers without a scorer are. */
function plainVerdict(answer: string, {expected, choices}: ScoredTest): Verdict {
  const form = formOf(expected, choices);
  const found = findAnswer(answer, form);
  if (!found) return wrong();
  const right = found.answer === (form.normalise(expected) ?? expected);
  return {right, parsed: true, answer: found.answer, answer_rule: found.rule, measures: {}};
}
