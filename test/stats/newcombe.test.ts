// The interval of a difference of proportions beside published ones, and its limits.
import fc from "fast-check";
import {expect, test} from "vitest";
import {wilson} from "../../pipelines/stats/intervals.js";
import {newcombe} from "../../pipelines/stats/newcombe.js";

const share = (k: number, n: number) => {
  const {center, margin} = wilson(k / n, n);
  return {value: k / n, low: center - margin, high: center + margin};
};

test.each([
  // Newcombe 1998, table II, method 10
  [56, 70, 48, 80, 0.0524, 0.3339],
  [9, 10, 3, 10, 0.1705, 0.809],
  [6, 7, 2, 7, 0.0582, 0.8062],
  [5, 56, 0, 29, -0.0381, 0.1926],
  [0, 10, 0, 20, -0.1611, 0.2775],
  [10, 10, 0, 20, 0.6791, 1]
])("%i of %i minus %i of %i", (a, m, b, n, low, high) => {
  const found = newcombe(share(a, m), share(b, n));
  expect(found.value).toBeCloseTo(a / m - b / n, 12);
  expect(found.low).toBeCloseTo(low, 4);
  expect(found.high).toBeCloseTo(high, 4);
});

test("it holds the difference, stays within −1 and 1, and turns with its sides", () => {
  const counts = fc.integer({min: 1, max: 500}).chain(n => fc.tuple(fc.integer({min: 0, max: n}), fc.constant(n)));
  fc.assert(
    fc.property(counts, counts, ([a, m], [b, n]) => {
      const [one, other] = [newcombe(share(a, m), share(b, n)), newcombe(share(b, n), share(a, m))];
      expect(one.low).toBeLessThanOrEqual(one.value + 1e-12);
      expect(one.high).toBeGreaterThanOrEqual(one.value - 1e-12);
      expect(one.low).toBeGreaterThanOrEqual(-1 - 1e-12);
      expect(one.high).toBeLessThanOrEqual(1 + 1e-12);
      expect(one.low).toBeCloseTo(-other.high, 12);
    })
  );
});
