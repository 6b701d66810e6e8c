import {expect, test} from "vitest";
import {type ItemCounts, leftOutSentence} from "../../pipelines/store/leftOut.js";

const counts = (items: number, left_out: number, {not_testable = 0, audited = items, simulated = false} = {}): ItemCounts => ({
  items,
  audited,
  left_out,
  not_testable,
  simulated
});

test.each<[string, ItemCounts[]]>([
  ["1 of the 1,319 items tested was found word for word in training data and is left out.", [counts(1319, 1), counts(1319, 1)]],
  ["3 of the 1,319 items tested were found word for word in training data and are left out.", [counts(1319, 3)]],
  [
    "Of each evaluation, 1 to 3 of the 680 to 1,319 items tested were found word for word in training data and are left out.",
    [counts(1319, 3), counts(680, 1)]
  ],
  [
    "0 of the 11,455 items tested were found word for word in training data. 577 more could not be tested and stay in the score.",
    [counts(12_032, 0, {not_testable: 577})]
  ],
  [
    "2 of the 8 items tested were found word for word in simulated training data and are left out. 1 more could not be tested and stays in the score.",
    [counts(9, 2, {not_testable: 1, simulated: true})]
  ],
  ["All 9 items were found word for word in training data, so that there is no score without them.", [counts(9, 9)]],
  ["0 of the 1 items tested were found word for word in training data.", [counts(1, 0)]]
])("%s", (sentence, rows) => {
  expect(leftOutSentence(rows)).toBe(sentence);
});

test("the sentence is empty where no audit has looked for an item, or answers are not stored individually", () => {
  expect(leftOutSentence([])).toBe("");
  expect(leftOutSentence([counts(1000, 0, {audited: 0})])).toBe("");
  expect(leftOutSentence([{items: null, audited: null, left_out: null, not_testable: null}])).toBe("");
});

test("evaluations of another suite's items, which no audit has looked for, do not count", () => {
  expect(leftOutSentence([counts(50, 5), counts(9999, 0, {audited: 0})])).toBe(
    "5 of the 50 items tested were found word for word in training data and are left out."
  );
});
