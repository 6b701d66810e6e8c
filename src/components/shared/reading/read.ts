// Reads a reader's files in a worker.
import type {Reading} from "../fileText.js";
import {tableRows} from "../uploaded.js";
import {openWorker, type Working} from "../worker.js";
import type {FileTasks, ReadingTasks} from "./tasks.js";

const openReading = (): Working<ReadingTasks> => openWorker<ReadingTasks>(import.meta.resolve("./reading.worker.js"));

/** Runs one task in a worker of its own, which is ended when the result is no longer wanted. */
export async function readBeside<K extends keyof ReadingTasks>(
  task: K,
  input: Parameters<ReadingTasks[K]>[0],
  invalidation: Promise<unknown>
): Promise<Awaited<ReturnType<ReadingTasks[K]>>> {
  const worker = openReading();
  invalidation.then(() => worker.end());
  try {
    return await worker.call(task, input);
  } finally {
    worker.end();
  }
}

/**
 * Reads a file for `readInput`: the worker is handed the file, and reads it itself. Of a Parquet file it is handed the rows, without a copy.
 */
export const reads =
  <K extends keyof FileTasks>(task: K) =>
  async (file: File, {signal, report}: Required<Reading>): Promise<Awaited<ReturnType<FileTasks[K]>>> => {
    const rows = await tableRows(file, {signal});
    signal.throwIfAborted();
    const worker = openReading();
    const end = () => worker.end();
    signal.addEventListener("abort", end);
    try {
      const given = rows ?? {name: file.name, file};
      return await worker.call(task, given as never, report as never, rows ? [rows.arrow.buffer as ArrayBuffer] : []);
    } finally {
      signal.removeEventListener("abort", end);
      worker.end();
    }
  };
