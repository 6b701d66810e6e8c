// How fast calibration is measured over a million answers. Processor time is counted.
import {randomOf} from "../../pipelines/generate/seed.js";
import {calibrationOf} from "../../pipelines/studies/calibration/measures.js";
import {secondsOf} from "./facts.bench.js";
import type {BenchRow} from "./infer.bench.js";

const ANSWERS = 1_000_000;
/** Seconds within which they are to be measured. */
const SECONDS = 20;

export function benchCalibration(): BenchRow[] {
  const random = randomOf("calibration bench");
  const confidence = Float64Array.from({length: ANSWERS}, () => random.real());
  const right = Uint8Array.from(confidence, value => Number(random.chance(value)));
  const seconds = secondsOf(() => calibrationOf({confidence, right}));
  return [
    {
      work: `calibration of ${ANSWERS.toLocaleString("en")} answers, all measures`,
      ours: `${seconds.toFixed(1)} s`,
      baseline: `${SECONDS} s`,
      ratio: seconds / SECONDS,
      target: "≤ 1 × baseline"
    }
  ];
}
if (process.argv[1]?.endsWith("calibration.bench.ts")) console.table(benchCalibration());
