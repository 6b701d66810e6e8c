// Paired differences of shares of repeated answers: error rates, and power against first answers alone.
import {expect, test} from "vitest";
import {randomOf} from "../../pipelines/generate/seed.js";
import {testPairs} from "../../pipelines/run/gate/tests.js";
import {leeway, repetitions} from "../repetitions.js";

const LEVEL = 0.05;
const RUNS = repetitions(2_000);

/** Share of comparisons of n tests and k answers to each that decide against `least: 0`, where the true difference is `gain`. */
function failures(k: number, gain: number, {n = 150} = {}): number {
  const random = randomOf(`gate repeats ${k} ${gain}`);
  const share = (chance: number) => {
    let right = 0;
    for (let trial = 0; trial < k; trial++) if (random.chance(chance)) right++;
    return right / k;
  };
  let failed = 0;
  for (let run = 0; run < RUNS; run++) {
    const pairs = Array.from({length: n}, () => {
      const level = 0.2 + 0.6 * random.real();
      return {own: share(level + gain / 2), other: share(level - gain / 2), room: 1};
    });
    if (testPairs(pairs, {least: 0}, {level: LEVEL}).fail! <= LEVEL) failed++;
  }
  return failed / RUNS;
}

test("a difference of 0 fails at most at the level, with one answer to each test and with four", () => {
  for (const k of [1, 4]) expect(failures(k, 0)).toBeLessThan(LEVEL + 0.015 + leeway(LEVEL, RUNS));
});

test("four answers to each test find a drop of 6 points about as often as four times the tests do, and much more often than one answer", () => {
  const [one, four, manyTests] = [failures(1, -0.06), failures(4, -0.06), failures(1, -0.06, {n: 600})];
  expect(four).toBeGreaterThan(one + 0.2 - leeway(0.5, RUNS));
  expect(Math.abs(four - manyTests)).toBeLessThan(0.1 + leeway(0.5, RUNS));
});
