// The columns of a sample that keep how its answer was read.
import fc from "fast-check";
import {expect, test} from "vitest";
import {NO_ANSWER_REASONS} from "../../../pipelines/score/answer/reading.js";
import {readingText, reasonText, spanIn} from "../../../pipelines/score/answer/storedReading.js";

test("a span lies within the text, or there is none", () => {
  const position = fc.option(fc.integer({min: -3, max: 20}));
  fc.assert(
    fc.property(fc.string({maxLength: 16}), position, position, (text, answer_start, answer_end) => {
      const span = spanIn(text, {answer: "x", answer_start, answer_end});
      const isWithin =
        answer_start !== null &&
        answer_end !== null &&
        0 <= answer_start &&
        answer_start < answer_end &&
        answer_end <= text.length;
      expect(span).toEqual(isWithin ? {start: answer_start, end: answer_end} : null);
    })
  );
});

test("a sample of an older version, or without an answer, has no span", () => {
  expect(spanIn("It is 12.", {answer: "12"})).toBeNull();
  expect(spanIn("It is 12.", {answer: null, answer_start: 6, answer_end: 8})).toBeNull();
});

test("the rule is named, and the reason where there is no answer", () => {
  expect(readingText({answer: "12", answer_rule: "answer is"})).toBe("read by rule: answer is");
  expect(readingText({answer: "12", answer_rule: "box, declared format absent"})).toBe(
    "read by rule: box, declared format absent"
  );
  expect(readingText({answer: "B", answer_rule: "likelihood"})).toBe("read by likelihood of the options");
  expect(readingText({answer: "B", answer_rule: "reported"})).toBe("as reported");
  expect(readingText({answer: "B", answer_rule: null})).toBe("");
  expect(readingText({answer: null})).toBe("no answer");
  expect(readingText({answer: null, answer_reason: "several"})).toBe("no answer: the text states several answers");
});

test("every reason has its sentence, and that of a custom scorer is kept", () => {
  for (const [reason, text] of Object.entries(NO_ANSWER_REASONS)) expect(reasonText(reason)).toBe(text);
  expect(reasonText("no Roman numeral")).toBe("no Roman numeral");
  expect(reasonText("constructor")).toBe("constructor");
});
