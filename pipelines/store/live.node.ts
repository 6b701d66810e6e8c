// The table `live`, the progress of the last run over time, as an Arrow stream with one row per moment (docs/reference.md).
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {replaceFile} from "./files.node.js";

type Column = "seconds" | "done" | "total" | "samples_per_second" | "accuracy" | "truncated" | "cost" | "concurrency";
type Moment = Record<Column, number>;

/** The rows as bytes of an Arrow stream. */
export async function liveBytes(history: readonly Moment[]): Promise<Uint8Array> {
  const {tableFromArrays, tableToIPC} = await import("apache-arrow"); // its many files are not read before a run has something to show
  const numbers = (name: keyof Moment) => Float64Array.from(history, moment => moment[name]);
  const integers = (name: keyof Moment) => Int32Array.from(history, moment => moment[name]);
  const table = tableFromArrays({
    seconds: numbers("seconds"),
    done: integers("done"),
    total: integers("total"),
    samples_per_second: numbers("samples_per_second"),
    accuracy: numbers("accuracy"),
    truncated: numbers("truncated"),
    cost: numbers("cost"),
    concurrency: integers("concurrency")
  });
  return tableToIPC(table, "stream");
}

/** Writes a run's progress so far into its store. */
export const liveTable = (folder: string, history: readonly Moment[]): Promise<void> =>
  replaceFile(join(folder, "live.arrow"), temporary => liveBytes(history).then(bytes => writeFile(temporary, bytes)));
