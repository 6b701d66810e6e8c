// Runs Observable Framework as a child process: its build, and its preview, which is quiet.
import {type ChildProcess, spawn} from "node:child_process";
import {existsSync} from "node:fs";
import {join} from "node:path";
import {createInterface} from "node:readline";
import {childEnvironment} from "../book/childEnvironment.node.js";
import {packageFolder} from "../book/optionalPackage.node.js";
import {currentIo} from "../io/current.node.js";
import {SIGNALS, whenOrphaned} from "../run/interrupt.js";
import {PACKAGE} from "../store/places.node.js";
import type {WorkbookState} from "../store/workbookState.js";

const CONFIG = "observablehq.config.ts";

/** The message of the preview's process once it answers: the port that it has found. */
export interface Listening {
  port: number;
}

export interface Preview {
  /** Resolves with the port once pages are answered; never where the preview ends before. */
  listening: Promise<Listening>;
  /** Resolves with the exit code. */
  ended: Promise<number>;
  /** Shows a state on all open pages. */
  show(state: WorkbookState): void;
}

/** Runs `observable build`; resolves with its exit code. */
export const buildPages = (): Promise<number> => exitCode(framework("build"));

/**
 * Starts `observable preview`.
 * @param isVerbose whether Framework prints each request
 * @param print receives each line of its errors and of loaders; with `isVerbose` they go to the terminal
 */
export function startPreview(
  options: readonly string[],
  {isVerbose, print}: {isVerbose: boolean; print: (line: string) => void}
): Preview {
  const child = framework("preview", options, {isVerbose});
  if (child.stderr) createInterface({input: child.stderr}).on("line", print);
  return {
    listening: new Promise(resolve => child.once("message", message => resolve(message as Listening))),
    ended: exitCode(child),
    show: state => {
      if (child.connected) child.send(state, () => {}); // one that has just ended shows nothing
    }
  };
}

/** The environment always disables telemetry. */
function framework(command: "preview" | "build", options: readonly string[] = [], {isVerbose = true} = {}): ChildProcess {
  const folder = packageFolder("@observablehq/framework");
  if (folder === null) throw new Error("Observable Framework is not installed; run npm ci");
  const bin = join(folder, "dist", "bin", "observable.js");
  const programs = join(folder, "..", "..", ".bin"); // Framework starts loaders by the name `tsx`
  const path = [programs, currentIo().env.PATH].join(process.platform === "win32" ? ";" : ":");
  const isPreview = command === "preview";
  const tsx = ["--import", import.meta.resolve("tsx")];
  const guard = isPreview ? ["--import", import.meta.resolve("./previewGuard.process.js")] : [];
  const config = existsSync(CONFIG) ? [] : ["--config", join(PACKAGE, CONFIG)];
  return spawn(process.execPath, [...tsx, ...guard, bin, command, ...config, ...options], {
    stdio: [
      "inherit",
      isVerbose ? "inherit" : "ignore",
      isVerbose ? "inherit" : "pipe",
      ...(isPreview ? (["ipc"] as const) : [])
    ],
    env: {
      ...childEnvironment({hasUserCode: true}),
      PATH: path,
      OBSERVABLE_TELEMETRY_DISABLE: "1",
      ...(isPreview && {REASONBOOK_PREVIEW: "1"})
    }
  });
}

/** Hands signals on to a child process until it ends; resolves with its exit code. */
async function exitCode(child: ChildProcess): Promise<number> {
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, forward);
  const forget = whenOrphaned(() => child.kill("SIGTERM"));
  try {
    return await new Promise((resolve, reject) =>
      child.once("error", reject).once("close", (code, signal) => resolve(code ?? (signal === "SIGINT" ? 130 : 1)))
    );
  } finally {
    forget();
    for (const signal of SIGNALS) process.off(signal, forward);
  }
}
