// Rates of programs: pass@k by listing all draws, shares that sum to one, Wilson's interval, and the weakest and largest cases.
import fc from "fast-check";
import {expect, test} from "vitest";
import {type CodeAnswer, codeRates, OUTCOMES, type Outcome} from "../../../pipelines/studies/code/rates.js";

const answer = (item: string, outcome: Outcome, tests_passed: number | null = null): CodeAnswer => ({
  item,
  outcome,
  tests_passed
});
const rate = (answers: readonly CodeAnswer[], name: string, k: number | null = null) =>
  codeRates(answers).find(each => each.rate === name && each.k === k);

/** Share of all draws of k of these answers in which one is right, by listing them. */
function drawn(right: readonly boolean[], k: number): number {
  const draws = (from: number, left: number): boolean[] =>
    left === 0 ? [false] : right.slice(from).flatMap((own, i) => draws(from + i + 1, left - 1).map(others => own || others));
  const all = draws(0, k);
  return all.filter(Boolean).length / all.length;
}

test("pass@k is the mean over problems of 1 − C(n−c, k) ÷ C(n, k), found by listing every draw", () => {
  const outcomes = fc.array(fc.constantFrom<Outcome>("passed", "wrong_result", "truncated"), {minLength: 6, maxLength: 6});
  fc.assert(
    fc.property(fc.array(outcomes, {minLength: 1, maxLength: 4}), problems => {
      const answers = problems.flatMap((own, i) => own.map(outcome => answer(`i${i}`, outcome)));
      for (const k of [1, 2, 4, 6]) {
        const shares = problems.map(own =>
          drawn(
            own.map(outcome => outcome === "passed"),
            k
          )
        );
        expect(rate(answers, "pass", k)!.value).toBeCloseTo(shares.reduce((a, b) => a + b) / shares.length, 12);
      }
    }),
    {numRuns: 60}
  );
});

test("outcomes share all answers out, and every share lies in its interval", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({item: fc.constantFrom("a", "b", "c", "d"), outcome: fc.constantFrom(...OUTCOMES)}), {minLength: 1}),
      given => {
        const rates = codeRates(given.map(({item, outcome}) => answer(item, outcome)));
        const shares = rates.filter(each => (OUTCOMES as readonly string[]).includes(each.rate));
        expect(shares.reduce((sum, {value}) => sum + value!, 0)).toBeCloseTo(1, 12);
        for (const {value, low, high, n} of shares) {
          expect(n).toBe(given.length);
          expect(low! <= value! && value! <= high!).toBe(true);
        }
      }
    )
  );
});

test("one answer to each problem has Wilson's interval: 8 of 10 has [0.490, 0.943] (Wilson 1927, as R's binom.wilson prints)", () => {
  const answers = Array.from({length: 10}, (_, i) => answer(`i${i}`, i < 8 ? "passed" : "syntax_error"));
  const {value, low, high, n, items} = rate(answers, "accuracy")!;
  expect({value, n, items}).toEqual({value: 0.8, n: 10, items: 10});
  expect(low).toBeCloseTo(0.4901625, 5);
  expect(high).toBeCloseTo(0.9433178, 5);
});

test("what has no score is no wrong answer, but is counted; truncated answers are wrong for pass@k alone", () => {
  const answers = [
    answer("a", "passed", 1),
    answer("b", "wrong_result", 0.5),
    answer("c", "truncated"),
    answer("d", "not_scored")
  ];
  expect(rate(answers, "accuracy")).toMatchObject({value: 0.5, n: 2, items: 2});
  expect(rate(answers, "pass", 1)).toMatchObject({value: 1 / 3, n: 3, items: 3});
  expect(rate(answers, "not_scored")).toMatchObject({value: 0.25, n: 4});
  expect(rate(answers, "tests_passed")).toMatchObject({value: 0.75, n: 2});
});

test("nothing, one, all alike, and nobody with a score", () => {
  expect(codeRates([])).toEqual([]);
  const one = [answer("a", "wrong_result", 0)];
  expect(rate(one, "accuracy")).toMatchObject({value: 0, low: 0, n: 1});
  expect(rate(one, "pass", 1)).toMatchObject({value: 0, low: null, high: null});
  expect(rate(one, "tests_passed")).toMatchObject({value: 0, low: null, high: null});
  const alike = Array.from({length: 30}, (_, i) => answer(`i${i}`, "passed", 1));
  expect(rate(alike, "accuracy")).toMatchObject({value: 1, high: 1});
  expect(rate(alike, "accuracy")!.low).toBeGreaterThan(0.8);
  expect(rate(alike, "tests_passed")).toMatchObject({value: 1, low: null, high: null});
  const silent = [answer("a", "not_answered"), answer("b", "not_answered")];
  expect(rate(silent, "accuracy")).toMatchObject({value: null, low: null, high: null, n: 0, items: 0});
  expect(rate(silent, "not_answered")).toMatchObject({value: 1, n: 2});
  expect(codeRates(silent).some(each => each.rate === "pass")).toBe(false);
});

test("a hundred thousand answers, in either order", () => {
  const answers = Array.from({length: 100_000}, (_, i) =>
    answer(`i${i % 25_000}`, i % 3 === 0 ? "passed" : "timed_out", i % 3 === 0 ? 1 : 0)
  );
  const [there, back] = [codeRates(answers), codeRates(answers.toReversed())];
  for (const [i, {value, low, n}] of there.entries()) {
    expect(value).toBeCloseTo(back[i]!.value!, 9);
    expect(low).toBeCloseTo(back[i]!.low!, 9);
    expect(n).toBe(back[i]!.n);
  }
  expect(rate(answers, "accuracy")!.value).toBeCloseTo(1 / 3, 4);
});
