import {expect, test} from "vitest";
import {randomOf} from "../../pipelines/generate/seed.js";
import {type PointCounts, pool, poolOverPoints} from "../../pipelines/score/pool.js";

const point = (tokens: readonly number[], counts: Partial<PointCounts> = {}): PointCounts => ({
  correct: tokens.length,
  incorrect: 0,
  truncated: 0,
  guess_sum: 0,
  completion_tokens: tokens.reduce((sum, each) => sum + each, 0),
  tokens_squared: tokens.reduce((sum, each) => sum + each * each, 0),
  cost: 0.25,
  ...counts
});

test("mean tokens have the interval of a stratified mean", () => {
  // numpy: a = [10, 12, 17], b = [100, 140]; mean of all; ± 1.959964 √((3 var(a, ddof=1) + 2 var(b, ddof=1)) / 25)
  const {tokens, tokens_low, tokens_high, samples, cost} = pool([point([10, 12, 17]), point([100, 140])]);
  expect([tokens, samples, cost]).toEqual([55.8, 5, 0.5]);
  expect(tokens_low).toBeCloseTo(39.93034214972778, 10);
  expect(tokens_high).toBeCloseTo(71.66965785027222, 10);
});

test("the interval of mean tokens covers the mean of the points as they are 95 % of the time", () => {
  const random = randomOf("pool.test");
  const normal = () => Math.sqrt(-2 * Math.log(1 - random.real())) * Math.cos(2 * Math.PI * random.real());
  const means = [100, 400, 1_000];
  const rounds = 4_000;
  let covered = 0;
  for (let round = 0; round < rounds; round++) {
    const {tokens_low, tokens_high} = pool(means.map(mean => point(Array.from({length: 64}, () => mean * (1 + 0.3 * normal())))));
    if (tokens_low! <= 500 && 500 <= tokens_high!) covered++;
  }
  expect(covered / rounds).toBeGreaterThan(0.935);
  expect(covered / rounds).toBeLessThan(0.965);
});

test("where a point has one sample, or squares are not known, mean tokens stand without an interval", () => {
  expect(pool([point([10, 12]), point([100])])).toMatchObject({tokens_low: null, tokens_high: null});
  expect(pool([point([10, 12], {tokens_squared: null})])).toMatchObject({tokens: 11, tokens_low: null});
});

test("no points, no estimates: whole ranges instead of an error", () => {
  expect(pool([])).toMatchObject({
    accuracy: null,
    low: 0,
    high: 1,
    n: 0,
    samples: 0,
    truncated: 0,
    truncated_low: 0,
    truncated_high: 1,
    tokens: 0
  });
});

test("shares of none and of all reach their ends exactly", () => {
  expect(pool([point([5, 5])])).toMatchObject({truncated: 0, truncated_low: 0});
  expect(pool([point([5, 5], {correct: 0, truncated: 2})])).toMatchObject({truncated: 1, truncated_high: 1, accuracy: null});
});

test("over points, intervals are those of ratio estimators by the jackknife, and hold what intervals over tests hold", () => {
  // Ten points with 0, 10, … 90 of 100 right: mean 0.45, its variance over points Σ(x − 0.45)² ÷ (10 · 9) = 0.825 ÷ 90, t(9) = 2.262157: ± 0.21659.
  const points = Array.from({length: 10}, (_, i) => point(new Array(100).fill(20), {correct: 10 * i, incorrect: 100 - 10 * i}));
  const {accuracy, low, high} = poolOverPoints(points);
  expect(accuracy).toBeCloseTo(0.45, 12);
  expect(low).toBeCloseTo(0.45 - 0.21659, 4);
  expect(high).toBeCloseTo(0.45 + 0.21659, 4);
  const alike = Array.from({length: 4}, () => point([10, 12], {correct: 1, incorrect: 1}));
  expect(poolOverPoints(alike)).toMatchObject({low: pool(alike).low, high: pool(alike).high});
  const [single] = points;
  expect(poolOverPoints([single!])).toEqual(pool([single!]));
});
