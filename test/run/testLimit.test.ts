import fc from "fast-check";
import {expect, test} from "vitest";
import {readBook} from "../../pipelines/book/read.node.js";
import {planOf} from "../../pipelines/run/evaluation.js";
import {sharesOf} from "../../pipelines/run/testLimit.js";

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
const byTask = (points: readonly {base_task: string}[], shares: readonly number[]) => {
  const totals = new Map<string, number>();
  for (const [i, {base_task}] of points.entries()) totals.set(base_task, (totals.get(base_task) ?? 0) + shares[i]!);
  return totals;
};

test("50 tests over the starter suite: every task gets five or six, and each of its tiers one", async () => {
  const book = await readBook();
  const {points} = planOf({...book, suites: book.suites.filter(({suite}) => suite.id === "starter")});
  const shares = sharesOf(50, points, {most: 64});
  expect(points).toHaveLength(75);
  const totals = byTask(points, shares);
  expect(totals.size).toBe(9);
  for (const total of totals.values()) expect([5, 6]).toContain(total);
  for (const task of totals.keys())
    for (const tier of ["easy", "medium", "hard"])
      expect(points.some((point, i) => point.base_task === task && point.tiers.includes(tier) && shares[i]! > 0)).toBe(true);
});

const suites = fc
  .array(
    fc.record({
      base_task: fc.constantFrom("a", "b", "c", "d"),
      tiers: fc.constantFrom<string[]>([], ["easy"], ["hard"], ["easy", "hard"])
    }),
    {minLength: 1, maxLength: 40}
  )
  .chain(points => fc.record({points: fc.constant(points), most: fc.integer({min: 1, max: 9}), limit: fc.nat({max: 400})}));

test("a limit is used up, no point passes its own most, and tasks differ by one where their points allow", () => {
  fc.assert(
    fc.property(suites, ({points, most, limit}) => {
      const shares = sharesOf(limit, points, {most}).map(share => Math.min(share, most));
      expect(sum(shares)).toBe(Math.min(limit, points.length * most));
      const open = [...byTask(points, shares)].filter(
        ([task, total]) => total < most * points.filter(({base_task}) => base_task === task).length
      );
      const totals = open.map(([, total]) => total);
      expect(Math.max(0, ...totals) - Math.min(...totals, Math.max(0, ...totals))).toBeLessThanOrEqual(1);
      for (const task of new Set(points.map(({base_task}) => base_task))) {
        const own = shares.filter((_, i) => points[i]!.base_task === task);
        expect(Math.max(...own) - Math.min(...own)).toBeLessThanOrEqual(1);
      }
    })
  );
});

test("the tests of a smaller limit are part of those of a larger one", () => {
  fc.assert(
    fc.property(suites, fc.nat({max: 50}), ({points, most, limit}, more) => {
      const few = sharesOf(limit, points, {most});
      const many = sharesOf(limit + more, points, {most});
      for (const [i, share] of few.entries()) expect(share).toBeLessThanOrEqual(many[i]!);
    })
  );
});

test("without a limit nothing is held back; a limit of 0 asks nothing", () => {
  const points = [{base_task: "a", tiers: []}];
  expect(sharesOf(undefined, points, {most: 3})).toEqual([Number.POSITIVE_INFINITY]);
  expect(sharesOf(0, points, {most: 3})).toEqual([0]);
  expect(sharesOf(5, [], {most: 3})).toEqual([]);
});
