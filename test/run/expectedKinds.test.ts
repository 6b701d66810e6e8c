// Files whose expected values are of several kinds.
import {describe, expect, test} from "vitest";
import {kindOf, openExpectedKinds} from "../../pipelines/run/expectedKinds.js";

describe("the kind of an expected value", () => {
  test.each([
    ["18", "number"],
    ["-18", "number"],
    ["−3.5", "number"],
    [".5", "number"],
    ["1,250,000", "number"],
    ["$ 40.00", "number"],
    ["25 %", "number"],
    ["3/4", "number"],
    ["1.2e-6", "number"],
    ["# 18", "number"],
    ["#### 1,000", "number"],
    ["9".repeat(5_000), "number"],
    ["B", "letter"],
    ["(C)", "letter"],
    ["N/A", "other"],
    ["\\frac{3}{4}", "other"],
    ["x^2", "other"],
    ["", "other"],
    ["18 dollars", "text"],
    ["no solution", "text"],
    ["Paris", "text"],
    [`${"1 ".repeat(40)}and`, "text"]
  ])("%j is a %s", (value, kind) => {
    expect(kindOf(value)).toBe(kind);
  });
});

const collected = (values: readonly string[], {task = "sums", choices}: {task?: string; choices?: string[]} = {}) => {
  const kinds = openExpectedKinds();
  for (const [i, expected] of values.entries())
    kinds.add({item_id: `i${i}`, base_task: task, expected, ...(choices && {choices})});
  return kinds.sentences();
};
const numbers = (n: number) => Array.from({length: n}, (_, i) => String(i));

test("texts among numbers are reported once, with their number and the first of them", () => {
  expect(collected([...numbers(38), "unknown", "eleven apples"])).toEqual([
    'sums: 38 of 40 expected values are numbers, 2 are not (first: item i38, expected "unknown")'
  ]);
  expect(collected([..."ABCDABCDABCDABCDABCD", "Paris"])).toEqual([
    'sums: 20 of 21 expected values are letters, 1 is not (first: item i20, expected "Paris")'
  ]);
});

test("tasks of one kind, of texts, of mixed answers and of few values are in order", () => {
  expect(collected(numbers(40))).toEqual([]);
  expect(collected([...Array(38).fill("a city"), "1984", "42"])).toEqual([]);
  expect(collected([...numbers(24), ...Array(16).fill("a city")])).toEqual([]);
  expect(collected([...numbers(18), "unknown"])).toEqual([]);
  expect(collected(["unknown"])).toEqual([]);
  expect(collected([])).toEqual([]);
});

test("expressions may stand for numbers, empty values for none, options for each other", () => {
  expect(collected([...numbers(38), "\\sqrt{2}", "2x"])).toEqual([]);
  expect(collected([...numbers(38), "", " "])).toEqual([]);
  expect(collected([...numbers(38), "none of these", "all"], {choices: ["none of these", "all", "1"]})).toEqual([]);
});

test("of several tasks the one with most such values is shown", () => {
  const kinds = openExpectedKinds();
  for (const [task, odd] of [
    ["a", 1],
    ["b", 4]
  ] as const)
    for (let i = 0; i < 40; i++)
      kinds.add({item_id: `${task}${i}`, base_task: task, expected: i < odd ? "none at all" : String(i)});
  expect(kinds.sentences()).toEqual([
    'b: 36 of 40 expected values are numbers, 4 are not (first: item b0, expected "none at all"); likewise 1 other task'
  ]);
});
