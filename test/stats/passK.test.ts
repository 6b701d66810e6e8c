// pass@k and pass^k by listing all draws, by published figures and by properties; intervals by exact quantiles, drawn weights and order.
import fc from "fast-check";
import {describe, expect, test} from "vitest";
import {randomOf} from "../../pipelines/generate/seed.js";
import {incompleteBeta} from "../../pipelines/stats/distributions.js";
import {exactInterval, shareTests} from "../../pipelines/stats/exactShare.js";
import {gammaDraw} from "../../pipelines/stats/gamma.js";
import {
  type ItemTrials,
  meanOverItems,
  meanTests,
  passAtK,
  passDifference,
  passEstimate,
  passHatK,
  passSizes
} from "../../pipelines/stats/passK.js";

/** Shares of all choices of k of n trials, c of them successes, with at least one success and with nothing else, by listing them. */
function listed(n: number, c: number, k: number): {some: number; all: number} {
  let [sets, some, all] = [0, 0, 0];
  for (let set = 0; set < 2 ** n; set++) {
    const chosen = Array.from({length: n}, (_, i) => (set >> i) & 1);
    const size = chosen.reduce((a, b) => a + b, 0);
    if (size !== k) continue;
    sets++;
    if (chosen.slice(0, c).includes(1)) some++;
    if (!chosen.slice(c).includes(1)) all++;
  }
  return {some: some / sets, all: all / sets};
}

describe("estimates of one item", () => {
  test("are the shares of choices with a success, and of successes alone", () => {
    for (let n = 1; n <= 7; n++)
      for (let c = 0; c <= n; c++)
        for (let k = 1; k <= n; k++) {
          expect(passAtK(n, c, k)).toBeCloseTo(listed(n, c, k).some, 12);
          expect(passHatK(n, c, k)).toBeCloseTo(listed(n, c, k).all, 12);
        }
  });

  test("of thousands of trials neither overflow nor lose digits, and have no value beyond n", () => {
    expect(passAtK(1000, 1, 1)).toBeCloseTo(0.001, 12);
    expect(passAtK(1000, 500, 1000)).toBe(1);
    expect(passAtK(200, 0, 100)).toBe(0);
    // C(n − 1, k) ÷ C(n, k) = 1 − k ÷ n, and C(n − 2, k) ÷ C(n, k) = (1 − k ÷ n) (1 − k ÷ (n − 1))
    expect(passHatK(5_000, 4_999, 2_000)).toBeCloseTo(0.6, 12);
    expect(passHatK(5_000, 4_998, 2_000)).toBeCloseTo(0.6 * (1 - 2_000 / 4_999), 12);
    expect(passHatK(5_000, 2_500, 2_500)).toBeGreaterThanOrEqual(0);
    expect([passAtK(3, 3, 4), passHatK(3, 3, 4)]).toEqual([Number.NaN, Number.NaN]);
  });

  test("are unbiased: means over binomial counts are 1 − (1 − p)^k and p^k", () => {
    const [n, p] = [6, 0.3];
    const choose = (a: number, b: number): number => (b === 0 ? 1 : (choose(a - 1, b - 1) * a) / b);
    const meanOf = (estimate: (c: number) => number) =>
      Array.from({length: n + 1}, (_, c) => choose(n, c) * p ** c * (1 - p) ** (n - c) * estimate(c)).reduce((a, b) => a + b);
    for (const k of [1, 2, 3, 6]) {
      expect(meanOf(c => passAtK(n, c, k))).toBeCloseTo(1 - (1 - p) ** k, 12);
      expect(meanOf(c => passHatK(n, c, k))).toBeCloseTo(p ** k, 12);
    }
  });
});

/** Items with so many successes of n trials each. */
const itemsOf = (solved: readonly number[], n = solved.length - 1): ItemTrials[] =>
  solved.flatMap((count, c) => Array.from({length: count}, () => ({n, c})));

describe("published figures", () => {
  // tau-bench's own table of gpt-4o on its 50 airline tasks: .420, .273, .220, .200. Counts derived from its trajectories.
  const AIRLINE = [14, 12, 10, 4, 10];

  test("pass^1 to pass^4 of tau-bench's airline tasks are .420, .273, .220, .200", () => {
    const passes = [1, 2, 3, 4].map(k => passEstimate(itemsOf(AIRLINE), {kind: "pass_hat", k})!);
    expect(passes.map(({value}) => value.toFixed(3))).toEqual(["0.420", "0.273", "0.220", "0.200"]);
    for (const {value, low, high, items, left_out, trials} of passes) {
      expect([items, left_out, trials]).toEqual([50, 0, 200]);
      expect(low).toBeLessThan(value);
      expect(high).toBeGreaterThan(value);
    }
  });

  test("figures of the leaderboard of tau2-bench follow from counts: Claude Opus 5 on 97 banking tasks", () => {
    const published = [48.71134020618557, 39.175257731958766, 34.5360824742268, 31.958762886597935];
    for (const [i, figure] of published.entries())
      expect(100 * passEstimate(itemsOf([33, 11, 12, 10, 31]), {kind: "pass_hat", k: i + 1})!.value).toBeCloseTo(figure, 9);
  });
});

describe("intervals over items", () => {
  /** Quantile of a beta distribution. */
  function betaQuantile(a: number, b: number, share: number): number {
    let [low, high] = [0, 1];
    for (let step = 0; step < 60; step++) {
      const middle = (low + high) / 2;
      if (incompleteBeta(middle, a, b) < share) low = middle;
      else high = middle;
    }
    return low;
  }

  test.each([
    [0, 1],
    [0, 12],
    [12, 0],
    [1, 19],
    [0, 10_000],
    [5, 5],
    [300, 700]
  ])("of %i items that always and %i that never succeed are Jeffreys's interval", (ones, zeros) => {
    const {value, low, high} = meanOverItems([0, 1], [zeros, ones]);
    const ends = [betaQuantile(ones + 0.5, zeros + 0.5, 0.025), betaQuantile(ones + 0.5, zeros + 0.5, 0.975)];
    expect(value).toBe(ones / (ones + zeros));
    if (ones > 0) expect(Math.abs(low - ends[0]!) / (1 - ends[0]!)).toBeLessThan(0.015);
    else expect(low).toBe(0);
    if (zeros > 0) expect(Math.abs(high - ends[1]!) / ends[1]!).toBeLessThan(0.015);
    else expect(high).toBe(1);
  });

  test.each([
    [[14, 12, 10, 4, 10]],
    [[19, 1, 0, 0, 0]],
    [[0, 0, 20, 0, 0]],
    [[3, 3, 3, 3, 3]]
  ])("are quantiles of drawn weights: %j items of values 0, ¼, …, 1", counts => {
    const values = counts.map((_, i) => i / 4);
    const random = randomOf("drawn weights");
    const shapes = counts.map((count, i) => count + (i === 0 || i === 4 ? 0.5 : 0));
    const draws = Float64Array.from({length: 40_000}, () => {
      let [weighted, weights] = [0, 0];
      for (const [i, shape] of shapes.entries()) {
        if (shape === 0) continue;
        const weight = gammaDraw(shape, random);
        weighted += weight * values[i]!;
        weights += weight;
      }
      return weighted / weights;
    }).sort();
    const {low, high} = meanOverItems(values, counts);
    expect(Math.abs(low - draws[1_000]!)).toBeLessThan(0.004);
    expect(Math.abs(high - draws[39_000]!)).toBeLessThan(0.004);
  });

  test("hold the value, stay within 0 and 1, never have width 0, and do not depend on order", () => {
    fc.assert(
      fc.property(fc.array(fc.double({min: 0, max: 1, noNaN: true}), {minLength: 1, maxLength: 30}), values => {
        const {value, low, high} = meanOverItems(values);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(value);
        expect(high).toBeGreaterThanOrEqual(value);
        expect(high - low).toBeGreaterThan(1 / (4 * values.length));
        expect(meanOverItems(values.toReversed())).toEqual({
          value: expect.closeTo(value, 12),
          low: expect.closeTo(low, 9),
          high: expect.closeTo(high, 9)
        });
      }),
      {numRuns: 100}
    );
  });

  test("a failure for each success mirrors them: pass@k of some items is 1 − pass^k of the opposite ones", () => {
    const items = itemsOf([7, 2, 0, 5, 1]);
    const opposite = items.map(({n, c}) => ({n, c: n - c}));
    for (const k of [1, 2, 4]) {
      const [some, every] = [passEstimate(items, {kind: "pass_at", k})!, passEstimate(opposite, {kind: "pass_hat", k})!];
      expect(some.value).toBeCloseTo(1 - every.value, 12);
      expect(some.low).toBeCloseTo(1 - every.high, 9);
      expect(some.high).toBeCloseTo(1 - every.low, 9);
    }
  });

  test("a hundred thousand items of as many values: as wide as the standard error says", () => {
    const values = Array.from({length: 100_000}, (_, i) => i / 99_999);
    const {value, low, high} = meanOverItems(values);
    expect(value).toBeCloseTo(0.5, 9);
    expect((high - low) / 2).toBeCloseTo(1.96 / Math.sqrt(12 * 100_000), 5);
  });
});

describe("one-sided tests of a mean over items", () => {
  test("are exact binomial tests, with Clopper and Pearson's interval, where items are 0 or 1", () => {
    for (const [ones, zeros] of [
      [0, 12],
      [12, 0],
      [3, 17],
      [40, 60]
    ] as const) {
      const values = [...new Array<number>(ones).fill(1), ...new Array<number>(zeros).fill(0)];
      for (const threshold of [0.05, 0.3, 0.5, 0.9]) {
        const {few, many, low, high} = meanTests(values, threshold, {level: 0.05});
        const exact = shareTests(ones, ones + zeros, threshold);
        expect(Math.abs(few - exact.few)).toBeLessThan(0.002 + 0.03 * exact.few);
        expect(Math.abs(many - exact.many)).toBeLessThan(0.002 + 0.03 * exact.many);
        const ends = exactInterval(ones, ones + zeros, {confidence: 0.9});
        expect(Math.abs(low - ends.low)).toBeLessThan(0.003);
        expect(Math.abs(high - ends.high)).toBeLessThan(0.003);
      }
    }
  });

  test("hold at 0 and 1 for any items", () => {
    for (const values of [[0], [1], [0.3, 0.3], [0, 1, 0.5]]) {
      expect(meanTests(values, 0, {level: 0.05}).few).toBe(1);
      expect(meanTests(values, 1, {level: 0.05}).many).toBe(1);
    }
    expect(meanTests([1, 1, 1], 1, {level: 0.05}).few).toBe(1);
    expect(meanTests([0, 0, 0], 0, {level: 0.05}).many).toBe(1);
    expect(meanTests([1, 0.5], 1, {level: 0.05}).few).toBe(0);
  });
});

test("items with fewer trials than k are left out and counted; nothing gives nothing; k = 1 is the mean share", () => {
  const items = [
    {n: 4, c: 2},
    {n: 2, c: 2},
    {n: 1, c: 0}
  ];
  expect(passEstimate(items, {kind: "pass_hat", k: 1})).toMatchObject({value: 0.5, items: 3, left_out: 0, trials: 7});
  expect(passEstimate(items, {kind: "pass_hat", k: 2})).toMatchObject({items: 2, left_out: 1, trials: 6});
  expect(passEstimate(items, {kind: "pass_hat", k: 2})!.value).toBeCloseTo((1 / 6 + 1) / 2, 12);
  expect(passEstimate(items, {kind: "pass_at", k: 5})).toBeNull();
  expect(passEstimate([], {kind: "pass_at", k: 1})).toBeNull();
});

describe("paired differences", () => {
  const side = (n: number, c: number) => ({n, c});

  test("are taken item by item, over the items that both tried often enough", () => {
    const pairs = [
      {a: side(4, 4), b: side(4, 2)},
      {a: side(4, 3), b: side(4, 3)},
      {a: side(4, 4), b: side(1, 1)}
    ];
    const difference = passDifference(pairs, {kind: "pass_hat", k: 2})!;
    // C(4, 2) ÷ C(4, 2) − C(2, 2) ÷ C(4, 2) = 5/6, and 0
    expect(difference.value).toBeCloseTo(5 / 12, 12);
    expect(difference).toMatchObject({items: 2, left_out: 1});
    expect(difference.a.value - difference.b.value).toBeCloseTo(difference.value, 12);
    const reversed = passDifference(
      pairs.map(({a, b}) => ({a: b, b: a})),
      {kind: "pass_hat", k: 2}
    )!;
    expect(reversed.value).toBeCloseTo(-difference.value, 12);
    expect(reversed.low!).toBeCloseTo(-difference.high!, 12);
  });

  test("two sides that agree on every item have an interval of some width; a single item has none; no common item gives nothing", () => {
    const same = Array.from({length: 20}, () => ({a: side(4, 4), b: side(4, 4)}));
    const {value, low, high} = passDifference(same, {kind: "pass_hat", k: 4})!;
    expect(value).toBe(0);
    expect(high! - low!).toBeGreaterThan(0.1);
    expect(passDifference(same.slice(0, 1), {kind: "pass_hat", k: 4})).toMatchObject({low: null, high: null, items: 1});
    expect(passDifference(same, {kind: "pass_hat", k: 5})).toBeNull();
  });
});

test("sizes are each up to four, powers of two, and the whole", () => {
  expect([0, 1, 4, 6, 8, 20].map(passSizes)).toEqual([
    [],
    [1],
    [1, 2, 3, 4],
    [1, 2, 3, 4, 6],
    [1, 2, 3, 4, 8],
    [1, 2, 3, 4, 8, 16, 20]
  ]);
});
