// Intervals of accuracy from all repeats hold the mean chance over tests, and are narrower than those of first answers.
import {expect, test} from "vitest";
import {leeway, repetitions} from "../repetitions.js";
import {simulateShares} from "./shareCoverage.js";

const RUNS = repetitions(2000);

test.each(
  [0.1, 0.5, 0.9].flatMap(mean => [0.3, 1, 10].map(sum => ({tests: 120, repeats: 3, mean, sum})))
)("$tests tests × $repeats answers, mean chance $mean, a + b = $sum: 93 to 97 %, narrower than first answers", cell => {
  const {all, first} = simulateShares(cell, RUNS);
  expect(all.coverage).toBeGreaterThanOrEqual(0.93 - leeway(0.93, RUNS));
  expect(all.coverage).toBeLessThanOrEqual(0.97 + leeway(0.97, RUNS));
  expect(all.width).toBeLessThan(0.97 * first.width);
});

test.each([
  {tests: 10, repeats: 8, mean: 0.9, sum: 1},
  {tests: 10, repeats: 8, mean: 0.1, sum: 0.3},
  {tests: 20, repeats: 3, mean: 0.5, sum: 0.3},
  {tests: 20, repeats: 8, mean: 0.9, sum: 1}
])("few tests: $tests × $repeats answers, mean chance $mean, a + b = $sum", cell => {
  const {all, first} = simulateShares(cell, RUNS);
  expect(all.coverage).toBeGreaterThanOrEqual(0.935 - leeway(0.935, RUNS));
  expect(all.width).toBeLessThan(first.width);
});
