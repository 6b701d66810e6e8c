// Item banks: items imported a second, beside reading and writing the same JSON alone, and the plan of a bank of a million items.
// Per core: processor time is counted, and the two sides take turns, so that other work on the machine weighs on both alike.
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {importBank} from "../../pipelines/book/banks/importBank.js";
import {measuredCommand, writeData} from "./command.js";
import type {BenchRow} from "./infer.bench.js";

const IMPORTED = 200_000;
const TARGET = 200_000;
const PLANNED = 1_000_000;
const ROUNDS = 4;
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
    return [...(await imported(root)), ...planned(root)];
  } finally {
    rmSync(root, {recursive: true});
  }
}

async function imported(root: string): Promise<BenchRow[]> {
  const file = join(root, "questions.jsonl");
  writeFileSync(file, questions(IMPORTED));
  const spent = {ours: Number.POSITIVE_INFINITY, alone: Number.POSITIVE_INFINITY};
  for (let round = 0; round < ROUNDS; round++) {
    spent.ours = Math.min(
      spent.ours,
      await seconds(() => importBank({files: [file], layout: "mmlu", name: "bench", folder: root, force: true}))
    );
    spent.alone = Math.min(
      spent.alone,
      await seconds(() => {
        const lines = readFileSync(file, "utf8").trimEnd().split("\n");
        writeFileSync(join(root, "copy.jsonl"), lines.map(line => JSON.stringify(JSON.parse(line))).join("\n"));
      })
    );
  }
  const rate = (time: number) => `${Math.round(IMPORTED / time).toLocaleString("en")}/s`;
  return [
    {
      work: `import of ${IMPORTED.toLocaleString("en")} items from JSON lines, against parsing and printing the lines alone`,
      ours: rate(spent.ours),
      baseline: rate(spent.alone),
      ratio: spent.alone / spent.ours,
      target: `≥ ${TARGET.toLocaleString("en")}/s`
    }
  ];
}

async function seconds(work: () => unknown): Promise<number> {
  const started = process.cpuUsage();
  await work();
  const {user, system} = process.cpuUsage(started);
  return (user + system) / 1e6;
}

/** `plan` of a book with one bank, as a process of its own, so that its memory is its own. */
function planned(root: string): BenchRow[] {
  writeData(root, {
    "book.yaml":
      "suite: suites/one.yaml\nmodels: [models/own.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 1000000, max: 1000000}\n",
    "suites/one.yaml": "tasks: [{bank: large}]\n",
    "models/own.yaml": "id: own\nendpoint: http://127.0.0.1:9/v1\n",
    "templates/plain.yaml": "{}\n",
    "samplers/greedy.yaml": "{}\n",
    "banks/large.yaml": "files: large.jsonl\nlayout: mmlu\n",
    "banks/large.jsonl": questions(PLANNED)
  });
  const {stdout, bytes, seconds: time} = measuredCommand(root, ["plan", "--json"]);
  const {by_model} = JSON.parse(stdout) as {by_model: {requests: {high: number}}[]};
  if (by_model[0]!.requests.high !== PLANNED) throw new Error("the plan does not ask the whole bank");
  const work = `plan of a bank of ${PLANNED.toLocaleString("en")} items`;
  return [
    {
      work: `${work}: processor time`,
      ours: `${time.toFixed(1)} s`,
      baseline: `${MOST_SECONDS} s`,
      ratio: MOST_SECONDS / time,
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
