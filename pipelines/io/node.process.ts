// The surroundings of a command that runs as a process.
import type {Io} from "./io.js";
import {guardTerminal} from "./terminal.js";

/** Never aborted: signals of a process reach its work through `interrupts` of pipelines/run/interrupt.ts. */
const {signal} = new AbortController();

/** Returns the streams, folder and environment of this process. */
export const processIo = (): Io => ({
  stdout: guardTerminal(process.stdout),
  stderr: guardTerminal(process.stderr),
  stdin: process.stdin,
  cwd: process.cwd(),
  env: process.env,
  now: Date.now,
  signal,
  isTTY: process.stdin.isTTY === true && process.stderr.isTTY === true
});
