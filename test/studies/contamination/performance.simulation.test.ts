// Intervals and tests of effects by performance: coverage where nothing is contaminated, and power where a model has seen a part of the set.
import {readFileSync} from "node:fs";
import {expect, test} from "vitest";
import {fullTest, leeway, repetitions} from "../../repetitions.js";
import {PERFORMANCE_GRID, performanceCoverage, performanceRow, repetitionsOf} from "./performanceCoverage.js";

test("intervals hold 0, and p-values keep their level, without and with scatter between models", () => {
  const runs = repetitions(100);
  for (const scatter of [0, 0.3]) {
    const {intervals, held, rejected} = performanceCoverage({models: 9, items: 60, scatter}, runs, {isPowerSimulated: false});
    expect(intervals).toBeGreaterThan(7 * runs);
    expect(held / intervals).toBeGreaterThanOrEqual(0.94 - leeway(0.05, intervals));
    expect(rejected / intervals).toBeLessThanOrEqual(0.06 + leeway(0.05, intervals));
  }
});

fullTest("more items and more models find a model more often, and make intervals narrower", () => {
  const few = performanceCoverage({models: 6, items: 50, scatter: 0}, 20);
  const many = performanceCoverage({models: 20, items: 500, scatter: 0}, 20);
  expect(many.width).toBeLessThan(few.width / 2);
  expect(many.detected).toBeGreaterThan(few.detected);
  expect(many.detected).toBeGreaterThanOrEqual(15);
});

const documented = readFileSync("docs/coverage.md", "utf8")
  .split("\n")
  .filter(line => /\| coverage \d+ \d+ [\d.]+ \|/.test(line) && line.includes(" of "));

test("the document has a row for each cell of the grid", () => {
  expect(documented.map(row => /coverage (\d+ \d+ [\d.]+)/.exec(row)![1])).toEqual(
    PERFORMANCE_GRID.map(({models, items, scatter}) => `${models} ${items} ${scatter}`)
  );
});

fullTest("simulated again, the smallest cell has the shares of the document", () => {
  const cell = PERFORMANCE_GRID[0]!;
  const date = /(\d{4}-\d\d-\d\d) \|$/.exec(documented[0]!)![1]!;
  expect(performanceRow(cell, {repetitions: repetitionsOf(cell), date})).toBe(documented[0]);
});
