// The surroundings of the command that is running, for code far below it: progress, keys, proxies, folders named by the environment.
import {AsyncLocalStorage} from "node:async_hooks";
import type {Io} from "./io.js";
import {processIo} from "./node.process.js";

const storage = new AsyncLocalStorage<Io>();

/** Runs work whose calls of `currentIo` return `io`, also after it has waited. */
export const withIo = <Result>(io: Io, work: () => Result): Result => storage.run(io, work);

/** Returns the surroundings of the running command; those of the process outside of `withIo`. */
export const currentIo = (): Io => storage.getStore() ?? processIo();
