// The classifier of answers: its decisions on texts written here, on properties that must hold, and on texts at the ends of what is possible.
import fc from "fast-check";
import {describe, expect, test} from "vitest";
import {classifyAnswer, weightsFrom} from "../../../pipelines/score/classifier/classify.js";
import {BUCKETS, optionsOf} from "../../../pipelines/score/classifier/features.js";
import {formOf} from "../../../pipelines/score/form.js";

const read = (text: string, expected: string, choices?: string[]) => classifyAnswer(text, formOf(expected, choices)).answer;

describe("texts whose answer was decided by hand", () => {
  test.each([
    ["So the answer is 12.", "5", "12"],
    ["3 + 4 = 7. The answer is 7, not 8.", "5", "7"],
    ["I first got 40, but that is wrong. The answer is 42.", "5", "42"],
    ["The options are (A), (B) and (C). The answer is (C).", "(A)", "C"],
    ["**Answer: B**", "(A)", "B"],
    ["The expression is not True, so the answer is False.", "True", "false"],
    ["The last known town of the parcel is Ghent.", "Bruges", "ghent"],
    ["### Answer\n\nthe harbour", "cellar", "harbour"],
    ["So the answer is ] ] ) >.", "} }", "] ] ) >"],
    ["The answer is 12 or 13.", "5", null],
    ["I cannot tell from what is given.", "5", null],
    ["The answer is not clear.", "cellar", null],
    ['We now compare "anvil" and "ember": "anvil" <', "anvil ember", null],
    ["", "5", null],
    ["\n \n", "cellar", null]
  ])("%j, asked for something like %s: %s", (text, expected, answer) => expect(read(text, expected)).toBe(answer));
});

test("an answer is a value of the text, or none, whatever the text", () => {
  fc.assert(
    fc.property(
      fc.string({unit: "grapheme", maxLength: 300}),
      fc.constantFrom("5", "(A)", "True", "cellar"),
      (text, expected) => {
        const form = formOf(expected);
        const {answer, probability} = classifyAnswer(text, form);
        const {candidates} = optionsOf(text, form);
        expect(answer === null || candidates.some(each => each.answer === answer)).toBe(true);
        expect(probability).toBeGreaterThan(0);
        expect(probability).toBeLessThanOrEqual(1 + 1e-9);
      }
    )
  );
});

test("without any weight the last candidate holds, and a text without candidates has no answer", () => {
  const none = new Int8Array(BUCKETS);
  expect(classifyAnswer("1 2 3", formOf("5"), none)).toEqual({answer: "3", probability: 1 / 4});
  expect(classifyAnswer("no value", formOf("5"), none)).toEqual({answer: null, probability: 1});
  expect(() => weightsFrom(btoa("short"))).toThrow("5 weights");
});

test("a text of a million characters, of values alone, is read at its ends", () => {
  const {answer} = classifyAnswer(`${"7 8 ".repeat(250_000)}\nSo the answer is 9.`, formOf("5"));
  expect(answer).toBe("9");
});
