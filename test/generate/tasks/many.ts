// Thousands of tests of one task, for checkers that prove each expected answer.
import {questionsOf} from "../../../pipelines/generate/question.js";
import type {Question, Task} from "../../../pipelines/generate/task.js";

/** The first `count` questions of each point; parameters are read once a point. */
export function* many(task: Task, points: readonly Record<string, unknown>[], count: number, seed = 42): Generator<Question> {
  for (const given of points) {
    const params = task.params.parse(given) as Record<string, unknown>;
    const question = questionsOf(task, {params, seed});
    for (let index = 0; index < count; index++) yield question(index);
  }
}
