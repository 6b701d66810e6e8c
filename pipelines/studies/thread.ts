// Starts worker threads of studies, which are written in TypeScript as everything else.
import {createRequire} from "node:module";
import {pathToFileURL} from "node:url";
import {Worker, type WorkerOptions} from "node:worker_threads";

/**
 * Starts a thread. It does not inherit the loader that reads TypeScript, so a file in TypeScript gets the loader registered first.
 * @param url of its file
 */
export function startThread(url: string, options: WorkerOptions): Worker {
  if (!url.endsWith(".ts")) return new Worker(new URL(url), options);
  const api = new URL("api/index.mjs", pathToFileURL(createRequire(import.meta.url).resolve("tsx/esm"))).href;
  const code = `import(${JSON.stringify(api)}).then(({register}) => (register(), import(${JSON.stringify(url)})))`;
  return new Worker(code, {...options, eval: true});
}
