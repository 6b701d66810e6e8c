// Shares of repeated answers and their paired differences: error rates, coverage, and power against first answers alone.
import {expect, test} from "vitest";
import {randomOf} from "../../pipelines/generate/seed.js";
import {testMarks, testPairs} from "../../pipelines/run/gate/tests.js";
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

/** Rules of an accuracy on n tests with k answers to each, whose chances are between low and low + 0.6: its shares of false decisions at the true mean, and its interval. */
function singles(k: number, {n, low = 0.2, least = low + 0.3}: {n: number; low?: number; least?: number}) {
  const random = randomOf(`gate single ${k} ${n} ${low} ${least}`);
  let [failed, passed, covered, width] = [0, 0, 0, 0];
  for (let run = 0; run < RUNS; run++) {
    const marks = Array.from({length: n}, () => {
      const chance = low + 0.6 * random.real();
      let right = 0;
      for (let trial = 0; trial < k; trial++) if (random.chance(chance)) right++;
      return right / k;
    });
    const tested = testMarks(marks, {least}, {level: LEVEL / 2});
    if (tested.fail! <= LEVEL) failed++;
    if (tested.pass! <= LEVEL) passed++;
    if (tested.low! <= low + 0.3 && low + 0.3 <= tested.high!) covered++;
    width += tested.high! - tested.low!;
  }
  return {failed: failed / RUNS, passed: passed / RUNS, covered: covered / RUNS, width: width / RUNS};
}

test.each([
  [1, 60],
  [4, 60],
  [4, 200],
  [1, 200]
])("an accuracy of %i answers to each of %i tests: false decisions at most at the level, its 95 per cent interval covers", (k, n) => {
  for (const low of [0.2, 0.4]) {
    const {failed, passed, covered} = singles(k, {n, low});
    expect(Math.max(failed, passed)).toBeLessThan(LEVEL + 0.005 + leeway(LEVEL, RUNS));
    expect(covered).toBeGreaterThan(0.945 - leeway(LEVEL, RUNS));
    expect(covered).toBeLessThan(0.985 + leeway(0.985, RUNS));
  }
});

test("four answers to each test narrow the interval of an accuracy and find a miss of 8 points more often than one answer", () => {
  const [one, four] = [singles(1, {n: 150, least: 0.58}), singles(4, {n: 150, least: 0.58})];
  expect(four.width).toBeLessThan(0.75 * one.width);
  expect(four.failed).toBeGreaterThan(one.failed + 0.15 - leeway(0.5, RUNS));
});
