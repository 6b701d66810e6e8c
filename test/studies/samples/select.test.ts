import fc from "fast-check";
import {expect, test} from "vitest";
import {
  answersTo,
  naturalOrder,
  ORDERS,
  ordered,
  rangeOf,
  type SampleIndex,
  selected,
  statusCounts
} from "../../../pipelines/studies/samples/select.js";

interface Sample {
  point: number;
  index: number;
  trial: number;
  status: number;
  finish: number;
  completion: number;
  characters: number;
  cost: number;
  corrected: number;
  item: number;
}
const indexOf = (rows: readonly Sample[]): SampleIndex => ({
  n: rows.length,
  finishes: ["stop", "length"],
  prompt: new Int32Array(rows.length),
  point: Int32Array.from(rows, r => r.point),
  item: Int32Array.from(rows, r => r.item),
  index: Int32Array.from(rows, r => r.index),
  trial: Int32Array.from(rows, r => r.trial),
  status: Uint8Array.from(rows, r => r.status),
  finish: Uint8Array.from(rows, r => r.finish),
  completion: Int32Array.from(rows, r => r.completion),
  characters: Int32Array.from(rows, r => r.characters),
  cost: Float64Array.from(rows, r => r.cost),
  corrected: Uint8Array.from(rows, r => r.corrected)
});
const row = fc.record({
  point: fc.integer({min: -1, max: 3}),
  index: fc.integer({min: 0, max: 5}),
  trial: fc.integer({min: 0, max: 2}),
  status: fc.integer({min: 0, max: 2}),
  finish: fc.integer({min: 0, max: 1}),
  completion: fc.integer({min: -1, max: 9}),
  characters: fc.integer({min: -1, max: 9}),
  cost: fc.constantFrom(Number.NaN, 0, 0.5, 2),
  corrected: fc.integer({min: 0, max: 1}),
  item: fc.integer({min: 0, max: 4})
});

test("a selection is what a filter of rows gives, in order of point, test and repetition", () => {
  fc.assert(
    fc.property(
      fc.array(row),
      fc.constantFrom(null, 0, 1, 2),
      fc.boolean(),
      fc.integer({min: 0, max: 9}),
      (rows, status, corrected, low) => {
        const samples = indexOf(rows);
        const points = Uint8Array.of(1, 0, 1, 0);
        const places = selected(samples, naturalOrder(samples), {points, status, corrected, tokens: {low, high: null}});
        const expected = rows
          .map((each, place) => ({...each, place}))
          .filter(r => r.point === 0 || r.point === 2)
          .filter(r => (status === null || r.status === status) && (!corrected || r.corrected === 1) && r.completion >= low)
          .sort((a, b) => a.point - b.point || a.index - b.index || a.trial - b.trial || a.place - b.place)
          .map(r => r.place);
        expect(Array.from(places)).toEqual(expected);
        expect(statusCounts(samples, places).reduce((sum, each) => sum + each, 0)).toBe(expected.length);
      }
    )
  );
});

test("every order keeps all samples, sorts what is known and puts what is unknown last", () => {
  fc.assert(
    fc.property(fc.array(row), fc.constantFrom(...ORDERS), (rows, order) => {
      const samples = indexOf(rows);
      const places = ordered(samples, naturalOrder(samples), order);
      expect(Array.from(places).sort((a, b) => a - b)).toEqual(rows.map((_, i) => i));
      if (order === "test") return;
      const name = order.replace("-", "") as "tokens" | "characters" | "cost";
      const values = Array.from(places, place => rows[place]![name === "tokens" ? "completion" : name]);
      const known = values.filter(value => value >= 0);
      expect(values.slice(0, known.length)).toEqual(known.toSorted((a, b) => (order.startsWith("-") ? b - a : a - b)));
    })
  );
});

test("the order of a part is that of the whole, without the others", () => {
  fc.assert(
    fc.property(fc.array(row), fc.nat(), fc.nat(), (rows, a, b) => {
      const samples = indexOf(rows);
      const [first = 0, end = 0] = [a % (rows.length + 1), b % (rows.length + 1)].sort((x, y) => x - y);
      const all = Array.from(naturalOrder(samples));
      expect(Array.from(naturalOrder(samples, {first, end}))).toEqual(all.filter(place => place >= first && place < end));
    })
  );
});

test("a store without samples, or with indexes far apart, is ordered too", () => {
  expect(naturalOrder(indexOf([]))).toHaveLength(0);
  expect(selected(indexOf([]), new Int32Array(), {status: 1})).toHaveLength(0);
  const one = {point: 0, index: 0, trial: 0, status: 1, finish: 0, completion: 1, characters: 1, cost: 0, corrected: 0, item: 7};
  const far = indexOf([{...one, index: 2_000_000_000}, one]);
  expect(Array.from(naturalOrder(far))).toEqual([1, 0]);
  expect(answersTo(far, 0)).toEqual([0, 1]);
});

test("a range is read as a reader writes it", () => {
  expect(rangeOf(" ")).toBeNull();
  expect(rangeOf("1,000–2,000")).toEqual({low: 1000, high: 2000});
  expect(rangeOf("5-")).toEqual({low: 5, high: null});
  expect(rangeOf("-5")).toEqual({low: null, high: 5});
  expect(rangeOf("7")).toEqual({low: 7, high: 7});
  expect(rangeOf("0.25-1.5")).toEqual({low: 0.25, high: 1.5});
  for (const text of ["-", "x", "1-2-3", "1."]) expect(rangeOf(text)).toBeUndefined();
});
