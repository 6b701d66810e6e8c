// Anderson's acceleration against solutions that are known in advance.
import {expect, test} from "vitest";
import {anderson, type FixedPointStep} from "../../../pipelines/stats/linalg/anderson.js";

function iterate(map: (x: readonly number[]) => number[], start: readonly number[], rounds: number): number[] {
  const steps: FixedPointStep[] = [];
  let at = [...start];
  for (let round = 0; round < rounds; round++) {
    steps.push({at, move: map(at).map((value, k) => value - at[k]!)});
    at = anderson(steps.slice(-4));
  }
  return at;
}
const distance = (u: readonly number[], v: readonly number[]): number => Math.hypot(...u.map((value, k) => value - v[k]!));

test.each([
  0.5, 0.95, 1, 1.2
])("a rotation by 72 degrees scaled by %d ends at its fixed point, though the plain iteration may not", scale => {
  const [c, s] = [scale * Math.cos(0.4 * Math.PI), scale * Math.sin(0.4 * Math.PI)];
  const circle = ([x, y]: readonly number[]) => [3 + c * (x! - 3) - s * (y! + 1), -1 + s * (x! - 3) + c * (y! + 1)];
  expect(distance(iterate(circle, [10, 10], 12), [3, -1])).toBeLessThan(1e-4);
});

test("the root of cos x = x, which a calculator gives as 0.7390851332", () => {
  expect(iterate(([x]) => [Math.cos(x!)], [0], 8)[0]).toBeCloseTo(0.7390851332, 8);
});

test("a single step, an iteration that is at rest, and moves that are all alike stay finite", () => {
  expect(anderson([{at: [1, 2], move: [0.5, -1]}])).toEqual([1.5, 1]);
  expect(iterate(x => [...x], [4, 5], 6)).toEqual([4, 5]);
  expect(iterate(x => x.map(value => value + 1), [0, 0], 6).every(Number.isFinite)).toBe(true);
});
