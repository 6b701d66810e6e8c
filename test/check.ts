// npm run check: what needs no run of the code, side by side. Prints what each of them prints once it has ended.
import {spawn} from "node:child_process";
import {delimiter, join} from "node:path";

const CHECKS: Record<string, readonly string[]> = {
  types: ["tsc", "--noEmit"],
  style: ["biome", "check"],
  unused: ["knip"],
  "unused in production": ["knip", "--production"],
  licences: ["tsx", "test/dependencies.ts"],
  words: ["vitest", "run", "--project", "unit", "test/words.test.ts"]
};
const PATH = [join(import.meta.dirname, "../node_modules/.bin"), process.env.PATH].join(delimiter);

/** Runs a check to its end; resolves with whether it passed. */
function run(name: string, [file, ...args]: readonly string[]): Promise<boolean> {
  const start = Date.now();
  const child = spawn(file!, args, {
    env: {...process.env, PATH},
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32"
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", chunk => (output += chunk));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", code => {
      const seconds = ((Date.now() - start) / 1_000).toFixed(1);
      process.stdout.write(`${name}: ${code === 0 ? "passed" : "failed"} in ${seconds} s\n`);
      if (code !== 0) process.stdout.write(`${output.trim()}\n`);
      resolve(code === 0);
    });
  });
}

const passed = await Promise.all(Object.entries(CHECKS).map(([name, command]) => run(name, command)));
process.exitCode = passed.every(Boolean) ? 0 : 1;
