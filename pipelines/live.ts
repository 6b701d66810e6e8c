import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {tableFromArrays, tableToIPC} from "apache-arrow";
import type {Snapshot} from "./progress.js";
import {replaceFile} from "./store/files.js";

/** Writes a run's checkpoints so far as an Arrow stream: one row per moment (docs/reference.md, table `live`). */
export async function liveTable(folder: string, history: readonly Snapshot[]): Promise<void> {
  const numbers = (name: keyof Snapshot) => Float64Array.from(history, moment => moment[name]);
  const integers = (name: keyof Snapshot) => Int32Array.from(history, moment => moment[name]);
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
  await replaceFile(join(folder, "live.arrow"), temporary => writeFile(temporary, tableToIPC(table, "stream")));
}
