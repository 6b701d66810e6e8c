import fc from "fast-check";
import {expect, test} from "vitest";
import {noCounters} from "../../pipelines/score/counters.js";
import type {Stopped} from "../../pipelines/score/precision.js";
import {expectedWidth, isReallocated, type Measured, reallocate, unspent, wanted} from "../../pipelines/score/reallocation.js";
import {wilson} from "../../pipelines/stats/intervals.js";

const precision = {min: 32, step: 32, max: 128, width: 0.1, reallocate: true};
const measured = (correct: number, incorrect: number, {truncated = 0, stopped = "max", guess_sum = 0} = {}): Measured => ({
  k: correct + incorrect + truncated,
  most: 128,
  counters: {...noCounters, correct, incorrect, truncated, guess_sum},
  stopped: stopped as Stopped
});

const point = fc
  .record({
    correct: fc.nat(64),
    incorrect: fc.nat(64),
    truncated: fc.nat(64),
    stopped: fc.constantFrom<Stopped>("width", "max", "truncation")
  })
  .map(({correct, incorrect, truncated, stopped}) => measured(correct, incorrect, {truncated, stopped}));
const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

test("never more than is left is given, in whole steps but for the last, and only to points that may take it", () => {
  fc.assert(
    fc.property(fc.array(point, {maxLength: 12}), fc.integer({min: -100, max: 3_000}), (points, left) => {
      const given = reallocate(points, precision, left);
      expect(given).toHaveLength(points.length);
      expect(sum(given)).toBeLessThanOrEqual(Math.max(0, left));
      expect(given.filter(more => more % precision.step !== 0).length).toBeLessThanOrEqual(1);
      for (const [i, more] of given.entries()) {
        expect(more).toBeGreaterThanOrEqual(0);
        if (more > 0) expect(points[i]!.stopped).toBe("max");
        if (more > precision.step) expect(expectedWidth(points[i]!, more - precision.step)).toBeGreaterThan(precision.width);
      }
      // What is kept back has no taker.
      const open = points.filter((_, i) => given[i]! > 0);
      if (sum(given) < left)
        for (const each of open) expect(expectedWidth(each, given[points.indexOf(each)]!)).toBeLessThanOrEqual(precision.width);
    })
  );
});

test("the order of the points decides nothing but ties", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(point, {maxLength: 8, selector: each => expectedWidth(each, 0)}),
      fc.nat(2_000),
      (points, left) => {
        const whole = Math.floor(left / precision.step) * precision.step;
        expect(reallocate(points.toReversed(), precision, whole).reverse()).toEqual(reallocate(points, precision, whole));
      }
    )
  );
});

test("of points with as many samples the widest comes first", () => {
  // Wilson's interval is widest at one half, and a guess chance stretches it.
  const points = [measured(120, 8), measured(64, 64), measured(64, 64, {guess_sum: 64 * 0.5}), measured(8, 120)];
  expect(reallocate(points, precision, 32)).toEqual([0, 0, 32, 0]);
  const given = reallocate(points, precision, 320);
  expect(given[2]).toBeGreaterThan(given[1]!);
  expect(given[1]).toBeGreaterThan(given[0]!);
  expect(sum(given)).toBe(320);
  expect(given[0]).toBe(given[3]);
});

test("points all alike get equal shares, to within a step; one point gets all that it needs", () => {
  const alike = reallocate(Array(5).fill(measured(64, 64)), precision, 32 * 7);
  expect(alike).toEqual([64, 64, 32, 32, 32]);
  expect(reallocate([measured(64, 64)], precision, 64)).toEqual([64]);
  expect(reallocate([], precision, 64)).toEqual([]);
  expect(reallocate([measured(64, 64)], precision, 0)).toEqual([0]);
  // 0.1 = 2 · 1.96 · √(0.25 ÷ n), nearly: 384 samples, of which 128 were drawn.
  expect(sum(reallocate([measured(64, 64)], precision, 10_000))).toBe(256);
  expect(Math.abs(wanted(measured(64, 64), precision, 10_000) - 256)).toBeLessThan(8);
});

test("truncated points take nothing: none of their samples, or fewer than half, would narrow the interval", () => {
  const all = [measured(0, 0, {truncated: 128}), measured(20, 20, {truncated: 88})];
  expect(reallocate(all, precision, 1_000)).toEqual([0, 0]);
  expect(all.map(each => wanted(each, precision, 1_000))).toEqual([0, 0]);
  // Half as many count: twice as many are needed.
  expect(wanted(measured(32, 32, {truncated: 64}), precision, 10_000)).toBeGreaterThan(600);
});

test("the expected width is Wilson's at the same proportions", () => {
  fc.assert(
    fc.property(fc.nat(200), fc.integer({min: 1, max: 200}), fc.nat(500), (correct, incorrect, more) => {
      const [total, p] = [correct + incorrect, correct / (correct + incorrect)];
      expect(expectedWidth(measured(correct, incorrect), more)).toBeCloseTo(2 * wilson(p, total + more).margin, 9);
    })
  );
});

test("what is left is what all may take less what was asked; no more is moved where numbers are fixed or limited", () => {
  expect(unspent([measured(16, 16, {stopped: "width"}), measured(64, 64)])).toBe(96);
  expect(isReallocated(precision, {})).toBe(true);
  expect(isReallocated({...precision, reallocate: false}, {})).toBe(false);
  expect(isReallocated({...precision, min: 128}, {})).toBe(false);
  expect(isReallocated(precision, {limit: 100})).toBe(false);
});
