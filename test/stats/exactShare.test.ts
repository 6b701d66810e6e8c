import {expect, test} from "vitest";
import {exactInterval, shareTests} from "../../pipelines/stats/exactShare.js";

test("binomial tails: 3 of 10 against one half, from Pascal's triangle", () => {
  const {few, many} = shareTests(3, 10, 0.5);
  expect(few).toBeCloseTo((1 + 10 + 45 + 120) / 1024, 12);
  expect(many).toBeCloseTo(1 - (1 + 10 + 45) / 1024, 12);
});

// Newcombe 1998, doi:10.1002/(SICI)1097-0258(19980430)17:8<857::AID-SIM777>3.0.CO;2-E, table I, method 5
test.each([
  [81, 263, 0.2527, 0.3676],
  [15, 148, 0.0578, 0.1617],
  [0, 20, 0, 0.1684],
  [1, 29, 0.0009, 0.1776]
])("the exact interval of %i of %i is the published one", (k, n, low, high) => {
  const found = exactInterval(k, n);
  expect(found.low).toBeCloseTo(low, 4);
  expect(found.high).toBeCloseTo(high, 4);
});

test("nothing asked, none and all, and thresholds at the ends", () => {
  expect(exactInterval(0, 0)).toEqual({low: 0, high: 1});
  expect(shareTests(0, 0, 0.5)).toEqual({few: 1, many: 1});
  expect(shareTests(0, 5, 0)).toEqual({few: 1, many: 1});
  expect(shareTests(1, 5, 0)).toEqual({few: 1, many: 0});
  expect(shareTests(4, 5, 1)).toEqual({few: 0, many: 1});
  expect(exactInterval(5, 5).high).toBe(1);
  expect(exactInterval(1_000_000, 1_000_000).low).toBeGreaterThan(0.99999);
});
