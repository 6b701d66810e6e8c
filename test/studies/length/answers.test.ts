// Accuracy at a length: equal weights of positions, and what answers are worth that are not independent.
import {expect, test} from "vitest";
import {rescaledInterval} from "../../../pipelines/score/accuracy.js";
import {lengthAccuracy} from "../../../pipelines/studies/length/answers.js";

const cell = (correct: number, n: number, {truncated = 0, guess = 0} = {}) => ({correct, n, truncated, guess_sum: guess * n});

test("one cell has the excess accuracy and the interval that the table of points has", () => {
  for (const [correct, n, guess] of [
    [7, 20, 0.25],
    [0, 5, 0],
    [5, 5, 0.5],
    [1, 1, 0],
    [1, 30, 0.5]
  ] as const) {
    const found = lengthAccuracy([cell(correct, n, {guess})])!;
    const {low, high} = rescaledInterval({correct, total: n, guessSum: guess * n});
    expect(found.accuracy).toBeCloseTo((correct - guess * n) / (n - guess * n), 12);
    if (correct > guess * n) expect([found.low, found.high]).toEqual([expect.closeTo(low, 10), expect.closeTo(high, 10)]);
    expect(found.low).toBeLessThanOrEqual(found.accuracy);
    expect(found.high).toBeGreaterThanOrEqual(found.accuracy);
    expect(found.effective).toBeCloseTo(n, 10);
  }
});

test("a position that was asked more often counts no more, and unequal sizes are worth less than their sum", () => {
  const found = lengthAccuracy([cell(10, 10), cell(0, 90)])!;
  expect(found.accuracy).toBeCloseTo(0.5, 12);
  expect(found.effective).toBeCloseTo(36, 10); // 1 ÷ (¼/10 + ¼/90)
  expect(found.n).toBe(100);
});

test("without a finished answer there is nothing; a cell without one is left out, its truncated answers are counted", () => {
  expect(lengthAccuracy([])).toBeNull();
  expect(lengthAccuracy([cell(0, 0, {truncated: 9})])).toBeNull();
  expect(lengthAccuracy([cell(3, 4), cell(0, 0, {truncated: 9})])).toMatchObject({accuracy: 0.75, n: 4, truncated: 9});
});

test("answers that repeat each other are worth one a question; questions asked once are worth themselves", () => {
  const repeated = Array.from({length: 40}, (_, i) => ({cell: 0, cluster: `q${i}`, correct: i % 2 === 0 ? 5 : 0, n: 5}));
  const found = lengthAccuracy([cell(100, 200)], repeated)!;
  expect(found.effective).toBeGreaterThan(34); // 40 questions, less what Student's t asks for
  expect(found.effective).toBeLessThan(40);
  const once = Array.from({length: 200}, (_, i) => ({cell: 0, cluster: `q${i}`, correct: i % 2, n: 1}));
  expect(lengthAccuracy([cell(100, 200)], once)!.effective).toBe(200);
  const alike = repeated.map(each => ({...each, correct: 5}));
  expect(lengthAccuracy([cell(200, 200)], alike)!.effective).toBe(40);
});
