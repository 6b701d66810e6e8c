// Reads a reader's files in a worker.
import {openWorker, type Working} from "../worker.js";
import type {ReadingTasks} from "./tasks.js";

/** A worker that reads files. */
export const openReading = (): Working<ReadingTasks> => openWorker<ReadingTasks>(import.meta.resolve("./worker.js"));

/** Runs one task in a worker of its own, which is ended when the result is no longer wanted. */
export async function readBeside<K extends keyof ReadingTasks>(
  task: K,
  input: Parameters<ReadingTasks[K]>[0],
  invalidation: Promise<unknown>
): Promise<ReturnType<ReadingTasks[K]>> {
  const worker = openReading();
  invalidation.then(() => worker.end());
  try {
    return (await worker.call(task, input)) as ReturnType<ReadingTasks[K]>;
  } finally {
    worker.end();
  }
}
