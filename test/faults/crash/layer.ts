// Calls that change files below a folder, and puts into LMDB files there, each announced before it is made: a handler may let it through,
// fail it, or look at the folder before and after it.
import * as promisesFs from "node:fs/promises";
import {createRequire, syncBuiltinESMExports} from "node:module";
import {resolve, sep} from "node:path";

/** One call. `file` is the first path that it names, absolute. */
export interface Call {
  name: string;
  file: string;
  isLmdb: boolean;
}

export interface Handler {
  /** Called before a call is made; what it throws reaches the caller of the call. */
  before(call: Call): void;
  /** Called when a call has ended well. */
  after(call: Call): void;
}

const NAMES = ["appendFile", "copyFile", "link", "mkdir", "rename", "rm", "rmdir", "symlink", "unlink", "utimes", "writeFile"];
const OF_HANDLE = ["appendFile", "sync", "truncate", "write", "writeFile"];
type Functions = Record<string, (...parameters: unknown[]) => unknown>;

const builtin = createRequire(import.meta.url);
const fs = builtin("node:fs") as Functions & {promises: Functions};

/** Announces all calls below a folder to a handler until it is disposed of. One layer at a time. */
export async function watchWrites(folder: string, handler: Handler): Promise<AsyncDisposable> {
  const root = resolve(folder) + sep;
  const undo: (() => void)[] = [];
  const isBelow = (file: unknown): file is string => typeof file === "string" && resolve(file).startsWith(root);
  let isHandling = false; // the handler's own calls pass
  const handle = (when: keyof Handler, call: Call) => {
    isHandling = true;
    try {
      handler[when](call);
    } finally {
      isHandling = false;
    }
  };
  const replace = (target: Functions, name: string, file: (self: unknown, parameters: unknown[]) => unknown, isLmdb = false) => {
    const original = target[name]!;
    undo.push(() => {
      target[name] = original;
    });
    target[name] = function (this: unknown, ...parameters: unknown[]) {
      const path = file(this, parameters);
      if (isHandling || !isBelow(path)) return original.apply(this, parameters);
      const call = {name, file: resolve(path), isLmdb};
      try {
        handle("before", call);
      } catch (error) {
        if (name.endsWith("Sync")) throw error;
        return Promise.reject(error);
      }
      const result = original.apply(this, parameters);
      if (typeof (result as PromiseLike<unknown> | undefined)?.then !== "function") {
        handle("after", call);
        return result;
      }
      return (result as PromiseLike<unknown>).then(value => {
        handle("after", call);
        return value;
      });
    };
  };
  const first = (_: unknown, [path]: unknown[]) => path;
  for (const name of NAMES) {
    replace(fs.promises, name, first);
    replace(fs, `${name}Sync`, first);
  }
  const files = new WeakMap<object, string>();
  const openFile = fs.promises.open!;
  undo.push(() => {
    fs.promises.open = openFile;
  });
  fs.promises.open = async (...parameters) => {
    const opened = (await openFile(...parameters)) as object;
    if (typeof parameters[0] === "string") files.set(opened, resolve(parameters[0]));
    return opened;
  };
  const opened = await promisesFs.open(import.meta.filename);
  const ofHandle = Object.getPrototypeOf(opened) as Functions;
  await opened.close();
  for (const name of OF_HANDLE) replace(ofHandle, name, self => files.get(self as object));
  (globalThis as {watchDatabase?: (database: Functions) => void}).watchDatabase = database => {
    for (const name of ["put", "remove"]) replace(database, name, self => (self as {path: string}).path, true);
  };
  syncBuiltinESMExports();
  return {
    async [Symbol.asyncDispose]() {
      for (const each of undo.reverse()) each();
      delete (globalThis as {watchDatabase?: unknown}).watchDatabase;
      syncBuiltinESMExports();
    }
  };
}
