// Expected values: SciPy 1.17.1 (scipy.special.gammaln, gammaincc, betainc; scipy.stats.norm, t, chi2, binom).
import fc from "fast-check";
import {expect, test} from "vitest";
import {
  binomialCdf,
  binomialProbability,
  chiSquaredUpper,
  gammaLower,
  gammaUpper,
  incompleteBeta,
  logGamma,
  normalCdf,
  normalQuantile,
  normalUpper,
  tCdf,
  tQuantile,
  tTwoSided
} from "../../pipelines/stats/distributions.js";

const close = (actual: number, expected: number, digits = 11) => {
  const scale = Math.max(1e-300, Math.abs(expected));
  expect(Math.abs(actual - expected) / scale, `${actual} for ${expected}`).toBeLessThan(10 ** -digits);
};

test.each([
  [0.1, 2.252712651734206],
  [0.5, 0.5723649429247],
  [1.5, -0.12078223763524526],
  [10, 12.801827480081469],
  [1234.5, 7550.550901077894],
  [2e5, 2241209.3450086624]
])("ln Γ(%d)", (x, expected) => close(logGamma(x), expected));

test.each([
  [0.5, 0.1, 0.6547208460185768],
  [0.5, 30, 9.485737571073857e-15],
  [3, 2.5, 0.5438131158833297],
  [100, 120, 0.027863739890520652],
  [1000, 900, 0.9994500977342882]
])("Q(%d, %d)", (a, x, expected) => {
  close(gammaUpper(a, x), expected);
  expect(gammaLower(a, x) + gammaUpper(a, x)).toBeCloseTo(1, 12);
});

test.each([
  [0.3, 2, 5, 0.5798250000000003],
  [0.9, 0.5, 0.5, 0.7951672353008665],
  [0.5, 100, 120, 0.9117960627949818],
  [0.999, 50, 0.5, 0.7523690199653766],
  [1e-4, 0.5, 8, 0.0314135682140519]
])("I_%d(%d, %d)", (x, a, b, expected) => close(incompleteBeta(x, a, b), expected));

test.each([
  [-2, 0.9772498680518208],
  [0, 0.5],
  [1, 0.15865525393145707],
  [1.96, 0.024997895148220435],
  [5, 2.866515718791933e-7],
  [10, 7.61985302416047e-24],
  [30, 4.906713927147908e-198]
])("normal tail beyond %d", (z, expected) => close(normalUpper(z), expected));

test.each([
  [1e-20, -9.262340089798409],
  [1e-6, -4.753424308822899],
  [0.025, -1.9599639845400545],
  [0.3, -0.5244005127080409],
  [0.9, 1.2815515655446004],
  [0.975, 1.959963984540054],
  [0.9999, 3.719016485455709]
])("normal quantile of %d", (p, expected) => close(normalQuantile(p), expected));

test.each([
  [0.5, 1, 0.7048327646991335],
  [12.7062, 1, 0.0500000185607104],
  [2.5, 7.3, 0.03965023466560043],
  [2, 29, 0.05494363718296717],
  [6, 200, 9.115120348810346e-9],
  [4.2, 3000, 2.7468757760226205e-5],
  [1e-6, 5, 0.9999992407866204]
])("two-sided t tail beyond %d with %d degrees of freedom", (t, df, expected) => close(tTwoSided(t, df), expected, 10));

test.each([
  [0.975, 1, 12.706204736174694],
  [0.975, 2, 4.302652729749462],
  [0.975, 4.7, 2.62072607535317],
  [0.975, 29, 2.045229642132703],
  [0.9995, 3, 12.923978636687961],
  [0.05, 10, -1.812461122811676],
  [0.975, 5000, 1.9604385517065073],
  [0.6, 1.5, 0.30074539256979543],
  [0.975, 250_000, 1.9599734736701353]
])("t quantile of %d with %d degrees of freedom", (p, df, expected) => close(tQuantile(p, df), expected, 10));

test.each([
  [3.841458820694124, 1, 0.04999999999999989],
  [0.5, 3, 0.9188914116546758],
  [60, 4, 2.9008631203404573e-12],
  [120, 100, 0.08440668109369177]
])("chi-squared tail beyond %d with %d degrees of freedom", (x, df, expected) => close(chiSquaredUpper(x, df), expected));

test.each([
  [3, 10, 0.5, 0.171875],
  [0, 20, 0.1, 0.12157665459056925],
  [480, 1000, 0.5, 0.10872414660207075],
  [7, 7, 0.3, 1],
  [99_000, 200_000, 0.5, 3.912164257690504e-6]
])("binomial P(X ≤ %d), n = %d, p = %d", (k, n, p, expected) => close(binomialCdf(k, n, p), expected, 9));

test.each([
  [3, 10, 0.5, 0.1171875],
  [0, 20, 0.1, 0.12157665459056922],
  [500, 1000, 0.5, 0.025225018178360804],
  [99_000, 200_000, 0.5, 8.098955862801319e-8]
])("binomial P(X = %d), n = %d, p = %d", (k, n, p, expected) => close(binomialProbability(k, n, p), expected, 9));

test("quantiles are the inverses of their distributions, and t tends to the normal", () => {
  const share = fc.double({min: 1e-6, max: 1 - 1e-6, noNaN: true});
  const df = fc.double({min: 0.6, max: 4000, noNaN: true});
  fc.assert(
    fc.property(share, df, (p, df) => {
      expect(normalCdf(normalQuantile(p))).toBeCloseTo(p, 10);
      expect(tCdf(tQuantile(p, df), df)).toBeCloseTo(p, 10);
    })
  );
  expect(tQuantile(0.975, Infinity)).toBe(normalQuantile(0.975));
  expect(tQuantile(0.975, 1e9)).toBeCloseTo(1.959963986912325, 10);
  close(tTwoSided(2.5, 99_999), tTwoSided(2.5, 100_001), 6); // where the method changes
});

test("where the beta function turns to its complement, it neither jumps nor hangs", () => {
  // scipy.special.betainc(2, 0.5, 0.6666666666666666)
  close(incompleteBeta(0.6666666666666666, 2, 0.5), 0.23019964108049884);
  fc.assert(
    fc.property(fc.integer({min: 1, max: 400}), fc.integer({min: 1, max: 400}), (p, q) => {
      const [a, b] = [p / 2, q / 2];
      const turn = (a + 1) / (a + b + 2);
      expect(incompleteBeta(turn, a, b)).toBeCloseTo(incompleteBeta(turn + 1e-12, a, b), 9);
      expect(incompleteBeta(turn, a, b) + incompleteBeta(1 - turn, b, a)).toBeCloseTo(1, 10);
    })
  );
});

test("edges: certain and impossible events, no degrees of freedom", () => {
  expect([normalQuantile(0), normalQuantile(1), normalQuantile(0.5)]).toEqual([-Infinity, Infinity, 0]);
  expect([tTwoSided(0, 3), tTwoSided(Infinity, 3), tTwoSided(1, 0)]).toEqual([1, 0, Number.NaN]);
  expect([binomialCdf(-1, 5, 0.5), binomialCdf(5, 5, 0.5), binomialProbability(6, 5, 0.5)]).toEqual([0, 1, 0]);
});
