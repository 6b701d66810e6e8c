// A point that asks until Wilson's interval is narrow enough: the interval at which it stops holds the share about as often as a fixed one.
import {expect, test} from "vitest";
import {randomOf} from "../../pipelines/generate/seed.js";
import {wilson, wilsonInterval} from "../../pipelines/stats/intervals.js";
import {leeway, repetitions} from "../repetitions.js";

const RUNS = repetitions(4_000);
/** Coverage that docs/coverage.md states as the least. */
const LEAST = 0.93;

/** Share of runs whose interval holds the true share when a margin is reached, or the most answers are asked. */
function coverageAtStop(share: number, {step, most, margin}: {step: number; most: number; margin: number}): number {
  const random = randomOf(`stopping ${share} ${step} ${margin}`);
  let held = 0;
  for (let run = 0; run < RUNS; run++) {
    let [right, n] = [0, 0];
    do for (const until = n + step; n < until; n++) right += Number(random.chance(share));
    while (n < most && wilson(right / n, n).margin > margin);
    const {low, high} = wilsonInterval(right / n, n);
    held += Number(low <= share && share <= high);
  }
  return held / RUNS;
}

test.each([
  {step: 16, most: 512, margin: 0.1},
  {step: 32, most: 128, margin: 0.05},
  {step: 32, most: 1_024, margin: 0.05},
  {step: 64, most: 2_048, margin: 0.03}
])("steps of $step answers to a margin of $margin", design => {
  for (const share of [0.5, 0.7, 0.9, 0.97])
    expect(coverageAtStop(share, design), `${share}`).toBeGreaterThanOrEqual(LEAST - leeway(LEAST, RUNS));
});
