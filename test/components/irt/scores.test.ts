// The page's data, sentences and curves of a reader's matrix of scores.
import {expect, test} from "vitest";
import {probability} from "../../../pipelines/studies/irt/item.js";
import {wrightSentence} from "../../../src/components/irt/abilities.js";
import {hasScores, readable, sourceSentence} from "../../../src/components/irt/calibration.js";
import {saturationRows, saturationSentence} from "../../../src/components/irt/checks.js";
import {chosenItem, curveSentence, informationOf} from "../../../src/components/irt/items.js";
import {fitFiles} from "../../../src/components/irt/tasks.js";
import {drawScores} from "../../studies/irt/scored/coverage.js";

const BROKEN = /NaN|undefined|null|Infinity/;

test.each([
  "graded",
  "checks"
] as const)("%s: expected scores rise with ability and meet the groups' mean scores", async truth => {
  const {responses} = drawScores(truth, {persons: 120, items: 6, seed: `page ${truth}`});
  const {persons, items, scores} = responses;
  const lines = persons.map((id, i) => [id, ...scores.subarray(i * items.length, (i + 1) * items.length)].join());
  const file = new File([[["model", ...items].join(), ...lines].join("\n")], "scores.csv");
  const {calibration, why, warnings} = await fitFiles({responses: file, fit: null});
  expect(hasScores(calibration)).toBe(true);
  expect(sourceSentence(calibration, {file: "scores.csv", why})).toMatch(
    /(graded|continuous) by posterior mode .*95 of 100 hold the ability/
  );
  expect(warnings.join()).not.toMatch(BROKEN);
  for (const {id} of calibration.items) {
    const item = (await chosenItem(readable(calibration), id))!;
    expect(curveSentence(item, calibration)).toMatch(
      truth === "graded"
        ? /, thresholds? (−?[\d.]+ \[−?[\d.]+, −?[\d.]+\](, )?)+; the mean score of 120 answers is 0\.\d\d/
        : /the mean score/
    );
    expect(curveSentence(item, calibration)).not.toMatch(BROKEN);
    for (const {share, low, high} of item.observed)
      expect([low >= 0, low <= share, share <= high, high <= 1, low < high]).not.toContain(false);
    for (const {theta, share} of item.observed) expect(Math.abs(probability(item.item, theta) - share)).toBeLessThan(0.3);
    expect(probability(item.item, 2)).toBeGreaterThan(probability(item.item, -2));
  }
  for (const row of saturationRows(calibration)) expect(Object.values(row.headroom).every(Number.isFinite)).toBe(true);
  expect(saturationSentence(saturationRows(calibration), calibration)).toMatch(
    /to miss [\d.]+ % \[.*\] of the highest score on 6 items, and/
  );
  expect(wrightSentence(calibration)).toMatch(/more than half of the score on/);
  expect(Array.from(informationOf(calibration)[0]!.information).every(bits => bits > 0)).toBe(true);
});
