// The stream of random numbers of a test, and the question made from it.
import {pointKey, randomAt} from "./seed.js";
import type {AnyTask, Question, Task} from "./task.js";

/** A point of a task: all its parameters, defaults filled in, and a seed. */
interface PlacedTask {
  params: Record<string, unknown>;
  seed: number;
}

/**
 * The key of the stream that a point's questions are made from, 64 hexadecimal digits. It is the point's own key, but for a task with
 * paired parameters: those take no part in it, so that points which differ in them alone draw the same.
 */
export function streamKey(
  {name, version, paired = []}: Pick<Task, "name" | "version" | "paired">,
  {params, seed}: PlacedTask
): string {
  const chosen = Object.fromEntries(Object.entries(params).filter(([name]) => !paired.includes(name)));
  return pointKey({task: name, version, params: chosen, seed});
}

/** The key of a point, and that of the stream of its questions where it is another one. Items of a bank have one where they stand in texts. */
export function pointKeys(task: AnyTask, {params, seed}: PlacedTask): {key: string; stream?: string} {
  const key = pointKey({task: task.name, version: task.version, params, seed});
  const isPaired = task.items ? task.paired?.some(name => params[name] !== undefined) : task.paired;
  return isPaired ? {key, stream: streamKey(task, {params, seed})} : {key};
}

/** The questions of a point by their index. */
export function questionsOf(task: Task, point: PlacedTask): (index: number) => Question {
  const key = streamKey(task, point);
  return index => task.generate(point.params, randomAt(key, index));
}
