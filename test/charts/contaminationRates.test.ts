// The sentence of page Contamination: a few copies among thousands of tests do not read as none.
import {expect, test} from "vitest";
import {rateSentence, ratesOf} from "../../pipelines/charts/contamination/rates.js";
import type {Verdict} from "../../pipelines/studies/contamination/settings.js";

const judged = (counts: Partial<Record<Verdict, number>>) =>
  Object.entries(counts).flatMap(([verdict, n]) => Array.from({length: n}, () => ({place: "sums", verdict: verdict as Verdict})));
const sentence = (counts: Partial<Record<Verdict, number>>) => rateSentence(ratesOf(judged(counts)));

test("a small share has two decimals", () => {
  // Wilson's formula with z = 1.959964, computed separately in Python: 0.0000754 to 0.000652; of 0 of 1,000 to 0.00383; of 1 of 4 0.0456 to 0.6994.
  expect(sentence({exact: 2, near: 1, clean: 13_531})).toBe(
    "3 of 13,534 tests that could be tested were found in the texts that were searched: 0.02 % [0.01, 0.07], 2 as exact and 1 as near copies. 0 of 13,534 tests could not be tested, and are not called clean."
  );
});

test("no copy is none, with the interval's upper end", () => {
  expect(sentence({clean: 1_000})).toMatch(/^None of 1,000 tests .*: 0\.0 % \[0\.0, 0\.4\]\. /u);
});

test("larger shares, a single copy, and tests that could not be tested", () => {
  expect(sentence({exact: 1, clean: 3, not_testable: 2})).toMatch(
    /^1 of 4 tests that could be tested was found .*: 25\.0 % \[4\.6, 69\.9\].* 2 of 6 /u
  );
  expect(sentence({not_testable: 2})).toBe("None of 2 tests could be tested.");
});
