import fc from "fast-check";
import {describe, expect, test} from "vitest";
import {type Scorer, scorerSchema} from "../../../pipelines/book/scorers.js";
import {statedConfidence} from "../../../pipelines/score/scorers/confidence.js";
import {verdictOf} from "../../../pipelines/score/scorers/registry.js";

describe("the stated confidence", () => {
  test.each<[string, number | null]>([
    ["Answer: 12\nConfidence: 80 %", 0.8],
    ["Answer: 12\n**Confidence:** 80%", 0.8],
    ["Confidence: **80 %**", 0.8],
    ["Confidence: \\(80\\%\\)", 0.8],
    ["Confidence: 0.8", 0.8],
    ["Confidence:\n80 %", 0.8],
    ["Confidence: 1.0", 1],
    ["Confidence: 0", 0],
    ["Confidence: 100", 1],
    ["Confidence: 80/100", 0.8],
    ["Confidence: 8/10", 0.8],
    ["Confidence: 8 out of 10", 0.8],
    ["Confidence (0-100): 85", 0.85],
    ["Confidence: 87,5 %", 0.875],
    ["Confidence: eighty-five percent", 0.85],
    ["My confidence in this answer is about 65 per cent.", 0.65],
    ["I am 90% sure.\nAnswer: (B)", 0.9],
    ["Confidence: 80 %\nNo, wait.\nConfidence: 60 %", 0.6],
    ['{"answer": "B", "confidence": 0.9}', 0.9],
    ["Confidence: .9", 0.9],
    ["Answer: \\boxed{12}\nConfidence: \\boxed{85}\\%", 0.85],
    ["Answer: ١٢\nConfidence: ٨٥٪", 0.85],
    ["Confidence: ８５％", 0.85],
    ["Confidence: ८५ %", 0.85],
    // none is invented
    ["Confidence: ١٣٠٪", null],
    ["Answer: 80", null],
    ["Confidence: 1", null],
    ["Confidence: 130 %", null],
    ["Confidence: -5 %", null],
    ["Confidence: 70-80 %", null],
    ["Confidence: between 70 and 80 %", null],
    ["Confidence: > 90 %", null],
    ["Confidence: high", null],
    ["Answer: 4\nConfidence: very high", null],
    ["Confidence\n\nThe answer is 4", null],
    ["My confidence that the answer is 4 is high.", null],
    ["Confidence: <0 to 100> %", null],
    ["Confidence: NN %", null],
    ["The confidence interval is 3 to 4.\nAnswer: 4", null],
    ["", null]
  ])("%j is %s", (text, value) => {
    const {confidence} = statedConfidence(text);
    if (value === null) expect(confidence).toBeNull();
    else expect(confidence).toBeCloseTo(value, 12);
  });

  test("any whole percentage is read as itself, in every form that the line may take, and nothing of it is left", () => {
    const forms = [
      (n: number) => `Confidence: ${n} %`,
      (n: number) => `Confidence: ${n}%`,
      (n: number) => `**Confidence: ${n}%**`,
      (n: number) => `confidence = ${n} percent`,
      (n: number) => `Confidence: about ${n} %.`
    ];
    fc.assert(
      fc.property(fc.integer({min: 0, max: 100}), fc.constantFrom(...forms), (percent, form) => {
        const {confidence, rest} = statedConfidence(`It is (B).\nAnswer: (B)\n${form(percent)}`);
        expect(confidence).toBeCloseTo(percent / 100, 12);
        expect(rest.trim()).toBe("It is (B).\nAnswer: (B)");
      })
    );
  });

  test("is none or within 0 and 1, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({unit: "grapheme", maxLength: 60}), text => {
        const {confidence} = statedConfidence(`Confidence: ${text}`);
        expect(confidence === null || (confidence >= 0 && confidence <= 1)).toBe(true);
      })
    );
  });
});

const verdict = (answer: string, of: unknown, {expected, choices}: {expected: string; choices?: string[]}) =>
  verdictOf(answer, {prompt: "", expected, ...(choices && {choices})}, scorerSchema.parse({kind: "confidence", of}) as Scorer, {
    search: () => null,
    equal: () => null
  });

describe("answers with a confidence", () => {
  test("the inner scorer decides, and the confidence is no part of the answer", () => {
    const number = {kind: "number"};
    expect(verdict("Answer: 12\nConfidence: 80 %", number, {expected: "12"})).toMatchObject({
      right: true,
      answer: "12",
      measures: {confidence: 0.8}
    });
    expect(verdict("Answer: 12\nConfidence: 80 %", number, {expected: "80"}).right).toBe(false);
    expect(verdict("Confidence: 80 %", number, {expected: "80"})).toMatchObject({
      right: false,
      parsed: false,
      measures: {confidence: 0.8}
    });
    const choices = {expected: "B", choices: ["red", "blue"]};
    expect(verdict("Answer: (B) (confidence: 75 %)", {kind: "choice"}, choices)).toMatchObject({
      right: true,
      measures: {confidence: 0.75}
    });
  });

  test("without an inner scorer the form of the right answer tells", () => {
    expect(verdict("Answer: True\nConfidence: 55 %", undefined, {expected: "True"}).right).toBe(true);
    expect(verdict("Answer: 1990-07-05\nConfidence: 55 %", undefined, {expected: "1990-07-05"}).right).toBe(true);
    expect(verdict("Answer: (A) or (B)\nConfidence: 55 %", undefined, {expected: "A", choices: ["x", "y"]}).parsed).toBe(false);
  });

  test("a missing confidence is counted, beside the measures of the inner scorer", () => {
    expect(verdict("Answer: 12", {kind: "number"}, {expected: "12"}).measures).toEqual({confidence_missing: 1});
    expect(verdict("Answer: red dog", {kind: "text"}, {expected: "red cat"}).measures).toEqual({
      em: 0,
      f1: 0.5,
      confidence_missing: 1
    });
  });
});
