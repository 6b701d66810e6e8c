// Abilities of few models on many items: the table of docs/coverage.md has the whole grid; here its parts that take a second or ten.
import {readFileSync} from "node:fs";
import {expect, test} from "vitest";
import {fullTest} from "../../repetitions.js";
import {abilityCoverage, readAbilityRows, TRUTHS} from "./abilityCoverage.js";
import {COVERAGE_FILE} from "./coverage.js";

const rows = readAbilityRows(readFileSync(COVERAGE_FILE, "utf8"));

test("rows have every truth, and widths of at most 1.3 but for 10 models on thousands of items with guessing", () => {
  for (const truth of TRUTHS) expect(rows.filter(row => row.truth === truth).length).toBe(rows.length / TRUTHS.length);
  for (const {models, items, truth, n, repetitions, width} of rows) {
    expect(n).toBe(models * repetitions);
    if (models !== 10 || items < 5_000 || truth !== "3pl") expect(width).toBeLessThanOrEqual(1.3);
  }
});

test.each(TRUTHS)("5 models × 200 items, truth %s: the row of the table", truth => {
  const row = rows.find(each => each.models === 5 && each.items === 200 && each.truth === truth)!;
  const {share, width} = abilityCoverage({...row, repetitions: 4});
  expect(Math.abs(share - row.share)).toBeLessThan(4 * Math.sqrt((row.share * (1 - row.share) + 0.01) / 20));
  expect(width).toBeCloseTo(row.width, 0);
});

fullTest(
  "19 models × 1,000 items with guessing: the 3PL is chosen, and its intervals hold where those of Rasch cover 85 %",
  () => {
    const {share, chosen, width} = abilityCoverage({models: 19, items: 1_000, truth: "3pl", repetitions: 3});
    expect(chosen["3pl"]).toBeGreaterThanOrEqual(2);
    expect(share).toBeGreaterThan(0.88); // 57 intervals: two standard errors below 95 %
    expect(width).toBeLessThan(1.3);
  }
);
