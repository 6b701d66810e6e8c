// The process in which programs of models run: Python in WebAssembly, without files, network or processes of the host. It is started by
// process.ts under Node's permission model and without code from strings; what is taken away here comes on top of that.
import childProcess from "node:child_process";
import dgram from "node:dgram";
import fs from "node:fs";
import {syncBuiltinESMExports} from "node:module";
import net from "node:net";
import type {loadPyodide, PyodideAPI} from "pyodide";
import {HARNESS, PRELOAD} from "./harness.js";
import {type Gate, guardImports} from "./imports.js";
import {type Job, LIMITS, type Report} from "./protocol.js";

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

/** Python in WebAssembly, of which one function takes and gives text. Its memory and the file system in it are all that a program can change. */
interface Interpreter {
  /** Calls `serve`; throws where the interpreter has ended. Null where it was interrupted. */
  serve(request: object): Record<string, unknown> | null;
  /** Restores its memory to that before any program; false where another is needed. */
  restore(): boolean;
}

/** Parts of Emscripten's module: functions of Python's C interface, which take and give addresses. */
interface Memory {
  HEAPU8: Uint8Array;
  HEAPU32: Uint32Array;
  addFunction(f: (...values: number[]) => number, signature: string): number;
  UTF8ToString(address: number): string;
  stringToNewUTF8(text: string): number;
  _free(address: number): void;
  _malloc(bytes: number): number;
  _PyDict_New(): number;
  _PyDict_SetItemString(dict: number, name: number, value: number): number;
  _PyDict_GetItemString(dict: number, name: number): number;
  _PyRun_StringFlags(text: number, start: number, globals: number, locals: number, flags: number): number;
  _PyCMethod_New(definition: number, self: number, module: number, type: number): number;
  _PyObject_CallOneArg(callable: number, value: number): number;
  _PyUnicode_FromString(text: number): number;
  _PyUnicode_AsUTF8(value: number): number;
  _PyErr_Clear(): void;
  _Py_DecRef(value: number): void;
}

/** Numbers of Python's C interface. */
const [FILE_INPUT, METH_O] = [257, 8];

type Load = typeof loadPyodide;

/** Calls a function while WebAssembly that is instantiated passes a gate. */
async function gated<Value>(gate: Gate, load: () => Promise<Value>): Promise<Value> {
  const {instantiate} = WebAssembly;
  Object.assign(WebAssembly, {
    async instantiate(source: BufferSource, imports?: WebAssembly.Imports) {
      if (imports?.wasi_snapshot_preview1 === undefined) return instantiate(source, imports);
      const module = await (python ??= WebAssembly.compile(source));
      guardImports(imports, gate);
      return {module, instance: await instantiate(module, imports)};
    }
  });
  try {
    return await load();
  } finally {
    Object.assign(WebAssembly, {instantiate});
  }
}

/** Python's code, compiled once. */
let python: Promise<WebAssembly.Module> | undefined;

/**
 * Opens an interpreter from the memory of the first one.
 * @param ask answers a request to the other interpreter
 */
async function open(load: Load, snapshot: Uint8Array, harness: string, ask: (text: string) => string): Promise<Interpreter> {
  const gate: Gate = {closed: false, touched: false, open: 0};
  const api = await gated(gate, () => load({...SETTINGS, _loadSnapshot: snapshot} as Parameters<Load>[0]));
  const write = (bytes: Uint8Array) => {
    watch.written += bytes.length;
    if (watch.written > LIMITS.output) watch.stopped ??= "output";
    return bytes.length;
  };
  api.setStdout({write});
  api.setStderr({write});
  api.setStdin({stdin: () => undefined});
  forget(api);
  const memory = (api as unknown as {_module: Memory})._module;
  const text = (value: string): number => {
    const address = memory.stringToNewUTF8(value);
    const object = memory._PyUnicode_FromString(address);
    memory._free(address);
    return object;
  };
  const definition = memory._malloc(16);
  const answer = (_self: number, request: number) => text(ask(memory.UTF8ToString(memory._PyUnicode_AsUTF8(request))));
  memory.HEAPU32.set([memory.stringToNewUTF8("ask"), memory.addFunction(answer, "iii"), METH_O, 0], definition / 4);
  const globals = memory._PyDict_New();
  memory._PyDict_SetItemString(globals, memory.stringToNewUTF8("ask"), memory._PyCMethod_New(definition, 0, 0, 0));
  if (memory._PyRun_StringFlags(memory.stringToNewUTF8(harness), FILE_INPUT, globals, globals, 0) === 0)
    throw new Error("Python of the sandbox fails");
  const serve = memory._PyDict_GetItemString(globals, memory.stringToNewUTF8("serve"));
  api.setInterruptBuffer(interruption as unknown as Int32Array);
  Object.assign(gate, {closed: true, touched: false, open: 0});
  const image = memory.HEAPU8.slice();
  let ended = false;
  return {
    serve(request) {
      try {
        const job = text(JSON.stringify(request));
        const reply = memory._PyObject_CallOneArg(serve, job);
        memory._Py_DecRef(job);
        if (reply === 0) {
          memory._PyErr_Clear();
          return null;
        }
        const said = memory.UTF8ToString(memory._PyUnicode_AsUTF8(reply));
        memory._Py_DecRef(reply);
        return JSON.parse(said) as Record<string, unknown>;
      } catch (error) {
        ended = true;
        throw error;
      }
    },
    restore() {
      if (ended || gate.touched || gate.open !== 0) return false;
      // The whole of Python's state is in its memory: written back, the next program starts like the first one.
      const whole = memory.HEAPU8;
      whole.set(image);
      if (whole.length > image.length) whole.fill(0, image.length);
      return true;
    }
  };
}

const SETTINGS = {indexURL: folder, jsglobals: Object.freeze(Object.create(null)) as object, stdout() {}, stderr() {}};

async function start() {
  closeHost();
  const {loadPyodide: load} = (await import(address)) as {loadPyodide: Load};
  const gate: Gate = {closed: false, touched: false, open: 0};
  const first = await gated(gate, () => load({...SETTINGS, _makeSnapshot: true} as Parameters<Load>[0]));
  first.runPython(PRELOAD);
  const snapshot = (first as unknown as {makeMemorySnapshot(): Uint8Array}).makeMemorySnapshot();
  const made: Partial<Record<"program" | "tests", Interpreter>> = {};
  const broken = (error: unknown) => JSON.stringify({error: ["SystemExit"], values: [], text: String(error)});
  const relay = (to: "program" | "tests") => (text: string) => {
    try {
      // A program may write anything here; it asks for nothing but these.
      const {do: operation, with: target, values, named} = JSON.parse(text) as Record<string, unknown>;
      const reply = made[to]!.serve({do: String(operation), with: target, values, named});
      return JSON.stringify(reply ?? {error: ["KeyboardInterrupt"], values: [], text: ""});
    } catch (error) {
      ended ??= error as Error;
      return broken(error);
    }
  };
  let openGlobals = () => {};
  const renew = async (kinds: readonly ("program" | "tests")[]) => {
    const spent = kinds.filter(kind => !made[kind]?.restore());
    if (spent.length === 0) return;
    openGlobals();
    for (const kind of spent)
      made[kind] = await open(load, snapshot, HARNESS[kind], relay(kind === "program" ? "tests" : "program"));
    openGlobals = closeGlobals();
  };
  await renew(["program", "tests"]);

  host.on("message", async (job: Job) => {
    Object.assign(watch, {deadline: processorTime() + job.milliseconds, written: 0, stopped: null});
    ended = undefined;
    let report: Report;
    try {
      report = run(job, made as Record<"program" | "tests", Interpreter>);
      if (ended !== undefined) throw ended;
    } catch (error) {
      report = {kind: "broken", reason: String((error as Error)?.message ?? error).slice(0, 300)};
    }
    const {stopped} = watch;
    Object.assign(watch, {deadline: Number.POSITIVE_INFINITY, stopped: null});
    let reusable = true;
    try {
      await renew(job.tests === "" ? ["program"] : ["program", "tests"]);
    } catch {
      reusable = false;
    }
    send({...report, stopped, reusable});
  });
  host.on("disconnect", () => host.exit());
  send("ready");
}

/** Why the interpreter of the program has ended while its tests went on. */
let ended: Error | undefined;

/** Runs a program and its tests, in two interpreters: the tests compare values that they have made, and no program knows a right result. */
function run({source, entry, tests, cases}: Job, {program, tests: tester}: Record<"program" | "tests", Interpreter>): Report {
  let statements: [boolean, string][] = [];
  if (tests !== "") {
    const split = tester.serve({tests}) ?? {error: "they were not read"};
    if (split.error !== undefined) return {kind: "bad tests", reason: String(split.error)};
    statements = split.statements as [boolean, string][];
  }
  const defined = program.serve({source, entry});
  // A program may forge what its interpreter says: it is a claim about values, never about a verdict.
  const reason = String(defined?.reason ?? "KeyboardInterrupt");
  if (defined?.kind === "undefined") return {kind: "undefined"};
  if (defined?.kind !== "defined") return {kind: defined?.kind === "syntax" ? "syntax" : "raised", reason};
  const attempt = (test: () => Record<string, unknown> | null): Record<string, unknown> => {
    if (watch.stopped !== null || ended !== undefined) return {error: "not run any more"};
    return test() ?? {error: "KeyboardInterrupt"};
  };
  if (tests === "") {
    const results = cases.map(given => {
      const {value, error} = attempt(() => program.serve({entry, arguments: given}));
      return error === undefined ? {value: String(value)} : {error: String(error)};
    });
    return {kind: "tried", results};
  }
  if (tester.serve({names: defined.names, entry})?.defined !== true) return {kind: "raised", reason: "its names cannot be read"};
  const lines = tests.split("\n");
  const results = statements.flatMap(([isTest, text], index) => {
    const {error, line} = attempt(() => tester.serve({index})) as {error?: string; line?: number};
    const result = {...(error !== undefined && {error}), line: line ? lines[line - 1]?.trim() : undefined, text};
    return isTest || error !== undefined ? [result] : [];
  });
  return {kind: "tried", results};
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

/** Takes from the global object what could reach the host, and returns a function that puts it back. */
function closeGlobals(): () => void {
  const names =
    `process Buffer fetch WebSocket EventSource XMLHttpRequest Worker MessageChannel MessagePort BroadcastChannel navigator
    require module global PerformanceObserver Blob Request Response Headers FormData`.split(/\s+/u);
  const closed = names.flatMap(name => {
    const property = Object.getOwnPropertyDescriptor(globalThis, name);
    return property && Reflect.deleteProperty(globalThis, name) ? [[name, property] as const] : [];
  });
  return () => Object.defineProperties(globalThis, Object.fromEntries(closed));
}

await start();
