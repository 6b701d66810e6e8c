import {expect, test} from "vitest";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {drawShared, drawValue, exactly, expectedOf, learn} from "../../../pipelines/run/forecast/predictive.js";

test("a belief after two values, by hand", () => {
  const {mean, weight, spread, df} = learn({mean: 0, weight: 1, spread: 1, df: 1}, [1, 3]);
  expect([mean, weight, df]).toEqual([4 / 3, 3, 3]);
  // (1·1² + squares around 2: 2 + 1·2/3 · 2²) ÷ 3
  expect(spread ** 2).toBeCloseTo((1 + 2 + 8 / 3) / 3, 12);
});

test("without values it is the prior; with many it is their mean and spread", () => {
  const prior = {mean: 5, weight: 0.25, spread: 2, df: 6};
  expect(learn(prior, [])).toBe(prior);
  const random = randomOf("many");
  const values = Array.from({length: 5_000}, () => 3 * random.real());
  const {mean, spread} = learn(prior, values);
  expect(mean).toBeCloseTo(1.5, 1);
  expect(spread).toBeCloseTo(3 / Math.sqrt(12), 1);
});

test("draws follow Student's t of the predictive distribution", () => {
  const random = randomOf("t");
  const belief = {mean: 0, weight: 1, spread: 1, df: 6};
  const draws = Float64Array.from({length: 40_000}, () => drawValue(drawShared(belief, random), random));
  const {low, high, estimate} = expectedOf(draws);
  const quantile = 1.9432 * Math.SQRT2; // t with 6 degrees of freedom at 95 %, times √(1 + 1/weight)
  expect(estimate).toBeCloseTo(0, 1);
  expect(Math.abs(high - quantile)).toBeLessThan(0.08);
  expect(Math.abs(low + quantile)).toBeLessThan(0.08);
});

test("an estimate lies in its interval even where a few draws carry it out", () => {
  const {low, estimate, high} = expectedOf(Float64Array.from({length: 100}, (_, i) => (i === 99 ? 1e6 : 1)));
  expect([low, estimate, high]).toEqual([1, (99 + 1e6) / 100, (99 + 1e6) / 100]);
  expect(exactly(3)).toEqual({estimate: 3, low: 3, high: 3});
});
