// The effect of contamination on simulated answers: the reference models' contaminated memory, and clean models that nobody taught.
import {expect, test} from "vitest";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {binomialCdf} from "../../../pipelines/stats/distributions.js";
import {contaminationEffects} from "../../../pipelines/studies/contamination/effect.js";
import {fullTest, leeway, repetitions} from "../../repetitions.js";
import {memorisers, referenceAnswers} from "./referenceAnswers.js";

/** The memorisers whose faculties alone answer nine in ten of these questions: what they know by heart adds little. */
const ABLE = ["sim-heron-08", "sim-otter-07"];

fullTest.each([
  // docs/contamination-probes.md states these counts
  {contaminated: 10, others: 60, found: 6},
  {contaminated: 20, others: 120, found: 7}
])(
  "of 8 reference models with contaminated memory $found are found by 10 × $contaminated contaminated questions, and none of 56 others",
  ({found, ...counts}) => {
    const effects = contaminationEffects(referenceAnswers({...counts, seed: 11}));
    const flagged = effects.filter(({memoriser}) => memoriser).map(({model}) => model);
    expect(memorisers.size).toBe(8);
    expect(flagged.filter(model => !memorisers.has(model))).toEqual([]);
    expect(flagged.length).toBe(found);
    expect([...memorisers].filter(model => !flagged.includes(model) && !ABLE.includes(model))).toEqual([]);
    // Those that know the questions gain on every one of them.
    for (const {model, gain} of effects) if (memorisers.has(model) && !ABLE.includes(model)) expect(gain!).toBeGreaterThan(0.1);
  }
);

test("over 200 sets of clean answers the size of the test, its interval and its false discoveries hold", () => {
  const counts = {models: 0, significant: 0, covered: 0, familiesFlagged: 0};
  const runs = repetitions(200);
  for (let run = 0; run < runs; run++) {
    const effects = contaminationEffects(cleanAnswers(run), {seed: run, most: 1_999});
    if (effects.some(({memoriser}) => memoriser)) counts.familiesFlagged++;
    for (const {p, gain_low, gain_high} of effects) {
      if (p === null) continue;
      counts.models++;
      if (p <= 0.05) counts.significant++;
      if (gain_low! <= 0 && gain_high! >= 0) counts.covered++;
    }
  }
  const {models, significant, covered, familiesFlagged} = counts;
  // With nothing to find every discovery is false, so that the false discovery rate is the share of sets with one: at most 5 %.
  expect(familiesFlagged / runs).toBeLessThanOrEqual(0.05 + leeway(0.05, runs));
  expect(models).toBe(10 * runs);
  // within what chance leaves: 1 in 1,000 at either end of Binomial(models, 0.05)
  for (const outside of [significant, models - covered]) {
    expect(binomialCdf(outside, models, 0.05)).toBeGreaterThan(0.001);
    expect(binomialCdf(outside - 1, models, 0.05)).toBeLessThan(0.999);
  }
});

/** Ten models and 160 items of spread difficulty by a Rasch model; one item in eight counts as contaminated, and none is known. */
function cleanAnswers(run: number) {
  const random = randomOf(`clean answers ${run}`);
  const items = Array.from({length: 160}, (_, i) => ({
    verdict: i % 8 === 0 ? ("exact" as const) : ("clean" as const),
    stratum: `${i % 3}`,
    guess_chance: 0
  }));
  const difficulty = items.map(() => 3 * (random.real() - 0.5));
  const models = Array.from({length: 10}, (_, i) => `m${i}`);
  const ability = models.map(() => 5 * (random.real() - 0.5));
  const cells = models.flatMap((_, m) => items.map((_, i) => [m, i] as const));
  return {
    models,
    items,
    model: cells.map(([m]) => m),
    item: cells.map(([, i]) => i),
    correct: cells.map(([m, i]) => Number(random.chance(1 / (1 + Math.exp(difficulty[i]! - ability[m]!)))))
  };
}
