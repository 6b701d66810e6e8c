// The arithmetic behind the verdicts, held to values computed elsewhere.
import fc from "fast-check";
import {expect, test} from "vitest";
import {bestWeights, rangeOfMean, rankOrder, weightedMean} from "../../../pipelines/studies/claims/columns.js";
import {fisherInterval, impliedPairs, reachableRho} from "../../../pipelines/studies/claims/correlation.js";
import {figureOf, isFigure, uniformSumBelow} from "../../../pipelines/studies/claims/figure.js";

test("a figure's digits say what it may round", () => {
  expect(figureOf(".74")).toMatchObject({value: 0.74, low: 0.735, high: 0.745, digits: 2, unit: ""});
  expect(figureOf("0.2", {within: [0, 100]})).toMatchObject({low: 0.15, high: 0.25});
  expect(figureOf("0.0", {within: [0, 100]})).toMatchObject({low: 0, high: 0.05, digits: 1});
  expect(figureOf("72,000", {exact: true})).toMatchObject({value: 72_000, low: 72_000, high: 72_000});
  expect(figureOf("2.4 ×")).toMatchObject({value: 2.4, unit: "×"});
  expect(figureOf("−0.98 %")).toMatchObject({value: -0.98, unit: "%"});
  for (const text of ["", ".", "1,23", "n/a", "12 13", "1e3", "4,76,9", "%"]) expect(isFigure(text), text).toBe(false);
});

test("sums of uniform errors: closed forms and SciPy-free simulation", () => {
  // Irwin–Hall in exact fractions (Python): P(U₁ + … + U₅ ≤ 1.3) and P(U₁ + … + U₁₂ ≤ 3).
  expect(uniformSumBelow([1, 1, 1, 1, 1], 1.3)).toBeCloseTo(0.030839833333333337, 12);
  expect(uniformSumBelow(Array(12).fill(1), 3)).toBeCloseTo(0.0010070008116883117, 10);
  // 20,000,000 draws in NumPy of U + 2U + 3.5U ≤ 2.2: 0.21219, standard error 0.0001.
  expect(Math.abs(uniformSumBelow([1, 2, 3.5], 2.2) - 0.2121933)).toBeLessThan(0.0004);
  expect([uniformSumBelow([], 0), uniformSumBelow([2], 1), uniformSumBelow([2], 3), uniformSumBelow([2], -1)]).toEqual([
    1, 0.5, 1, 0
  ]);
});

test("the two tails of a sum of uniforms add up, also where the sum is simulated", () => {
  const widths = fc.array(fc.double({min: 0.01, max: 5, noNaN: true}), {minLength: 1, maxLength: 9});
  fc.assert(
    fc.property(widths, fc.double({min: 0.01, max: 0.99, noNaN: true}), (a, share) => {
      const total = a.reduce((sum, x) => sum + x, 0);
      const [low, high] = [uniformSumBelow(a, share * total), uniformSumBelow(a, (1 - share) * total)];
      expect(low + high).toBeCloseTo(1, 2);
      expect(uniformSumBelow(a, Math.min(1, share + 0.01) * total)).toBeGreaterThanOrEqual(low - 0.01);
    }),
    {numRuns: 60}
  );
});

test("the range of a weighted mean holds every mean of figures that print alike, and is reached", () => {
  const cell = fc.record({low: fc.double({min: 0, max: 1, noNaN: true}), width: fc.double({min: 0, max: 1, noNaN: true})});
  const cells = fc.array(fc.record({value: cell, weight: cell, at: fc.double({min: 0, max: 1, noNaN: true})}), {
    minLength: 2,
    maxLength: 6
  });
  fc.assert(
    fc.property(cells, rows => {
      const range = (part: {low: number; width: number}) => ({low: part.low + 0.1, high: part.low + 0.1 + part.width});
      const [values, weights] = [rows.map(({value}) => range(value)), rows.map(({weight}) => range(weight))];
      const {low, high} = rangeOfMean(values, weights);
      const at = (parts: {low: number; high: number}[], i: number, share: number) =>
        parts[i]!.low + share * (parts[i]!.high - parts[i]!.low);
      const mean = weightedMean(
        rows.map((row, i) => at(values, i, row.at)),
        rows.map((row, i) => at(weights, i, 1 - row.at))
      );
      expect(mean).toBeGreaterThanOrEqual(low - 1e-12);
      expect(mean).toBeLessThanOrEqual(high + 1e-12);
      // All 2^n corners of the weights, at the highest values: the largest of these means is the end.
      const corners = Array.from({length: 2 ** rows.length}, (_, mask) =>
        weightedMean(
          values.map(({high}) => high),
          weights.map(({low, high}, i) => (mask & (1 << i) ? high : low))
        )
      );
      expect(Math.max(...corners)).toBeCloseTo(high, 10);
    })
  );
});

test("Fisher's interval at n = 15, r = .89, and the pairs that printed intervals imply", () => {
  const {low, high} = fisherInterval(0.89, 15);
  expect(low).toBeCloseTo(0.69425993, 6); // NumPy: tanh(arctanh(.89) ± norm.ppf(.975) / √12)
  expect(high).toBeCloseTo(0.96314955, 6);
  const implied = (r: string, low: string, high: string) => {
    const pairs = impliedPairs({r: figureOf(r), low: figureOf(low), high: figureOf(high)});
    return pairs && [Math.ceil(pairs.low - 1e-9), Math.floor(pairs.high + 1e-9)];
  };
  // Found by trying every n to 400 and 2,001 values of r in NumPy.
  expect(implied(".74", ".68", ".80")).toEqual([195, 255]);
  expect(implied(".82", ".77", ".87")).toEqual([146, 197]);
  expect(implied(".84", ".79", ".89")).toEqual([122, 153]);
  expect(implied(".87", ".83", ".91")).toEqual([120, 179]);
  expect(implied(".85", ".80", ".90")).toEqual([110, 132]);
  expect(implied(".89", ".85", ".93")).toEqual([92, 126]);
  expect(implied(".50", ".20", ".95")).toBeNull();
});

test("an interval that was printed from n implies a range that holds n", () => {
  fc.assert(
    fc.property(
      fc.double({min: -0.95, max: 0.95, noNaN: true}),
      fc.integer({min: 5, max: 3_000}),
      fc.constantFrom(2, 3),
      (r, n, digits) => {
        const {low, high} = fisherInterval(r, n);
        const [mid, from, to] = [r, low, high].map(value => figureOf(value.toFixed(digits)));
        const pairs = impliedPairs({r: mid!, low: from!, high: to!});
        expect(pairs).not.toBeNull();
        expect(pairs!.low).toBeLessThanOrEqual(n + 1e-6);
        expect(pairs!.high).toBeGreaterThanOrEqual(n - 1e-6);
      }
    )
  );
});

test("which Σd² give a printed rank correlation", () => {
  expect(reachableRho({low: 0.885, high: 0.895}, 15)).toEqual([60, 62, 64]); // 1 − 60/560 = .8929, 62: .8893, 64: .8857
  expect(reachableRho({low: 0.85, high: 0.86}, 4)).toEqual([]); // n = 4: steps of .2
  expect(reachableRho({low: -1, high: 1}, 3)).toEqual([0, 2, 6, 8]); // no permutation of three has Σd² = 4
});

test("rank correlations of a table's columns", () => {
  const column = (texts: string[]) => texts.map(text => figureOf(text));
  const score = column(["82.4", "79.1", "75.6", "72.4", "64.8"]);
  // scipy.stats.kendalltau and spearmanr of score and code: .8 and .9.
  const {tau, rho, certain, doubtful} = rankOrder(score, column(["81.3", "79.4", "80.2", "74.2", "67.9"]));
  expect([tau, rho]).toEqual([expect.closeTo(0.8, 10), expect.closeTo(0.9, 10)]);
  expect([certain, doubtful]).toEqual([[[1, 2]], []]);
  // scipy.stats.kendalltau([1, 2, 2, 4], [1, 3, 2, 2]) = .4, spearmanr = .5.
  const tied = rankOrder(column(["1", "2", "2", "4"]), column(["1", "3", "2", "2"]));
  expect([tied.tau, tied.rho]).toEqual([expect.closeTo(0.4, 10), expect.closeTo(0.5, 10)]);
});

test("the best common weights of a mean are those of a linear program", () => {
  const scores = [82.4, 79.1, 75.6, 72.4, 64.8];
  const parts = [
    [84.1, 72.4, 81.3, 91.2],
    [80.8, 69.8, 79.4, 89.4],
    [76.4, 61.3, 80.2, 88.1],
    [72.9, 55.1, 74.2, 86.3],
    [63.1, 47.8, 67.9, 82.4]
  ];
  const around = (value: number) => ({low: value - 0.05, high: value + 0.05});
  const best = bestWeights(scores.map((score, i) => ({score: around(score), parts: parts[i]!.map(around)})))!;
  // scipy.optimize.linprog over (w, t): 0.47173481587555927 at [0.42126942 0.1923107 0.23360584 0.15281404].
  expect(best.miss).toBeCloseTo(0.47173481587555927, 9);
  expect(best.weights.map(weight => Number(weight.toFixed(6)))).toEqual([0.421269, 0.192311, 0.233606, 0.152814]);
});

test("scores made with some weights are found to be possible", () => {
  const row = fc.array(fc.integer({min: 0, max: 1_000}), {minLength: 3, maxLength: 3});
  const weights = fc.array(fc.integer({min: 0, max: 20}), {minLength: 3, maxLength: 3}).filter(w => w.some(Boolean));
  fc.assert(
    fc.property(fc.array(row, {minLength: 1, maxLength: 5}), weights, (rows, own) => {
      const printed = rows.map(values => {
        const score = weightedMean(
          values.map(value => value / 10),
          own
        );
        return {score: figureOf(score.toFixed(1)), parts: values.map(value => figureOf((value / 10).toFixed(1)))};
      });
      expect(bestWeights(printed)!.miss).toBeLessThan(1e-6);
    }),
    {numRuns: 60}
  );
});
