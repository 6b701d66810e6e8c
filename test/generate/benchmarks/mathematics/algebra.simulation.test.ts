import {expect, test} from "vitest";
import {algebra} from "../../../../pipelines/generate/benchmarks/mathematics/algebra.js";
import {disagreements, isRight, placedItems} from "../quality/measure.js";
import {qualityTests} from "../quality/qualityTests.js";
import {solveAlgebra} from "./algebraSolver.js";

const measured = {benchmark: algebra, solve: solveAlgebra, least_rate: 2_000};

qualityTests(measured, {size: 4_000});

test("level 5 takes at least eight steps that each need one before", () => {
  for (const {item, level} of placedItems(algebra, {count: 500}))
    if (level === 5) {
      expect(item.steps!.length, item.prompt).toBeGreaterThanOrEqual(8);
      expect(String(item.steps!.at(-1)!.value)).toBe(item.expected);
    }
});

test("a wrong key is found by the second solver", async () => {
  const [placed] = placedItems(algebra, {count: 1});
  const wrong = {...placed!, item: {...placed!.item, expected: String(Number(placed!.item.expected) + 1)}};
  expect(await disagreements(measured, [placed!, wrong])).toEqual([wrong]);
});

test("every answer is one whole number that the reader reads, and another number is wrong", () => {
  for (const {item} of placedItems(algebra, {count: 50})) {
    expect(item.expected).toMatch(/^-?\d+$/u);
    expect(isRight(item, `The value is clear.\n\n**Answer: ${item.expected}**`)).toBe(true);
    expect(isRight(item, `Answer: ${Number(item.expected) + 1}`)).toBe(false);
  }
});
