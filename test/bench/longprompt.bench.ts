// Very long prompts: one of ten million tokens made and sent, with the memory of the process that sends it; and a run over all lengths up to 128,000.
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {SKILL_NAMES} from "../../pipelines/generate/facts/skills.js";
import {roster} from "../../pipelines/infer/reference/roster.js";
import {echoServer, measuredCommand, memoryOf, writeData} from "./command.js";
import type {BenchRow} from "./infer.bench.js";

const TOKENS = 10_000_000;
const MOST_SECONDS = 20;
const MOST_BYTES = 2 ** 30;

export async function benchLongPrompt(): Promise<BenchRow[]> {
  const root = mkdtempSync(join(tmpdir(), "reasonbook-bench-"));
  const {endpoint, stop} = await echoServer();
  try {
    writeData(root, {
      "book.yaml":
        "suite: suites/one.yaml\nmodels: [models/a.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 1, max: 1}\n",
      "suites/one.yaml": `tasks: [{task: facts, params: {skill: two facts, context_tokens: ${TOKENS}}}]\n`,
      "models/a.yaml": `id: a\nendpoint: ${endpoint}\ncontext_tokens: 11000000\n`,
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
        ...memoryOf(bytes, MOST_BYTES),
        target: "≥ 1 × baseline"
      }
    ];
  } finally {
    stop();
    rmSync(root, {recursive: true, force: true});
  }
}
/** Models, lengths and minutes of a run over all skills. */
const MODELS = 60;
const LENGTHS = [0, 4_000, 16_000, 32_000, 64_000, 128_000];
const MOST_MINUTES = 10;

/** A run of all skills of facts at lengths up to 128,000 tokens, one test each, over simulated models. */
export function benchLengths(): BenchRow[] {
  const root = mkdtempSync(join(tmpdir(), "reasonbook-bench-"));
  try {
    writeData(root, {
      "book.yaml":
        "suite: suites/one.yaml\nmodels: [models/a.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 1, max: 1}\n",
      "suites/one.yaml": `tasks: [{task: facts, params: {skill: [${SKILL_NAMES.join(", ")}], context_tokens: [${LENGTHS.join(", ")}]}}]\n`,
      "models/a.yaml": `endpoint: "reference:"\ncontext_tokens: 140000\nmodels: [${roster
        .slice(0, MODELS)
        .map(({id}) => `{id: ${id}}`)
        .join(", ")}]\n`,
      "templates/plain.yaml": "{}\n",
      "samplers/greedy.yaml": "max_tokens: 2048\n"
    });
    const {bytes, seconds, wall} = measuredCommand(root, ["run", "--json"]);
    const n = MODELS * SKILL_NAMES.length * LENGTHS.length;
    return [
      {
        work: `run of ${MODELS} reference models × ${SKILL_NAMES.length} skills × ${LENGTHS.length} lengths to 128,000 tokens, n = ${n.toLocaleString("en")} (one test each)`,
        ours: `${(wall / 60).toFixed(1)} min (${seconds.toFixed(0)} s of processor time and ${Math.round(bytes / 2 ** 20)} MB beside the server)`,
        baseline: `${MOST_MINUTES} min`,
        ratio: (60 * MOST_MINUTES) / wall,
        target: "≥ 1 × baseline"
      }
    ];
  } finally {
    rmSync(root, {recursive: true, force: true});
  }
}
if (process.argv[1]?.endsWith("longprompt.bench.ts")) console.table([...(await benchLongPrompt()), ...benchLengths()]);
