// Answers of an evaluation that was asked each test once, from one status per test.
import {emptyAnswers, type PairedAnswers} from "../../pipelines/stats/paired.js";

/** Status of a test that was not asked. */
export const ABSENT = 3;

/** @param statuses 0 incorrect, 1 correct, 2 truncated, 3 not asked */
export function singleAnswers(statuses: ArrayLike<number>): PairedAnswers {
  const answers = emptyAnswers(statuses.length);
  for (const [test, status] of Array.from(statuses).entries())
    if (status !== ABSENT) [answers.wrong, answers.right, answers.cut][status]![test] = 1;
  return answers;
}
