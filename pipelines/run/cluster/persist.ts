// Repeats what Redis refuses for a time: while its memory is full, while it reads its file after a restart, while a replica takes over.
import {setTimeout as sleep} from "node:timers/promises";
import {isFull} from "./redis.js";

/** Waits between attempts: doubled up to the longest. */
const FIRST_MS = 100;
const LONGEST_MS = 2_000;
/** Least time between two lines about it. */
const EVERY_MS = 30_000;
const PASSES =
  /^(?:LOADING|BUSY|TRYAGAIN|CLUSTERDOWN|MASTERDOWN|READONLY|MISCONF|NOREPLICAS|UNBLOCKED)\b|Connection is closed|Command timed out/;

export type Persist = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** Whether an error of Redis may pass by itself. */
const passes = (error: unknown): boolean => isFull(error) || (error instanceof Error && PASSES.test(error.message));

/** @param onWait called with a sentence, at most every half a minute */
export function persistence(name: string, onWait: (sentence: string) => void): Persist {
  let told = Number.NEGATIVE_INFINITY;
  return async (work, signal) => {
    for (let wait = FIRST_MS; ; wait = Math.min(2 * wait, LONGEST_MS)) {
      try {
        return await work();
      } catch (error) {
        if (!passes(error)) throw error;
        signal?.throwIfAborted();
        if (performance.now() - told > EVERY_MS) {
          told = performance.now();
          onWait(
            isFull(error)
              ? `${name} is full; waiting for room: raise its maxmemory, or end other work on it (nothing that was answered is lost)`
              : `${name} refuses to work for now (${(error as Error).message.split("\n")[0]}); trying again`
          );
        }
        await sleep(wait, undefined, {signal});
      }
    }
  };
}
