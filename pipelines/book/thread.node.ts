// Starts worker threads, which are written in TypeScript as everything else.

import {createRequire} from "node:module";
import {dirname} from "node:path";
import {fileURLToPath, pathToFileURL} from "node:url";
import {Worker, type WorkerOptions} from "node:worker_threads";
import {childEnvironment} from "./childEnvironment.node.js";

/**
 * Starts a thread. It does not inherit the loader that reads TypeScript, so a file in TypeScript gets the loader registered first.
 * @param url of its file
 */
export function startThread(url: string, options: WorkerOptions): Worker {
  const env = childEnvironment();
  if (!url.endsWith(".ts")) return new Worker(new URL(url), {env, ...options});
  const api = new URL("api/index.mjs", pathToFileURL(createRequire(import.meta.url).resolve("tsx/esm"))).href;
  const code = `import(${JSON.stringify(api)}).then(({register}) => (register(), import(${JSON.stringify(url)})))`;
  return new Worker(code, {env, ...options, eval: true});
}

/** A thread that sends messages. A caller that waits for one is rejected once the thread has failed or ended. */
export class Thread<Message> implements AsyncDisposable {
  readonly #worker: Worker;
  readonly #unread: Message[] = [];
  #failure: Error | null = null;
  #waiting: {resolve(message: Message): void; reject(error: Error): void} | null = null;

  /** @param url of its file @param endMessage of the error for a caller that waits when the thread ends */
  constructor(url: string, workerData: unknown, endMessage: (code: number) => string) {
    this.#worker = startThread(url, {workerData});
    this.#worker.on("message", (message: Message) => {
      this.#unread.push(message);
      this.#answer();
    });
    const fail = (error: Error): void => {
      this.#failure ??= error;
      this.#answer();
    };
    this.#worker.on("error", fail);
    this.#worker.on("exit", code => fail(new Error(endMessage(code))));
  }

  send(message: unknown): void {
    this.#worker.postMessage(message);
  }

  /** Returns its next message; one caller waits at a time. */
  next(): Promise<Message> {
    return new Promise((resolve, reject) => {
      this.#waiting = {resolve, reject};
      this.#answer();
    });
  }

  #answer(): void {
    if (!this.#waiting) return;
    if (this.#unread.length > 0) this.#waiting.resolve(this.#unread.shift()!);
    else if (this.#failure) this.#waiting.reject(this.#failure);
    else return;
    this.#waiting = null;
  }

  /** Ends it at once. */
  [Symbol.asyncDispose] = async (): Promise<void> => {
    await this.#worker.terminate();
  };
}

/**
 * The address of a thread's code as one module, from which it starts in a fraction of the time that it takes to read many files in
 * TypeScript. For code that neither reads files beside itself nor rests on packages that do.
 * @param url of its file, which is its address too where it cannot be bundled
 */
export async function bundled(url: string): Promise<string> {
  if (!url.endsWith(".ts")) return url;
  try {
    const {build} = await import("esbuild");
    const {outputFiles} = await build({
      entryPoints: [fileURLToPath(url)],
      absWorkingDir: dirname(fileURLToPath(url)), // esbuild's own may be gone by now
      bundle: true,
      write: false,
      logLevel: "silent",
      platform: "node",
      format: "esm",
      target: "node20"
    });
    return `data:text/javascript;base64,${Buffer.from(outputFiles[0]!.contents).toString("base64")}`;
  } catch {
    return url;
  }
}
