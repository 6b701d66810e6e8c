import {expect, test} from "vitest";
import {type PointCounters, UNTIERED} from "../../pipelines/score/reasonscore.js";
import {type ScoredEvaluation, scoredEvaluations, scoreRows} from "../../pipelines/store/scores.js";
import {tables} from "../../pipelines/store/tables.js";

const point = (base_task: string, tiers: string[], correct: number): PointCounters & {params: string} => ({
  base_task,
  params: JSON.stringify({tiers}),
  tiers,
  correct,
  incorrect: 64 - correct,
  truncated: 0,
  guess_sum: 0,
  completion_tokens: 6_400,
  tokens_correct: 100 * correct,
  tokens_incorrect: 100 * (64 - correct),
  tokens_truncated: 0,
  tokens_squared: 640_000
});
const evaluation = (model: string, points: ScoredEvaluation["points"]): ScoredEvaluation => ({
  key: {eval_id: model, model, template: "t", sampler: "s"},
  points,
  suite: "s",
  simulated: true
});
const rowsOf = (...evaluations: ScoredEvaluation[]) => [...scoreRows(evaluations)];

test("every layer has its rows, each score with an interval that holds it", () => {
  const rows = rowsOf(
    evaluation("a", [point("x", ["easy"], 60), point("y", ["easy"], 50), point("x", ["hard"], 30), point("y", ["hard"], 20)])
  );
  expect(rows.map(({layer, tier, base_task}) => [layer, tier, base_task].join(" ").replace(/ +/g, " ").trim())).toEqual([
    "point x",
    "point y",
    "point x",
    "point y",
    "task easy x",
    "task easy y",
    "tier easy",
    "task hard x",
    "task hard y",
    "tier hard",
    "mean",
    "token"
  ]);
  for (const row of rows) {
    const {low, score, high, formula, formula_low, formula_high, formula_low_points, formula_high_points} = row as Record<
      string,
      number
    >;
    for (const [from, value, to] of [
      [low, score, high],
      [formula_low, formula, formula_high],
      [formula_low_points, formula, formula_high_points]
    ] as const) {
      expect(from).toBeLessThanOrEqual(value!);
      expect(to).toBeGreaterThanOrEqual(value!);
      expect(to).toBeGreaterThan(from!);
    }
    expect(Object.keys(row).sort()).toEqual(Object.keys(tables.scores.columns).sort());
  }
  // All samples have 100 tokens: what is per token is a hundredth of the mean's.
  const [mean, token] = rows.slice(-2) as Record<string, number>[];
  for (const key of ["score", "low", "high", "conservative", "formula", "formula_low", "formula_high"])
    expect(token![key]).toBeCloseTo(mean![key]! / 100, 6);
  // 60 and 50 right of 64, then 30 and 20, without guessing: (110 ÷ 128 + 50 ÷ 128) ÷ 2.
  expect(mean!.formula).toBeCloseTo(160 / 256, 12);
});

test("a task without answers leaves partial scores that name it, and no mean", () => {
  const whole = evaluation("a", [point("x", ["easy"], 60), point("y", ["easy"], 50)]);
  const rows = rowsOf(whole, evaluation("b", [point("x", ["easy"], 64)])).filter(({model}) => model === "b");
  expect(rows.find(({layer}) => layer === "tier")).toMatchObject({missing: ["y"], formula: 1});
  expect(rows.some(({layer}) => layer === "mean" || layer === "token")).toBe(false);
});

test("a task that nobody answered is missing all the same where the suite names it", () => {
  const expected = new Map([["easy", ["x", "y", "z"]]]);
  const [row] = [...scoreRows([{...evaluation("a", [point("x", ["easy"], 60)]), expected}])].filter(
    ({layer}) => layer === "tier"
  );
  expect(row).toMatchObject({missing: ["y", "z"]});
});

test("a model that is right on 1 of 50 has low scores, and intervals that hold them", () => {
  const points = Array.from({length: 50}, (_, i) => ({
    ...point(`task ${i % 9}`, ["easy"], 0),
    params: String(i),
    correct: i === 3 ? 1 : 0,
    incorrect: i === 3 ? 0 : 1,
    guess_sum: 0.1
  }));
  const mean = rowsOf(evaluation("weak", points)).find(({layer}) => layer === "mean") as Record<string, number>;
  expect(mean.formula).toBeLessThan(0);
  expect(mean.formula_high).toBeLessThan(0.1);
  expect(mean.low).toBeLessThanOrEqual(mean.score!);
  expect(mean.high).toBeGreaterThanOrEqual(mean.score!);
});

test("two seeds of a point are one point with the tests of both", () => {
  const row = (seed: number, correct: number) =>
    ({
      ...point("x", ["easy"], correct),
      eval_id: "a",
      model: "a",
      template: "t",
      sampler: "s",
      seed,
      simulated: false
    }) as never;
  const [only] = scoredEvaluations([row(1, 60), row(2, 20)]);
  expect(only!.points).toHaveLength(1);
  expect(only!.points[0]).toMatchObject({correct: 80, incorrect: 48});
});

test("a suite that names no tiers is scored as one", () => {
  const rows = rowsOf(evaluation("a", [point("x", [], 60), point("y", [], 50)]));
  expect(rows.find(({layer}) => layer === "tier")).toMatchObject({tier: UNTIERED, n: 128});
  expect(rows.some(({layer}) => layer === "mean")).toBe(true);
});
