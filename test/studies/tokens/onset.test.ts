import {expect, test} from "vitest";
import {type Random, randomOf} from "../../../pipelines/generate/seed.js";
import {quantileInterval, truncationOnset} from "../../../pipelines/studies/tokens/spending.js";

const sorted = (values: number[]) => Float64Array.from(values).sort();

test("the onset is the count beyond which half of what is still being written is cut", () => {
  // Beyond 30 there are 40, 50 and two that were cut at 100: half of four. Beyond 29 (that is, 20) it is two of five.
  const onset = truncationOnset({ended: [10, 20, 30, 40, 50], truncated: [100, 100]})!;
  expect(onset).toMatchObject({at: 30, beyond: 4, truncated: 2, cut: 100});
  expect(onset.low!).toBeLessThanOrEqual(30);
  // Two cut responses never make a share of half sure: Wilson's lower end of 2 in 2 is 0.34.
  expect(onset.high).toBeNull();
});

test("without truncation there is no onset; where long answers end beyond the cut there may be none either", () => {
  expect(truncationOnset({ended: [1, 2], truncated: []})).toBeNull();
  expect(truncationOnset({ended: [500, 600, 700], truncated: [100]})).toMatchObject({at: null, high: null, cut: 100});
  expect(truncationOnset({ended: [], truncated: [100, 100]})).toMatchObject({at: 0, beyond: 2, truncated: 2});
});

test("its interval covers the true onset", () => {
  // Lengths of ended answers are exponential with mean 100; a share c loops. Beyond t the share of loops is c ÷ (c + (1 − c)·e^(−t/100)).
  const loops = 0.08;
  const truth = 100 * Math.log((1 - loops) / loops);
  const random = randomOf("onset");
  let [covered, bounded] = [0, 0];
  const trials = 1_500;
  for (let trial = 0; trial < trials; trial++) {
    const [ended, truncated]: [number[], number[]] = [[], []];
    for (let i = 0; i < 800; i++) {
      if (random.chance(loops)) truncated.push(4096);
      else ended.push(exponential(random));
    }
    const {low, high} = truncationOnset({ended: sorted(ended), truncated})!;
    if (high !== null) bounded++;
    if (low! <= truth && (high === null || truth <= high)) covered++;
  }
  expect(covered / trials).toBeGreaterThan(0.93);
  expect(bounded / trials).toBeGreaterThan(0.99);
});

test.each([
  [20, 0.5, 6, 15],
  [100, 0.5, 40, 61],
  [10, 0.5, 2, 9],
  [50, 0.9, 41, 50]
])("of %i values the %d quantile lies between the %ith and the %ith (binomial, SciPy; n = 100 as scipy.stats.quantile_test)", (n, q, r, s) => {
  const values = Array.from({length: n}, (_, i) => i + 1);
  expect(quantileInterval(values, q)).toMatchObject({low: r, high: s, value: expect.closeTo(1 + (n - 1) * q, 9)});
});

test("five values bound no median at 95 %", () => {
  expect(quantileInterval([1, 2, 3, 4, 5], 0.5)).toEqual({value: 3, low: null, high: null});
  expect(quantileInterval([], 0.5).value).toBeNaN();
});

test("over points of different difficulty the median's interval covers at least as often", () => {
  const random = randomOf("median over points");
  // Half of the values are of a point with mean 50, half of one with mean 200; the median of the mixture solves ½(1−e^(−m/50)) + ½(1−e^(−m/200)) = ½.
  let truth = 80;
  for (let step = 0; step < 60; step++)
    truth -= (0.5 - 0.5 * Math.exp(-truth / 50) + 0.5 - 0.5 * Math.exp(-truth / 200) - 0.5) * 100;
  let covered = 0;
  for (let trial = 0; trial < 1_000; trial++) {
    const values = sorted([...draw(30, 0.5), ...draw(30, 2)]);
    const {low, high} = quantileInterval(values, 0.5);
    if (low! <= truth && truth <= high!) covered++;
  }
  function draw(n: number, scale: number): number[] {
    return Array.from({length: n}, () => scale * exponential(random));
  }
  expect(covered / 1_000).toBeGreaterThan(0.945);
});

const exponential = (random: Random) => -100 * Math.log(1 - random.real());
