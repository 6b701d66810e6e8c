import {expect, test} from "vitest";
import {binomialCdf} from "../../pipelines/stats/distributions.js";
import {medianOf} from "../../src/components/replay.js";

test("the interval of a median holds the middle of any distribution with at least 95 %, by the binomial distribution", () => {
  for (const n of [8, 9, 10, 25, 64, 141]) {
    const {value, low, high} = medianOf(Array.from({length: n}, (_, i) => n - i)); // its values are their ranks
    expect(value).toBe((n + 1) / 2);
    expect(low! + high!).toBe(n + 1);
    expect(1 - 2 * binomialCdf(low! - 1, n, 0.5)).toBeGreaterThanOrEqual(0.95);
  }
});

test("a few values have a median and no interval", () => {
  expect(medianOf([3])).toEqual({value: 3, low: null, high: null});
  expect(medianOf([3, 1, 2])).toEqual({value: 2, low: null, high: null});
});
