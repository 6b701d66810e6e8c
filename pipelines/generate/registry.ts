// Registry of all tasks, one line for each.

import {questionsOf} from "./question.js";
import type {Question, Task} from "./task.js";
import {arithmetic} from "./tasks/arithmetic.js";
import {boolean} from "./tasks/boolean.js";
import {brackets} from "./tasks/brackets.js";
import {cars} from "./tasks/cars.js";
import {dates} from "./tasks/dates.js";
import {facts} from "./tasks/facts.js";
import {jsonpath} from "./tasks/jsonpath.js";
import {letters} from "./tasks/letters.js";
import {listops} from "./tasks/listops.js";
import {movies} from "./tasks/movies.js";
import {needles} from "./tasks/needles.js";
import {objects} from "./tasks/objects.js";
import {sequence} from "./tasks/sequence.js";
import {shapes} from "./tasks/shapes.js";
import {shuffle} from "./tasks/shuffle.js";
import {sort} from "./tasks/sort.js";
import {tables} from "./tasks/tables.js";
import {verboseListops} from "./tasks/verbose-listops.js";

/** All tasks by name. */
export const tasks: ReadonlyMap<string, Task> = new Map(
  [
    arithmetic,
    boolean,
    brackets,
    listops,
    shapes,
    sort,
    sequence,
    cars,
    objects,
    jsonpath,
    letters,
    tables,
    shuffle,
    dates,
    movies,
    verboseListops,
    facts,
    needles
  ].map(task => [task.name, task])
);

/** Whether a task tells one thing in several ways: its questions may be long, and one shows what others ask. */
export const isPaired = (name: string): boolean => tasks.get(name)?.paired !== undefined;

/** The questions that a task asks at its default parameters under a seed, by their index. */
export function defaultQuestions(name: string, seed: number): (index: number) => Question {
  const task = tasks.get(name)!;
  return questionsOf(task, {params: task.params.parse({}) as Record<string, unknown>, seed});
}
