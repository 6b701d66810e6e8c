// The table of docs/coverage.md: simulated again, its smallest size has the same shares; a twin simulates its first repetitions alone.
import {readFileSync} from "node:fs";
import {expect, test} from "vitest";
import {leeway, repetitions} from "../../repetitions.js";
import {COVERAGE_FILE, coverageOf, type Parameter, readRows} from "./coverage.js";

const rows = readRows(readFileSync(COVERAGE_FILE, "utf8"));
/** Of the repetitions of a row a twin simulates so many. */
const FEW = 3;

test("the table has rows with shares, repetitions and dates", () => {
  expect(rows.length).toBeGreaterThan(0);
  for (const {date, repetitions: count, items, size} of rows) {
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
    // An item that all persons answer alike has no intervals.
    expect(items).toBeLessThanOrEqual(count * size);
    expect(items).toBeGreaterThan(0.99 * count * size);
  }
});

test("the smallest size has the shares of the table", () => {
  const {shares: documented, ...row} = rows.toSorted((a, b) => a.persons * a.size - b.persons * b.size)[0]!;
  const isTwin = repetitions(200) < 200;
  const {shares, items, abilities} = coverageOf({...row, repetitions: isTwin ? FEW : row.repetitions});
  for (const name of Object.keys(documented) as Parameter[]) {
    const n = name === "ability" ? abilities : items;
    expect(Math.abs(shares[name] - documented[name]), name).toBeLessThanOrEqual(0.000_051 + leeway(documented[name], n));
  }
});
