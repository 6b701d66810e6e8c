// Reads lines of large banks on threads beside this one.
import {stat} from "node:fs/promises";
import {availableParallelism} from "node:os";
import {extname} from "node:path";
import {Worker} from "node:worker_threads";
import type {ownScorerVersions} from "../ownScorers.js";
import {bundled, startThread} from "../thread.node.js";
import type {ReadLines} from "./itemLines.node.js";
import type {Source} from "./recordReader.node.js";

/** What a thread is given once. */
export interface ThreadWork {
  source: Source;
  ids: boolean;
  /** The user's own scorers that items may name: it reads none of their files, so that their settings are checked when they score. */
  scorers?: ReturnType<typeof ownScorerVersions>;
}
/** A file's name, and what its ids begin with. */
interface RunFile {
  name: string;
  prefix?: string | undefined;
}
/** A run of whole lines of a file. */
export interface Run extends RunFile {
  bytes: Uint8Array<ArrayBuffer>;
}
/** A run as it was read: lines are counted from 1 at its beginning. */
export interface ReadRun {
  lines: number;
  read: ReadLines;
}
/** Messages of a thread: it has loaded its code, or has read the next of its runs. */
export type ThreadMessage = "ready" | ReadRun;

const WORKER = new URL(`lines.worker${extname(import.meta.url)}`, import.meta.url).href;
/** Bytes of a run: few messages, and memory for many runs. */
export const RUN_BYTES = 2 ** 19;
/** Bytes of lines from which on threads are worth their start, which takes as long as reading some ten megabytes. */
const WORTH_BYTES = 3 * 2 ** 23;
/** How many times as long a text is as its gzipped form, about. */
const GZIPPED = 4;
/** More threads wait for this one, which reads the file, finds repeated items and writes. */
const MOST_THREADS = 3;
/** Runs that a thread has at a time, so that it need not wait for the next. */
const RUNS = 2;

/** Threads that files of lines are worth. */
export async function threadsFor(files: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const file of files) {
    const size = await stat(file).then(
      ({size}) => size,
      () => 0
    );
    bytes += size * (file.toLowerCase().endsWith(".gz") ? GZIPPED : 1);
  }
  return bytes < WORTH_BYTES ? 0 : Math.min(availableParallelism() - 1, MOST_THREADS);
}

export interface LineThreads extends AsyncDisposable {
  count: number;
  /** Waits until all threads have loaded their code. */
  ready(): Promise<unknown>;
  /** Most runs that wait to be passed on: those that threads have, and those that are read here meanwhile. */
  most: number;
  /** Gives a run to a thread; null where all are busy. The bytes are copied. */
  read(bytes: Uint8Array, file: RunFile): Promise<ReadRun> | null;
}

/** Starts threads that read lines; dispose of them with `await using`. */
export function lineThreads(work: ThreadWork, count: number): LineThreads {
  const code = count > 0 ? bundled(WORKER) : Promise.resolve(WORKER);
  const threads = Array.from({length: count}, () => openThread(code, work));
  return {
    count,
    most: 3 * RUNS * count,
    ready: () => Promise.all(threads.map(({ready}) => ready)),
    read(bytes, file) {
      const free = threads.find(({room}) => room() > 0);
      return free?.read({bytes: new Uint8Array(bytes), ...file}) ?? null;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(threads.map(async ({worker}) => (await worker).terminate()));
    }
  };
}

interface Thread {
  worker: Promise<Worker>;
  /** Fulfilled when it has loaded its code. */
  ready: Promise<void>;
  /** Runs for which it has room. */
  room(): number;
  read(run: Run): Promise<ReadRun>;
}

function openThread(code: Promise<string>, workerData: ThreadWork): Thread {
  const asked: {resolve(read: ReadRun): void; reject(error: unknown): void}[] = [];
  let state: "starting" | Worker | {failed: unknown} = "starting";
  const worker = code.then(url => startThread(url, {workerData}));
  const ready = worker.then(
    worker =>
      new Promise<void>((resolve, reject) => {
        worker.on("message", (message: ThreadMessage) => {
          if (message !== "ready") return asked.shift()!.resolve(message);
          state = worker;
          resolve();
        });
        worker.on("error", failed => {
          state = {failed};
          reject(failed);
          for (const {reject} of asked.splice(0)) reject(failed);
        });
      })
  );
  ready.catch(() => {}); // the next run that it is given says so
  return {
    worker,
    ready,
    room: () => (state === "starting" ? 0 : state instanceof Worker ? RUNS - asked.length : 1),
    read: run =>
      new Promise((resolve, reject) => {
        if (!(state instanceof Worker))
          return reject(state === "starting" ? new Error("the thread has not started") : state.failed);
        asked.push({resolve, reject});
        state.postMessage(run, [run.bytes.buffer]);
      })
  };
}
