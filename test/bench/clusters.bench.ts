// All pairs of 64 evaluations on 3,000 tests: what the page does at every change of a filter.
import {randomOf} from "../../pipelines/generate/seed.js";
import {layTests} from "../../pipelines/studies/compare/answers.js";
import {clusters} from "../../pipelines/studies/compare/clusters.js";
import {singleAnswers} from "../stats/singleAnswers.js";
import type {BenchRow} from "./infer.bench.js";

const EVALUATIONS = 64;
const POINTS = 75;
const TESTS_A_POINT = 40;
const LIMIT_MS = 1_000;
const RUNS = 9;

export function benchClusters(): BenchRow[] {
  const random = randomOf("bench clusters");
  const tests = layTests(
    Array.from({length: POINTS * TESTS_A_POINT}, (_, i) => ({
      base_task: `task-${Math.floor(i / TESTS_A_POINT / 15)}`,
      params: String(Math.floor(i / TESTS_A_POINT)),
      guess_chance: 0.1,
      generator_version: 1
    }))
  );
  const answers = Array.from({length: EVALUATIONS}, (_, e) =>
    singleAnswers(
      Array.from({length: POINTS * TESTS_A_POINT}, () =>
        random.chance(0.05) ? 3 : random.chance(0.3 + (0.6 * e) / EVALUATIONS) ? 1 : 0
      )
    )
  );
  const times = Array.from({length: RUNS}, () => {
    const started = performance.now();
    clusters(tests, answers);
    return performance.now() - started;
  }).sort((a, b) => a - b);
  const median = times[RUNS >> 1]!;
  return [
    {
      work: "2,016 paired tests and their letters, 3,000 tests",
      ours: `${median.toFixed(0)} ms`,
      baseline: "1,000 ms",
      ratio: median / LIMIT_MS,
      target: "≤ 1 × baseline"
    }
  ];
}
if (process.argv[1]?.endsWith("clusters.bench.ts")) console.table(benchClusters());
