// Asks the algebra engine in a worker thread whether two expressions are equal. The caller waits, so that scoring stays synchronous.
import {extname} from "node:path";
import type {Worker} from "node:worker_threads";
import {startThread} from "../book/thread.node.js";

/** Protects the process; expressions within the limits of score/answer/expression.ts take milliseconds. */
const LIMIT_MS = 5_000;
/** A start is loading of code only, which takes longer on a busy machine and decides nothing. */
const START_MS = 120_000;
/** Pairs whose result is kept. */
const MAX_CACHED = 10_000;

const WORKER = new URL(`expression.worker${extname(import.meta.url)}`, import.meta.url).href;

interface Engine {
  worker: Worker;
  /** Number of pairs answered, and the last result: 1 for equal. */
  signal: Int32Array;
  asked: number;
}
let engine: Engine | null = null;
const cache = new Map<string, boolean | null>();

function startEngine(): Engine {
  const signal = new Int32Array(new SharedArrayBuffer(8));
  signal[0] = -1;
  const worker = startThread(WORKER, {workerData: signal});
  worker.unref();
  if (Atomics.wait(signal, 0, -1, START_MS) === "timed-out") {
    void worker.terminate();
    throw new Error("the algebra engine did not start");
  }
  return {worker, signal, asked: 0};
}

/** Whether two expressions in LaTeX are equal; null where the engine needs longer than 5 s. */
export function equalExpressions(a: string, b: string): boolean | null {
  const key = a < b ? `${a}\n${b}` : `${b}\n${a}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const result = ask(a, b);
  if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value!);
  cache.set(key, result);
  return result;
}

function ask(a: string, b: string): boolean | null {
  engine ??= startEngine();
  const {worker, signal} = engine;
  const asked = engine.asked++;
  worker.postMessage([a, b]);
  if (Atomics.wait(signal, 0, asked, LIMIT_MS) !== "timed-out") return signal[1] === 1;
  engine = null;
  void worker.terminate();
  return null;
}
