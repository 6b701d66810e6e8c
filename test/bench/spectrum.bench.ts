// The spectrum study: its transform against NumPy's on the same batch, and all of it over the medium tier of the manifold suite.
import {execFileSync, spawnSync} from "node:child_process";
import {readBook, readSuites} from "../../pipelines/book/read.node.js";
import {manifold} from "../../pipelines/generate/manifold.node.js";
import {spectraOf} from "../../pipelines/studies/spectrum/make.node.js";
import {accumulator, prepared, spectrumTransform} from "../../pipelines/studies/spectrum/transform.js";
import type {BenchRow} from "./infer.bench.js";

const FRAME = 2048;
const TOKENS = 1500;
const BATCH = 2000;
const ROUNDS = 7;
const GOAL_SECONDS = 60;
const GOAL_MB = 1536;

const idAt = (i: number, j: number) => (i * 7919 + j * 104_729 + ((i * j) % 977) * 131) % 100_000;

/** The same batch, and the same work on it: mean removed, transform, magnitude ÷ N, sums and sums of squares. */
const NUMPY = `
import numpy as np, time, json
i = np.arange(${BATCH})[:, None]; j = np.arange(${TOKENS})[None, :]
ids = ((i * 7919 + j * 104729 + ((i * j) % 977) * 131) % 100000).astype(float)
x = ids - ids.mean(axis=1, keepdims=True)
seconds = []
for _ in range(${ROUNDS}):
    start = time.perf_counter()
    m = np.abs(np.fft.rfft(x, ${FRAME})) / ${TOKENS}
    mean = m.mean(axis=0); sd = m.std(axis=0)
    seconds.append(time.perf_counter() - start)
print(json.dumps({"seconds": sorted(seconds)[${ROUNDS >> 1}], "mean": mean[7], "sd": sd[7]}))
`;

function ours(): {seconds: number; mean: number; sd: number} {
  const signals = Array.from({length: BATCH}, (_, i) => prepared(Float64Array.from({length: TOKENS}, (_, j) => idAt(i, j))));
  const transform = spectrumTransform(FRAME);
  const seconds: number[] = [];
  let last = accumulator(FRAME);
  for (let round = 0; round < ROUNDS; round++) {
    const sums = accumulator(FRAME);
    const started = performance.now();
    for (const signal of signals) transform.add(signal, sums);
    sums.mean();
    sums.sd();
    seconds.push((performance.now() - started) / 1000);
    last = sums;
  }
  return {seconds: seconds.sort((a, b) => a - b)[ROUNDS >> 1]!, mean: last.mean()[7]!, sd: last.sd()[7]!};
}

export async function benchSpectrum(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  const perSecond = (seconds: number) => `${Math.round(BATCH / seconds).toLocaleString("en")}/s`;
  const own = ours();
  if (spawnSync("python3", ["-c", "import numpy"]).status === 0) {
    const theirs = JSON.parse(execFileSync("python3", ["-c", NUMPY]).toString()) as typeof own;
    if (Math.abs(own.mean / theirs.mean - 1) > 1e-12 || Math.abs(own.sd / theirs.sd - 1) > 1e-9)
      throw new Error("NumPy's spectra are others than ours");
    rows.push({
      work: `spectra of ${TOKENS} tokens in a frame of ${FRAME}`,
      ours: perSecond(own.seconds),
      baseline: `NumPy ${perSecond(theirs.seconds)}`,
      ratio: theirs.seconds / own.seconds,
      target: "≥ 0.7"
    });
  } else process.stderr.write("python3 with numpy is not installed: the transform has nothing to be measured against\n");

  const {templates} = await readBook();
  const {suite, locate} = (await readSuites(["data/suites/manifold.yaml"])).suites[0]!;
  const points = manifold(suite, {seed: 42, locate}).filter(({tiers}) => tiers.includes("medium"));
  const started = performance.now();
  let spectra = 0;
  await spectraOf(points, {template: templates[0]!}, () => spectra++);
  const seconds = (performance.now() - started) / 1000;
  const megabytes = process.resourceUsage().maxRSS / 1024;
  rows.push(
    {
      work: `spectrum study, ${points.length} points × 128 tests × ${spectra / points.length} tokenizers`,
      ours: `${seconds.toFixed(1)} s`,
      baseline: `goal ${GOAL_SECONDS} s`,
      ratio: seconds / GOAL_SECONDS,
      target: "≤ 1"
    },
    {
      work: "peak memory of that",
      ours: `${Math.round(megabytes)} MB`,
      baseline: `goal ${GOAL_MB} MB`,
      ratio: megabytes / GOAL_MB,
      target: "≤ 1"
    }
  );
  return rows;
}
