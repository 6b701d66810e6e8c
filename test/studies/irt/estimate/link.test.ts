import fc from "fast-check";
import {expect, test} from "vitest";
import {randomOf} from "../../../../pipelines/generate/seed.js";
import {drift} from "../../../../pipelines/studies/irt/diagnose/drift.js";
import {anchorsOf, LINKS, link, relinked} from "../../../../pipelines/studies/irt/estimate/link.js";
import {difficulty, type Item, probability} from "../../../../pipelines/studies/irt/item.js";
import {normal, someItems} from "../simulated.js";

const item = ([a, b, c]: number[], i: number): Item => ({id: String(i), a: a!, d: -a! * b!, c: c!, u: 1});
const FIXED = [
  [1.1, -1.2, 0.1],
  [0.8, -0.3, 0.2],
  [1.5, 0.1, 0.15],
  [0.95, 0.7, 0.25],
  [1.3, 1.4, 0.18]
].map(item);
const ANEW = [
  [1.22, -1.05, 0.12],
  [0.75, -0.02, 0.19],
  [1.62, 0.28, 0.14],
  [1.1, 0.85, 0.22],
  [1.25, 1.6, 0.2]
].map(item);

test("Stocking–Lord and mean/sigma constants as SciPy's Nelder–Mead and NumPy give them", () => {
  // scipy.optimize.minimize of Σ w (ΣP − ΣP*)² over 41 nodes on −4 … 4 with standard normal weights, xatol 1e-12; jackknife by leaving out each.
  const linked = link(anchorsOf(FIXED, ANEW));
  expect(linked.A).toBeCloseTo(1.03851855, 7);
  expect(linked.B).toBeCloseTo(-0.20178015, 7);
  expect(linked.seA).toBeCloseTo(0.04445028, 6);
  expect(linked.seB).toBeCloseTo(0.06818624, 6);
  const moments = link(anchorsOf(FIXED, ANEW), {method: "mean-sigma"});
  expect(moments.A).toBeCloseTo(0.9973538089153969, 12);
  expect(moments.B).toBeCloseTo(-0.19112146455991183, 12);
});

test("items calibrated on another scale come back to theirs, whatever the scale", () => {
  fc.assert(
    fc.property(fc.double({min: 0.3, max: 3, noNaN: true}), fc.double({min: -2, max: 2, noNaN: true}), (A, B) => {
      const items = someItems(12, randomOf("link"));
      // On the new scale θ′ = (θ − B)/A.
      const anew = items.map(each => ({...each, a: each.a * A, d: each.d + each.a * B}));
      for (const method of LINKS) {
        const found = link(anchorsOf(items, anew), {method});
        expect(found.A).toBeCloseTo(A, 5);
        expect(found.B).toBeCloseTo(B, 5);
        for (const [i, each] of anew.entries())
          expect(probability(relinked(each, found), 0.7)).toBeCloseTo(probability(items[i]!, 0.7), 5);
      }
    }),
    {numRuns: 25}
  );
});

test("items at a bound, and items that are reversed in one calibration alone, do not drag the link along", () => {
  const random = randomOf("poisoned anchors");
  const [A, B] = [1.1, 0.3];
  const items = someItems(60, random);
  const near = (value: number) => value + 0.08 * normal(random);
  const anchors = items.map((each, i): [Item, Item] => {
    // on a scale of its own: θ′ = (θ − B)/A
    const anew = {...each, a: near(each.a * A), d: near(each.d + each.a * B)};
    if (i % 12 === 0)
      return [
        {...each, a: 0.0067, d: -0.0067 * 205},
        {...anew, a: 0.0091, d: -0.0091 * 14}
      ];
    if (i % 12 === 4) return [{...each, a: 54.6, d: -54.6 * difficulty(each)}, anew];
    if (i % 12 === 8) return [each, {...anew, a: -0.05, d: near(0) - 0.05 * 90}];
    return [each, anew];
  });
  const plain = link(anchors, {method: "mean-sigma"});
  expect(Math.abs(plain.A - A)).toBeGreaterThan(1);
  for (const method of ["stocking-lord", "robust-mean-sigma"] as const) {
    const found = link(anchors, {method});
    expect(Math.abs(found.A - A), method).toBeLessThan(0.06);
    expect(Math.abs(found.B - B), method).toBeLessThan(0.06);
    expect(found.anchors).toBeGreaterThanOrEqual(43);
    expect(found.anchors).toBeLessThanOrEqual(45);
  }
});

test("items that are reversed in both calibrations link as well as any others", () => {
  const items = someItems(12, randomOf("reversed anchors")).map((each, j) => (j % 3 === 0 ? {...each, a: -each.a} : each));
  const anew = items.map(each => ({...each, a: each.a * 1.4, d: each.d - each.a * 0.5}));
  for (const method of LINKS) {
    const found = link(anchorsOf(items, anew), {method});
    expect([found.A, found.B, found.anchors].map(value => value.toFixed(5))).toEqual(["1.40000", "-0.50000", "12.00000"]);
  }
});

test("one anchor is not enough", () => {
  expect(() => link(anchorsOf(FIXED.slice(0, 1), ANEW))).toThrow(/1 anchor items; linking needs at least 2/);
});

test("an item that became easier is flagged and does not pull the scale; without drift at most a share q is flagged", () => {
  const random = randomOf("drift");
  const items = someItems(40, random).map(each => ({...each, se_b: 0.1}));
  const again = (leaked: readonly number[]) =>
    items.map((each, i) => {
      const b = difficulty(each) + 0.1 * Math.SQRT2 * normal(random) - (leaked.includes(i) ? 1.2 : 0);
      // on a scale of its own: θ′ = (θ − 0.4)/1.3
      return [each, {...each, a: each.a * 1.3, d: -each.a * (b - 0.4), se_b: 0.1 / 1.3}] as const;
    });
  const {link: linked, items: found} = drift(again([3, 20, 33]));
  expect(found.flatMap((each, i) => (each.drifted ? [i] : []))).toEqual([3, 20, 33]);
  expect(linked.anchors).toBe(37);
  expect(linked.A).toBeCloseTo(1.3, 1);
  expect(linked.B).toBeCloseTo(0.4, 0);
  for (const i of [3, 20, 33]) expect(found[i]!.high).toBeLessThan(0);
});

test("without drift, a calibration repeated is flagged in few of many sets", () => {
  const random = randomOf("no drift");
  let flagged = 0;
  for (let round = 0; round < 60; round++) {
    const items = someItems(30, random).map(each => ({...each, se_b: 0.15}));
    const noisy = (each: (typeof items)[number]) => ({...each, d: -each.a * (difficulty(each) + 0.15 * normal(random))});
    if (drift(items.map(each => [noisy(each), noisy(each)] as const)).items.some(({drifted}) => drifted)) flagged++;
  }
  expect(flagged).toBeLessThanOrEqual(7); // 5 % of 60 are 3; 8 or more has chance 1 %
});
