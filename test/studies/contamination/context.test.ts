// The test in context: which examples are chosen, which tokens are compared, and shares of texts whose log-probability falls.
import {expect, test} from "vitest";
import {withExamples} from "../../../pipelines/infer/examples.js";
import {contextTest, examplesFor, meansInContext, type TextInContext} from "../../../pipelines/studies/contamination/context.js";
import {probeReportSchema, unavailable} from "../../../pipelines/studies/contamination/probe.js";

const texts = (falls: number, rises: number, stratum = ""): TextInContext[] =>
  Array.from({length: falls + rises}, (_, i) => ({stratum, alone: -2, inContext: i < falls ? -2.1 : -1.9}));

test("shares have Wilson's intervals, their difference Newcombe's", () => {
  // Newcombe 1998, table II, method 10: 56/70 − 48/80 is 0.2000 [0.0524, 0.3339]
  const {items, controls, difference, low, high, why} = contextTest(texts(56, 14), texts(48, 32));
  expect([items.value, controls.value, why]).toEqual([0.8, 0.6, ""]);
  expect(difference!).toBeCloseTo(0.2, 9);
  expect(low!).toBeCloseTo(0.0524, 4);
  expect(high!).toBeCloseTo(0.3339, 4);
});

test("the p-value is the share of assignments that are as extreme", () => {
  // 5 of 5 items and no one of 5 controls: 1 of C(10, 5) = 252 assignments
  const {p} = contextTest(texts(5, 0), texts(0, 5), {most: 99_999});
  expect(p! * 252).toBeGreaterThan(0.5);
  expect(p! * 252).toBeLessThan(1.7);
  expect(contextTest(texts(9, 0), texts(9, 0)).p).toBe(1);
  expect(contextTest(texts(0, 9), texts(9, 0)).p).toBe(1);
});

test.each([
  ["no item has a log-probability alone and after examples", [], texts(3, 3)],
  ["there are no controls to compare with: a share says nothing by itself", texts(3, 3), []],
  ["4 items and 9 controls can be compared; a test needs 5 of each", texts(2, 2), texts(5, 4)],
  ["0 items and 0 controls can be compared; a test needs 5 of each", texts(5, 4, "a"), texts(5, 4, "b")]
])("%s", (why, items, controls) => {
  expect(contextTest(items, controls)).toMatchObject({why, p: null, difference: null});
});

test("equal log-probabilities are no fall", () => {
  const same = Array.from({length: 8}, () => ({stratum: "", alone: -1, inContext: -1}));
  expect(contextTest(same, texts(4, 4)).items).toMatchObject({n: 8, value: 0});
});

test("examples are other texts, of the same stratum first, none equal to the text, and no more than fit", () => {
  const all = ["aa", "bb", "aa", "cc", "dd"].map((text, i) => ({text, stratum: i < 3 ? "x" : "y"}));
  const chosen = examplesFor(all, {examples: 2, longest: 100});
  for (const [i, places] of chosen.entries()) {
    expect(new Set(places).size).toBe(2);
    for (const k of places) expect(all[k]!.text).not.toBe(all[i]!.text);
  }
  expect(chosen[0]![0]).toBe(1); // the one other text of its stratum that differs
  expect(chosen[3]![0]).toBe(4);
  expect(examplesFor(all, {examples: 2, longest: 4}).map(({length}) => length)).toEqual([1, 1, 1, 1, 1]);
  expect(examplesFor(all, {examples: 2, longest: 1})).toEqual([[], [], [], [], []]);
  expect(examplesFor([{text: "one", stratum: ""}], {examples: 3, longest: 100})).toEqual([[]]);
  expect(examplesFor([], {examples: 3, longest: 100})).toEqual([]);
  expect(examplesFor(all, {examples: 2, longest: 100})).toEqual(chosen);
});

test("the same characters are compared alone and after examples", () => {
  const {prompt, before} = withExamples(["first"], "abcdef");
  expect(prompt.slice(before)).toBe("abcdef");
  // alone the token ab has no log-probability, so that it does not count after the example either
  const alone = [
    {logprob: -2, start: 2},
    {logprob: -4, start: 4}
  ];
  const after = [0, before, before + 2, before + 4].map((start, i) => ({logprob: -10 + 3 * i, start}));
  expect(meansInContext(alone, after, before)).toEqual({alone: -3, inContext: -2.5});
  expect(meansInContext([], after, before)).toBeNull();
  expect(meansInContext(alone, after.slice(0, 2), before)).toBeNull();
});

test("a report of an earlier version has no test in context", () => {
  const {context, ...earlier} = unavailable({model: "m", simulated: false, left: 1}, "404");
  expect(context).toBeNull();
  expect(probeReportSchema.parse(earlier).context).toBeNull();
});
