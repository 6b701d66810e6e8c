import fc from "fast-check";
import {expect, test} from "vitest";
import {randomOf} from "../../pipelines/generate/seed.js";
import {bootstrapScores, resample} from "../../pipelines/score/bootstrap.js";
import {type PointCounters, pointScore, reasonScore, tierScore} from "../../pipelines/score/reasonscore.js";

/** A point whose every sample has 100 tokens. */
const point = (base_task: string, correct: number, incorrect: number, more: Partial<PointCounters> = {}): PointCounters => ({
  base_task,
  tiers: ["easy"],
  correct,
  incorrect,
  truncated: 0,
  guess_sum: 0,
  tokens_completion: 100 * (correct + incorrect + (more.truncated ?? 0)),
  tokens_correct: 100 * correct,
  tokens_incorrect: 100 * incorrect,
  tokens_truncated: 100 * (more.truncated ?? 0),
  tokens_squared: 1e4 * (correct + incorrect + (more.truncated ?? 0)),
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

test("the mean of the tiers needs every tier of the suite: without the hard ones it would be too good", () => {
  const suite = new Map([
    ["easy", ["a"]],
    ["hard", ["a", "b"]]
  ]);
  const half = [point("a", 90, 10, {tiers: ["easy"]}), point("a", 50, 50, {tiers: ["hard"]})];
  expect(reasonScore(half, {suite}).tiers.size).toBe(1);
  expect(reasonScore(half, {suite})).toMatchObject({mean: null, perToken: null});
  const whole = reasonScore([...half, point("b", 50, 50, {tiers: ["hard"]})], {suite});
  expect(whole.mean).toBeCloseTo((whole.tiers.get("easy")! + whole.tiers.get("hard")!) / 2, 9);
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

test("tokens of a replicate spread as those of a bootstrap over the samples themselves", () => {
  // 60 right of 150–210 tokens, 30 wrong of 300–420, 10 truncated at 4,096: what the resampling of whole samples gives is known exactly.
  const samples = [
    ...Array.from({length: 60}, (_, i) => ({status: "correct" as const, tokens: 150 + i})),
    ...Array.from({length: 30}, (_, i) => ({status: "incorrect" as const, tokens: 300 + 4 * i})),
    ...Array.from({length: 10}, () => ({status: "truncated" as const, tokens: 4096}))
  ];
  const tokens = samples.map(each => each.tokens);
  const sum = (of: number[]) => of.reduce((a, b) => a + b, 0);
  const of = (status: string) => sum(samples.filter(each => each.status === status).map(each => each.tokens));
  const given = point("a", 60, 30, {
    truncated: 10,
    tokens_completion: sum(tokens),
    tokens_correct: of("correct"),
    tokens_incorrect: of("incorrect"),
    tokens_truncated: of("truncated"),
    tokens_squared: sum(tokens.map(x => x * x))
  });
  const random = randomOf("tokens test");
  const replicates = Array.from({length: 10_000}, () => resample([given], random)[0]!);
  const drawn = replicates.map(each => each.tokens_completion!);
  const mean = sum(tokens) / 100;
  // The sum of n draws with replacement has variance n · σ², σ² with divisor n.
  const sd = Math.sqrt(sum(tokens.map(x => (x - mean) ** 2)));
  const spread = Math.sqrt(sum(drawn.map(x => (x - sum(tokens)) ** 2)) / drawn.length);
  expect(sum(drawn) / drawn.length / sum(tokens)).toBeCloseTo(1, 2);
  expect(spread / sd).toBeGreaterThan(0.97);
  expect(spread / sd).toBeLessThan(1.03);
  // More truncated samples cost more tokens: the two must move together, or score per token looks surer than it is.
  const [low, high] = [replicates.filter(each => each.truncated < 10), replicates.filter(each => each.truncated > 10)];
  const average = (some: typeof replicates) => sum(some.map(each => each.tokens_completion!)) / some.length;
  expect(average(high)).toBeGreaterThan(average(low));
});
