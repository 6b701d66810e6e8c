// Runs a command of the workbook as a process of its own and measures its memory and processor time.
import {fork, spawnSync} from "node:child_process";
import {once} from "node:events";
import {mkdirSync, writeFileSync} from "node:fs";
import {dirname, join} from "node:path";
import {fileURLToPath} from "node:url";

const MAIN = fileURLToPath(new URL("../../pipelines/cli/bin.process.ts", import.meta.url));
const REPORT = `process.on("exit", () => { const {maxRSS, userCPUTime, systemCPUTime} = process.resourceUsage(); console.error(JSON.stringify([maxRSS * 1024, (userCPUTime + systemCPUTime) / 1e6])); });`;

/** Starts a server that answers every request alike, in a process of its own. */
export async function echoServer(): Promise<{endpoint: string; stop(): void}> {
  const server = fork(fileURLToPath(new URL("echo-server.mjs", import.meta.url)), {stdio: ["ignore", "pipe", "inherit", "ipc"]});
  const [port] = await once(server.stdout!, "data");
  return {endpoint: `http://127.0.0.1:${String(port).trim()}/v1`, stop: () => void server.kill()};
}

/** The ours, baseline and ratio of a row about memory. */
export const memoryOf = (bytes: number, most: number): {ours: string; baseline: string; ratio: number} => ({
  ours: megabytes(bytes),
  baseline: megabytes(most),
  ratio: most / bytes
});
const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20).toLocaleString("en")} MB`;

/** Writes the files of a workbook below `data/` of a folder. */
export function writeData(root: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    const file = join(root, "data", name);
    mkdirSync(dirname(file), {recursive: true});
    writeFileSync(file, text);
  }
}

export interface Measured {
  stdout: string;
  /** Most memory that the process held at once, bytes. */
  bytes: number;
  /** Processor time, seconds. */
  seconds: number;
  /** From start to end, seconds. */
  wall: number;
}

/** Runs a command in a folder. Throws with what it said where it fails. */
export function measuredCommand(root: string, args: readonly string[]): Measured {
  const report = join(root, "report.mjs");
  writeFileSync(report, REPORT);
  const started = performance.now();
  const {status, stdout, stderr} = spawnSync(
    process.execPath,
    ["--import", import.meta.resolve("tsx"), "--import", report, MAIN, ...args],
    {cwd: root, encoding: "utf8", maxBuffer: 2 ** 28}
  );
  const wall = (performance.now() - started) / 1000;
  if (status !== 0) throw new Error(stderr);
  const [bytes = 0, seconds = 0] = JSON.parse(stderr.trim().split("\n").at(-1)!) as number[];
  return {stdout, bytes, seconds, wall};
}
