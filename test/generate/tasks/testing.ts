// What the tests of every task share: making tests as the stream of a point does.
import {questionsOf} from "../../../pipelines/generate/question.js";
import type {Question, Task} from "../../../pipelines/generate/task.js";
import {foldText} from "../../../pipelines/score/answer/fold.js";
import {kindOfForm} from "../../../pipelines/score/answer/kinds.js";
import {ENGLISH} from "../../../pipelines/score/answer/values.js";

/** The question at `index` of the point, made alone. */
export function question(task: Task, given: Record<string, unknown>, index: number, seed = 42): Question {
  const params = task.params.parse(given) as Record<string, unknown>;
  return questionsOf(task, {params, seed})(index);
}

/** The first `count` questions of the point. */
export const questions = (task: Task, given: Record<string, unknown>, count: number, seed = 42): Question[] =>
  Array.from({length: count}, (_, index) => question(task, given, index, seed));

/** Returns the last value of the task's kind in a text, in canonical spelling; null if there is none. */
export const lastAnswer = (task: Task, text: string): string | null =>
  kindOfForm(task.answer).valuesIn(foldText(text), ENGLISH).at(-1)?.answer ?? null;

/** Returns the canonical spelling of a text that is one value of the task's kind; null if it is none. */
export const spelled = (task: Task, text: string): string | null => kindOfForm(task.answer).spell(text, ENGLISH);

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
