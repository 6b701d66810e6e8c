// Handles requests to end a process with work under way: Ctrl-C, SIGTERM, a closed terminal, or the end of the parent process.

import {execFileSync} from "node:child_process";
import {readFileSync} from "node:fs";
import {childEnvironment} from "../book/childEnvironment.node.js";
import type {Report} from "../infer/progress.node.js";
import {currentIo} from "../io/current.node.js";

/** The process was asked to end before its work was done. */
export class Interrupted extends Error {
  constructor(message = "interrupted; what was answered is in the cache, and the next run goes on from there") {
    super(message);
  }
}

/** The abort signals of a run. */
export interface Interrupts extends Disposable {
  /** Aborted by the first request to end: nothing new is started, and what is in flight is finished and stored. */
  stop: AbortSignal;
  /** Aborted by the second request: everything ends at once. */
  abort: AbortSignal;
}

export const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** Two signals within this time count as one key press, which a terminal and a process that forwards its signals may both send. */
const SAME_PRESS_MS = 400;
/** Time between two checks whether the parent process still exists. */
const LOOK_MS = 300;

let open = 0;
/** Whether answers may be in flight that must not be lost; a closed pipe is then no reason to end. */
export const underWay = (): boolean => open > 0;

/** Listens for signals until it is disposed of; then the system's default handling applies again. */
export function interrupts(report: Report): Interrupts {
  const [stop, abort] = [new AbortController(), new AbortController()];
  let first = 0;
  const ask = (why: string) => {
    first = performance.now();
    report.info(`${why}finishing what is in flight; press Ctrl-C again to end at once`);
    stop.abort(new Error("interrupted"));
  };
  const press = () => {
    if (!stop.signal.aborted) ask("");
    else if (performance.now() - first > SAME_PRESS_MS) abort.abort(new Error("interrupted"));
  };
  for (const signal of SIGNALS) process.on(signal, press);
  const {signal: ended} = currentIo();
  if (ended.aborted) press();
  ended.addEventListener("abort", press);
  const forget = whenOrphaned(() => {
    if (!stop.signal.aborted) ask("whoever started this has ended; ");
  });
  open++;
  return {
    stop: stop.signal,
    abort: abort.signal,
    [Symbol.dispose]() {
      open--;
      forget();
      ended.removeEventListener("abort", press);
      for (const signal of SIGNALS) process.off(signal, press);
    }
  };
}

/**
 * Calls `act` once when the process for which this one was started has ended: npm or the shell that npm uses, or for a loader the preview.
 * A signal to npm alone does not reach this process, and nobody would notice or end its work. A command that a user's shell starts itself
 * may outlive the shell, as usual.
 * @returns a function that ends the watch
 */
export function whenOrphaned(act: () => void, {always = false} = {}): () => void {
  if (!always && currentIo().env.npm_lifecycle_event === undefined) return () => {};
  const parent = process.ppid;
  const above = always ? null : parentOf(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && (above === null || parentOf(parent) === above)) return;
    clearInterval(timer);
    act();
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** The process id of a process's parent; null where it cannot be determined. */
function parentOf(pid: number): number | null {
  try {
    if (process.platform === "linux") {
      const text = readFileSync(`/proc/${pid}/stat`, "utf8");
      return Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[1]); // the name in parentheses before it may contain any characters
    }
    if (process.platform === "win32") return null;
    return Number(execFileSync("ps", ["-o", "ppid=", "-p", String(pid)], {encoding: "utf8", env: childEnvironment()}));
  } catch {
    return null;
  }
}
