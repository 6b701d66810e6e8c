// Loads the user's own tasks and scorers, checks them, and registers them under their names.
import {basename, relative} from "node:path";
import {UserError} from "../book/error.js";
import {benchmarkTasks} from "../generate/benchmarks/registry.js";
import {ownTasks, setOwnTasks, tasks} from "../generate/registry.node.js";
import type {Task} from "../generate/task.js";
import {type OwnScorer, setOwnScorers} from "../score/scorers/own.js";
import {exportsOf, messageOf} from "./bundle.node.js";
import {goldenFault, readGolden} from "./golden.node.js";
import {scorerFault} from "./scorerFile.node.js";
import {taskFault} from "./taskFile.node.js";

const shown = (file: string): string => relative(".", file) || file;

/** Registers the tasks and scorers of files, in place of those that were there. Throws a UserError at the first fault; then none are there. */
export async function registerOwn(
  files: {tasks: readonly string[]; scorers: readonly string[]},
  {golden}: {golden: boolean}
): Promise<void> {
  setOwnTasks([]);
  setOwnScorers([]);
  const scorers: OwnScorer[] = [];
  for (const file of files.scorers) scorers.push(await scorerIn(file));
  const taken = new Map([
    ...[...tasks.keys()].map(name => [name, "a built-in task"] as const),
    ...[...benchmarkTasks.keys()].map(name => [name, "a generated benchmark"] as const)
  ]);
  const own: Task[] = [];
  for (const file of files.tasks) own.push(await taskIn(file, {taken, golden}));
  setOwnScorers(scorers);
  setOwnTasks(own);
}

/** The file of a task's golden vectors, beside its own. */
export const goldenFile = (file: string): string => file.replace(/\.ts$/u, ".golden.json");

/** The file of a task of the user's own; undefined where it is none. */
export const fileOfOwn = (name: string): string | undefined => {
  const task = ownTasks().find(each => each.name === name);
  return task && places.get(task);
};
const places = new WeakMap<Task, string>();

async function taskIn(file: string, {taken, golden}: {taken: ReadonlyMap<string, string>; golden: boolean}): Promise<Task> {
  const found = await only(file, {kind: "task", has: "generate"});
  const fault = taskFault(found, {name: basename(file, ".ts"), taken});
  if (fault) throw new UserError(`${shown(file)}: ${fault}`);
  const task = guarded(found as Task, file);
  places.set(task, file);
  const recorded = golden ? await readGolden(goldenFile(file)) : null;
  const changed = recorded && goldenFault(task, recorded);
  if (changed) throw new UserError(`${shown(goldenFile(file))}: ${changed}`);
  return task;
}

async function scorerIn(file: string): Promise<OwnScorer> {
  const found = await only(file, {kind: "scorer", has: "score"});
  const fault = scorerFault(found, {name: basename(file, ".ts")});
  if (fault) throw new UserError(`${shown(file)}: ${fault}`);
  return found as OwnScorer;
}

/** The one export of a file that is a task or scorer, whatever its name; what else it exports is its own matter. */
async function only(file: string, {kind, has}: {kind: string; has: string}): Promise<unknown> {
  const values = [...new Set(Object.values(await exportsOf(file)))];
  if (values.length === 0) throw new UserError(`${shown(file)}: it exports nothing; export one ${kind}`);
  const found = values.filter(value => typeof value === "object" && value !== null && has in value);
  if (found.length > 1) throw new UserError(`${shown(file)}: it exports ${found.length} ${kind}s; give each a file of its own`);
  return found[0] ?? values[0];
}

/** A task whose mistakes at other parameters than the default ones are told with its file, as its mistakes on load are. */
const guarded = (task: Task, file: string): Task => ({
  ...task,
  generate(params, random) {
    try {
      return task.generate(params, random);
    } catch (error) {
      if (error instanceof UserError) throw error;
      throw new UserError(`${shown(file)}: generate throws at ${JSON.stringify(params)}: ${messageOf(error)}`);
    }
  }
});
