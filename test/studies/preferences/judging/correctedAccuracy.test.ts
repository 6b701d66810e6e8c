// Accuracy by a judge's verdicts and few labels: values of two public implementations, properties, and weakest cases.
import {expect, test} from "vitest";
import {shareOf} from "../../../../pipelines/stats/intervals.js";
import {
  efficientAccuracy,
  isNoBetterThanChance,
  judgeRates,
  type LabelCounts,
  labelsNeeded,
  noLabels,
  reliancesByLabels,
  reliancesByRates,
  roganGladen
} from "../../../../pipelines/studies/preferences/judging/correctedAccuracy.js";
import {publishedInterval} from "./judgedAnswers.js";

const table = (truePositive: number, falsePositive: number, falseNegative: number, trueNegative: number): LabelCounts => ({
  truePositive,
  falsePositive,
  falseNegative,
  trueNegative
});

// p, specificity, sensitivity, answers and labels of each kind; point_estimator and confidence_interval of
// llm_judge_reporting/calibration.py (UW-Madison-Lee-Lab/LLM-judge-reporting, commit 082884d), run with NumPy 2.4.6 and SciPy 1.17.1.
const LEE = [
  [0.4, 0.7, 0.9, 1_000, 200, 200, 0.1666666666666668, 0.05635072484160894, 0.2627330257859588],
  [0.84, 0.8, 0.95, 500, 20, 80, 0.8533333333333335, 0.7683734999169903, 0.9377720848020737],
  [0.9, 0.9, 0.97, 2_000, 30, 170, 0.9195402298850575, 0.8857915800837416, 0.9573751216948186]
] as const;

test("Rogan and Gladen's estimate is that of Lee et al., and so is the interval that simulations compare with", () => {
  for (const [p, specificity, sensitivity, answers, wrong, right, value, low, high] of LEE) {
    const counts = table(right * sensitivity, wrong * (1 - specificity), right * (1 - sensitivity), wrong * specificity);
    const estimated = roganGladen(shareOf(p * answers, answers), counts);
    expect(estimated.value).toBeCloseTo(value, 12);
    const published = publishedInterval({right: p * answers, answers, counts});
    expect(published.low).toBeCloseTo(low, 10);
    expect(published.high).toBeCloseTo(high, 10);
    // Of good judges with many labels the intervals hardly differ.
    expect(Math.abs(estimated.low! - low)).toBeLessThan(0.04);
    expect(Math.abs(estimated.high! - high)).toBeLessThan(0.04);
  }
});

// Labelled answers, further answers that the judge calls right and wrong; ppi_mean_pointestimate and ppi_mean_ci of
// ppi_py/ppi.py (aangelopoulos/ppi_py, commit bd90cad), power-tuned.
const PPI = [
  [38, 30, 95, 162, 400, 900, 0.42124658, 0.36827689, 0.47421626],
  [40, 6, 4, 10, 500, 140, 0.74143708, 0.64687524, 0.83599892],
  [20, 0, 0, 5, 300, 100, 0.75961905, 0.71396374, 0.80527436],
  [9, 3, 1, 12, 60, 80, 0.37037419, 0.2217347, 0.51901368]
] as const;

test("the efficient estimate agrees with power-tuned prediction-powered inference well within its error", () => {
  for (const [tp, fp, fn, tn, right, wrong, value, low, high] of PPI) {
    const counts = table(tp, fp, fn, tn);
    const answers = tp + fp + fn + tn + right + wrong;
    const estimated = efficientAccuracy(shareOf(tp + fp + right, answers), counts);
    expect(Math.abs(estimated.value! - value)).toBeLessThan(0.15 * (high - low));
    // Its interval is not narrower by more than a tenth, and wider where all labels agree with the judge.
    expect(estimated.high! - estimated.low!).toBeGreaterThan(0.9 * (high - low));
  }
});

// Verdicts of gpt-4o-mini and gpt-5.2 and votes of people on the same answers of Claude Opus 4 and others (data/judge_results of
// yiqunchen/debias-llm-as-a-judge, commit 4b4879a): counts of both.
const ARENA = [
  table(38, 30, 95, 162),
  table(74, 84, 59, 108),
  table(11, 33, 54, 178),
  table(35, 64, 30, 147),
  table(28, 34, 82, 131),
  table(78, 116, 32, 49)
];

test("where everything is labelled, the efficient estimate is the share of the labels, with their interval", () => {
  for (const counts of ARENA) {
    const n = Object.values(counts).reduce((sum, each) => sum + each, 0);
    const estimated = efficientAccuracy(shareOf(counts.truePositive + counts.falsePositive, n), counts);
    const people = shareOf(counts.truePositive + counts.falseNegative, n);
    expect(estimated.value).toBeCloseTo(people.value!, 12);
    expect(estimated.low).toBeCloseTo(people.low, 1);
    expect(estimated.high! - estimated.low!).toBeGreaterThan(0.95 * (people.high - people.low));
    expect(estimated.high! - estimated.low!).toBeLessThan(1.05 * (people.high - people.low));
  }
});

test("a judge that guesses is named, and a good one is not", () => {
  // gpt-4o-mini on the third set calls 11 of 65 wins wins, and 33 of 211 losses.
  expect(ARENA.map(each => isNoBetterThanChance(judgeRates(each)))).toEqual([false, false, true, false, true, true]);
  expect(isNoBetterThanChance(judgeRates(table(40, 2, 3, 30)))).toBe(false);
  expect(judgeRates(table(11, 33, 54, 178)).informedness!.value).toBeCloseTo(11 / 65 - 33 / 211, 12);
  // Without a label of one kind nothing is known.
  expect(judgeRates(table(5, 0, 1, 0)).informedness).toBeNull();
});

test("with a judge that guesses, Rogan and Gladen's interval is all that is possible, and the efficient one that of the labels", () => {
  const counts = table(25, 25, 25, 25);
  const judged = shareOf(500, 1_000);
  expect(roganGladen(judged, counts)).toEqual({value: null, low: 0, high: 1});
  const {value, low, high} = efficientAccuracy(judged, counts);
  expect(value).toBe(0.5);
  expect(high! - low!).toBeCloseTo(shareOf(50, 100).high - shareOf(50, 100).low, 1);
});

test("weakest cases: no labels, one, all alike, a judge that always says right, no answers", () => {
  const judged = shareOf(70, 100);
  for (const estimate of [efficientAccuracy, roganGladen]) {
    expect(estimate(judged, noLabels())).toEqual({value: null, low: null, high: null});
    expect(estimate(shareOf(0, 0), table(1, 0, 0, 1))).toEqual({value: null, low: null, high: null});
    for (const [share, counts] of [
      [judged, table(1, 0, 0, 0)],
      [judged, table(0, 1, 0, 0)],
      [judged, table(0, 0, 0, 1)],
      [judged, table(70, 0, 0, 30)],
      [judged, table(20, 0, 0, 0)],
      [shareOf(100, 100), table(20, 0, 0, 0)],
      [shareOf(100, 100), table(100, 0, 0, 0)],
      [shareOf(0, 100), table(0, 0, 0, 9)],
      [shareOf(1, 1), table(1, 0, 0, 0)],
      [shareOf(0, 100), table(50, 0, 0, 50)]
    ] as const) {
      const {value, low, high} = estimate(share, counts);
      expect(high! - low!).toBeGreaterThan(0.01);
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(1);
      if (value !== null) expect(value >= low! && value <= high!).toBe(true);
    }
  }
  expect(efficientAccuracy(judged, table(1, 0, 0, 0))).toMatchObject({value: 0.85});
});

test("verdicts and labels turned round give accuracy turned round", () => {
  const estimated = efficientAccuracy(shareOf(70, 100), table(12, 3, 2, 8));
  const turned = efficientAccuracy(shareOf(30, 100), table(8, 2, 3, 12));
  expect(turned.value).toBeCloseTo(1 - estimated.value!, 12);
  expect(turned.low).toBeCloseTo(1 - estimated.high!, 12);
});

test("labels needed: fewer with a better judge, more for half the width, none where more answers are needed", () => {
  const judged = shareOf(700, 1_000);
  const needed = (sensitivity: number, specificity: number, halfWidth: number) =>
    labelsNeeded(judged, reliancesByRates(judged, {sensitivity, specificity})!, halfWidth);
  expect(needed(0.97, 0.9, 0.05)!).toBeLessThan(needed(0.85, 0.7, 0.05)!);
  expect(needed(0.85, 0.7, 0.05)!).toBeLessThan(needed(0.85, 0.7, 0.03)!);
  expect(needed(0.85, 0.7, 0.001)).toBeNull();
  // Labels alone of a judge that knows nothing more than p: about those of a plain share.
  expect(needed(0.75, 0.35, 0.05)!).toBeLessThan(1.1 * ((1.96 / 0.05) ** 2 / 4));
  expect(labelsNeeded(judged, reliancesByLabels(noLabels()), 0.05)!).toBeGreaterThan(200);
  expect(reliancesByRates(judged, {sensitivity: 0.5, specificity: 0.5})).toBeNull();
  expect(reliancesByRates(judged, {sensitivity: 0.6, specificity: 0.9})).toBeNull(); // 70 % called right cannot come of it
  expect(labelsNeeded(shareOf(0, 0), {right: 0.9, wrong: 0.1}, 0.05)).toBeNull();
});
