// Error rates of the gate's tests of pass^k and pass@k at their boundary, and how often they decide.
import {describe, expect, test} from "vitest";
import {randomOf} from "../../pipelines/generate/seed.js";
import {testMarks, testPairs} from "../../pipelines/run/gate/tests.js";
import {betaDraw} from "../../pipelines/stats/gamma.js";
import {passAtK, passHatK} from "../../pipelines/stats/passK.js";
import {leeway, repetitions} from "../repetitions.js";
import {truePassHat} from "../stats/passCoverage.js";

const LEVEL = 0.05;
const TRIALS = 4;

/** Successes in four trials of each of n tests, whose chances are drawn from a beta distribution. */
function successes({mean, sum, n}: {mean: number; sum: number; n: number}, seed: string): number[] {
  const random = randomOf(seed);
  return Array.from({length: n}, () => {
    const chance = betaDraw(mean * sum, (1 - mean) * sum, random);
    let count = 0;
    for (let trial = 0; trial < TRIALS; trial++) if (random.chance(chance)) count++;
    return count;
  });
}

describe.each([20, 100])("n = %i tests", n => {
  test.each([
    {mean: 0.1, sum: 1, k: 4},
    {mean: 0.1, sum: 10, k: 2},
    {mean: 0.5, sum: 1, k: 2},
    {mean: 0.9, sum: 10, k: 4},
    {mean: 0.95, sum: 1, k: 1}
  ])("pass^$k, mean chance $mean, a + b = $sum: at most 5 % false passes and failures at the boundary", cell => {
    const {k} = cell;
    const truth = truePassHat(cell, k);
    const runs = repetitions(1_500);
    let [passes, failures] = [0, 0];
    for (let run = 0; run < runs; run++) {
      const values = successes({...cell, n}, `boundary ${n} ${k} ${cell.mean} ${cell.sum} ${run}`).map(c =>
        passHatK(TRIALS, c, k)
      );
      const {pass, fail} = testMarks(values, {least: truth}, {level: LEVEL});
      if (pass! <= LEVEL) passes++;
      if (fail! <= LEVEL) failures++;
    }
    expect(Math.max(passes, failures) / runs).toBeLessThan(0.055 + leeway(LEVEL, runs));
  });
});

test("a pass^4 that is 20 points below the bound fails in more than 80 % of runs of 100 tests, and the opposite pass@4 does", () => {
  const runs = repetitions(500);
  const cell = {mean: 0.5, sum: 1, n: 100};
  const least = truePassHat(cell, 4) + 0.2;
  let [failures, opposites] = [0, 0];
  for (let run = 0; run < runs; run++) {
    const solved = successes(cell, `power ${run}`);
    const [every, some] = [solved.map(c => passHatK(TRIALS, c, 4)), solved.map(c => passAtK(TRIALS, TRIALS - c, 4))];
    if (testMarks(every, {least}, {level: LEVEL}).fail! <= LEVEL) failures++;
    if (testMarks(some, {most: 1 - least}, {level: LEVEL}).fail! <= LEVEL) opposites++;
  }
  expect(failures / runs).toBeGreaterThan(0.8);
  expect(opposites).toBe(failures);
});

test("paired: two sides of the same chances differ falsely in at most 5 % of runs", () => {
  const runs = repetitions(1_000);
  let failures = 0;
  for (let run = 0; run < runs; run++) {
    const random = randomOf(`paired ${run}`);
    const pairs = Array.from({length: 60}, () => {
      const chance = betaDraw(0.5, 0.5, random);
      const draw = () => {
        let count = 0;
        for (let trial = 0; trial < TRIALS; trial++) if (random.chance(chance)) count++;
        return passHatK(TRIALS, count, 3);
      };
      return {own: draw(), other: draw(), room: 1};
    });
    if (testPairs(pairs, {least: 0}, {level: LEVEL}).fail! <= LEVEL) failures++;
  }
  expect(failures / runs).toBeLessThan(0.055 + leeway(LEVEL, runs));
});
