// Reducers of repeated answers, held to counting and to published values.
import fc from "fast-check";
import {describe, expect, test} from "vitest";
import {wilson} from "../../../pipelines/stats/intervals.js";
import {majority, passAtK, type RepeatedItem, reduce, sizesUpTo} from "../../../pipelines/studies/repetitions/reducers.js";

const item = (...answers: [string | null, boolean][]): RepeatedItem => ({
  answers: answers.map(([answer]) => answer),
  right: answers.map(([, right]) => right)
});
const marks = (...right: boolean[]): RepeatedItem => ({answers: right.map(each => (each ? "a" : "b")), right});

describe("pass@k", () => {
  /** Share of all subsets of k answers that hold a right one, by listing them. */
  function counted(n: number, c: number, k: number): number {
    let [all, with1] = [0, 0];
    for (let set = 0; set < 2 ** n; set++) {
      const chosen = Array.from({length: n}, (_, i) => (set >> i) & 1);
      if (chosen.reduce((a, b) => a + b, 0) !== k) continue;
      all++;
      if (chosen.slice(0, c).includes(1)) with1++;
    }
    return with1 / all;
  }

  test("is the share of subsets with a right answer", () => {
    for (let n = 1; n <= 7; n++)
      for (let c = 0; c <= n; c++) for (let k = 1; k <= n; k++) expect(passAtK(n, c, k)).toBeCloseTo(counted(n, c, k), 12);
  });

  test("does not overflow, and has no value beyond n", () => {
    expect(passAtK(1000, 1, 1)).toBeCloseTo(0.001, 12);
    expect(passAtK(1000, 500, 1000)).toBe(1);
    expect(passAtK(200, 0, 100)).toBe(0);
    expect(passAtK(3, 3, 4)).toBeNaN();
  });

  test("is unbiased: its mean over draws of n is that of k independent answers", () => {
    // Σ over c of Binomial(n, p)(c) × pass@k(n, c) = 1 − (1 − p)^k
    const [n, k, p] = [6, 3, 0.3];
    const choose = (a: number, b: number): number => (b === 0 ? 1 : (choose(a - 1, b - 1) * a) / b);
    const mean = Array.from({length: n + 1}, (_, c) => choose(n, c) * p ** c * (1 - p) ** (n - c) * passAtK(n, c, k)).reduce(
      (a, b) => a + b
    );
    expect(mean).toBeCloseTo(1 - (1 - p) ** k, 12);
  });
});

test.each([
  [item(["7", true], ["7", true], ["8", false]), 1],
  [item(["7", true], ["8", false], ["8", false]), 0],
  [item(["7", true], ["8", false]), 0.5],
  [item(["7", true], [null, false], [null, false]), 1],
  [item([null, false], [null, false]), 0]
])("the majority of %o is right: %d", (of, value) => expect(majority(of)).toBe(value));

test("sizes are powers of two and the whole", () => {
  expect([0, 1, 4, 6].map(sizesUpTo)).toEqual([[], [1], [1, 2, 4], [1, 2, 4, 6]]);
});

describe("reduce", () => {
  const byName = (items: RepeatedItem[]) => new Map(reduce(items).map(row => [`${row.reducer}${row.k ?? ""}`, row]));

  test("four answers to two items", () => {
    const rows = byName([marks(true, false, false, false), marks(true, true, true, true)]);
    expect(rows.get("mean")).toMatchObject({value: 5 / 8, items: 2, answers: 8});
    expect(rows.get("pass1")!.value).toBeCloseTo(5 / 8, 12);
    expect(rows.get("pass2")!.value).toBeCloseTo((1 / 2 + 1) / 2, 12);
    expect(rows.get("pass4")!.value).toBe(1);
    expect(rows.get("at_least1")!.value).toBe(1);
    expect(rows.get("at_least2")!.value).toBe(1 / 2);
    expect(rows.get("majority")!.value).toBe(1 / 2);
  });

  test("an item with fewer answers is left out where more are needed; nothing gives nothing; one item has no interval", () => {
    const rows = byName([marks(true), marks(false, true)]);
    expect(rows.get("pass1")).toMatchObject({items: 2, answers: 3});
    expect(rows.get("pass2")).toMatchObject({items: 1, value: 1, low: null, high: null});
    expect(reduce([])).toEqual([]);
  });

  test("an interval is over items: as wide as Wilson's of so many items where answers to an item agree, never narrower than of all answers", () => {
    const answers = fc.array(fc.array(fc.boolean(), {minLength: 3, maxLength: 3}), {minLength: 2, maxLength: 12});
    fc.assert(
      fc.property(answers, given => {
        const {value, low, high, items} = byName(given.map(each => marks(...each))).get("mean")!;
        const {margin} = wilson(value, 3 * items);
        expect(high! - low!).toBeGreaterThanOrEqual(2 * margin - 1e-9);
        expect(low).toBeLessThanOrEqual(value + 1e-12);
        expect(high).toBeGreaterThanOrEqual(value - 1e-12);
      })
    );
    // 32 items, half of them always right: 3 answers say no more than 1
    const agreeing = Array.from({length: 32}, (_, i) => i % 2 === 0);
    const [one, three] = [agreeing.map(each => marks(each)), agreeing.map(each => marks(each, each, each))].map(
      items => byName(items).get("mean")!
    );
    expect(three!.low).toBeCloseTo(one!.low!, 10);
    expect(three!.high).toBeCloseTo(one!.high!, 10);
  });

  test("nothing right and everything right have intervals, as wide as Wilson's of so many items", () => {
    const none = byName(Array.from({length: 10}, () => marks(false, false))).get("mean")!;
    expect(none).toMatchObject({value: 0, low: 0});
    expect(none.high).toBeCloseTo(0.2775, 3); // Wilson 1927, 0 of 10
  });
});
