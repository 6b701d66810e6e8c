// Registry of all tasks, one line for each.
import type {Task} from "./task.js";
import {arithmetic} from "./tasks/arithmetic.js";
import {boolean} from "./tasks/boolean.js";
import {brackets} from "./tasks/brackets.js";
import {cars} from "./tasks/cars.js";
import {dates} from "./tasks/dates.js";
import {jsonpath} from "./tasks/jsonpath.js";
import {letters} from "./tasks/letters.js";
import {listops} from "./tasks/listops.js";
import {movies} from "./tasks/movies.js";
import {objects} from "./tasks/objects.js";
import {sequence} from "./tasks/sequence.js";
import {shapes} from "./tasks/shapes.js";
import {shuffle} from "./tasks/shuffle.js";
import {sort} from "./tasks/sort.js";
import {tables} from "./tasks/tables.js";

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
    movies
  ].map(task => [task.name, task])
);
