// Verdicts on hand-made figures: rounding with half-way digits, intervals, and values without one.
import fc from "fast-check";
import {describe, expect, test} from "vitest";
import {figuresOf, readPublishedSets} from "../../../pipelines/studies/reproductions/schema.js";
import {compare, countVerdicts} from "../../../pipelines/studies/reproductions/verdict.js";

const share = (value: number, low: number | null = null, high: number | null = null) => ({
  value,
  low,
  high,
  n: 1,
  n_of: "answers"
});

describe("equal after rounding", () => {
  test.each([
    ["96.66", 0.96664139, "equal after rounding"],
    // A half may be rounded up or to even: both figures are right.
    ["12.3", 0.1225, "equal after rounding"],
    ["12.2", 0.1225, "equal after rounding"],
    ["12.3", 0.12249, "differs"],
    ["12.3", 0.1235, "equal after rounding"],
    ["12.3", 0.12351, "differs"],
    // Trailing zeros are digits: 37.90 is not 37.9.
    ["37.9", 0.37853, "equal after rounding"],
    ["37.90", 0.37853, "differs"],
    ["66", 0.6597, "equal after rounding"],
    ["0", 0.0049, "equal after rounding"],
    ["100", 0.9951, "equal after rounding"]
  ])("%s %% of a share of %d: %s", (printed, value, verdict) => {
    expect(compare(printed, share(value), "%").verdict).toBe(verdict);
  });

  test("shares are compared as shares", () => {
    expect(compare("0.273", share(0.27333), "")).toMatchObject({
      verdict: "equal after rounding",
      published: 0.273,
      value: 0.27333
    });
    expect(compare("0.273", share(0.274), "").verdict).toBe("differs");
  });

  test("every share is equal to itself as any language prints it", () => {
    fc.assert(
      fc.property(fc.integer({min: 0, max: 1_319}), fc.integer({min: 0, max: 4}), (right, digits) => {
        const value = right / 1_319;
        expect(compare((100 * value).toFixed(digits), share(value), "%").verdict).toBe("equal after rounding");
      })
    );
  });
});

describe("within its error", () => {
  test("a value that prints as the figure lies in the interval", () => {
    const interval = share(0.4047, 0.3591, 0.452);
    expect(compare("35.92", interval, "%").verdict).toBe("within its error");
    expect(compare("35.90", interval, "%").verdict).toBe("differs");
    expect(compare("36", interval, "%").verdict).toBe("within its error");
    expect(compare("45.3", interval, "%").verdict).toBe("differs");
  });

  test("a value without an interval is equal or differs", () => {
    expect(compare("50", share(0.51), "%").verdict).toBe("differs");
  });

  test("the difference is published minus recomputed, in the unit of the figure", () => {
    expect(compare("52.64", share(0.4899), "%").difference).toBeCloseTo(3.65, 10);
    expect(compare("0.42", share(0.44), "").difference).toBeCloseTo(-0.02, 10);
  });
});

test("verdicts are counted in their order, those that do not occur as 0", () => {
  expect(countVerdicts([])).toEqual([
    {verdict: "equal after rounding", count: 0},
    {verdict: "within its error", count: 0},
    {verdict: "differs", count: 0}
  ]);
});

const set = {
  id: "a",
  title: "A",
  statistic: "accuracy",
  source: "https://example.org/a",
  unit: "%",
  recompute: {kind: "accuracy", task: "t"},
  published: {m: "1.0", n: {x: "2", y: "3"}}
};
const text = (changes: object) => JSON.stringify({sets: [{...set, ...changes}]});

test("a set names its figures by model and part, with the store's names and the figures' own sources", () => {
  const [parsed] = readPublishedSets(text({names: {n: "stored"}, sources: {m: "https://example.org/m"}}), "f.json");
  expect(figuresOf(parsed!)).toEqual([
    {part: "m", key: "m", printed: "1.0", source: "https://example.org/m"},
    {part: "n · x", key: "stored · x", printed: "2", source: "https://example.org/a"},
    {part: "n · y", key: "stored · y", printed: "3", source: "https://example.org/a"}
  ]);
});

test.each([
  ["{", /^f\.json is no JSON: /],
  [text({published: {m: "about 1"}}), /^f\.json sets\.0\.published\.m/],
  [text({source: "ftp://example.org"}), /^f\.json sets\.0\.source: /],
  [text({recompute: {kind: "guess"}}), /^f\.json sets\.0\.recompute\.kind: /],
  [text({facts: {m: {right: 1, n: 0}}}), /^f\.json sets\.0\.facts\.m\.n: /]
])("a mistake in the file is reported with its field", (wrong, message) => {
  expect(() => readPublishedSets(wrong, "f.json")).toThrow(message);
});
