// npm run bench [name…]: one table of work, this project, baseline, ratio, target; both sides of a ratio are measured in this run.
// Each bench runs in a process of its own, so that its peak of memory is its own.
import {fork} from "node:child_process";
import {once} from "node:events";
import {fileURLToPath} from "node:url";
import {benchAdaptive} from "./adaptive.bench.js";
import {benchAgents} from "./agents.bench.js";
import {benchBanks} from "./banks.bench.js";
import {benchBenchmarks} from "./benchmarks.bench.js";
import {benchBuild} from "./build.bench.js";
import {benchCalibration} from "./calibration.bench.js";
import {benchCluster} from "./cluster.bench.js";
import {benchClusters} from "./clusters.bench.js";
import {benchConcurrency} from "./concurrency.bench.js";
import {benchContamination} from "./contamination.bench.js";
import {benchEmbedding} from "./embedding.bench.js";
import {benchExplorer} from "./explorer.bench.js";
import {benchFacts} from "./facts.bench.js";
import {benchGenerate} from "./generate.bench.js";
import {benchHuman} from "./human.bench.js";
import {benchHumanPage} from "./human-page.bench.js";
import {type BenchRow, benchInfer} from "./infer.bench.js";
import {benchIrt} from "./irt.bench.js";
import {benchLeaderboard} from "./leaderboard.bench.js";
import {benchLengths, benchLongPrompt} from "./longprompt.bench.js";
import {benchManyModels} from "./manyModels.bench.js";
import {benchMemory} from "./memory.bench.js";
import {benchNarratives} from "./narratives.bench.js";
import {benchPages} from "./pages.bench.js";
import {benchPublished} from "./published.bench.js";
import {benchRaw} from "./raw.bench.js";
import {benchReaders} from "./readers.bench.js";
import {benchRun} from "./run.bench.js";
import {benchSamples} from "./samples.bench.js";
import {benchSandbox} from "./sandbox.bench.js";
import {benchScore} from "./score.bench.js";
import {benchSpectrum} from "./spectrum.bench.js";
import {benchStore} from "./store.bench.js";
import {benchVision} from "./vision.bench.js";

const BENCHES: Record<string, () => BenchRow[] | Promise<BenchRow[]>> = {
  generate: benchGenerate,
  banks: benchBanks,
  benchmarks: benchBenchmarks,
  vision: benchVision,
  calibration: benchCalibration,
  narratives: benchNarratives,
  facts: benchFacts,
  agents: benchAgents,
  sandbox: benchSandbox,
  score: benchScore,
  readers: benchReaders,
  published: benchPublished,
  raw: () => benchRaw(),
  store: benchStore,
  infer: benchInfer,
  embedding: benchEmbedding,
  run: benchRun,
  memory: benchMemory,
  longprompt: benchLongPrompt,
  lengths: benchLengths,
  concurrency: benchConcurrency,
  cluster: benchCluster,
  contamination: benchContamination,
  pages: benchPages,
  explorer: benchExplorer,
  leaderboard: () => benchLeaderboard(),
  manyModels: () => benchManyModels(),
  samples: () => benchSamples(),
  build: benchBuild,
  clusters: benchClusters,
  spectrum: benchSpectrum,
  adaptive: benchAdaptive,
  human: benchHuman,
  "human-page": benchHumanPage,
  irt: benchIrt
};

if (process.send) {
  process.send(await BENCHES[process.argv[2]!]!());
  process.exit();
}

const asked = process.argv.slice(2);
const unknown = asked.find(name => !(name in BENCHES));
if (unknown) {
  process.stderr.write(`no bench "${unknown}"; expected some of: ${Object.keys(BENCHES).join(", ")}\n`);
  process.exit(2);
}
const rows: BenchRow[] = [];
for (const name of Object.keys(BENCHES)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  process.stderr.write(`measuring ${name} …\n`);
  const found = await measured(name);
  if (found) rows.push(...found);
  else process.exitCode = 1;
}
const cells = [
  ["work", "this project", "baseline", "ratio", "target"],
  ...rows.map(({work, ours, baseline, ratio, target}) => [
    work,
    ours,
    baseline,
    Number.isNaN(ratio) ? "" : ratio.toFixed(2),
    target
  ])
];
const widths = cells[0]!.map((_, i) => Math.max(...cells.map(row => row[i]!.length)));
for (const row of cells)
  process.stdout.write(
    `${row
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join("  ")
      .trimEnd()}\n`
  );

/** Rows of one bench; none, with a word on stderr, where it failed: the others are still worth measuring. */
async function measured(name: string): Promise<BenchRow[] | undefined> {
  const child = fork(fileURLToPath(import.meta.url), [name], {serialization: "advanced"}); // NaN has no JSON
  let rows: BenchRow[] | undefined;
  child.on("message", message => {
    rows = message as BenchRow[];
  });
  const [code] = await once(child, "exit");
  if (!rows) process.stderr.write(`${name} failed with exit code ${code}\n`);
  return rows;
}
