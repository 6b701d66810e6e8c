// Outcomes and F1 of answer extraction: beside scikit-learn's definitions by hand, and properties that must hold.
import fc from "fast-check";
import {expect, test} from "vitest";
import {formOf} from "../../../pipelines/score/form.js";
import {
  answerF1,
  type Checked,
  countsOf,
  macroF1,
  macroIntervals,
  noneF1,
  OUTCOMES,
  outcomeOf,
  precisionOf,
  recallOf
} from "../../../pipelines/studies/extraction/confusion.js";

const line = formOf("the hallway");
const number = formOf("7");

test.each([
  ["hallway", "the hallway", line, "right"],
  ["7", "7.0", number, "right"],
  ["8", "7", number, "wrong"],
  [null, "7", number, "missed"],
  ["7", null, number, "invented"],
  [null, null, number, "none"]
] as const)("found %s where %s is stated: %s", (found, stated, form, outcome) =>
  expect(outcomeOf(found, stated, form)).toBe(outcome));

const of = (kind: string, rules: Checked["rules"], times: number, classifier = rules): Checked[] =>
  Array.from({length: times}, () => ({kind, rules, classifier}));

test("F1 is the harmonic mean of precision and recall, and macro-F1 the mean over classes", () => {
  const checked = [
    ...of("number", "right", 6),
    ...of("number", "wrong", 1),
    ...of("number", "missed", 2),
    ...of("line", "right", 3),
    ...of("line", "invented", 1),
    ...of("line", "none", 4)
  ];
  const counts = countsOf(checked, "rules");
  const [precision, recall] = [9 / 11, 9 / 12];
  expect([precisionOf(counts), recallOf(counts)]).toEqual([precision, recall]);
  expect(answerF1(counts)).toBeCloseTo((2 * precision * recall) / (precision + recall), 12);
  // none: 4 true, 2 missed are false, 1 invented is not found
  expect(noneF1(counts)).toBeCloseTo((2 * (4 / 6) * (4 / 5)) / (4 / 6 + 4 / 5), 12);
  const numbers = (2 * (6 / 7) * (6 / 9)) / (6 / 7 + 6 / 9);
  const lines = (2 * (3 / 4) * 1) / (3 / 4 + 1);
  expect(macroF1(checked, "rules")).toBeCloseTo((numbers + lines + noneF1(counts)!) / 3, 12);
});

test("without texts nothing is known; of one text there is no interval; all right is 1 and all wrong 0", () => {
  expect(macroIntervals([], "x").rules).toEqual({value: null, low: null, high: null});
  expect(macroIntervals(of("number", "right", 1), "x").classifier).toEqual({value: 1, low: null, high: null});
  expect(macroIntervals(of("number", "right", 50), "x").difference).toEqual({value: 0, low: 0, high: 0});
  expect(macroIntervals(of("number", "wrong", 50, "right"), "x").difference).toEqual({value: 1, low: 1, high: 1});
});

test("a million texts have an interval that holds the estimate, and a hundred thousandth as many a wider one", () => {
  const few = macroIntervals([...of("number", "right", 6), ...of("number", "none", 2), ...of("number", "missed", 2)], "x").rules;
  const many = macroIntervals(
    [...of("number", "right", 600_000), ...of("number", "none", 200_000), ...of("number", "missed", 200_000)],
    "x"
  ).rules;
  expect(many.value).toBeCloseTo(few.value!, 12);
  expect(many.low! < many.value! && many.value! < many.high!).toBe(true);
  expect(few.high! - few.low!).toBeGreaterThan(50 * (many.high! - many.low!));
});

test("macro-F1 lies within 0 and 1 and does not depend on the order of texts", () => {
  const checked = fc.array(
    fc.record({
      kind: fc.constantFrom("number", "line"),
      rules: fc.constantFrom(...OUTCOMES),
      classifier: fc.constantFrom(...OUTCOMES)
    }),
    {minLength: 1}
  );
  fc.assert(
    fc.property(checked, all => {
      const value = macroF1(all, "rules");
      expect(value === null || (value >= 0 && value <= 1)).toBe(true);
      const turned = macroF1([...all].reverse(), "rules");
      if (value === null) expect(turned).toBeNull();
      else expect(turned).toBeCloseTo(value, 12);
    })
  );
});
