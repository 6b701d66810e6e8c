// The fewest items for the same ranking: by the estimate and by the whole interval, which are not the same length.
import {expect, test} from "vitest";
import type {QualityRow} from "../../../pipelines/studies/adaptive/comparison.js";
import {neededItems, rankingSentence} from "../../../src/components/adaptive/quality.js";

const row = (form: QualityRow["form"], items: number, correlation: number, low: number): QualityRow => ({
  ...{truth: "all answers", form, scored: "ability", items, models: 93, correlation},
  ...{correlation_low: low, correlation_high: Math.min(1, correlation + 0.002)},
  ...{rmse: null, rmse_low: null, rmse_high: null, se: null, inflation: null, covered: null}
});
const rows = [
  row("adaptive", 100, 0.996, 0.992),
  row("adaptive", 20, 0.97, 0.95),
  row("adaptive", 50, 0.991, 0.981),
  row("random", 100, 0.98, 0.97),
  row("random", 200, 0.992, 0.985)
];

test("an estimate that reaches the level with an interval that begins below it does not count as sure", () => {
  const [adaptive, random] = neededItems(rows);
  expect([adaptive!.first!.items, adaptive!.sure!.items]).toEqual([50, 100]);
  expect([random!.first!.items, random!.sure, random!.longest]).toEqual([200, null, 200]);
  expect(rankingSentence(rows)).toBe(
    "50 items, chosen by the answers so far, are the fewest whose estimate reaches a rank correlation of 0.99 with the ranking by all answers: 0.991 [0.981, 0.993], n = 93 evaluations; the whole interval is above that from 100 items on. Random items need 200 by the same estimate."
  );
});

test("forms that never reach the level, and no replays, are said so", () => {
  expect(rankingSentence(rows.slice(1, 2))).toContain("Even 20 chosen items do not reach");
  expect(rankingSentence([rows[0]!, rows[3]!])).toMatch(/interval included\. Random items need more than 100 by/u);
  expect(rankingSentence([])).toBe("");
  expect(rankingSentence(rows.slice(3))).toBe("");
});
