// Commands run one after the other in a process that stays: a short command takes most of its time to read its code and to warm up.
import {fork} from "node:child_process";
import {randomUUID} from "node:crypto";
import {join} from "node:path";
import {fileURLToPath} from "node:url";

const RUNNER = fileURLToPath(new URL("command-process.mjs", import.meta.url));

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface WarmProcess {
  /** Runs a command in a folder to its end, which is when a process of its own would end. One at a time. */
  run(words: readonly string[], folder: string): Promise<Ended>;
  /** Whether it has ended, with its last command or by itself. */
  gone(): boolean;
}

/** @param file the command line: a module that runs what `process.argv` says */
export function warmProcess(file: string): WarmProcess {
  const mark = `${randomUUID()}\n`;
  const child = fork(RUNNER, [file, mark], {execArgv: [], stdio: ["ignore", "pipe", "pipe", "ipc"]});
  const written = {stdout: "", stderr: ""};
  let ended: Pick<Ended, "code" | "signal"> | undefined;
  let gone = false;
  let changed = () => {};
  for (const name of ["stdout", "stderr"] as const)
    child[name]!.setEncoding("utf8").on("data", (text: string) => {
      written[name] += text;
      changed();
    });
  child.on("message", message => {
    ended = {signal: null, ...(message as {code: number})};
    changed();
  });
  child.once("close", (code, signal) => {
    [ended, gone] = [{code, signal}, true];
    changed();
  });
  // This process may end whenever it likes, and the other one then ends as well.
  for (const each of [child, child.channel!, child.stdout!, child.stderr!]) (each as {unref?(): void}).unref?.();
  return {
    gone: () => gone,
    run: (words, folder) =>
      new Promise(resolve => {
        changed = () => {
          const {stdout, stderr} = written;
          if (!ended || !(gone || (stdout.endsWith(mark) && stderr.endsWith(mark)))) return;
          resolve({...ended, stdout: stdout.replace(mark, ""), stderr: stderr.replace(mark, "")});
          [ended, written.stdout, written.stderr, changed] = [undefined, "", "", () => {}];
        };
        child.send({words, folder, env: process.env});
      })
  };
}

/** Commands whose work Framework does in another process: a warm one gains them nothing. */
const OF_FRAMEWORK = new Set(["start", "dev", "build"]);

/** Processes that stay: as many as tests of one file run side by side. */
const MOST_WARM = 2;
const idle: WarmProcess[] = [];
let busy = 0;

/**
 * Runs a command to its end. Beside two others, where nothing has been compiled, or where it is Framework's, `alone` has to start a process
 * for it.
 */
export async function warmCommand(words: readonly string[], folder: string, alone: () => Promise<Ended>): Promise<Ended> {
  const compiled = process.env.REASONBOOK_COMPILED;
  if (!compiled || busy >= MOST_WARM || OF_FRAMEWORK.has(words[0] ?? "")) return alone();
  busy++;
  let warm = idle.pop();
  try {
    if (!warm || warm.gone()) warm = warmProcess(join(compiled, "pipelines/cli/bin.process.js"));
    return await warm.run(words, folder);
  } finally {
    busy--;
    if (warm && !warm.gone()) idle.push(warm);
  }
}
