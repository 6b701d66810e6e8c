// Reducers of repeated answers, held to counting and to published values.
import fc from "fast-check";
import {describe, expect, test} from "vitest";
import {majority, type RepeatedItem, reduce} from "../../../pipelines/studies/repetitions/study.js";

const item = (...answers: [string | null, boolean][]): RepeatedItem => ({
  answers: answers.map(([answer]) => answer),
  right: answers.map(([, right]) => right)
});
const marks = (...right: boolean[]): RepeatedItem => ({answers: right.map(each => (each ? "a" : "b")), right});

test.each([
  [item(["7", true], ["7", true], ["8", false]), 1],
  [item(["7", true], ["8", false], ["8", false]), 0],
  [item(["7", true], ["8", false]), 0.5],
  [item(["7", true], [null, false], [null, false]), 1],
  [item([null, false], [null, false]), 0]
])("the majority of %o is right: %d", (of, value) => expect(majority(of)).toBe(value));

describe("reduce", () => {
  const byName = (items: RepeatedItem[]) => new Map(reduce(items).map(row => [`${row.reducer}${row.k ?? ""}`, row]));

  test("four answers to two items", () => {
    const rows = byName([marks(true, false, false, false), marks(true, true, true, true)]);
    expect(rows.get("mean")).toMatchObject({value: 5 / 8, items: 2, answers: 8});
    expect(rows.get("pass1")!.value).toBeCloseTo(5 / 8, 12);
    expect(rows.get("pass2")!.value).toBeCloseTo((1 / 2 + 1) / 2, 12);
    expect(rows.get("pass4")!.value).toBe(1);
    expect(rows.get("pass_hat1")!.value).toBeCloseTo(5 / 8, 12);
    expect(rows.get("pass_hat2")!.value).toBe(1 / 2);
    expect(rows.get("pass_hat4")!.value).toBe(1 / 2);
    expect(rows.get("majority")!.value).toBe(1 / 2);
  });

  test("an item with fewer answers is left out where more are needed; nothing gives nothing; one item has no interval", () => {
    const rows = byName([marks(true), marks(false, true)]);
    expect(rows.get("pass1")).toMatchObject({items: 2, answers: 3});
    expect(rows.get("pass2")).toMatchObject({items: 1, value: 1, low: null, high: null});
    expect(reduce([])).toEqual([]);
  });

  test("an interval is over items: three answers that agree say no more than one", () => {
    const agreeing = Array.from({length: 32}, (_, i) => i % 2 === 0);
    const [one, three] = [agreeing.map(each => marks(each)), agreeing.map(each => marks(each, each, each))].map(
      items => byName(items).get("mean")!
    );
    expect([three!.low, three!.high]).toEqual([one!.low, one!.high]);
  });

  test("the mean and both reducers of one answer are one estimate; with more answers pass@k grows and pass^k falls", () => {
    const answers = fc.array(fc.array(fc.boolean(), {minLength: 4, maxLength: 4}), {minLength: 2, maxLength: 12});
    fc.assert(
      fc.property(answers, items => {
        const rows = byName(items.map(each => marks(...each)));
        const [mean, some, every] = ["mean", "pass1", "pass_hat1"].map(name => rows.get(name)!);
        expect({...some, reducer: "", k: null}).toEqual({...mean, reducer: ""});
        expect({...every, reducer: "", k: null}).toEqual({...mean, reducer: ""});
        for (let k = 2; k <= 4; k++) {
          expect(rows.get(`pass${k}`)!.value).toBeGreaterThanOrEqual(rows.get(`pass${k - 1}`)!.value - 1e-12);
          expect(rows.get(`pass_hat${k}`)!.value).toBeLessThanOrEqual(rows.get(`pass_hat${k - 1}`)!.value + 1e-12);
        }
      }),
      {numRuns: 50}
    );
  });

  test("nothing right and everything right have intervals of some width", () => {
    const none = byName(Array.from({length: 10}, () => marks(false, false))).get("mean")!;
    expect(none).toMatchObject({value: 0, low: 0});
    expect(none.high).toBeCloseTo(0.217, 2); // Jeffreys's interval of 0 of 10: the 97.5 % quantile of Beta(½, 10½)
  });
});
