// How a process that has work under way is asked to end: Ctrl-C, SIGTERM, a closed terminal, or the end of whoever started it.
import {execFileSync} from "node:child_process";
import {readFileSync} from "node:fs";
import type {Report} from "../infer/progress.js";

/** Somebody ended it before it was done. */
export class Interrupted extends Error {
  constructor() {
    super("interrupted; what was answered is in the cache, and the next run goes on from there");
  }
}

/** What a run listens to. */
export interface Interrupts extends Disposable {
  /** Aborted by the first request to end: nothing new is begun, what is in flight is finished and kept. */
  stop: AbortSignal;
  /** Aborted by the second: everything ends at once. */
  abort: AbortSignal;
}

export const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** A terminal and whoever passes its signals on may send one press twice. */
const SAME_PRESS_MS = 400;
const LOOK_MS = 300;

let open = 0;
/** Whether answers may be under way that must not be lost: closed pipes are then no reason to end. */
export const underWay = (): boolean => open > 0;

/** Listens until it is disposed of; then the system's own way of ending holds again. */
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
      for (const signal of SIGNALS) process.off(signal, press);
    }
  };
}

/**
 * Calls `act` once when the process that this one was started for is there no more: npm or the shell that npm puts between, or for a
 * loader the preview. A signal to npm alone does not reach us, and nobody would see or end what goes on. A command that a shell starts
 * itself may outlive it, as usual.
 * @returns what ends the watch
 */
export function whenOrphaned(act: () => void, {always = false} = {}): () => void {
  if (!always && process.env.npm_lifecycle_event === undefined) return () => {};
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

/** The parent of a process; null where that cannot be told. */
function parentOf(pid: number): number | null {
  try {
    if (process.platform === "linux") {
      const text = readFileSync(`/proc/${pid}/stat`, "utf8");
      return Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[1]); // the name before it may hold anything
    }
    if (process.platform === "win32") return null;
    return Number(execFileSync("ps", ["-o", "ppid=", "-p", String(pid)], {encoding: "utf8"}));
  } catch {
    return null;
  }
}
