// Expected values: NumPy 2.4.6 and SciPy 1.17.1 (scipy.stats.t, sem, lstsq of a design matrix with a column per group).
import fc from "fast-check";
import {expect, test} from "vitest";
import {type Random, randomOf} from "../../pipelines/generate/seed.js";
import {clusteredProportion, clusteredRatio, slopeWithin} from "../../pipelines/stats/clustered.js";
import {normalQuantile} from "../../pipelines/stats/distributions.js";

const parts = [12, 30, 7, 44, 21].map((y, i) => ({y, x: [10, 14, 3, 20, 16][i]!}));

test("a ratio of sums has the jackknife's interval over clusters, on the scale asked for", () => {
  const plain = clusteredRatio(parts)!;
  expect([plain.value, plain.low, plain.high]).toEqual([1.8095238095238095, 1.0007475379509514, 2.6183000810966677].map(near));
  const log = clusteredRatio(parts, {scale: "log"})!;
  expect([log.low, log.high, log.clusters]).toEqual([near(1.1545876382535534), near(2.8359704441201457), 5]);
});

test("with equal weights it is Student's interval of a mean (scipy.stats.t.interval)", () => {
  const mean = clusteredRatio([3.1, 2.2, 5.9, 4.4, 4.0, 1.7].map(y => ({y, x: 1})))!;
  expect([mean.low, mean.high]).toEqual([near(1.9313497069862855), near(5.168650293013715)]);
});

test("clusters without anything do not count; one cluster alone has no interval; nothing to divide by is no estimate", () => {
  expect(clusteredRatio([...parts, {y: 0, x: 0}])).toEqual(clusteredRatio(parts));
  expect(clusteredRatio([{y: 3, x: 2}])).toEqual({value: 1.5, low: null, high: null, clusters: 1});
  expect(clusteredRatio([{y: 3, x: 0}])).toBeNull();
  // All right answers stand in one cluster: without it there is no ratio, hence no bound.
  expect(
    clusteredRatio(
      [
        {y: 3, x: 2},
        {y: 5, x: 0},
        {y: 1, x: 0}
      ],
      {scale: "log"}
    )
  ).toMatchObject({value: 4.5, low: null, high: null});
});

test.each([
  4, 8, 30
])("it covers a ratio of means over %i clusters of very unequal weight in about 95 of 100 trials", clusters => {
  const random = randomOf(`coverage ${clusters}`);
  let covered = 0;
  const trials = 2_000;
  for (let trial = 0; trial < trials; trial++) {
    const own = Array.from({length: clusters}, () => {
      const x = Math.exp(normal(random)); // weights vary by a factor of about 50
      return {x, y: x * (2 + 0.5 * normal(random))};
    });
    const {low, high} = clusteredRatio(own)!;
    if (low! <= 2 && 2 <= high!) covered++;
  }
  expect(covered / trials).toBeGreaterThan(0.935);
  expect(covered / trials).toBeLessThan(0.985);
});

test("a slope's interval covers it in about 95 of 100 trials, over 6 groups of 4 points", () => {
  const random = randomOf("coverage of slopes");
  let covered = 0;
  const trials = 1_500;
  for (let trial = 0; trial < trials; trial++) {
    const points = Array.from({length: 24}, (_, i) => {
      const [x, weight] = [random.real(), 10 + 40 * random.real()];
      return {x, weight, y: (i % 6) - 0.7 * x + 0.2 * normal(random), group: String(i % 6)};
    });
    const {low, high} = slopeWithin(points)!;
    if (low! <= -0.7 && -0.7 <= high!) covered++;
  }
  expect(covered / trials).toBeGreaterThan(0.935);
  expect(covered / trials).toBeLessThan(0.985);
});

test("a proportion over clusters is Wilson's on effective trials (Korn & Graubard 1998, computed with NumPy)", () => {
  const k = [3, 0, 1, 4, 0, 2, 0, 0, 5, 1];
  const n = [8, 8, 8, 8, 8, 8, 6, 8, 8, 8];
  const {value, low, high} = clusteredProportion(counts(k, n));
  expect([value, low, high]).toEqual([0.20512820512820512, 0.08872378786566276, 0.4061815720370671].map(near));
});

test("a proportion's interval is never wider for more clusters of the same kind, and never empty", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(6), fc.nat(6)), {minLength: 4, maxLength: 12}), pairs => {
      const [k, n] = [pairs.map(([a]) => a), pairs.map(([a, b]) => a + b + 1)];
      const once = clusteredProportion(counts(k, n));
      const twice = clusteredProportion(counts([...k, ...k], [...n, ...n]));
      expect(once.low!).toBeLessThan(once.high!);
      expect(twice.high! - twice.low!).toBeLessThanOrEqual(once.high! - once.low! + 1e-9);
      expect(once.low!).toBeLessThanOrEqual(once.value + 1e-12);
      expect(once.high!).toBeGreaterThanOrEqual(once.value - 1e-12);
    })
  );
});

test("a slope within groups is weighted least squares with a level for each group (numpy.linalg.lstsq, jackknifed)", () => {
  const [x, y, weight] = [
    [0.1, 0.3, 0.5, 0.2, 0.6, 0.9],
    [3, 2.7, 2.5, 4, 3.5, 2.9],
    [5, 3, 2, 4, 4, 1]
  ] as const;
  const points = x.map((value, i) => ({x: value, y: y[i]!, weight: weight[i]!, group: i < 3 ? "a" : "b"}));
  const {value, low, high} = slopeWithin(points)!;
  expect([value, low, high]).toEqual([-1.3886376483889202, -1.8412246052083456, -0.9360506915694948].map(near));
  expect(slopeWithin(points.map(point => ({...point, x: point.group === "a" ? 1 : 2})))).toBeNull();
});

const near = (x: number) => expect.closeTo(x, 9);
const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
const product = (a: readonly number[], b: readonly number[]) => sum(a.map((value, i) => value * b[i]!));
const counts = (k: readonly number[], n: readonly number[]) => ({
  clusters: n.filter(each => each > 0).length,
  n: sum(n),
  k: sum(k),
  kk: product(k, k),
  kn: product(k, n),
  nn: product(n, n)
});
const normal = (random: Random) => normalQuantile(Math.max(1e-12, random.real()));
