// What the tests of every task share: making tests as the stream of a point does.
import {questionsOf} from "../../../pipelines/generate/question.js";
import type {Question, Task} from "../../../pipelines/generate/task.js";

/** The question at `index` of the point, made alone. */
export function question(task: Task, given: Record<string, unknown>, index: number, seed = 42): Question {
  const params = task.params.parse(given) as Record<string, unknown>;
  return questionsOf(task, {params, seed})(index);
}

/** The first `count` questions of the point. */
export const questions = (task: Task, given: Record<string, unknown>, count: number, seed = 42): Question[] =>
  Array.from({length: count}, (_, index) => question(task, given, index, seed));

/** What an extraction that knows only the task would take from a text: the last literal, in canonical spelling. */
export function lastAnswer(task: Task, text: string): string | null {
  const literal = [...text.matchAll(task.answer.literal)].at(-1)?.[0];
  return literal === undefined ? null : task.answer.normalise(literal);
}

/** The messages with which a task refuses parameters; empty where it takes them. */
export function refusals(task: Task, given: Record<string, unknown>): string[] {
  const result = task.params.safeParse(given);
  return result.success ? [] : result.error.issues.map(issue => issue.message);
}

/** Deepest nesting of round parentheses in a text. */
export function depthOf(text: string, [open, close] = ["(", ")"]): number {
  let depth = 0;
  let deepest = 0;
  for (const character of text) {
    if (character === open) deepest = Math.max(deepest, ++depth);
    if (character === close) depth--;
  }
  return deepest;
}
