// One writer per store. The lock is the one that DuckDB's file system layer takes on a database that is open for writing: the kernel
// drops it when its holder dies, so `kill -9` leaves nothing to clean up, which lock files with a time-out cannot promise.
import {mkdir} from "node:fs/promises";
import {join} from "node:path";
import {setTimeout as sleep} from "node:timers/promises";
import {DuckDBInstance} from "@duckdb/node-api";

const POLL_MS = 200;
const HELD = /lock|already open|file handle/i;

/**
 * Waits until this process is the only one that writes to a store.
 * @param onWait called once if another process holds it, with DuckDB's words on who
 * Rejects with the signal's reason if it is aborted while waiting.
 */
export async function lockStore(
  folder: string,
  {onWait, signal}: {onWait?: (holder: string) => void; signal?: AbortSignal | undefined} = {}
): Promise<AsyncDisposable> {
  await mkdir(folder, {recursive: true});
  for (let waited = false; ; waited = true) {
    signal?.throwIfAborted();
    try {
      const instance = await DuckDBInstance.create(join(folder, "lock.duckdb"), {threads: "1"});
      return {[Symbol.asyncDispose]: async () => instance.closeSync()};
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (!HELD.test(message)) throw error;
      if (!waited) onWait?.(/PID \d+/.exec(message)?.[0] ?? "another process");
      await sleep(POLL_MS, undefined, {signal});
    }
  }
}
