// Scores an answer by the points that a judging model gave it. A reply without a verdict is no score, and never a wrong answer.
import {type Scoring, unscored, wrong} from "./scorer.js";

export const rubric: Scoring<"rubric"> = (answer, _, {most, pass}, {judgement}) => {
  if (answer.trim() === "") return wrong({grade: 0});
  if (!judgement) return unscored("a rubric needs a judging model, and none was asked (docs/judges.md)");
  if ("missing" in judgement) return unscored(judgement.missing);
  const {points, own} = judgement;
  return {
    right: points >= pass * most,
    parsed: true,
    answer: `${points} of ${most} points`,
    answer_rule: "whole text",
    measures: {grade: points / most, ...(own && {self_judged: 1})}
  };
};
