// Error rates of the gate's test of a mean at its boundary, for amounts of any skewness, and how often it decides.
import {describe, expect, test} from "vitest";
import {randomOf} from "../../pipelines/generate/seed.js";
import {testMean} from "../../pipelines/run/gate/tests.js";
import {leeway, repetitions} from "../repetitions.js";

const LEVEL = 0.05;

/** σ of the logarithm of log-normal amounts by their skewness: (exp σ² + 2) √(exp σ² − 1) is 1 and 4. */
const SIGMA = new Map([
  [0, 0],
  [1, 0.3142],
  [4, 0.9202]
]);

/** Draws amounts of a skewness with mean 0 and standard deviation 1. */
function amounts(n: number, skewness: number, seed: string): number[] {
  const random = randomOf(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random.real())) * Math.cos(2 * Math.PI * random.real());
  const sigma = SIGMA.get(skewness)!;
  if (sigma === 0) return Array.from({length: n}, normal);
  const mean = Math.exp(sigma ** 2 / 2);
  const deviation = mean * Math.sqrt(Math.exp(sigma ** 2) - 1);
  return Array.from({length: n}, () => (Math.exp(sigma * normal()) - mean) / deviation);
}

describe.each([20, 100, 500])("n = %i", n => {
  test.each([0, 1, 4])("skewness %i: at most 5 % false passes and failures at the boundary", skewness => {
    const draws = repetitions(n > 100 ? 4_000 : 10_000);
    let [passes, failures] = [0, 0];
    for (let i = 0; i < draws; i++) {
      const {pass, fail} = testMean(amounts(n, skewness, `boundary ${n} ${skewness} ${i}`), {most: 0}, {level: LEVEL});
      if (pass !== null && pass <= LEVEL) passes++;
      if (fail !== null && fail <= LEVEL) failures++;
    }
    expect({passes: passes / draws, failures: failures / draws}).toSatisfy(
      (shares: {passes: number; failures: number}) => Math.max(shares.passes, shares.failures) < 0.055 + leeway(LEVEL, draws)
    );
  });
});

test.each([
  0, 1
])("skewness %i, n = 100: a difference of one standard deviation is decided in at least 80 % of runs", skewness => {
  const draws = repetitions(1_000);
  let decided = 0;
  for (let i = 0; i < draws; i++) {
    const {pass} = testMean(amounts(100, skewness, `power ${skewness} ${i}`), {most: 1}, {level: LEVEL});
    if (pass !== null && pass <= LEVEL) decided++;
  }
  expect(decided / draws).toBeGreaterThan(0.8);
});

test("interval and test agree: the bound at an end of the interval has the level as its p-value", () => {
  const values = amounts(60, 1, "agree");
  const {low, high} = testMean(values, {most: 0}, {level: LEVEL});
  expect(testMean(values, {most: high!}, {level: LEVEL}).pass).toBeCloseTo(LEVEL, 9);
  expect(testMean(values, {most: low!}, {level: LEVEL}).fail).toBeCloseTo(LEVEL, 9);
});

test("too few amounts for their skewness, or one, decide nothing; equal ones are exact", () => {
  const few = testMean([1, 1, 1, 1, 1, 1, 1, 1, 1, 100], {most: 50}, {level: LEVEL});
  expect(few).toMatchObject({n: 10, pass: null, fail: null, low: null, high: null});
  expect(few.needed).toBeGreaterThan(10);
  expect(testMean([1], {most: 50}, {level: LEVEL})).toMatchObject({n: 1, pass: null});
  expect(testMean([0, 0, 0], {most: 0}, {level: LEVEL})).toMatchObject({value: 0, fail: 1});
});
