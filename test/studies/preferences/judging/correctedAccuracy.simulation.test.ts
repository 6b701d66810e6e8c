// Simulation: intervals of accuracy by a judge's verdicts and few labels hold the planted accuracy, and how wide they are next to labels alone.
import {readFileSync} from "node:fs";
import {expect, test} from "vitest";
import {randomOf} from "../../../../pipelines/generate/seed.js";
import {shareOf} from "../../../../pipelines/stats/intervals.js";
import {
  addLabel,
  efficientAccuracy,
  labelsNeeded,
  noLabels,
  reliancesByRates
} from "../../../../pipelines/studies/preferences/judging/correctedAccuracy.js";
import {fullTest, leeway, repetitions} from "../../../repetitions.js";
import {COVERAGE_FILE} from "../../irt/coverage.js";
import {ACCURACIES, drawJudged, JUDGES, judgedRow, LABELS, simulateJudged} from "./judgedAnswers.js";

const RUNS = repetitions(200);

test.each(
  JUDGES
)("sensitivity %d, specificity %d: intervals hold accuracy from 20 labels on, and none has width 0", (sensitivity, specificity) => {
  const sums = {labels: 0, efficient: 0};
  let cells = 0;
  for (const accuracy of ACCURACIES)
    for (const labels of LABELS) {
      const results = simulateJudged({accuracy, sensitivity, specificity, answers: 300, labels}, RUNS);
      cells++;
      for (const name of ["labels", "efficient"] as const) sums[name] += results[name].coverage;
      expect(results.efficient.coverage).toBeGreaterThanOrEqual(0.9 - leeway(0.9, RUNS));
      expect(results["rogan-gladen"].coverage).toBeGreaterThanOrEqual(0.92 - leeway(0.92, RUNS));
      for (const name of ["efficient", "rogan-gladen"] as const) expect(results[name].narrowest).toBeGreaterThan(0.01);
      // A judge's verdicts never cost much, and a good judge saves labels where accuracy is not at its end.
      expect(results.efficient.width).toBeLessThan(1.2 * results.labels.width);
      if (sensitivity === 0.97 && accuracy === 0.5) expect(results.efficient.width).toBeLessThan(0.95 * results.labels.width);
    }
  expect(sums.efficient / cells).toBeGreaterThanOrEqual(0.94 - leeway(0.94, RUNS * cells));
});

test("labels drawn more often where the judge says wrong leave the efficient estimator unbiased", () => {
  const random = randomOf("judged by verdict");
  let [sum, held, rates] = [0, 0, 0];
  for (let run = 0; run < RUNS; run++) {
    const counts = noLabels();
    let right = 0;
    for (let i = 0; i < 600; i++) {
      const label = random.chance(0.7);
      const verdict = random.chance(label ? 0.9 : 0.3);
      if (verdict) right++;
      if (random.chance(verdict ? 0.05 : 0.25)) addLabel(counts, {verdict, label});
    }
    const {value, low, high} = efficientAccuracy(shareOf(right, 600), counts);
    sum += value! / RUNS;
    held += Number(low! <= 0.7 && 0.7 <= high!) / RUNS;
    rates +=
      (counts.truePositive + counts.falseNegative) /
      (RUNS * (counts.truePositive + counts.falseNegative + counts.falsePositive + counts.trueNegative));
  }
  expect(Math.abs(sum - 0.7)).toBeLessThan(0.015 + leeway(0.5, 25 * RUNS));
  expect(held).toBeGreaterThanOrEqual(0.92 - leeway(0.92, RUNS));
  expect(rates).toBeLessThan(0.65); // the share of the labels themselves is far off
});

test("as many labels as are forecast give the width that was asked for", () => {
  const random = randomOf("judged forecast");
  const judge = {accuracy: 0.8, sensitivity: 0.95, specificity: 0.85};
  const answers = 2_000;
  const p = judge.accuracy * judge.sensitivity + (1 - judge.accuracy) * (1 - judge.specificity);
  const expected = shareOf(p * answers, answers);
  const labels = labelsNeeded(expected, reliancesByRates(expected, judge)!, 0.04)!;
  let width = 0;
  for (let run = 0; run < RUNS; run++) {
    const {judged, counts} = drawJudged({...judge, answers, labels}, random);
    const {low, high} = efficientAccuracy(judged, counts);
    width += (high! - low!) / RUNS;
  }
  expect(width).toBeGreaterThan(0.072);
  expect(width).toBeLessThan(0.084);
});

fullTest("the table of docs/coverage.md has the rows that its seeds give", () => {
  const document = readFileSync(COVERAGE_FILE, "utf8");
  const cell = {accuracy: 0.8, sensitivity: 0.9, specificity: 0.7, answers: 200, labels: 50};
  const row = judgedRow(cell, {repetitions: 1_000, date: ""}).replace(/\s*\|$/u, "");
  expect(document).toContain(row.trimEnd());
});
