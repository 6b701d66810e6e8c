// Readers' own files, read beside the page.
import {openWorker, type Working} from "../worker.js";
import type {ReadingTasks} from "./tasks.js";

/** A worker that reads files. */
export const openReading = (): Working<ReadingTasks> => openWorker<ReadingTasks>(import.meta.resolve("./worker.js"));

/** Has a worker of its own do one thing; it is ended where the answer is no longer wanted. */
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
