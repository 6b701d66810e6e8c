import {expect, test} from "vitest";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {CORRECT, INCORRECT, type Status, TRUNCATED} from "../../../pipelines/score/status.js";
import {cohort, type Exit} from "../../../pipelines/studies/hazard/cohort.js";
import {rates} from "../../../pipelines/studies/hazard/rates.js";

test("a rate is endings ÷ tokens written: ten samples by hand", () => {
  const ended = (point: number, status: Status, tokens: number[]): Exit[] => tokens.map(each => ({point, tokens: each, status}));
  const exits = [...ended(0, CORRECT, [3, 4, 4, 6, 8]), ...ended(1, INCORRECT, [5, 6, 9]), ...ended(1, TRUNCATED, [10, 10])];
  // One bin, from just before the first ending: Σ (tokens − 2) = 65 − 20.
  const [right, wrong, cut] = rates(cohort(exits), [CORRECT, INCORRECT, TRUNCATED], "samples");
  expect(right).toMatchObject({from: 2, to: 10, events: 5, exposure: 45, value: expect.closeTo(5 / 45, 12)});
  expect(wrong!.value).toBeCloseTo(3 / 45, 12);
  expect(cut!.value).toBeCloseTo(2 / 45, 12);
  // Σ (ending − rate × exposure)² ÷ 45², on the scale of logarithms
  const residuals = exits.map(({tokens, status}) => (status === CORRECT ? 1 : 0) - (5 / 45) * (tokens - 2));
  const se = Math.sqrt(residuals.reduce((sum, x) => sum + x * x, 0)) / 45;
  expect(right!.high).toBeCloseTo((5 / 45) * Math.exp((1.959963984540054 * se) / (5 / 45)), 12);
});

test("none in 1,000 tokens: the exact bound of Poisson's law, 3.689 in 1,000", () => {
  const [rate] = rates(
    cohort([
      {point: 0, tokens: 1_000, status: TRUNCATED},
      {point: 0, tokens: 1, status: TRUNCATED}
    ]),
    [CORRECT],
    "tests"
  );
  expect(rate).toMatchObject({events: 0, exposure: 1_001, value: 0, low: 0});
  expect(rate!.high! * 1_001).toBeCloseTo(3.6889, 4);
});

test("bins do not overlap, hold every ending once, and a constant hazard is found and covered in them", () => {
  const random = randomOf("constant hazard");
  let [held, seen] = [0, 0];
  for (let k = 0; k < 150; k++) {
    const exits = Array.from({length: 600}, (_, i) => {
      const tokens = 1 + Math.floor(Math.log(1 - random.real()) / Math.log(1 - 0.02));
      return {point: i % 6, tokens, status: (random.chance(0.75) ? CORRECT : INCORRECT) as Status};
    });
    const found = rates(cohort(exits), [CORRECT, INCORRECT], "tests");
    const right = found.filter(({status}) => status === CORRECT);
    expect(found.reduce((sum, {events}) => sum + events, 0)).toBe(600);
    right.slice(1).forEach((rate, i) => {
      expect(rate.from).toBe(right[i]!.to);
    });
    // 2 % a token end, three quarters of them right.
    for (const {low, high} of right) {
      seen++;
      if (low! <= 0.015 && 0.015 <= high!) held++;
    }
  }
  expect(held / seen).toBeGreaterThan(0.92);
  expect(held / seen).toBeLessThan(0.97);
});
