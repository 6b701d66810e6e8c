// Scores an answer as a run does, from what a file would say of its scorer.
import type {AnswerSettings} from "../../../pipelines/book/answerFormat.js";
import {scorerSchema} from "../../../pipelines/book/scorers.js";
import {equalExpressions} from "../../../pipelines/run/expressionEngine.js";
import {patternSearch} from "../../../pipelines/run/patternSearch.js";
import {visibleText} from "../../../pipelines/score/answer/visible.js";
import {verdictOf} from "../../../pipelines/score/scorers/registry.js";

/** The verdict on a text. */
export function verdict(
  text: string,
  scorer: Record<string, unknown>,
  {
    expected = "",
    choices,
    prompt = "?",
    reading
  }: {expected?: string; choices?: string[]; prompt?: string; reading?: AnswerSettings} = {}
) {
  const {final} = visibleText({text, reasoning: null});
  return verdictOf(final, {prompt, expected, ...(choices && {choices}), ...(reading && {reading})}, scorerSchema.parse(scorer), {
    search: patternSearch,
    equal: equalExpressions
  });
}
