// Expected values: SciPy 1.17.1 (mannwhitneyu, rankdata) and NumPy's lstsq.
import fc from "fast-check";
import {expect, test} from "vitest";
import {type Random, randomOf} from "../../pipelines/generate/seed.js";
import {normalQuantile} from "../../pipelines/stats/distributions.js";
import {
  differenceWithin,
  ratioWithin,
  type Stratum,
  stratumOf,
  superiority,
  vanElteren
} from "../../pipelines/stats/stratified.js";

const a = [120, 133, 150, 150, 98, 171, 201];
const b = [98, 101, 150, 88, 120, 93, 77, 110, 99];
const c = [310, 290, 405, 288];
const d = [300, 288, 250, 260, 244, 305];
const both = [stratumOf(a, b)!, stratumOf(c, d)!];

test("one stratum is the Mann–Whitney test with ties (scipy.stats.mannwhitneyu, asymptotic, no continuity correction)", () => {
  expect(stratumOf(a, b)!.u).toBe(54);
  expect(vanElteren([stratumOf(a, b)!])!.p).toBeCloseTo(0.016746349090199782, 12);
});

test("two strata: van Elteren's z from SciPy's ranks; 400,000 permutations within strata give p = 0.0029", () => {
  const {z, p} = vanElteren(both)!;
  expect(z).toBeCloseTo(2.8741388407486173, 12);
  expect(p).toBeCloseTo(0.004051308232131456, 12);
  expect(Math.abs(p - 0.00288)).toBeLessThan(0.0015);
});

test("differences and ratios within strata are coefficients of a regression with a level for each stratum", () => {
  expect(differenceWithin(both)!.value).toBeCloseTo(44.644970414201204, 9);
  expect(ratioWithin(both)!.value).toBeCloseTo(1.3059589940844183, 9);
});

test("superiority is ½ exactly where van Elteren's z is 0, and turns round with the groups", () => {
  const values = fc.array(fc.integer({min: 1, max: 9}), {minLength: 1, maxLength: 8});
  fc.assert(
    fc.property(fc.array(fc.tuple(values, values), {minLength: 1, maxLength: 6}), pairs => {
      const strata = pairs.map(([x, y]) => stratumOf(x, y)!);
      const turned = pairs.map(([x, y]) => stratumOf(y, x)!);
      const [theta, z] = [superiority(strata)!.value, vanElteren(strata)?.z ?? 0];
      expect(superiority(turned)!.value).toBeCloseTo(1 - theta, 9);
      const side = (x: number) => (Math.abs(x) < 1e-9 ? 0 : Math.sign(x));
      expect(side(theta - 0.5)).toBe(side(z));
    })
  );
});

test("difficulty does not pose as a difference: within points nothing differs, though wrong answers pooled are far longer", () => {
  const random = randomOf("confounded by difficulty");
  const [trials, points] = [600, 24];
  let [refuted, covered, pooled] = [0, 0, 0];
  for (let trial = 0; trial < trials; trial++) {
    const strata: Stratum[] = [];
    const [wrong, right]: [number[], number[]] = [[], []];
    for (let point = 0; point < points; point++) {
      const difficulty = point / points;
      const drawn: [number[], number[]] = [[], []];
      for (let sample = 0; sample < 32; sample++)
        drawn[random.chance(0.05 + 0.9 * difficulty) ? 0 : 1].push(Math.exp(5 + 2 * difficulty + 0.3 * normal(random)));
      const stratum = stratumOf(...drawn);
      if (stratum) strata.push(stratum);
      wrong.push(...drawn[0]);
      right.push(...drawn[1]);
    }
    if (vanElteren(strata)!.p < 0.05) refuted++;
    const {low, high} = superiority(strata)!;
    if (low! <= 0.5 && 0.5 <= high!) covered++;
    if (vanElteren([stratumOf(wrong, right)!])!.p < 0.05) pooled++;
  }
  expect(pooled).toBe(trials);
  expect(refuted / trials).toBeGreaterThan(0.02);
  expect(refuted / trials).toBeLessThan(0.08);
  expect(covered / trials).toBeGreaterThan(0.92);
});

test("a difference that is there is found with its size: wrong answers 20 % longer at every point", () => {
  const random = randomOf("a planted difference");
  const strata = Array.from({length: 30}, (_, point) => {
    const draw = (n: number, factor: number) =>
      Array.from({length: n}, () => factor * Math.exp(5 + point / 10 + 0.3 * normal(random)));
    return stratumOf(draw(12, 1.2), draw(20, 1))!;
  });
  const ratio = ratioWithin(strata)!;
  expect(ratio.low!).toBeLessThan(1.2);
  expect(ratio.high!).toBeGreaterThan(1.2);
  expect(ratio.low!).toBeGreaterThan(1.1);
  // P(1.2·X > Y) of two log-normals with σ = 0.3 is Φ(ln 1.2 ÷ (0.3·√2)) = 0.6663
  expect(superiority(strata)!.value).toBeCloseTo(0.6663, 1);
  expect(vanElteren(strata)!.p).toBeLessThan(1e-6);
});

test("a point where one outcome is missing compares nothing", () => {
  expect(stratumOf([], [1, 2])).toBeNull();
  expect(vanElteren([])).toBeNull();
  expect(vanElteren([stratumOf([3, 3], [3])!])).toBeNull();
});

const normal = (random: Random) => normalQuantile(Math.max(1e-12, random.real()));
