import fc from "fast-check";
import {expect, test} from "vitest";
import {
  cellsOf,
  compareValues,
  type GridPlace,
  type PlacedPoint,
  type Value,
  valuesOf,
  varying
} from "../../../pipelines/studies/manifold/surface.js";

const place = (params: Record<string, Value>, generator_version = 1): GridPlace => ({
  base_task: "listops",
  params,
  params_json: JSON.stringify(params),
  generator_version,
  tiers: [],
  surfaces: [],
  projections: []
});
const point = (params: Record<string, Value>, counts: Partial<PlacedPoint> = {}): PlacedPoint => ({
  place: place(params),
  correct: 0,
  incorrect: 0,
  truncated: 0,
  guess_sum: 0,
  completion_tokens: 0,
  tokens_squared: 0,
  cost: 0,
  ...counts
});

test("a cell pools its points' counters; its intervals are SciPy's", () => {
  const counts = {guess_sum: 24, truncated: 6, completion_tokens: 2_040};
  const points = [
    point({depth: 1, arity: 2, kind: "a"}, {correct: 70, incorrect: 26, ...counts}),
    point({depth: 1, arity: 2, kind: "b"}, {correct: 60, incorrect: 36, ...counts})
  ];
  const [cell, ...others] = cellsOf(points, {x: "depth", y: "arity"});
  expect(others).toEqual([]);
  // scipy.stats.binomtest(130, 192).proportion_ci(method="wilson"), then (x − ¼)/(1 − ¼) for a mean guess chance of ¼.
  expect(cell!.low).toBeCloseTo(0.47737295091555776, 12);
  expect(cell!.high).toBeCloseTo(0.652253230108475, 12);
  expect(cell!.accuracy).toBeCloseTo((130 - 48) / (192 - 48), 12);
  // binomtest(12, 204), the same way
  expect(cell!.truncated).toBeCloseTo(12 / 204, 12);
  expect(cell!.truncated_low).toBeCloseTo(0.0339662769099861, 12);
  expect(cell!.truncated_high).toBeCloseTo(0.09998899350944013, 12);
  expect(cell).toMatchObject({x: 1, y: 2, n: 192, samples: 204, tokens: 20});
  expect(cell!.params).toHaveLength(2);
});

test("a cell of truncated samples alone has no accuracy and the widest interval", () => {
  const [cell] = cellsOf([point({depth: 1}, {truncated: 32})], {x: "depth"});
  expect(cell).toMatchObject({
    x: 1,
    y: null,
    accuracy: null,
    low: 0,
    high: 1,
    n: 0,
    samples: 32,
    truncated: 1,
    truncated_high: 1
  });
});

test("two versions of a generator are never pooled, and the refusal names both", () => {
  const points = [point({depth: 1}), {...point({depth: 1}), place: place({depth: 1}, 2)}];
  expect(() => cellsOf(points, {x: "depth"})).toThrow("listops of generator versions 1 and 2");
});

const values = fc.constantFrom<Value>(1, 2, 10, "a2", "a10", "b", true, null);
const points = fc.array(fc.record({x: values, y: values, correct: fc.nat(50), incorrect: fc.nat(50), truncated: fc.nat(9)}), {
  minLength: 1,
  maxLength: 60
});

test("every sample lands in exactly one cell, whatever the order of the points", () => {
  fc.assert(
    fc.property(points, drawn => {
      const made = drawn.map(({x, y, ...counts}) => point({x, y}, counts));
      const cells = cellsOf(made, {x: "x", y: "y"});
      const sum = (of: (each: (typeof drawn)[number]) => number) => drawn.reduce((total, each) => total + of(each), 0);
      expect(cells.reduce((total, {n}) => total + n, 0)).toBe(sum(each => each.correct + each.incorrect));
      expect(cells.reduce((total, {samples}) => total + samples, 0)).toBe(
        sum(each => each.correct + each.incorrect + each.truncated)
      );
      expect(new Set(cells.map(({x, y}) => JSON.stringify([x, y]))).size).toBe(cells.length);
      expect(cellsOf(made.toReversed(), {x: "x", y: "y"})).toEqual(cells);
    })
  );
});

test("values are in one order: numbers by size, texts with their numbers by size, what is missing last", () => {
  expect([null, "a10", 10, "b", 2, "a2", -1].sort(compareValues)).toEqual([-1, 2, 10, "a2", "a10", "b", null]);
  fc.assert(
    fc.property(values, values, values, (a, b, c) => {
      expect(Math.sign(compareValues(a, b))).toBe(-Math.sign(compareValues(b, a)) + 0);
      if (compareValues(a, b) <= 0 && compareValues(b, c) <= 0) expect(compareValues(a, c)).toBeLessThanOrEqual(0);
    })
  );
});

test("a parameter that some points lack is a value of its own", () => {
  const some = [point({length: 3, kind: "a"}), point({length: 3}), point({length: 3, kind: "b"})];
  expect(valuesOf(some).get("kind")).toEqual(["a", "b", null]);
  expect(varying(some)).toEqual(["kind"]);
});
