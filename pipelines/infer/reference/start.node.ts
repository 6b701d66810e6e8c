// Starts the built-in server in a process of its own, so that the solvers do not use the run's processor core.
import {fork} from "node:child_process";
import {createRequire} from "node:module";
import {extname} from "node:path";
import {fileURLToPath, pathToFileURL} from "node:url";
import {childEnvironment} from "../../book/childEnvironment.node.js";

export interface ReferenceServer extends AsyncDisposable {
  /** Base URL, including /v1. */
  url: string;
  /** Resolves when the process has ended. */
  close(): Promise<void>;
}

/** Starts the server on a free loopback port. It ends with `close` or with this process, and does not keep this process alive. */
export function startReferenceServer(): Promise<ReferenceServer> {
  const ending = extname(import.meta.url); // .ts, or .js where the pipelines have been compiled, as the tests do
  const loader = ending === ".ts" ? ["--import", pathToFileURL(createRequire(import.meta.url).resolve("tsx/esm")).href] : [];
  const child = fork(fileURLToPath(new URL(`server.process${ending}`, import.meta.url)), {
    execArgv: loader,
    env: childEnvironment(),
    stdio: ["ignore", "ignore", "inherit", "ipc"]
  });
  const ended = new Promise<void>(resolve => child.once("exit", () => resolve()));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", code => reject(new Error(`the reference server ended with code ${code} before it listened`)));
    child.once("message", message => {
      child.unref();
      child.channel?.unref();
      const close = () => {
        child.ref();
        child.kill();
        return ended;
      };
      resolve({url: `http://127.0.0.1:${(message as {port: number}).port}/v1`, close, [Symbol.asyncDispose]: close});
    });
  });
}
