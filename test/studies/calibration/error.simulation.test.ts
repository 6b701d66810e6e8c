// Simulations: the corrected calibration error of perfectly calibrated answers is about 0, and its intervals hold the truth.
import {expect, test} from "vitest";
import {type Random, randomOf} from "../../../pipelines/generate/seed.js";
import {normalQuantile} from "../../../pipelines/stats/distributions.js";
import {BINNINGS, binned, type Stated} from "../../../pipelines/studies/calibration/bins.js";
import {calibrationError, calibrationLine} from "../../../pipelines/studies/calibration/measures.js";
import {leeway, repetitions} from "../../repetitions.js";

const logistic = (x: number) => 1 / (1 + Math.exp(-x));
const logit = (p: number) => Math.log(p / (1 - p));

/** Answers whose confidence is shift + stretch × the true logit, in whole percents; calibrated ones are right as often as they say. */
function drawn(n: number, random: Random, [shift, stretch]: readonly [number, number]): Stated {
  const confidence = new Float64Array(n);
  const right = new Uint8Array(n);
  for (let i = 0; i < n; i++) {
    const chance = logistic(1 + 1.5 * normalQuantile(0.0005 + 0.999 * random.real()));
    confidence[i] = Math.min(0.99, Math.max(0.01, Math.round(100 * logistic(shift + stretch * logit(chance))) / 100));
    right[i] = random.chance(shift === 0 && stretch === 1 ? confidence[i]! : logistic((logit(confidence[i]!) - shift) / stretch))
      ? 1
      : 0;
  }
  return {confidence, right};
}

const RUNS = repetitions(150);
/** The true error: that of very many answers. */
const truth = (binning: (typeof BINNINGS)[number], bias: readonly [number, number]): number =>
  bias[0] === 0 && bias[1] === 1 ? 0 : calibrationError(binned(drawn(400_000, randomOf("truth"), bias), binning)).raw;

test.each([
  [60, 0, 1],
  [200, 0, 1],
  [1_000, 0, 1],
  [200, 0.8, 0.8],
  [1_000, 0, 0.5]
] as const)("%i answers, shift %f, stretch %f", (n, shift, stretch) => {
  for (const binning of BINNINGS) {
    const random = randomOf(`${n} ${shift} ${stretch} ${binning}`);
    const true_ = truth(binning, [shift, stretch]);
    let [raw, corrected, covered] = [0, 0, 0];
    for (let i = 0; i < RUNS; i++) {
      const found = calibrationError(binned(drawn(n, random, [shift, stretch]), binning));
      raw += found.raw / RUNS;
      corrected += found.corrected / RUNS;
      if (found.low! <= true_ && true_ <= found.high!) covered++;
    }
    // Of what chance adds, less than a third is left, and where there is an error, it is not taken off with it.
    if (true_ === 0) expect(corrected).toBeLessThan((0.35 + leeway(0.5, RUNS)) * raw);
    else expect(Math.abs(corrected - true_)).toBeLessThan(0.03 + leeway(0.5, n * RUNS));
    expect(covered / RUNS).toBeGreaterThanOrEqual(0.9 - leeway(0.9, RUNS));
  }
});

test("Cox's line recovers how confidence is shifted and stretched, and its intervals hold the truth", () => {
  let covered = 0;
  for (let i = 0; i < RUNS; i++) {
    const {slope, intercept} = calibrationLine(drawn(800, randomOf(`line ${i}`), [0.6, 0.8]))!;
    if (slope.low <= 1 / 0.8 && 1 / 0.8 <= slope.high) covered++;
    if (intercept.low <= -0.6 / 0.8 && -0.6 / 0.8 <= intercept.high) covered++;
  }
  expect(covered / (2 * RUNS)).toBeGreaterThanOrEqual(0.9 - leeway(0.9, 2 * RUNS));
});
