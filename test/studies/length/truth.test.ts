// What simulated models recall, on average over positions.
import {expect, test} from "vitest";
import {meanRecall, recallLength} from "../../../pipelines/studies/length/axis.js";

const faculties = {recall_half_tokens: 10_000, middle_loss: 0.6};

test("recall is that of the formula in the documents, averaged over depths", () => {
  const middle = (1 - 0.6 * (4_000 / 6_000)) / 1.4; // T = 4,000: (1 − m · T ÷ (T + 2,000)) ÷ (1 + T ÷ h)
  expect(meanRecall(faculties, 4_000, [0.5])).toBeCloseTo(middle, 12);
  expect(meanRecall(faculties, 4_000, [0, 0.5, 1])).toBeCloseTo((2 / 1.4 + middle) / 3, 12);
  expect(meanRecall(faculties, 0, [0.5])).toBe(1);
});

test("the length of a share is where recall has that share", () => {
  for (const share of [0.85, 0.5, 0.1])
    for (const depths of [[0, 1], [0.5], [0, 0.5, 1], [null]]) {
      const found = recallLength(faculties, {share, reference: 1_000, depths});
      expect(meanRecall(faculties, found, depths)).toBeCloseTo(share * meanRecall(faculties, 1_000, depths), 6);
    }
});
