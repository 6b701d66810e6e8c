import {expect, test} from "vitest";
import {type PointCounters, UNTIERED} from "../../pipelines/score/reasonscore.js";
import {type ScoredEvaluation, scoreRows} from "../../pipelines/store/scores.js";
import {tables} from "../../pipelines/store/tables.js";

const point = (base_task: string, tiers: string[], correct: number): PointCounters => ({
  base_task,
  tiers,
  correct,
  incorrect: 64 - correct,
  truncated: 0,
  guess_sum: 0,
  tokens_completion: 6_400,
  tokens_correct: 100 * correct,
  tokens_incorrect: 100 * (64 - correct),
  tokens_truncated: 0,
  tokens_squared: 640_000
});
const evaluation = (model: string, points: PointCounters[]): ScoredEvaluation => ({
  key: {eval_id: model, model, template: "t", sampler: "s"},
  points,
  simulated: true
});
const rowsOf = (...evaluations: ScoredEvaluation[]) => [...scoreRows(evaluations)];

test("every layer has its rows, scores above the task with interval and standard error", () => {
  const rows = rowsOf(
    evaluation("a", [point("x", ["easy"], 60), point("y", ["easy"], 50), point("x", ["hard"], 30), point("y", ["hard"], 20)])
  );
  expect(rows.map(({layer, tier, base_task}) => [layer, tier, base_task].join(" ").trim())).toEqual([
    "task easy x",
    "task easy y",
    "tier easy",
    "task hard x",
    "task hard y",
    "tier hard",
    "mean",
    "token"
  ]);
  for (const row of rows.filter(({layer}) => layer !== "task")) {
    const {low, score, high, se} = row as Record<string, number>;
    expect(low).toBeLessThan(high!);
    expect(low! - 5 * se!).toBeLessThan(score!);
    expect(high! + 5 * se!).toBeGreaterThan(score!);
  }
  for (const row of rows) for (const key of Object.keys(row)) expect(Object.keys(tables.scores.columns)).toContain(key);
  // All samples have 100 tokens: the score per token and its interval are a hundredth of the mean's.
  const [mean, token] = rows.slice(-2) as Record<string, number>[];
  for (const key of ["score", "low", "high", "se", "conservative"]) expect(token![key]).toBeCloseTo(mean![key]! / 100, 1);
});

test("a task without answers leaves a partial score that names it, and no mean", () => {
  const whole = evaluation("a", [point("x", ["easy"], 60), point("y", ["easy"], 50)]);
  const rows = rowsOf(whole, evaluation("b", [point("x", ["easy"], 64)])).filter(({model}) => model === "b");
  expect(rows.find(({layer}) => layer === "tier")).toMatchObject({missing: ["y"]});
  expect(rows.find(({layer}) => layer === "tier")).not.toHaveProperty("low");
  expect(rows.some(({layer}) => layer === "mean" || layer === "token")).toBe(false);
});

test("a suite that names no tiers is scored as one", () => {
  const rows = rowsOf(evaluation("a", [point("x", [], 60), point("y", [], 50)]));
  expect(rows.find(({layer}) => layer === "tier")).toMatchObject({tier: UNTIERED, n: 128});
  expect(rows.some(({layer}) => layer === "mean")).toBe(true);
});
