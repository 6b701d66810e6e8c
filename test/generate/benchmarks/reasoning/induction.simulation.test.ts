import {expect, test} from "vitest";
import {INDUCTION_OPENING, induction, isRegular} from "../../../../pipelines/generate/benchmarks/reasoning/induction.js";
import {disagreements, placedItems} from "../quality/measure.js";
import {qualityTests} from "../quality/qualityTests.js";
import {solveInduction} from "./inductionSolver.js";

const measured = {benchmark: induction, solve: solveInduction, least_rate: 200};

qualityTests(measured, {size: 4_800});

const ask = (text: string) => solveInduction(`${INDUCTION_OPENING}\n\n${text}\n\nThink it through, then finish`)?.answer;

test("the second solver continues Fibonacci's numbers, and answers nothing where several rules fit and differ", () => {
  const fibonacci = (terms: string) =>
    ask(
      `Each further term of a sequence is the remainder, divided by 997, of p times the last term, plus q times the term before it, plus r. The sequence begins with ${terms}.\nWhat is term 12, if the first is term 1?`
    );
  expect(fibonacci("1, 1, 2, 3, 5, 8")).toBe("144");
  expect(fibonacci("1, 1, 3")).toBeUndefined();
  expect(ask("f(a, b) = p·a + q·b, where p, q are unknown.\nf(1, 1) = 5\nf(2, 2) = 10\nWhat is f(3, 4)?")).toBeUndefined();
});

test("a matrix is regular where its determinant is not 0", () => {
  // Determinants 0, -2, 1 (Pascal's symmetric matrix) and 0 (a magic square of order 4).
  expect(
    isRegular([
      [1, 2],
      [2, 4]
    ])
  ).toBe(false);
  expect(
    isRegular([
      [0, 1],
      [2, 0]
    ])
  ).toBe(true);
  expect(
    isRegular([
      [1, 1, 1],
      [1, 2, 3],
      [1, 3, 6]
    ])
  ).toBe(true);
  expect(
    isRegular([
      [16, 3, 2, 13],
      [5, 10, 11, 8],
      [9, 6, 7, 12],
      [4, 15, 14, 1]
    ])
  ).toBe(false);
});

test("at level 5, trying all rules takes 100 times the steps of solving for them", () => {
  for (const {item, level, cell} of placedItems(induction, {count: 200})) {
    if (level < 5) continue;
    const unknowns = {formula: 19 ** 5, sequence: 9 * 9 * 21, letters: 30 ** 8, machine: 7 * 6 * 5 * 4 * 3}[cell.split(" ")[0]!]!;
    expect(unknowns).toBeGreaterThanOrEqual(100 * solveInduction(item.prompt)!.steps);
  }
});

test("a wrong key is found by the second solver", async () => {
  const [placed] = placedItems(induction, {count: 1});
  const wrong = {...placed!, item: {...placed!.item, expected: String(Number(placed!.item.expected) + 1)}};
  expect(await disagreements(measured, [placed!, wrong])).toEqual([wrong]);
});
