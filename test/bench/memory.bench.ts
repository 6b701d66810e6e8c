// Memory of a run with very long prompts: a bank of 100 items of a million tokens each, asked of two models over loopback.
import {closeSync, mkdtempSync, openSync, rmSync, writeSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {randomOf} from "../../pipelines/generate/seed.js";
import {english} from "../../pipelines/generate/words/english.js";
import {tokenizer} from "../../pipelines/tokenizer/tokenizer.node.js";
import {echoServer, measuredCommand, memoryOf, writeData} from "./command.js";
import type {BenchRow} from "./infer.bench.js";

const ITEMS = 100;
const TOKENS = 1_000_000;
const MOST_BYTES = 1.5 * 2 ** 30;

/** A text of a million words of the list, which have more tokens than that. */
function longText(i: number): string {
  const random = randomOf(`long text ${i}`);
  return Array.from({length: TOKENS}, () => random.pick(english)).join(" ");
}

export async function benchMemory(): Promise<BenchRow[]> {
  const root = mkdtempSync(join(tmpdir(), "reasonbook-bench-"));
  const {endpoint, stop} = await echoServer();
  try {
    const {encode} = await tokenizer("o200k");
    const tokens = encode(longText(0)).length;
    if (tokens < TOKENS) throw new Error(`the texts have ${tokens} tokens`);
    writeData(root, {
      "book.yaml":
        "suite: suites/one.yaml\nmodels: [models/a.yaml, models/b.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 100, max: 100}\n",
      "suites/one.yaml": "tasks: [{bank: long}]\n",
      "models/a.yaml": `id: a\nendpoint: ${endpoint}\ncontext_tokens: 10000000\n`,
      "models/b.yaml": `id: b\nendpoint: ${endpoint}\ncontext_tokens: 10000000\n`,
      "templates/plain.yaml": "{}\n",
      "samplers/greedy.yaml": "{}\n",
      "banks/long.yaml": "files: long.jsonl\nlayout: plain\nscorer: {kind: number}\n"
    });
    const file = openSync(join(root, "data/banks/long.jsonl"), "w");
    for (let i = 0; i < ITEMS; i++) writeSync(file, `${JSON.stringify({question: longText(i), answer: `${i}`})}\n`);
    closeSync(file);
    const {bytes, seconds} = measuredCommand(root, ["run", "--json"]);
    const memory = memoryOf(bytes, MOST_BYTES);
    return [
      {
        work: `run of ${ITEMS} prompts of ${tokens.toLocaleString("en")} tokens, two models: memory`,
        ...memory,
        ours: `${memory.ours} (${seconds.toFixed(0)} s of processor time)`,
        target: "≥ 1 × baseline"
      }
    ];
  } finally {
    stop();
    rmSync(root, {recursive: true, force: true});
  }
}
if (process.argv[1]?.endsWith("memory.bench.ts")) console.table(await benchMemory());
