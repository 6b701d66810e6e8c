// The process in which programs of models run: Python in WebAssembly, without files, network or processes of the host. It is started by
// process.ts under Node's permission model and without code from strings; what is taken away here comes on top of that.
import childProcess from "node:child_process";
import dgram from "node:dgram";
import fs from "node:fs";
import {syncBuiltinESMExports} from "node:module";
import net from "node:net";
import type {loadPyodide, PyodideAPI} from "pyodide";
import {HARNESS} from "./harness.js";
import {type Job, LIMITS, type Report} from "./protocol.js";

type Callable = ((...values: unknown[]) => unknown) & {destroy(): void};

const host = process;
const send = (message: unknown) => void host.send?.(message);
const [, address, folder] = host.argv as [string, string, string];

/** Bytes of a page of WebAssembly memory. */
const PAGE = 65_536;
const MOST_PAGES = (LIMITS.megabytes * 2 ** 20) / PAGE;

/** What is under way: its deadline in processor time, its output, and why it was stopped. */
const watch = {deadline: Number.POSITIVE_INFINITY, written: 0, stopped: null as "time" | "output" | null};
const processorTime = (): number => {
  const {user, system} = host.cpuUsage();
  return (user + system) / 1000;
};

/** Python looks here every few instructions whether it was interrupted. */
const interruption = {
  get 0() {
    if (watch.stopped === null && processorTime() > watch.deadline) watch.stopped = "time";
    return watch.stopped === null ? 0 : 2; // SIGINT
  },
  set 0(_: number) {}
};

/** Set as soon as a program has changed the file system in memory, which is not part of the state that is restored. */
let touched = false;

async function start() {
  closeHost();
  const {loadPyodide: load} = (await import(address)) as {loadPyodide: typeof loadPyodide};
  const quiet = () => {};
  const python = await load({
    indexURL: folder,
    jsglobals: Object.freeze(Object.create(null)) as object,
    stdout: quiet,
    stderr: quiet
  });
  const write = (bytes: Uint8Array) => {
    watch.written += bytes.length;
    if (watch.written > LIMITS.output) watch.stopped ??= "output";
    return bytes.length;
  };
  python.setStdout({write});
  python.setStderr({write});
  python.setStdin({stdin: () => undefined});
  const kept = python.runPython(HARNESS, {
    globals: python.toPy({__name__: "harness"}) as object as PyodideAPI["globals"],
    filename: "<harness>"
  }) as {get(index: number): Callable; destroy(): void};
  const [compile, exec, split, prepare, defined, call, answer] = Array.from({length: 7}, (_, i) => kept.get(i)) as [
    ...[Callable, Callable, Callable, Callable, Callable, Callable],
    Callable
  ];
  kept.destroy();
  watchFiles(python);
  forget(python);
  const memory = (python as unknown as {_module: {HEAPU8: Uint8Array}})._module;
  python.setInterruptBuffer(interruption as unknown as Int32Array);
  closeGlobals();
  const image = memory.HEAPU8.slice();

  host.on("message", (job: Job) => {
    Object.assign(watch, {deadline: processorTime() + job.milliseconds, written: 0, stopped: null});
    touched = false;
    let report: Report;
    try {
      report = run(job, {compile, exec, split, prepare, defined, call, answer});
    } catch (error) {
      report = {kind: "broken", reason: String((error as Error)?.message ?? error).slice(0, 300)};
    }
    const {stopped} = watch;
    Object.assign(watch, {deadline: Number.POSITIVE_INFINITY, stopped: null});
    // The whole of Python's state is in its memory: written back, the next program finds what the first one found.
    const whole = memory.HEAPU8;
    const reusable = report.kind !== "broken" && !touched;
    if (reusable) {
      whole.set(image);
      if (whole.length > image.length) whole.fill(0, image.length);
    }
    send({...report, stopped, reusable});
  });
  host.on("disconnect", () => host.exit());
  send("ready");
}

type Held = Record<"compile" | "exec" | "split" | "prepare" | "defined" | "call" | "answer", Callable>;

/** Runs a program and its tests. That a test has passed is seen from outside Python, by its code returning without an error. */
function run({source, entry, tests, cases, token}: Job, {compile, exec, split, prepare, defined, call, answer}: Held): Report {
  const open: {destroy(): void}[] = [];
  const keep = <Proxy extends {destroy(): void}>(proxy: Proxy): Proxy => {
    open.push(proxy);
    return proxy;
  };
  try {
    let statements: [boolean, string, Callable][] = [];
    if (tests !== "") {
      try {
        const list = keep(split(tests, token) as Callable & {toJs(options: object): [boolean, string, Callable][]});
        statements = list.toJs({depth: 2});
        for (const [, , code] of statements) keep(code);
      } catch (error) {
        if (isFatal(error)) throw error;
        return {kind: "bad tests", reason: lastLine(error)};
      }
    }
    try {
      exec(keep(compile(source, "<answer>", "exec") as Callable), answer);
    } catch (error) {
      if (isFatal(error)) throw error;
      const {type} = error as {type?: string};
      const syntax = type === "SyntaxError" || type === "IndentationError" || type === "TabError" || type === "ValueError";
      const own = !/File "<answer>", line \d+, in /u.test(String((error as Error).message));
      return {kind: syntax && own ? "syntax" : "raised", reason: lastLine(error)};
    }
    if (entry !== null && !(defined(entry) as boolean)) return {kind: "undefined"};
    const attempt = (test: () => unknown): Report & {kind: "tried"} extends {results: (infer Result)[]} ? Result : never => {
      if (watch.stopped !== null) return {error: "not run any more"};
      try {
        return {value: test() as string | undefined};
      } catch (error) {
        if (isFatal(error)) throw error;
        return {error: lastLine(error), line: testLine(error, tests)};
      }
    };
    if (statements.length === 0) return {kind: "tried", results: cases.map(given => attempt(() => call(entry, given)))};
    const space = keep(prepare(token) as Callable);
    const results = statements.flatMap(([isTest, text, code]) => {
      const result = {...attempt(() => void exec(code, space)), text};
      return isTest || result.error !== undefined ? [result] : [];
    });
    return {kind: "tried", results};
  } finally {
    for (const proxy of open) {
      try {
        proxy.destroy();
      } catch {} // the interpreter is broken, and will be replaced
    }
  }
}

/** Whether an error has ended the interpreter itself; errors of programs have the class of a Python error and its type. */
const isFatal = (error: unknown): boolean => (error as {type?: unknown} | null)?.type === undefined;

/** The line of an error that names its class; what follows it is advice. */
function lastLine(error: unknown): string {
  const lines = String((error as Error).message)
    .trimEnd()
    .split("\n");
  const named = lines.findLast(line => /^[\w.]+(?:: |$)/u.test(line));
  return (named ?? lines.at(-1)!).slice(0, 400);
}

/** The line of the tests in which an error arose, where it is one of them. */
function testLine(error: unknown, tests: string): string | undefined {
  const numbers = [...String((error as Error).message).matchAll(/File "<tests>", line (\d+)/gu)];
  const number = numbers.at(-1)?.[1];
  return number === undefined ? undefined : tests.split("\n")[Number(number) - 1]?.trim();
}

/** Takes away what a process can do with the host: connections, and what reads internals of Node. */
function closeHost(): void {
  const denied = () => {
    throw new Error("not allowed in the sandbox");
  };
  for (const name of ["connect", "createConnection", "createServer"] as const) Object.assign(net, {[name]: denied});
  Object.assign(net.Socket.prototype, {connect: denied});
  Object.assign(net.Server.prototype, {listen: denied});
  Object.assign(dgram, {createSocket: denied});
  Object.assign(dgram.Socket.prototype, {bind: denied, connect: denied, send: denied});
  // What Emscripten calls for os.system: a shell that finds no command.
  Object.assign(childProcess, {spawnSync: () => ({status: 127, signal: null}), spawn: denied, fork: denied, exec: denied});
  syncBuiltinESMExports();
  const {grow} = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength / PAGE + pages > MOST_PAGES) throw new RangeError("no more memory in the sandbox");
    return grow.call(this, pages);
  };
  // Emscripten reads the numbers of open flags from here; the permission model refuses the real one.
  Object.assign(host, {binding: () => ({fs: fs.constants}), dlopen: denied, kill: denied});
}

/** Takes away what Pyodide offers beyond running programs. */
function forget(python: PyodideAPI): void {
  const own = python as unknown as Record<string, unknown> & {
    _api: Record<string, unknown>;
    FS: {filesystems: Record<string, unknown>};
  };
  for (const name of [
    "mountNodeFS",
    "mountNativeFS",
    "useNodeSockFS",
    "loadPackage",
    "loadPackagesFromImports",
    "unpackArchive"
  ]) {
    const prototype = Object.getPrototypeOf(own) as Record<string, unknown>;
    for (const place of [own, prototype]) if (name in place) Reflect.deleteProperty(place, name);
    for (const place of [own._api, own._api.public_api as Record<string, unknown> | undefined])
      if (place && name in place) Reflect.deleteProperty(place, name);
  }
  for (const name of ["initializeNodeSockFS", "loadDynlib", "loadBinaryFile"]) Reflect.deleteProperty(own._api, name);
  for (const name of ["NODEFS", "IDBFS", "WORKERFS", "PROXYFS", "NATIVEFS_ASYNC"])
    Reflect.deleteProperty(own.FS.filesystems, name);
}

/** Sets `touched` where a file in memory is made, changed or removed. */
function watchFiles(python: PyodideAPI): void {
  const {FS} = python as unknown as {
    FS: {filesystems: {MEMFS: {ops_table: Record<string, Record<"node" | "stream", Record<string, unknown>>>}}};
  };
  const watched = (table: Record<string, unknown>, names: readonly string[]) => {
    for (const name of names) {
      const original = table[name] as ((...values: unknown[]) => unknown) | undefined;
      if (original === undefined) continue;
      table[name] = (...values: unknown[]) => {
        // Pyodide makes and removes a device of this name while it words an error.
        if (values[1] !== "capture_stderr") touched = true;
        return original(...values);
      };
    }
  };
  for (const {node, stream} of Object.values(FS.filesystems.MEMFS.ops_table)) {
    watched(node, ["setattr", "mknod", "rename", "unlink", "rmdir", "symlink"]);
    watched(stream, ["write", "allocate", "mmap", "msync"]);
  }
}

/** Takes from the global object what could reach the host. */
function closeGlobals(): void {
  const names = `process Buffer fetch WebSocket EventSource XMLHttpRequest Worker MessageChannel MessagePort BroadcastChannel navigator
    require module global PerformanceObserver Blob Request Response Headers FormData`;
  for (const name of names.split(/\s+/u)) Reflect.deleteProperty(globalThis, name);
}

await start();
