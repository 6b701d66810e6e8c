// Intervals of graded and continuous scores: the table of docs/coverage.md has the whole grid; here its parts that take a second or ten.
import {readFileSync} from "node:fs";
import {expect, test} from "vitest";
import {fullTest} from "../../../repetitions.js";
import {COVERAGE_FILE} from "../coverage.js";
import {readScoreRows, SCORE_SIZES, SCORE_TRUTHS, type ScoreParameter, scoreCoverage} from "./coverage.js";

const rows = readScoreRows(readFileSync(COVERAGE_FILE, "utf8"));

test("the table has every truth and size, with shares of 90 to 99 % and widths", () => {
  expect(rows).toHaveLength(SCORE_TRUTHS.length * SCORE_SIZES.length);
  for (const {byName, date, truth} of rows) {
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(Object.keys(byName)).toEqual(["a", "b", ...(truth === "graded" ? ["thresholds"] : []), "ability"]);
    for (const {share, width} of Object.values(byName)) {
      expect(share).toBeGreaterThan(0.9);
      expect(share).toBeLessThan(0.995);
      expect(width).toBeGreaterThan(0);
    }
  }
});

/** Simulates a few repetitions of a row: shares within four standard errors of the table, items counted as one a repetition and parameter. */
function compare(persons: number, repetitions: number): void {
  for (const truth of SCORE_TRUTHS) {
    const row = rows.find(each => each.persons === persons && each.truth === truth)!;
    const {byName, converged} = scoreCoverage({...row, repetitions});
    expect(converged).toBe(repetitions);
    for (const [name, documented] of Object.entries(row.byName) as [ScoreParameter, {share: number; width: number}][]) {
      const {share, width, n} = byName[name];
      expect(Math.abs(share - documented.share), `${truth} ${name}`).toBeLessThan(
        4 * Math.sqrt(0.05 / Math.min(n, 12 * repetitions))
      );
      expect(width / documented.width, `${truth} ${name}`).toBeGreaterThan(0.6);
      expect(width / documented.width, `${truth} ${name}`).toBeLessThan(1.7);
    }
  }
}

test("60 models × 12 items: the rows of the table", () => compare(60, 1));
fullTest("500 models × 10 items: the rows of the table", () => compare(500, 3));
