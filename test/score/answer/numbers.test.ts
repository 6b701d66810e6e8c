// Numbers are read whole or not at all.
import fc from "fast-check";
import {describe, expect, test} from "vitest";
import {foldText} from "../../../pipelines/score/answer/fold.js";
import {kindOf} from "../../../pipelines/score/answer/kinds.js";
import type {DecimalMark} from "../../../pipelines/score/answer/numberGroups.js";
import {numbersIn} from "../../../pipelines/score/answer/numbers.js";
import {readAnswer} from "../../../pipelines/score/answer/read.js";

const number = kindOf("4.5");
const options = {prompt: "How many are there?"};
const CLAIMS = ["Answer: {}", "The answer is {}.", "\\boxed{{}}", '{"answer": "{}"}', "<answer>{}</answer>", "#### {}", "{}"];

const suffix = fc
  .string({
    unit: fc.constantFrom(...("abcdefgkmnxyzABKMΩµжя号元度년²³°%$€£!?*_~^+=/&@#|;:'\"()[]{}<>" as unknown as string[])),
    maxLength: 4
  })
  .filter(text => !text.includes('"') && !text.includes("\\"));

test("a suffix of letters or symbols never shortens a number", () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), suffix, fc.constantFrom(...CLAIMS), (value, unit, claim) => {
      const text = claim.replace("{}", () => `${value}${unit}`);
      const {answer} = readAnswer(text, number, options);
      if (answer === null) return;
      // An expression is kept as it is written, and compared as one.
      const read = /^-?[\d.]+$/u.test(answer) ? answer : null;
      if (read !== null && !/[²³^/*+=]/u.test(unit)) expect(read, text).toBe(String(value));
      if (read !== null) expect(String(value).startsWith(read) && read !== String(value), text).toBe(false);
    }),
    {numRuns: 4_000}
  );
});

test("decimals and integers of any size keep all digits", () => {
  fc.assert(
    fc.property(fc.bigInt({min: 0n, max: 10n ** 60n}), value => {
      expect(readAnswer(`Answer: ${value}`, number, options).answer).toBe(String(value));
    })
  );
});

test.each([
  ["1,234,567", ","],
  ["1 234 567", " "],
  ["1'234'567", "'"],
  ["1_234_567", "_"],
  ["1{,}234{,}567", "{,}"],
  ["1\\,234\\,567", "\\,"],
  ["1\\!234\\!567", "\\!"],
  ["12,34,567", ","],
  ["1.234.567", "."]
])("%s is one number", text => {
  expect(numbersIn(foldText(text), () => ".").map(({answer}) => answer)).toEqual([text.replace(/\D/gu, "")]);
});

describe("two readings", () => {
  test.each<[string, DecimalMark, string | null]>([
    ["1.500", ".", "1.5"],
    ["1.500", ",", "1500"],
    ["1.500", null, null],
    ["3,5", ",", "3.5"],
    ["3,5", ".", null],
    ["1,234.5", null, "1234.5"],
    ["1.234,5", null, "1234.5"],
    ["0,5", null, "0.5"],
    ["2.75", null, "2.75"]
  ])("%s under the mark %s is %s", (text, mark, value) => {
    expect(numbersIn(text, () => mark).map(({answer}) => answer)).toEqual([value]);
  });
});

test("digits of every script are read", () => {
  for (const zero of [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0x17e0, 0xff10, 0x1d7ce, 0x1d7d8, 0x104a0]) {
    const text = `${String.fromCodePoint(zero + 4)}${String.fromCodePoint(zero + 2)}`;
    expect(
      numbersIn(foldText(text), () => ".").map(({answer}) => answer),
      text
    ).toEqual(["42"]);
  }
});

test.each([
  ["12\\sqrt{3}", null],
  ["4\\pi", null],
  ["\\sqrt{5}", null],
  ["2x", null],
  ["12:45", null],
  ["2024-01-05", null],
  ["\\frac{x}{2}", null],
  ["1/0", null],
  ["2^{10}", "1024"],
  ["10^{-3}", "0.001"],
  ["-\\frac{3}{4}", "-0.75"],
  ["8\\frac{2}{5}", "8.4"],
  ["$-5", "-5"],
  ["-$5", "-5"],
  ["$5k", "5000"],
  ["2:00 pm", "2"],
  ["3rd", "3"],
  ["90^\\circ", "90"],
  ["1/3", "1/3"]
])("%s is %s", (text, value) => expect(numbersIn(foldText(text), () => ".").map(({answer}) => answer)[0]).toBe(value));
