import {expect, test} from "vitest";
import type {PointCounters} from "../../pipelines/score/reasonscore.js";
import {type ReadingName, sensitivity} from "../../pipelines/score/sensitivity.js";

const task = (base_task: string, correct: number, incorrect: number, truncated: number, guess_sum: number): PointCounters => ({
  base_task,
  tiers: ["hard"],
  correct,
  incorrect,
  truncated,
  guess_sum,
  completion_tokens: 1000,
  tokens_correct: 0,
  tokens_incorrect: 0,
  tokens_truncated: 0,
  tokens_squared: 0
});
/** Evenly able; nearly perfect on one task and weak on the other; able but often truncated. */
const STEADY = [task("a", 60, 40, 0, 0), task("b", 70, 30, 0, 25)];
const ONE_SIDED = [task("a", 99, 1, 0, 0), task("b", 48, 52, 0, 25)];
const LOOPING = [task("a", 60, 10, 30, 0), task("b", 64, 16, 20, 20)];

// Worked out in Python from the formulas in DESIGN's words (Wilson with the exact z, floor 0.01), apart from this code.
const EXPECTED: Record<ReadingName, {scores: number[]; ranks: number[]}> = {
  standard: {scores: [696.957504, 646.192869, 624.578756], ranks: [1, 2, 3]},
  lower_bound: {scores: [494.383671, 449.68409, 432.634595], ranks: [1, 2, 3]},
  arithmetic_mean: {scores: [696.986779, 708.268558, 624.592091], ranks: [2, 1, 3]},
  truncated_wrong: {scores: [696.957504, 646.192869, 659.24192], ranks: [1, 3, 2]},
  // (0.6 + 45/75)/2; (0.99 + 23/75)/2; (0.6 + 0.8 · 44/60)/2
  formula: {scores: [0.6, 0.648333, 0.593333], ranks: [2, 1, 3]}
};

test("each reading moves whom it should: the arithmetic mean the one-sided, truncation as an error the one that loops", () => {
  for (const tier of ["hard", null]) {
    const found = sensitivity([STEADY, ONE_SIDED, LOOPING], {tier});
    for (const [name, {scores, ranks}] of Object.entries(EXPECTED) as [ReadingName, (typeof EXPECTED)[ReadingName]][]) {
      expect(found.map(each => each[name].rank)).toEqual(ranks);
      for (const [i, each] of found.entries()) expect(each[name].score).toBeCloseTo(scores[i]!, 5);
    }
  }
});

test("equal scores share the better place, and who lacks a task has none", () => {
  const found = sensitivity([STEADY, STEADY, LOOPING, [STEADY[0]!]], {tier: "hard"});
  expect(found.map(({standard}) => standard.rank)).toEqual([1, 1, 3, null]);
  expect(found[3]!.standard.score).toBeNull();
});
