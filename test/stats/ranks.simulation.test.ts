import fc from "fast-check";
import {describe, expect, test} from "vitest";
import {randomOf} from "../../pipelines/generate/seed.js";
import {formulaScore} from "../../pipelines/score/formula.js";
import {normalQuantile} from "../../pipelines/stats/distributions.js";
import {criticalValue, rankIntervals} from "../../pipelines/stats/ranks.js";

/** Where a true rank may lie: with ties, anywhere among the tied. */
const trueRanks = (truths: readonly number[]) =>
  truths.map(own => ({
    low: 1 + truths.filter(other => other > own).length,
    high: truths.length - truths.filter(other => other < own).length
  }));
const binomialError = (share: number, n: number) => Math.sqrt((share * (1 - share)) / n);

describe("the critical value", () => {
  test("of two is the normal quantile, 1.96", () => {
    const random = randomOf("two");
    expect(criticalValue([1, 3], {level: 0.95, draws: 40_000, random})).toBeCloseTo(1.96, 1);
  });

  test("of equal errors is Tukey's studentised range ÷ √2: 3.633 for 4, 4.474 for 10, 5.012 for 20 with endless degrees of freedom", () => {
    // SciPy 1.17.1: scipy.stats.studentized_range.ppf(0.95, k, inf).
    for (const [size, q] of [
      [4, 3.633],
      [10, 4.474],
      [20, 5.012]
    ] as const) {
      const found = criticalValue(new Array(size).fill(2), {level: 0.95, draws: 20_000, random: randomOf(`tukey ${size}`)});
      expect(found * Math.SQRT2).toBeGreaterThan(q - 0.05);
      expect(found * Math.SQRT2).toBeLessThan(q + 0.05);
    }
  });

  test("of very many is Bonferroni's, which is never smaller than the simulated one", () => {
    const options = {level: 0.95, draws: 2_000, random: randomOf("many")};
    const many = criticalValue(new Array(300).fill(1), options);
    expect(many).toBeCloseTo(normalQuantile(1 - 0.05 / (300 * 299)), 9);
    expect(criticalValue(new Array(200).fill(1), options)).toBeLessThan(many);
  });
});

describe("all true ranks lie in their intervals at once, 95 times in 100", () => {
  const SETTINGS: Record<string, {truths: number[]; errors: number[]}> = {
    "all equal": {truths: new Array(12).fill(0), errors: new Array(12).fill(1)},
    "near ties of unequal precision": {
      truths: Array.from({length: 12}, (_, i) => 0.3 * i),
      errors: Array.from({length: 12}, (_, i) => 0.4 + (i % 4))
    },
    "two clear groups": {truths: [0, 0, 0, 0, 9, 9, 9, 9], errors: new Array(8).fill(1)}
  };
  test.each(Object.entries(SETTINGS))("%s", (name, {truths, errors}) => {
    const random = randomOf(`ranks ${name}`);
    const truly = trueRanks(truths);
    const RUNS = 1_000;
    let held = 0;
    for (let run = 0; run < RUNS; run++) {
      const found = rankIntervals(
        truths.map((truth, i) => ({value: truth + errors[i]! * normal(random), se: errors[i]!})),
        {draws: 600, random}
      );
      if (found.every(({low, high}, i) => low <= truly[i]!.low && truly[i]!.high <= high)) held++;
    }
    expect(held / RUNS).toBeGreaterThan(0.95 - 3 * binomialError(0.95, RUNS));
  });

  test("formula scores of simulated models, with standard errors from their own intervals", () => {
    // Eight models in near ties: accuracies 0.55, 0.56, … on two tasks of two points, 64 samples a point.
    const random = randomOf("ranks of scores");
    const truths = Array.from({length: 8}, (_, i) => 0.55 + 0.01 * i);
    const drawn = (accuracy: number) =>
      [0, 1].map(() => ({
        weight: 1,
        points: [0, 0.2].map(harder => {
          let correct = 0;
          for (let i = 0; i < 64; i++) if (random.real() < accuracy - harder) correct++;
          return {correct, incorrect: 64 - correct, truncated: 0, guess_sum: 0};
        })
      }));
    const truly = trueRanks(truths);
    const RUNS = 200;
    let held = 0;
    for (let run = 0; run < RUNS; run++) {
      const estimates = truths.map(accuracy => {
        const {value, low, high} = formulaScore(drawn(accuracy))!;
        return {value, se: (high - low) / 3.92};
      });
      const found = rankIntervals(estimates, {draws: 400, random});
      if (found.every(({low, high}, i) => low <= truly[i]!.low && truly[i]!.high <= high)) held++;
    }
    expect(held / RUNS).toBeGreaterThan(0.95 - 3 * binomialError(0.95, RUNS));
  });
});

test("an interval holds the rank that is shown, and a larger error never narrows it", () => {
  const estimates = fc.array(fc.record({value: fc.integer({min: 0, max: 50}), se: fc.double({min: 0.1, max: 5, noNaN: true})}), {
    minLength: 1,
    maxLength: 12
  });
  fc.assert(
    fc.property(estimates, given => {
      const found = rankIntervals(given, {draws: 200});
      for (const {rank, low, high} of found) {
        expect(low).toBeLessThanOrEqual(rank);
        expect(high).toBeGreaterThanOrEqual(rank);
      }
      const wider = rankIntervals(
        given.map(({value, se}) => ({value, se: 2 * se})),
        {draws: 200}
      );
      for (const [i, {low, high}] of wider.entries()) expect(high - low).toBeGreaterThanOrEqual(found[i]!.high - found[i]!.low);
    })
  );
});

const normal = (random: {real(): number}) => Math.sqrt(-2 * Math.log(1 - random.real())) * Math.cos(2 * Math.PI * random.real());
