// Registry of all tasks: one line for each that is built in, and those of the user's own that a command has brought.

import {questionsOf} from "./question.js";
import type {Question, Task} from "./task.js";
import {arithmetic} from "./tasks/arithmetic.js";
import {boolean} from "./tasks/boolean.js";
import {brackets} from "./tasks/brackets.js";
import {cars} from "./tasks/cars.js";
import {dates} from "./tasks/dates.js";
import {type Cut, expanded} from "./tasks/expanded.node.js";
import {facts} from "./tasks/facts.node.js";
import {jsonpath} from "./tasks/jsonpath.js";
import {letters} from "./tasks/letters.js";
import {listops} from "./tasks/listops.js";
import {movies} from "./tasks/movies.js";
import {needles} from "./tasks/needles.node.js";
import {objects} from "./tasks/objects.js";
import {sequence} from "./tasks/sequence.js";
import {shapes} from "./tasks/shapes.js";
import {shuffle} from "./tasks/shuffle.js";
import {sort} from "./tasks/sort.js";
import {tables} from "./tasks/tables.js";
import {verboseListops} from "./tasks/verbose-listops.node.js";

/** Tasks whose questions can be asked in long texts, and how what they speak of is cut. The others are about long texts already. */
const EXPANDED: [Task, Cut][] = [
  [arithmetic, "whole"],
  [boolean, "whole"],
  [brackets, "whole"],
  [listops, "whole"],
  [shapes, "whole"],
  [sort, "whole"],
  [sequence, "whole"],
  [cars, "lines"],
  [objects, "whole"],
  [jsonpath, "whole"],
  [letters, "whole"],
  [tables, "whole"],
  [shuffle, "lines"],
  [dates, "lines"],
  [movies, "lines"]
];

const builtIn: readonly Task[] = [
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
  needles,
  ...EXPANDED.map(([task, cut]) => expanded(task, cut))
];

const all = new Map(builtIn.map(task => [task.name, task]));
/** All tasks by name, built-in ones first. */
export const tasks: ReadonlyMap<string, Task> = all;

let own: readonly Task[] = [];
/** The user's own tasks (pipelines/extend), another list after each change. */
export const ownTasks = (): readonly Task[] => own;

/** Adds the user's own tasks in place of those that were there. A command does this once, before it reads the book. */
export function setOwnTasks(brought: readonly Task[]): void {
  for (const {name} of own) all.delete(name);
  own = brought;
  for (const task of own) all.set(task.name, task);
}

/** Whether a task tells one thing in several ways: its questions may be long, and one shows what others ask. */
export const isPaired = (name: string): boolean => tasks.get(name)?.paired !== undefined;

/** The questions that a task asks at its default parameters under a seed, by their index. */
export function defaultQuestions(name: string, seed: number): (index: number) => Question {
  const task = tasks.get(name)!;
  return questionsOf(task, {params: task.params.parse({}) as Record<string, unknown>, seed});
}
