// Item banks: items imported a second, beside reading and writing the same JSON alone, and the plan of a bank of a million items.
// The clock depends on the other work of the machine: the two sides take turns, and processor time is listed as well.
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {availableParallelism, tmpdir} from "node:os";
import {join} from "node:path";
import {importBank} from "../../pipelines/book/banks/importBank.node.js";
import {measuredCommand, writeData} from "./command.js";
import type {BenchRow} from "./infer.bench.js";

const IMPORTED = 500_000;
/** Items a second: a million in a minute. */
const MIN_RATE = 17_000;
const PLANNED = 1_000_000;
const ROUNDS = 3;
const MOST_SECONDS = 10;
const MOST_BYTES = 2 ** 30;

const question = (i: number): string =>
  `${JSON.stringify({
    question: `Question ${i}: a box of ${i % 977} parts is divided by ${(i % 31) + 1}, and ${(i * 7919) % 1009} are added; how many are there?`,
    subject: `subject ${i % 57}`,
    choices: [`${i}`, `${i + 1}`, `${i + 2}`, `${i + 3}`],
    answer: i % 4
  })}\n`;
const questions = (count: number): string => Array.from({length: count}, (_, i) => question(i)).join("");

export async function benchBanks(): Promise<BenchRow[]> {
  const root = mkdtempSync(join(tmpdir(), "reasonbook-bench-"));
  try {
    return [...(await imported(root)), ...(await planned(root))];
  } finally {
    rmSync(root, {recursive: true});
  }
}

async function imported(root: string): Promise<BenchRow[]> {
  const file = join(root, "questions.jsonl");
  writeFileSync(file, questions(IMPORTED));
  const least = {wall: Number.POSITIVE_INFINITY, processor: Number.POSITIVE_INFINITY};
  const spent = {ours: {...least}, alone: {...least}};
  for (let round = 0; round < ROUNDS; round++) {
    const {ours, alone} = spent;
    await measured(ours, () => importBank({files: [file], layout: "mmlu", name: "bench", folder: root, force: true}));
    await measured(alone, () => {
      const lines = readFileSync(file, "utf8").trimEnd().split("\n");
      writeFileSync(join(root, "copy.jsonl"), lines.map(line => JSON.stringify(JSON.parse(line))).join("\n"));
    });
  }
  const rate = (time: number) => `${Math.round(IMPORTED / time).toLocaleString("en")}/s`;
  const work = `import of ${IMPORTED.toLocaleString("en")} items from JSON lines, against parsing and printing the lines alone`;
  return [
    {
      work: `${work}: by the clock, ${availableParallelism()} cores`,
      ours: rate(spent.ours.wall),
      baseline: rate(spent.alone.wall),
      ratio: spent.alone.wall / spent.ours.wall,
      target: `≥ ${MIN_RATE.toLocaleString("en")}/s`
    },
    {
      work: `${work}: processor time`,
      ours: rate(spent.ours.processor),
      baseline: rate(spent.alone.processor),
      ratio: spent.alone.processor / spent.ours.processor,
      target: ""
    }
  ];
}

/** Does work, and keeps the least time that it has taken so far, in seconds. */
async function measured(least: {wall: number; processor: number}, work: () => unknown): Promise<void> {
  const [started, clock] = [process.cpuUsage(), performance.now()];
  await work();
  const {user, system} = process.cpuUsage(started);
  least.wall = Math.min(least.wall, (performance.now() - clock) / 1000);
  least.processor = Math.min(least.processor, (user + system) / 1e6);
}

/** `plan` of a book with one bank, as a process of its own, so that its memory is its own. */
async function planned(root: string): Promise<BenchRow[]> {
  writeData(root, {
    "book.yaml":
      "suite: suites/one.yaml\nmodels: [models/own.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 1000000, max: 1000000}\n",
    "suites/one.yaml": "tasks: [{bank: large}]\n",
    "models/own.yaml": "id: own\nendpoint: http://127.0.0.1:9/v1\n",
    "templates/plain.yaml": "{}\n",
    "samplers/greedy.yaml": "{}\n"
  });
  const file = join(root, "large.jsonl");
  writeFileSync(file, questions(PLANNED));
  await importBank({files: [file], layout: "mmlu", name: "large", folder: join(root, "data/banks")});
  const {stdout, bytes, seconds, wall} = measuredCommand(root, ["plan", "--json"]);
  const {by_model} = JSON.parse(stdout) as {by_model: {requests: {high: number}}[]};
  if (by_model[0]!.requests.high !== PLANNED) throw new Error("the plan does not ask the whole bank");
  const work = `plan of a bank of ${PLANNED.toLocaleString("en")} items`;
  return [
    {
      work: `${work}: by the clock, ${availableParallelism()} cores (processor time ${seconds.toFixed(1)} s)`,
      ours: `${wall.toFixed(1)} s`,
      baseline: `${MOST_SECONDS} s`,
      ratio: MOST_SECONDS / wall,
      target: "≥ 1 × baseline"
    },
    {
      work: `${work}: memory`,
      ours: `${Math.round(bytes / 2 ** 20)} MB`,
      baseline: "1,024 MB",
      ratio: MOST_BYTES / bytes,
      target: "≥ 1 × baseline"
    }
  ];
}
if (process.argv[1]?.endsWith("banks.bench.ts")) console.table(await benchBanks());
