// Scores programs by the tests that they pass in the sandbox.
import {type Scoring, unscored} from "./scorer.js";

export const code: Scoring<"code"> = (_, __, {language, tests, cases}, {execution}) => {
  if (language !== "python") return unscored(`programs in ${language} are not run, so their answers have no score`);
  if (tests === "" && cases.length === 0) return unscored("it has no tests");
  if (!execution) return unscored("its program was not run: answers of kind code need the sandbox (docs/code.md)");
  if ("missing" in execution) return unscored(`its program could not be run: ${execution.missing}`);
  const {passed, tests: all, failure, reason} = execution;
  const parsed = failure !== "no_program";
  return {
    right: failure === null,
    parsed,
    answer: parsed ? reason : null,
    answer_rule: parsed ? "whole text" : null,
    measures: {tests_passed: passed / all, ...(failure !== null && {[failure]: 1})}
  };
};
