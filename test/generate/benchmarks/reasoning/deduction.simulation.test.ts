import {expect, test} from "vitest";
import {deduction} from "../../../../pipelines/generate/benchmarks/reasoning/deduction.js";
import {disagreements, placedItems} from "../quality/measure.js";
import {qualityTests} from "../quality/qualityTests.js";
import {searchPuzzle, solveDeduction} from "./deductionSolver.js";

const measured = {benchmark: deduction, solve: solveDeduction, least_rate: 200};

qualityTests(measured, {size: 4_800});

test("no clue can be left out: without it, the puzzle has several solutions", () => {
  for (const {item} of placedItems(deduction, {count: 20})) {
    const clues = item.prompt.split("\n").filter(line => /^\d+\. /u.test(line));
    for (const clue of clues)
      expect(searchPuzzle(item.prompt.replace(`${clue}\n`, "")).solutions.length, clue).toBeGreaterThan(1);
  }
});

test("at level 5, trying all orders takes 100 times the steps of the search", () => {
  for (const {item, level} of placedItems(deduction, {count: 100})) {
    if (level < 5) continue;
    const {tried, lists} = searchPuzzle(item.prompt);
    expect(120 ** lists.length / tried).toBeGreaterThanOrEqual(100);
  }
});

// Life International, 17 December 1962 ("Who owns the zebra?"); solution of 25 March 1963.
const ZEBRA = `5 people live in houses. Each of these lists names all 5 of them in some order: englishman, spaniard, ukrainian, norwegian, japanese; red, green, ivory, yellow, blue; coffee, tea, milk, juice, water; old gold, kools, chesterfields, lucky strike, parliaments; dog, snails, fox, horse, zebra. "Before" means a lower number.
1. Englishman is red.
2. Spaniard is dog.
3. Coffee is green.
4. Ukrainian is tea.
5. Ivory comes directly before green.
6. Old gold is snails.
7. Kools is yellow.
8. Milk is in house 3.
9. Norwegian is in house 1.
10. Chesterfields is directly next to fox.
11. Kools is directly next to horse.
12. Lucky strike is juice.
13. Japanese is parliaments.
14. Norwegian is directly next to blue.`;

test("the second solver finds the published solution of the zebra puzzle, and no other", () => {
  const [solution, ...others] = searchPuzzle(ZEBRA).solutions;
  expect(others).toEqual([]);
  expect([solution!.get("zebra"), solution!.get("japanese"), solution!.get("water"), solution!.get("norwegian")]).toEqual([
    5, 5, 1, 1
  ]);
});

test("a wrong key is found by the second solver", async () => {
  const [placed] = placedItems(deduction, {count: 1});
  const wrong = {...placed!, item: {...placed!.item, expected: [...placed!.item.expected].reverse().join("")}};
  expect(await disagreements(measured, [placed!, wrong])).toEqual([wrong]);
});
