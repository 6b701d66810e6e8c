import {expect, test} from "vitest";
import {rivalries, rivalry} from "../../../../pipelines/studies/preferences/benchmarks/against.js";
import type {Leaderboard} from "../../../../pipelines/studies/preferences/benchmarks/leaderboard.js";

const MODELS = ["a", "b", "c", "d", "e", "f", "g", "h"];
const TABLE: Leaderboard = {
  models: [...MODELS, "unjudged"],
  benchmarks: [
    {name: "one", values: [1, 3, 2, 5, 4, 6, 8, 7, 9]},
    {name: "other", values: [2, 1, 5, 3, 4, 8, 6, 9, null]},
    {name: "same", values: [1, 3, 2, 5, 4, 6, 8, 7, 9]},
    {name: "few", values: [1, 2, 3, 4, null, null, null, null, 5]}
  ],
  notes: []
};
const PREFERENCE = new Map([1.1, 2.3, 2.9, 4.2, 4.8, 6.1, 6.6, 8.4].map((beta, i) => [MODELS[i]!, beta]));

test("two benchmarks on their common models: Williams, Steiger and Zou as NumPy and SciPy have them", () => {
  const found = rivalry(TABLE.benchmarks[0]!, TABLE.benchmarks[1]!, PREFERENCE, TABLE)!;
  expect(found.n).toBe(8);
  expect(found.r1).toBeCloseTo(0.9220013423, 9);
  expect(found.r2).toBeCloseTo(0.8751701683, 9);
  expect(found.williams.statistic).toBeCloseTo(0.54029946, 6);
  expect(found.williams.p).toBeCloseTo(0.61217821, 6);
  expect(found.steiger.statistic).toBeCloseTo(0.51225025, 6);
  expect(found.steiger.p).toBeCloseTo(0.60847588, 6);
  expect(found.difference.lo).toBeCloseTo(-0.22774, 4);
  expect(found.difference.hi).toBeCloseTo(0.454311, 4);
});

test("perfect correlations and fewer than five models are left out", () => {
  const pairs = rivalries(TABLE, PREFERENCE).map(({one, other}) => `${one} ${other}`);
  expect(pairs).toEqual(["one other", "other same"]);
});
