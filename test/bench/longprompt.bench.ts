// Very long prompts: one of ten million tokens made and sent, with the memory of the process that sends it.
import {fork} from "node:child_process";
import {once} from "node:events";
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import {measuredCommand, writeData} from "./command.js";
import type {BenchRow} from "./infer.bench.js";

const TOKENS = 10_000_000;
const MOST_SECONDS = 20;
const MOST_BYTES = 2 ** 30;

export async function benchLongPrompt(): Promise<BenchRow[]> {
  const root = mkdtempSync(join(tmpdir(), "reasonbook-bench-"));
  const server = fork(fileURLToPath(new URL("echo-server.mjs", import.meta.url)), {stdio: ["ignore", "pipe", "inherit", "ipc"]});
  try {
    const [line] = await once(server.stdout!, "data");
    writeData(root, {
      "book.yaml":
        "suite: suites/one.yaml\nmodels: [models/a.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 1, max: 1}\n",
      "suites/one.yaml": `tasks: [{task: facts, params: {skill: two facts, context_tokens: ${TOKENS}}}]\n`,
      "models/a.yaml": `id: a\nendpoint: http://127.0.0.1:${String(line).trim()}/v1\ncontext_tokens: 11000000\n`,
      "templates/plain.yaml": "{}\n",
      "samplers/greedy.yaml": "max_tokens: 64\n"
    });
    const {bytes, seconds, wall} = measuredCommand(root, ["run", "--json"]);
    const work = `run of one prompt of ${TOKENS.toLocaleString("en")} tokens`;
    return [
      {
        work: `${work}: time`,
        ours: `${wall.toFixed(1)} s (${seconds.toFixed(1)} s of processor time)`,
        baseline: `${MOST_SECONDS} s`,
        ratio: MOST_SECONDS / wall,
        target: "≥ 1 × baseline"
      },
      {
        work: `${work}: memory of its process`,
        ours: `${Math.round(bytes / 2 ** 20).toLocaleString("en")} MB`,
        baseline: `${(MOST_BYTES / 2 ** 20).toLocaleString("en")} MB`,
        ratio: MOST_BYTES / bytes,
        target: "≥ 1 × baseline"
      }
    ];
  } finally {
    server.kill();
    rmSync(root, {recursive: true, force: true});
  }
}
if (process.argv[1]?.endsWith("longprompt.bench.ts")) console.table(await benchLongPrompt());
