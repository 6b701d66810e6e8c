import {expect, test} from "vitest";
import {sequences, tracking} from "../../../../pipelines/generate/benchmarks/reasoning/tracking.js";
import {disagreements, isRight, placedItems} from "../quality/measure.js";
import {qualityTests} from "../quality/qualityTests.js";
import {solveTracking} from "./trackingSolver.js";

const measured = {benchmark: tracking, solve: solveTracking, least_rate: 200};

qualityTests(measured, {size: 4_800});

const hard = placedItems(tracking, {count: 1_200}).filter(({level}) => level === 5);

test("level 5 takes at least eight steps that each depend on one before, and the last is the answer", () => {
  for (const {item, cell} of hard) {
    if (cell.startsWith("plan")) continue;
    expect(item.steps!.length, item.prompt).toBeGreaterThanOrEqual(8);
    expect(String(item.steps!.at(-1)!.value)).toBe(item.expected);
  }
});

test("of a plan of level 5, trying all sequences takes 100 times the steps of the search", () => {
  const plans = hard.filter(({cell}) => cell.startsWith("plan"));
  expect(plans.length).toBeGreaterThan(50);
  for (const {item} of plans) {
    const costs = [...item.prompt.matchAll(/costs (\d+) cents/gu)].map(([, cost]) => ({cost: Number(cost)}));
    const size = Number(/from 0 to (\d+);/u.exec(item.prompt)![1]) + 1;
    expect(sequences(Number(item.expected), costs)).toBeGreaterThanOrEqual(100 * size * costs.length);
  }
});

test("the number of sequences below an amount is that of listing them", () => {
  const listed = (amount: number, costs: readonly number[]): number =>
    amount <= 0 ? 0 : 1 + costs.reduce((sum, cost) => sum + listed(amount - cost, costs), 0);
  for (const [amount, ...costs] of [
    [1, 3],
    [10, 3, 4],
    [30, 5, 7, 11],
    [25, 2, 3, 3]
  ])
    expect(
      sequences(
        amount!,
        costs.map(cost => ({cost}))
      )
    ).toBe(listed(amount!, costs));
});

test("trying all sequences of presses in order of their cost finds the keys of the easiest plans", () => {
  for (const {item, cell} of placedItems(tracking, {count: 400})) {
    if (cell !== "plan 1") continue;
    const [, size, start, target] = /from 0 to (\d+);.* The dial shows (\d+)\. .* to (\d+)\?/u.exec(item.prompt)!.map(Number);
    const buttons = [...item.prompt.matchAll(/(?:multiplies the number by (\d+) and )?adds (\d+), and costs (\d+)/gu)].map(
      ([, factor = "1", ...rest]) => [factor, ...rest].map(Number) as [number, number, number]
    );
    const key = Number(item.expected);
    const reached = (state: number, left: number): number[] => [
      ...(state === target ? [key - left] : []),
      ...buttons.flatMap(([factor, by, cost]) => (cost > left ? [] : reached((state * factor + by) % (size! + 1), left - cost)))
    ];
    expect(Math.min(...reached(start!, key))).toBe(key);
  }
});

test("a wrong key is found by the second solver", async () => {
  const [placed] = placedItems(tracking, {count: 1});
  const wrong = {...placed!, item: {...placed!.item, expected: String(Number(placed!.item.expected) + 1)}};
  expect(await disagreements(measured, [placed!, wrong])).toEqual([wrong]);
  expect(isRight(placed!.item, `So it is ${placed!.item.expected}.\nAnswer: ${placed!.item.expected}`)).toBe(true);
});
