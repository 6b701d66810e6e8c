// Scores answers that must match a pattern. A search that takes too long leaves the answer without a score.
import {type Scoring, unscored} from "./scorer.js";

export const regex: Scoring<"regex"> = (answer, {expected}, {pattern, whole, ignore_case, milliseconds}, {search}) => {
  const source = pattern ?? expected;
  let compiled: RegExp;
  try {
    compiled = new RegExp(whole ? `^(?:${source})$` : source, ignore_case ? "iu" : "u");
  } catch {
    return unscored(`the pattern ${JSON.stringify(source)} is no regular expression`);
  }
  const text = answer.trim();
  const right = search(compiled, text, milliseconds);
  if (right === null) return unscored(`the pattern ${JSON.stringify(source)} takes longer than ${milliseconds} ms`);
  return {
    right,
    parsed: text !== "",
    answer: text === "" ? null : text,
    answer_rule: text === "" ? null : "whole text",
    measures: {}
  };
};
