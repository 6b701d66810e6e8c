// Counts of the cross-filter are those of a filter written out, for any ranges; bins hold every known value; odd columns have bins too.
import fc from "fast-check";
import {expect, test} from "vitest";
import {binned, binOf, crossFilter, othersWrong} from "../../../pipelines/studies/samples/crossFilter.js";
import type {Range} from "../../../pipelines/studies/samples/select.js";

const value = fc.oneof(fc.integer({min: -5, max: 300}), fc.double({min: -2, max: 5_000, noNaN: true}), fc.constant(Number.NaN));
const range = fc.option(fc.tuple(fc.integer({min: -10, max: 400}), fc.integer({min: -10, max: 400})));
const samples = fc.integer({min: 0, max: 60}).chain(n =>
  fc.record({
    columns: fc.array(fc.array(value, {minLength: n, maxLength: n}), {minLength: 1, maxLength: 4}),
    status: fc.array(fc.integer({min: 0, max: 2}), {minLength: n, maxLength: n}),
    mask: fc.option(fc.array(fc.integer({min: 0, max: 1}), {minLength: n, maxLength: n}))
  })
);

test("each column's bins count what passes all other ranges, and the outcomes what passes all", () => {
  fc.assert(
    fc.property(samples, fc.array(range, {minLength: 4, maxLength: 4}), ({columns, status, mask}, ranges) => {
      const sorted = columns.map(each => binned(Float64Array.from(each), {bins: 7}));
      const filter = crossFilter(sorted, Uint8Array.from(status));
      // what was chosen before leaves no trace
      filter.choose(0, {low: 1, high: 2});
      filter.restrict(Uint8Array.from(status, () => 0));
      filter.restrict(mask && Uint8Array.from(mask));
      const chosen = columns.map((_, k): Range | null => (ranges[k] ? {low: ranges[k]![0], high: ranges[k]![1]} : null));
      for (const [k, each] of chosen.entries()) filter.choose(k, each);
      const passes = (i: number, but = -1) =>
        (mask === null || mask[i] === 1) &&
        columns.every(
          (column, k) => k === but || chosen[k] === null || (column[i]! >= chosen[k]!.low! && column[i]! <= chosen[k]!.high!)
        );
      const all = status.map((_, i) => i);
      const {statuses, bins} = filter.counted();
      expect(statuses).toEqual([0, 1, 2].map(code => all.filter(i => passes(i) && status[i] === code).length));
      for (const [k, {edges}] of sorted.entries()) {
        const known = all.filter(i => passes(i, k) && Number.isFinite(columns[k]![i]!));
        expect(bins[k]!.reduce((sum, each) => sum + each, 0)).toBe(known.length);
        for (const [b, count] of bins[k]!.entries())
          expect(count).toBe(
            known.filter(i => columns[k]![i]! >= edges[b]! && (b === edges.length - 2 || columns[k]![i]! < edges[b + 1]!)).length
          );
      }
      const pairs = filter.pairs(0, columns.length - 1);
      const both = all.filter(i => passes(i) && Number.isFinite(columns[0]![i]!) && Number.isFinite(columns.at(-1)![i]!));
      const sum = (counts: Uint32Array) => counts.reduce((total, each) => total + each, 0);
      expect([sum(pairs.samples), sum(pairs.correct), sum(pairs.truncated)]).toEqual([
        both.length,
        both.filter(i => status[i] === 1).length,
        both.filter(i => status[i] === 2).length
      ]);
    }),
    {numRuns: 300}
  );
});

test("a reversed range keeps nothing, an open one what lies on its side", () => {
  const column = binned(Float64Array.of(1, 2, 3, Number.NaN));
  const filter = crossFilter([column], Uint8Array.of(0, 1, 2, 1));
  const kept = (range: Range | null) => {
    filter.choose(0, range);
    return filter.counted().statuses;
  };
  expect(kept({low: 3, high: 1})).toEqual([0, 0, 0]);
  expect(kept({low: 2, high: null})).toEqual([0, 1, 1]);
  expect(kept({low: null, high: 2})).toEqual([1, 1, 0]);
  expect(kept(null)).toEqual([1, 2, 1]);
});

test.each<[string, number[], number[]]>([
  ["nothing", [], []],
  ["nothing known", [Number.NaN, Number.NaN], []],
  ["all alike, whole", [7, 7], [7, 8]],
  ["few whole numbers have a bin each", [1, 2, 4], [1, 2, 3, 4, 5]],
  ["many whole numbers, on a logarithmic scale, begin at whole ones", [1, 10_000], []]
])("bins of %s", (name, values, edges) => {
  const {edges: own, unknown} = binned(Float64Array.from(values), {bins: 6});
  expect(unknown).toBe(values.filter(Number.isNaN).length);
  if (name.includes("logarithmic")) {
    // 10,001^(1/6) = 4.64
    expect([...own].slice(0, 3)).toEqual([1, 5, 22]);
    expect([...own].every(Number.isInteger)).toBe(true);
  } else expect([...own]).toEqual(edges);
  for (const each of values.filter(Number.isFinite)) {
    const b = binOf(own, each);
    expect(each >= own[b]! && each <= own[b + 1]!).toBe(true);
  }
});

test("a single broken number has a bin with some width", () => {
  const {edges} = binned(Float64Array.of(0, 0.5, 0.5));
  expect(edges[0]).toBe(0);
  expect(edges.at(-1)).toBe(0.5);
  expect([...binned(Float64Array.of(0.25)).edges].slice(0, 1)).toEqual([0.25]);
  expect(binned(Float64Array.of(0.25)).edges.at(-1)).toBe(0.5);
});

test("a test's difficulty is the share of other answers that are not right", () => {
  // test 0: right, wrong, truncated; test 1: one answer
  const shares = othersWrong(Int32Array.of(0, 0, 0, 1), Uint8Array.of(1, 0, 2, 1));
  expect([...shares]).toEqual([1, 0.5, 0.5, Number.NaN]);
  expect([...othersWrong(new Int32Array(), new Uint8Array())]).toEqual([]);
});
