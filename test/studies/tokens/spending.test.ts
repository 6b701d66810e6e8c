import {expect, test} from "vitest";
import {pointNames, shortPointNames} from "../../../pipelines/charts/shared/pointName.js";
import {adjustedP, spendingOf, spendingPoint} from "../../../pipelines/studies/tokens/spending.js";

const points = [
  spendingPoint({correct: [30, 10, 20], incorrect: [40], truncated: []}, 0.004),
  spendingPoint({correct: [50], incorrect: [60, 70], truncated: [4096]}, 0.02),
  spendingPoint({correct: [], incorrect: [], truncated: [4096, 4096]}, 0.03)
];

test("tokens and dollars per correct answer count everything that was written, divided by what was right", () => {
  const spending = spendingOf(points);
  expect(spending).toMatchObject({samples: 10, correct: 4, points: 3});
  expect(spending.tokensPerCorrect!.value).toBeCloseTo((60 + 40 + 50 + 130 + 3 * 4096) / 4, 9);
  expect(spending.costPerCorrect!.value).toBeCloseTo(0.054 / 4, 12);
  expect(spending.tokensPerCorrect!.low!).toBeLessThan(spending.tokensPerCorrect!.value);
  expect(spendingOf(points.map(point => ({...point, cost: 0}))).costPerCorrect).toBeNull();
});

test("wrong answers are compared with right ones to the same point only; pooled they may look otherwise", () => {
  const {superiority, pooled} = spendingOf(points);
  // Every wrong answer is longer than every right one to its point, 5 pairs of 5; pooled, 40 is not longer than 50: 11 pairs of 12.
  expect(superiority!.value).toBe(1);
  expect(pooled).toBeCloseTo(11 / 12, 12);
});

test("medians have order-statistic ends only where there are enough samples; truncation begins beyond the last that ended", () => {
  const {spread, onset} = spendingOf(points);
  expect(spread.correct).toMatchObject({n: 4, median: 25, low: null, high: null});
  expect(spread.truncated).toMatchObject({n: 3, median: 4096});
  // Beyond 50 there are 60, 70 and the three that were cut: 3 of 5; beyond 40 it is 3 of 6.
  expect(onset).toMatchObject({at: 40, beyond: 6, truncated: 3, cut: 4096});
  expect(spendingOf(points, {share: 0.6}).onset).toMatchObject({at: 50});
});

test("nothing at all is no estimate, and p-values are adjusted for those that are there", () => {
  const empty = spendingOf([]);
  expect([empty.tokensPerCorrect, empty.superiority, empty.p, empty.onset, empty.spread.correct]).toEqual([
    null,
    null,
    null,
    null,
    null
  ]);
  expect(adjustedP([{p: 0.01}, {p: null}, {p: 0.04}])).toEqual([0.02, null, 0.04]);
});

test("points are named by the parameters in which a task's points differ, also where only some have them", () => {
  const named = [
    {base_task: "sort", params: '{"length":3,"mode":"a"}'},
    {base_task: "sort", params: '{"length":9,"mode":"a"}'},
    {base_task: "sort", params: '{"length":9,"mode":"a","extra":2}'},
    {base_task: "one", params: '{"length":9}'}
  ];
  expect(named.map(pointNames(named))).toEqual(["sort: length 3", "sort: length 9", "sort: extra 2, length 9", "one"]);
  const {name, legend} = shortPointNames(named);
  expect(named.map(name)).toEqual(["sort 3", "sort 9", "sort 2 · 9", "one"]);
  expect(legend).toBe("sort (extra · length)");
});
