// Intervals of pass^k hold the mean over all items about as often as they say, and are no wider than a share of as many items.
import {expect, test} from "vitest";
import {leeway, repetitions} from "../repetitions.js";
import {simulatePass} from "./passCoverage.js";

const RUNS = repetitions(2000);
/** Least coverage of the cells below in docs/coverage.md, for k = 1 to 4. */
const LEAST = 0.925;
/** Width of Jeffreys's interval of a share of ½ is at most 2 × 1.96 × √(¼ ÷ n). */
const widest = (items: number): number => 1.96 / Math.sqrt(items);

test.each([
  {items: 20, trials: 4, mean: 0.1, sum: 1},
  {items: 20, trials: 8, mean: 0.5, sum: 10},
  {items: 50, trials: 4, mean: 0.9, sum: 1},
  {items: 200, trials: 4, mean: 0.5, sum: 1}
])("$items items of $trials trials, mean chance $mean, a + b = $sum", cell => {
  const {coverage, width, differenceCoverage} = simulatePass(cell, RUNS);
  for (const share of [...coverage, ...differenceCoverage]) expect(share).toBeGreaterThanOrEqual(LEAST - leeway(LEAST, RUNS));
  for (const each of width) expect(each).toBeLessThan(widest(cell.items));
});

test("more trials of each item make the interval narrower where chances differ little", () => {
  const widths = [4, 8].map(trials => simulatePass({items: 50, trials, mean: 0.5, sum: 10}, RUNS, {differences: false}).width);
  for (let k = 0; k < 4; k++) expect(widths[1]![k]).toBeLessThan(0.9 * widths[0]![k]!);
});
