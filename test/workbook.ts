// A small workbook in a folder of its own, and the command line run in it as a user would.
import {type ChildProcess, spawn} from "node:child_process";
import {createHash} from "node:crypto";
import {mkdir, mkdtemp, readdir, readFile, rm, writeFile} from "node:fs/promises";
import {createServer, type IncomingMessage, type Server, type ServerResponse} from "node:http";
import type {AddressInfo} from "node:net";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {Readable} from "node:stream";
import {setTimeout} from "node:timers/promises";
import {fileURLToPath} from "node:url";
import {inProcess} from "./inProcess.js";

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** What Node is given to run the command line: what test/compiled.ts has compiled, or the source and what reads it. */
export const COMMAND: readonly string[] = process.env.REASONBOOK_COMPILED
  ? [join(process.env.REASONBOOK_COMPILED, "pipelines/cli/bin.process.js")]
  : ["--import", import.meta.resolve("tsx"), fileURLToPath(new URL("../pipelines/cli/bin.process.ts", import.meta.url))];
/** The same as a line for a shell. */
export const COMMAND_LINE = [process.execPath, ...COMMAND].map(word => `"${word}"`).join(" ");

const FILES = {
  "book.yaml":
    "suite: suites/small.yaml\nmodels: [models/reference.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 16, step: 16, max: 48, width: 0.15}\nseed: 7\n",
  "suites/small.yaml":
    "tasks:\n  - {task: arithmetic, params: {length: [4, 12]}, tiers: {easy: {length: 4}}}\n  - {task: boolean, params: {length: 6}}\n  - {task: listops, params: {max_depth: [1, 2]}}\n",
  "models/reference.yaml":
    'endpoint: "reference:"\ngroups: [reference]\nmodels: [{id: sim-cedar-01}, {id: sim-heron-08}, {id: sim-comet-05}]\n',
  "templates/plain.yaml": "{}\n",
  "samplers/greedy.yaml": "max_tokens: 2048\n"
};

export interface Started {
  child: ChildProcess;
  ended: Promise<Ended>;
}

export interface Workbook extends AsyncDisposable {
  root: string;
  /** Starts a command as a process of its own, without waiting for it. */
  start(args: readonly string[], env?: Record<string, string>): Started;
  command(...args: string[]): Promise<Ended>;
  /** Runs a command with further environment variables, or with a text on standard input. */
  commandWith(surroundings: {env?: Record<string, string>; stdin?: string}, args: readonly string[]): Promise<Ended>;
  /** SHA-256 of each Parquet file of a store but `timings`. */
  tableHashes(store?: string): Promise<Record<string, string>>;
}

/** Starts a command as a process of its own in a folder. */
export function started(words: readonly string[], folder: string, env: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, [...COMMAND, ...words], {cwd: folder, env: {...process.env, ...env}});
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", chunk => (stdout += chunk));
  child.stderr.on("data", chunk => (stderr += chunk));
  return {child, ended: new Promise(resolve => child.once("close", (code, signal) => resolve({code, signal, stdout, stderr})))};
}

/** Commands whose work Framework does in another process, which writes to the streams of the one that starts it. */
const OF_FRAMEWORK = new Set(["start", "dev", "build"]);

/** Runs a command to its end in a folder: in this process, but for those of Framework. */
export const command = async (words: readonly string[], folder = process.cwd()): Promise<Ended> =>
  OF_FRAMEWORK.has(words[0] ?? "") ? started(words, folder).ended : {signal: null, ...(await inProcess(words, {cwd: folder}))};

/** SHA-256 of each Parquet file of a store's folder but `timings`. */
export async function hashesOf(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).filter(name => name.endsWith(".parquet") && name !== "timings.parquet").sort();
  const hash = async (name: string) =>
    createHash("sha256")
      .update(await readFile(join(folder, name)))
      .digest("hex");
  return Object.fromEntries(await Promise.all(names.map(async name => [name, await hash(name)])));
}

export async function workbook(files: Record<string, string> = {}): Promise<Workbook> {
  const root = await mkdtemp(join(tmpdir(), "reasonbook-book-"));
  for (const [name, text] of Object.entries({...FILES, ...files})) {
    const file = join(root, "data", name);
    await mkdir(join(file, ".."), {recursive: true});
    await writeFile(file, text);
  }
  const processes: Started[] = [];
  return {
    root,
    start(args, env) {
      processes.push(started(args, root, env));
      return processes.at(-1)!;
    },
    command: (...args) => command(args, root),
    commandWith: async ({env, stdin = ""}, args) => {
      const surroundings = {cwd: root, env: {...process.env, ...env}, stdin: Readable.from([stdin])};
      return {signal: null, ...(await inProcess(args, surroundings))};
    },
    tableHashes: (store = "data/store") => hashesOf(join(root, store)),
    async [Symbol.asyncDispose]() {
      // A process that is ending may still write to the folder.
      await Promise.race([Promise.all(processes.map(({ended}) => ended)), setTimeout(10_000, undefined, {ref: false})]);
      await rm(root, {recursive: true, force: true, maxRetries: 20});
    }
  };
}

export interface Stub extends AsyncDisposable {
  url: string;
  /** Bodies of all requests, parsed. */
  requests: Record<string, unknown>[];
}

/** A loopback endpoint; `reply` may write the response itself, or return the assistant's text. */
export async function stubServer(
  reply: (
    body: Record<string, unknown>,
    request: IncomingMessage,
    response: ServerResponse
  ) => string | undefined | Promise<string | undefined>
): Promise<Stub> {
  const requests: Record<string, unknown>[] = [];
  const server: Server = createServer(async (request, response) => {
    if (request.method === "GET") return void response.writeHead(404).end(); // it lists no models
    let text = "";
    for await (const chunk of request) text += chunk;
    const body = JSON.parse(text) as Record<string, unknown>;
    requests.push(body);
    const content = await reply(body, request, response);
    if (content === undefined) return;
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        id: "x",
        object: "chat.completion",
        choices: [{index: 0, message: {role: "assistant", content}, finish_reason: "stop"}],
        usage: {prompt_tokens: 50, completion_tokens: Math.max(10, Math.ceil(content.length / 3))}
      })
    );
  });
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    }
  };
}
