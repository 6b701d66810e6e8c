import fc from "fast-check";
import {expect, test} from "vitest";
import {randomOf} from "../../pipelines/generate/seed.js";
import {
  bootstrapScores,
  type PointCounters,
  pointScore,
  reasonScore,
  resample,
  tierScore
} from "../../pipelines/score/reasonscore.js";

const point = (base_task: string, correct: number, incorrect: number, more: Partial<PointCounters> = {}): PointCounters => ({
  base_task,
  tiers: ["easy"],
  correct,
  incorrect,
  truncated: 0,
  guess_sum: 0,
  tokens_completion: 100 * (correct + incorrect),
  ...more
});

test("layer 1 is Wilson's upper end less the truncated share (Newcombe 1998: 81 of 263 has upper end 0.3662)", () => {
  expect(pointScore(point("a", 81, 182))).toBeCloseTo(0.3662, 3);
  expect(pointScore(point("a", 81, 182), {conservative: true})).toBeCloseTo(0.2553, 3);
  // 263 untruncated of 526: half of all samples are truncated, which takes the whole score.
  expect(pointScore(point("a", 81, 182, {truncated: 263}))).toBe(0);
  expect(pointScore(point("a", 0, 0))).toBe(0);
});

test("layer 3 is a geometric mean in thousandths, with a floor of 0.01 a task", () => {
  expect(tierScore([0.25, 1])).toBeCloseTo(500, 9);
  expect(tierScore([0, 1])).toBeCloseTo(100, 9);
  expect(tierScore([])).toBeNull();
});

test("layer 2 pools counters over a task's points; layer 4 divides the mean of the tiers by mean tokens", () => {
  const points = [point("a", 30, 70), point("a", 51, 112), point("b", 50, 50, {tiers: ["easy", "hard"]})];
  const {tasks, tiers, perToken} = reasonScore(points);
  expect(tasks.get("easy")!.get("a")).toBeCloseTo(0.3662, 3);
  expect(perToken).toBeCloseTo((tiers.get("easy")! + tiers.get("hard")!) / 2 / 100, 9);
});

test("a model that lacks a task of the tier has no score there, only a partial one that names what is missing", () => {
  const suite = new Map([["easy", ["a", "b"]]]);
  const {tiers, partial, perToken} = reasonScore([point("a", 10, 0)], {suite});
  expect(tiers.size).toBe(0);
  expect(partial.get("easy")!.missing).toEqual(["b"]);
  expect(perToken).toBeNull();
});

test("scores stay in range, and more right answers never lower them", () => {
  const counts = fc.record({
    correct: fc.integer({min: 0, max: 99}),
    incorrect: fc.integer({min: 1, max: 100}),
    truncated: fc.integer({min: 0, max: 50})
  });
  fc.assert(
    fc.property(counts, each => {
      const worse = pointScore(point("a", each.correct, each.incorrect, {truncated: each.truncated}));
      const better = pointScore(point("a", each.correct + 1, each.incorrect - 1, {truncated: each.truncated}));
      expect(worse).toBeGreaterThanOrEqual(0);
      expect(better).toBeLessThanOrEqual(1);
      expect(better).toBeGreaterThanOrEqual(worse - 1e-12);
    })
  );
});

test("replicates have the mean and spread of the binomial, and points at an edge still vary", () => {
  const random = randomOf("reasonscore test");
  const draws = Array.from({length: 4_000}, () => resample([point("a", 30, 70)], random)[0]!.correct);
  const mean = draws.reduce((a, b) => a + b, 0) / draws.length;
  const sd = Math.sqrt(draws.reduce((sum, x) => sum + (x - mean) ** 2, 0) / draws.length);
  expect(mean).toBeCloseTo(30, 0);
  expect(sd).toBeGreaterThan(4.58 * 0.94); // √(100 · 0.3 · 0.7) = 4.58
  expect(sd).toBeLessThan(4.58 * 1.06);
  // Beta(32.5, 0.5) has mean 0.98485 and sd 0.02095.
  const edge = Array.from({length: 4_000}, () => resample([point("a", 32, 0)], random)[0]!.correct / 32);
  const edgeMean = edge.reduce((a, b) => a + b, 0) / edge.length;
  expect(edgeMean).toBeCloseTo(0.98485, 2);
  const {tiers} = bootstrapScores([point("a", 32, 0), point("b", 0, 32)], {random});
  expect(tiers.get("easy")!.high - tiers.get("easy")!.low).toBeGreaterThan(0);
});
