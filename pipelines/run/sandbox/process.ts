// One process of the sandbox: started under Node's permission model, given one program after the other, killed where it does not answer.
import {type ChildProcess, spawn} from "node:child_process";
import {createRequire} from "node:module";
import {dirname, extname, join, sep} from "node:path";
import {fileURLToPath, pathToFileURL} from "node:url";
import {needPackages} from "../../book/optionalPackage.node.js";
import {bundled} from "../../book/thread.node.js";
import type {Job, Reply} from "./protocol.js";

/** Megabytes of JavaScript's own memory, beside that of Python. */
const JAVASCRIPT_MEGABYTES = 256;
/** Most milliseconds until a process can run programs. */
const START_MS = 120_000;
/** How much longer than its processor time a program may take on a busy machine before its process is killed, and at least in milliseconds. */
const GRACE = {factor: 4, milliseconds: 3_000};

/** The address of the code of the process. */
let interpreter: Promise<string> | undefined;

export interface SandboxProcess {
  /** Runs a program; a reply that says `reusable: false` is this process's last. */
  run(job: Job): Promise<Reply>;
  close(): void;
}

/**
 * Starts a process, and resolves once it can run programs.
 * @param signal ends a process that is not wanted any more before it could run any
 */
export async function startProcess(signal?: AbortSignal): Promise<SandboxProcess> {
  needPackages(["pyodide"], "running programs");
  const code = await (interpreter ??= bundled(new URL(`interpreter.process${extname(import.meta.url)}`, import.meta.url).href));
  const pyodide = createRequire(import.meta.url).resolve("pyodide/pyodide.mjs");
  const folder = dirname(pyodide) + sep;
  const readable = code.startsWith("file:") ? [join(dirname(fileURLToPath(code)), "..", "..", "..", sep)] : [];
  const child = spawn(
    process.execPath,
    [
      ...["--no-warnings", "--experimental-permission", ...[folder, ...readable].map(path => `--allow-fs-read=${path}*`)],
      ...["--disallow-code-generation-from-strings", `--max-old-space-size=${JAVASCRIPT_MEGABYTES}`],
      ...["--input-type=module", "--eval", 'await import(process.argv[3] + "");', "--"],
      ...[pathToFileURL(pyodide).href, folder, code]
    ],
    {env: {}, stdio: ["ignore", "ignore", "pipe", "ipc"], windowsHide: true}
  );
  const {ask, close} = await whenReady<Job, Reply>(child, "programs", signal);
  return {
    close,
    async run(job) {
      const reply = await ask(job);
      if (reply === "late") return {kind: "broken", reason: "did not end", stopped: "time", reusable: false};
      return reply ?? {kind: "broken", reason: "the interpreter ended", stopped: null, reusable: false};
    }
  };
}

/** A process that gives one reply to each job. */
export interface JobProcess<Job, Reply> {
  /** The reply to a job; "late" where it does not come in time, null where the process ends before. After either the process is gone. */
  ask(job: Job): Promise<Reply | "late" | null>;
  close(): void;
}

/**
 * Resolves once a child has sent "ready". Throws an `Error` with the child's complaint where it does not start.
 * @param jobs plural of what it runs, for the error @param signal ends a child that is not wanted any more before it is ready
 */
export async function whenReady<Job extends {milliseconds: number}, Reply>(
  child: ChildProcess,
  jobs: string,
  signal?: AbortSignal
): Promise<JobProcess<Job, Reply>> {
  const ended = new Promise<null>(resolve => child.once("exit", () => resolve(null)));
  let complaint = "";
  child.stderr!.on("data", (bytes: Buffer) => {
    complaint = (complaint + bytes).slice(-2_000);
  });
  child.stderr!.once("error", () => {});
  child.on("error", () => {});
  const close = () => void child.kill("SIGKILL");
  if (signal?.aborted) close();
  signal?.addEventListener("abort", close, {once: true});
  const ready = await answered<"ready">(child, ended, START_MS);
  signal?.removeEventListener("abort", close);
  if (ready !== "ready") {
    close();
    const silent = ready === "late" ? `it was not ready after ${START_MS / 1_000} s` : "it ended at once";
    throw new Error(
      `the sandbox for ${jobs} does not start: ${/^\w*Error.*$/mu.exec(complaint)?.[0] ?? (complaint.trim() || silent)}`
    );
  }
  // It neither keeps this process alive while it is idle, nor outlives it.
  const rest = () => {
    child.unref();
    child.channel?.unref();
    (child.stderr as unknown as {unref(): void}).unref();
  };
  rest();
  return {
    close,
    async ask(job) {
      child.ref();
      child.channel?.ref();
      child.send(job, () => {});
      const reply = await answered<Reply>(child, ended, job.milliseconds * GRACE.factor + GRACE.milliseconds);
      if (reply === "late" || reply === null) close();
      else rest();
      return reply;
    }
  };
}

/** The next message of a process; null where it ends before, "late" where none comes in time. */
async function answered<Message>(
  child: ChildProcess,
  ended: Promise<null>,
  milliseconds: number
): Promise<Message | "late" | null> {
  let timer: NodeJS.Timeout | undefined;
  let listener: ((message: unknown) => void) | undefined;
  try {
    return await Promise.race([
      new Promise<Message>(resolve => child.once("message", (listener = message => resolve(message as Message)))),
      ended,
      new Promise<"late">(resolve => (timer = setTimeout(resolve, milliseconds, "late")))
    ]);
  } finally {
    clearTimeout(timer);
    if (listener) child.off("message", listener);
  }
}
