// The first sentence of page ReasonScore: the highest score with interval and n, and the number of others that may hold its place.
import {expect, test} from "vitest";
import {scoreSentence, type TierScore} from "../../../pipelines/charts/reasonscore/reasonscore.js";

const row = (model: string, formula: number, half: number, more: Partial<TierScore> = {}): TierScore => ({
  model,
  template: "t",
  sampler: "s",
  formula,
  formula_low: formula - half,
  formula_high: formula + half,
  score: 1000 * formula,
  low: 1000 * (formula - half),
  high: 1000 * (formula + half),
  conservative: 0,
  n: 1_234,
  missing: [],
  layer: "mean",
  simulated: false,
  ...more
});
const mean = {place: "mean of all tiers", by: "formula"} as const;

test("the highest score has its interval and n, and overlapping intervals are counted", () => {
  const rows = [row("low", 0.2, 0.01), row("near", 0.55, 0.05), row("best", 0.6, 0.02), row("touching", 0.5, 0.08)];
  expect(scoreSentence(rows, mean)).toBe(
    "best has the highest formula score, mean of all tiers: 60.0 [58.0, 62.0] % (n = 1,234 samples). Of the 3 other evaluations, 2 have intervals that overlap this one."
  );
  expect(scoreSentence(rows.slice(0, 1), mean)).not.toContain("Of the");
});

test("nothing, nothing right and evaluations that are all alike", () => {
  expect(scoreSentence([], mean)).toBe("No evaluation has enough answers for this score.");
  expect(scoreSentence([row("a", 0, 0), row("b", 0, 0)], mean)).toContain("a has the highest formula score");
  expect(scoreSentence([row("a", 0, 0), row("b", 0, 0)], mean)).toContain("1 has an interval that overlaps this one.");
  expect(scoreSentence([row("a", 0.9, 0.01), row("b", 0.1, 0.01)], mean)).toContain("none has an interval that overlaps");
});

test("a ReasonScore that is not shown for want of samples cannot lead", () => {
  const wide = row("wide", 0.9, 0.4, {low: 300, high: 1_000});
  const narrow = row("narrow", 0.5, 0.02);
  expect(scoreSentence([wide, narrow], {...mean, by: "published"})).toMatch(/^narrow has the highest ReasonScore/u);
  expect(scoreSentence([wide], {...mean, by: "published"})).toBe("No evaluation has enough answers for this score.");
});
