// Starts worker threads, which are written in TypeScript as everything else.

import {createRequire} from "node:module";
import {dirname} from "node:path";
import {fileURLToPath, pathToFileURL} from "node:url";
import {Worker, type WorkerOptions} from "node:worker_threads";
import {currentIo} from "../io/current.node.js";

/**
 * Starts a thread. It does not inherit the loader that reads TypeScript, so a file in TypeScript gets the loader registered first.
 * @param url of its file
 */
export function startThread(url: string, options: WorkerOptions): Worker {
  const env = currentIo().env as NodeJS.ProcessEnv;
  if (!url.endsWith(".ts")) return new Worker(new URL(url), {env, ...options});
  const api = new URL("api/index.mjs", pathToFileURL(createRequire(import.meta.url).resolve("tsx/esm"))).href;
  const code = `import(${JSON.stringify(api)}).then(({register}) => (register(), import(${JSON.stringify(url)})))`;
  return new Worker(code, {env, ...options, eval: true});
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
