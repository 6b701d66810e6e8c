import fc from "fast-check";
import {describe, expect, test} from "vitest";
import {inertCell, withoutGuard} from "../../pipelines/rows/spreadsheet.js";
import {textRows} from "../../pipelines/rows/textRows.js";
import {csvText} from "../../pipelines/store/show.js";
import {csv} from "../../src/components/shared/download.js";

/** OWASP's list of what begins a formula ("CSV Injection"), wide forms included. */
const FORMULAS = [
  "=1+1",
  "+1+1",
  "-1+1",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  "\n=1",
  " =1",
  '=cmd|" /C calc"!A0',
  "＝1+1",
  "＠x",
  "-x",
  "+x",
  "--1"
];
const NUMBERS = ["-5", "+5", "-1.5e-3", "-.5", "-Infinity", "-nan", "0"];

describe("text that a spreadsheet would run gets an apostrophe, numbers stay numbers", () => {
  test.each(FORMULAS)("%j", text => expect(inertCell(text)).toBe(`'${text}`));
  test.each([...NUMBERS, "", "a=b", "'", "don't", "[-1, 2]", "a-b"])("%j stays", text => expect(inertCell(text)).toBe(text));

  test("of any text the guard comes off again", () => {
    const text = fc.oneof(
      fc.string({unit: "binary"}),
      fc.tuple(fc.constantFrom(...FORMULAS, ...NUMBERS, "'"), fc.string()).map(both => both.join(""))
    );
    fc.assert(
      fc.property(text, each => {
        expect(inertCell(each)).not.toMatch(/^[=@\t\r\n]/);
        if (!each.startsWith("'")) expect(withoutGuard(inertCell(each))).toBe(each);
      })
    );
  });
});

test("the commands' CSV and the pages' hold the same cells, without a formula, and our reader gives back what was written", () => {
  const model = '=HYPERLINK("http://x")';
  const rows = [{model, "-note": "-1+1", value: -0.25, long: -5n, "@cf": "@cf/meta/llama", text: "plain, text"}];
  const columns = Object.keys(rows[0]!);
  const written = csvText({columns, rows: rows.map(row => Object.values(row))});
  const saved = csv(rows);
  expect(saved.replaceAll("\r\n", "\n")).toBe(written);
  expect(written).toContain("-0.25,-5,'@cf/meta/llama");
  const [row] = textRows(written, {file: "table.csv", isTyped: true});
  expect(columns.map(column => row!.written!(column))).toEqual(Object.values(rows[0]!).map(String));
});
