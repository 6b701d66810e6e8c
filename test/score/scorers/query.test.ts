import {describe, expect, test} from "vitest";
import {hasSameRows, queryIn, rowsIn} from "../../../pipelines/score/scorers/query.js";
import {verdict} from "./scoring.js";

test.each([
  ["```sql\nSELECT 1\n```", "SELECT 1"],
  ["```sql\nSELECT 1\n```\nBetter:\n~~~SQL\nSELECT 2;\n~~~", "SELECT 2;"],
  ["1. ```sql\r\n", null],
  ["```sql\nSELECT 1\n\nFROM t", "SELECT 1\n\nFROM t"],
  ["```\nSELECT 1\n```", "SELECT 1"],
  ["```python\nprint(1)\n```\nSELECT a\nFROM t;\nThat is all.", "SELECT a\nFROM t"],
  ["SELECT 1;\n\nWITH a AS (SELECT 2) SELECT * FROM a\n\nWith this it is done.", "WITH a AS (SELECT 2) SELECT * FROM a"],
  ["I would select the rows.", null],
  ["", null]
])("the query of %j", (text, query) => expect(queryIn(text)).toBe(query));

describe("two results", () => {
  const right = rowsIn('[["a", 1, null], ["b", 0.3, true], ["a", 1, null]]')!;

  test("are the same in any order of rows, with fractions that differ in the last digits, and NULL as NULL", () => {
    expect(hasSameRows([["b", 0.1 + 0.2, true], right[0]!, right[2]!], right)).toBe(true);
    expect(hasSameRows([["a", 1, 0], ...right.slice(1)], right)).toBe(false);
    expect(hasSameRows([["b", 0.3 * (1 + 5e-10), true], right[0]!, right[2]!], right)).toBe(true);
    expect(hasSameRows([["b", 0.3 * (1 + 5e-9), true], right[0]!, right[2]!], right)).toBe(false);
  });

  test("differ where a row is missing, doubled or in another order of columns, and a number is no text", () => {
    for (const other of [
      right.slice(1),
      [...right, right[0]!],
      [right[1]!, right[1]!, right[0]!],
      right.map(row => row.toReversed())
    ])
      expect(hasSameRows(other, right)).toBe(false);
    expect(hasSameRows([["1"]], [[1]])).toBe(false);
    expect(hasSameRows([], [])).toBe(true);
  });
});

test("a query that was not run, and a key that is no list of rows, have no score", () => {
  expect(verdict("SELECT 1", {kind: "sql"}, {expected: "[[1]]"}).reason).toContain("was not run");
  for (const expected of ["", "1", "[1]", '[[{"a": 1}]]'])
    expect(verdict("SELECT 1", {kind: "sql"}, {expected})).toMatchObject({right: null});
});
