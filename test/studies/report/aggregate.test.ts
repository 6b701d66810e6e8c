// The overall score: its weights, its interval in the weakest and the most extreme cases, the human part, and the draws behind it.
import {describe, expect, test} from "vitest";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {betaDraw, gammaDraw, tDraw} from "../../../pipelines/stats/gamma.js";
import {aggregate, byDomain, byItem, withoutMinority} from "../../../pipelines/studies/report/aggregate.js";
import {fullScore, HUMAN_WEIGHT, humanParts} from "../../../pipelines/studies/report/human.js";
import type {CategoryScore} from "../../../pipelines/studies/scorecard/domains.js";

const counted = (domain: string, correct: number, n: number, guess = 0): CategoryScore => ({
  eval_id: "e",
  suite: "s",
  domain,
  metric: "accuracy",
  averaged: true,
  n,
  correct,
  guess_sum: guess * n,
  value_n: n,
  value: n === 0 ? null : (correct / n - guess) / (1 - guess),
  low: null,
  high: null
});
const measured = (domain: string, value: number, margin: number | null, n: number): CategoryScore => ({
  eval_id: "e",
  suite: "s",
  domain,
  metric: "f1",
  averaged: true,
  n,
  correct: 0,
  guess_sum: 0,
  value_n: n,
  value,
  low: margin === null ? null : value - margin,
  high: margin === null ? null : value + margin
});
const overall = (scores: readonly CategoryScore[]) => aggregate(scores, {weights: byDomain, seed: "t"});

describe("the mean", () => {
  const scores = [counted("a", 9, 10), counted("b", 1, 10), counted("b", 3, 10), counted("c", 0, 0)];

  test("weighs each domain alike and each category of a domain alike, and leaves out what has no value", () => {
    expect(overall(scores)).toMatchObject({n: 30, scored: 3, why: ""});
    expect(overall(scores).value).toBeCloseTo((0.9 + (0.1 + 0.3) / 2) / 2, 12);
  });

  test("by items weighs each answer alike", () => {
    const uneven = [counted("a", 9, 10), counted("b", 10, 30)];
    expect(aggregate(uneven, {weights: byItem, seed: "t"}).value).toBeCloseTo(19 / 40, 12);
  });

  test("takes guessing out, and may be below 0", () => {
    expect(overall([counted("a", 40, 64, 0.25)]).value).toBeCloseTo(0.5, 12);
    expect(overall([counted("a", 0, 64, 0.25)]).value).toBeCloseTo(-1 / 3, 12);
  });

  test("leaves out a category that is not averaged", () => {
    expect(overall([counted("a", 9, 10), {...counted("a", 0, 10), averaged: false}]).value).toBeCloseTo(0.9, 12);
  });
});

describe("the interval", () => {
  test("is none without a value", () => {
    expect(overall([])).toMatchObject({value: null, low: null, high: null, n: 0, scored: 0});
    expect(overall([counted("a", 0, 0)]).why).not.toBe("");
  });

  test.each([
    ["nothing right", [counted("a", 0, 16), counted("b", 0, 16)], 0],
    ["all right", [counted("a", 16, 16), counted("b", 16, 16)], 1],
    ["one item", [counted("a", 1, 1)], 1]
  ])("has a width where %s, and holds the value", (_, scores, value) => {
    const {low, high, se} = overall(scores);
    expect(high! - low!).toBeGreaterThan(0.01);
    expect(se).toBeGreaterThan(0);
    expect(low).toBeLessThanOrEqual(value);
    expect(high).toBeGreaterThanOrEqual(value);
    expect(low).toBeGreaterThanOrEqual(0);
    expect(high).toBeLessThanOrEqual(1);
  });

  // R: qbeta(c(.025, .975), 24.5, 8.5)
  test("of one category is Jeffreys's", () => {
    const {low, high} = aggregate([counted("a", 24, 32)], {weights: byDomain, seed: "t", draws: 40_000});
    expect(low).toBeCloseTo(0.583, 2);
    expect(high).toBeCloseTo(0.875, 2);
  });

  test("narrows as items are added, and does not depend on the order of draws of another evaluation", () => {
    const [few, many] = [16, 1_000_000].map(n => overall([counted("a", n / 2, n)]));
    expect(many!.high! - many!.low!).toBeLessThan((few!.high! - few!.low!) / 100);
    expect(overall([counted("a", 8, 16)])).toEqual(few);
  });

  test("of a measure is that of its mean, and none where nothing is known of its error", () => {
    const {low, high} = aggregate([measured("a", 0.5, 0.1, 12)], {weights: byDomain, seed: "t", draws: 40_000});
    expect(low).toBeCloseTo(0.4, 2);
    expect(high).toBeCloseTo(0.6, 2);
    const unknown = overall([measured("a", 0.5, null, 1), counted("b", 3, 4)]);
    expect(unknown).toMatchObject({low: null, high: null, se: null});
    expect(unknown.value).toBeCloseTo(0.625, 12);
    expect(unknown.why).toContain("f1");
  });
});

describe("the human part", () => {
  const strength = (model: string, beta: number) => ({
    model,
    beta,
    low: beta - 0.2,
    high: beta + 0.2,
    votes: 100,
    simulated: true
  });

  test("is the expected share of votes against the others; none of one model", () => {
    const parts = humanParts([strength("a", Math.log(3)), strength("b", 0)]);
    expect(parts.get("a")!.value).toBeCloseTo(0.75, 12);
    expect(parts.get("b")!.value).toBeCloseTo(0.25, 12);
    expect(humanParts([strength("a", 0)]).size).toBe(0);
  });

  test("weighs a ninth, and makes the interval no wider than either part's", () => {
    const score = overall([counted("a", 24, 32), counted("b", 8, 32)]);
    const full = fullScore(score, {value: 0.9, se: 0.02, votes: 100, simulated: false}, {seed: "t"});
    expect(full.value).toBeCloseTo((8 / 9) * 0.5 + 0.1, 12);
    expect(full.n).toBe(164);
    expect(HUMAN_WEIGHT).toBeCloseTo(1 / 9, 12);
    expect(full.high! - full.low!).toBeLessThan(score.high! - score.low!);
    const without = overall([measured("a", 0.5, null, 1)]);
    expect(fullScore(without, {value: 0.9, se: 0.02, votes: 100, simulated: false}, {seed: "t"})).toMatchObject({
      low: null,
      high: null
    });
  });
});

describe("draws", () => {
  const momentsOf = (draw: () => number) => {
    const values = Float64Array.from({length: 40_000}, draw);
    const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
    return {mean, variance: values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / values.length};
  };
  const random = randomOf("draws");

  test.each([0.1, 0.5, 1, 7.5])("of a gamma distribution of shape %s have its mean and variance", shape => {
    const {mean, variance} = momentsOf(() => gammaDraw(shape, random));
    expect(Math.abs(mean - shape)).toBeLessThan(5 * Math.sqrt(shape / 40_000));
    expect(variance / shape).toBeGreaterThan(0.85);
    expect(variance / shape).toBeLessThan(1.15);
  });

  test("of a beta and of Student's t distribution have theirs", () => {
    const beta = momentsOf(() => betaDraw(2, 6, random));
    expect(beta.mean).toBeCloseTo(0.25, 2);
    expect(beta.variance).toBeCloseTo(12 / (64 * 9), 2);
    const t = momentsOf(() => tDraw(10, random));
    expect(t.mean).toBeCloseTo(0, 1);
    expect(t.variance).toBeCloseTo(10 / 8, 1);
  });
});

describe("the score of a suite", () => {
  const ofCategories = (...answered: number[]) => overall(answered.map((n, i) => counted(`d${i}`, Math.floor(n / 2), n)));

  test("is there from half of its categories on", () => {
    const half = ofCategories(10, 10);
    expect(withoutMinority(half, 4)).toBe(half);
    expect(withoutMinority(half, 5)).toMatchObject({value: null, low: null, high: null, se: null, n: 20, scored: 2});
    expect(withoutMinority(half, 5).why).toContain("only 2 of 5 categories");
    expect(withoutMinority(half, 5).draws).toHaveLength(0);
  });

  test("counts no category without a value, and has its own reason where nothing was answered", () => {
    expect(withoutMinority(ofCategories(10, 0, 0), 3).value).toBeNull();
    const none = ofCategories(0);
    expect(withoutMinority(none, 1)).toBe(none);
    expect(withoutMinority(ofCategories(10), 1).value).toBeCloseTo(0.5, 12);
  });
});
