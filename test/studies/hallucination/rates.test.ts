// Rates of hallucination by hand, their weakest cases, and the interval of the score against published values.
import {expect, test} from "vitest";
import {type EntityCounts, noCounts, type RateName, ratesOf, together} from "../../../pipelines/studies/hallucination/rates.js";

/** Counts of items that were asked once. */
function once({
  n,
  right,
  other,
  truncated = 0
}: {
  n: number;
  right: number;
  other: "wrong_answer" | "confabulated";
  truncated?: number;
}): EntityCounts {
  const of = (k: number) => ({k, kk: k, kn: k});
  const answered = other === "wrong_answer" ? n : n - right;
  return {
    items: n,
    n,
    nn: n,
    truncated,
    right_answered: other === "wrong_answer" ? right : 0,
    answered_items: answered,
    outcomes: {
      ...noCounts.outcomes,
      right: of(right),
      abstained: of(other === "confabulated" ? right : 0),
      [other]: of(n - right),
      answered: of(answered)
    }
  };
}
const at = (rates: ReturnType<typeof ratesOf>, name: RateName) => rates.find(({rate}) => rate === name);

test("the score's interval is that of a difference of two proportions by Newcombe's method 10", () => {
  // Newcombe 1998, table II, comparison (a): 56/70 − 48/80 = 0.2, [0.0524, 0.3339].
  const rates = ratesOf(once({n: 70, right: 56, other: "wrong_answer"}), once({n: 80, right: 32, other: "confabulated"}));
  const score = at(rates, "score")!;
  expect(score.value).toBeCloseTo(0.2, 12);
  expect(score.low).toBeCloseTo(0.0524, 4);
  expect(score.high).toBeCloseTo(0.3339, 4);
  expect([score.n, score.items]).toEqual([150, 150]);
});

test("accuracy where it answers is over all that is answered, inventions included", () => {
  const rates = ratesOf(
    once({n: 70, right: 56, other: "wrong_answer"}),
    once({n: 80, right: 32, other: "confabulated", truncated: 3})
  );
  expect(at(rates, "accuracy_answered")).toMatchObject({value: 56 / 118, n: 118, truncated: 3});
  expect(at(rates, "answered")).toMatchObject({value: 118 / 150, n: 150});
  expect(at(rates, "confabulated")).toMatchObject({value: 0.6, n: 80});
});

test("nothing, one kind of entity, one answer and all alike", () => {
  expect(ratesOf(noCounts, noCounts)).toEqual([]);
  const real = ratesOf(once({n: 5, right: 5, other: "wrong_answer"}), noCounts);
  expect(real.map(({rate}) => rate)).toEqual([
    "accuracy",
    "wrong_answer",
    "abstained_real",
    "answered",
    "accuracy_answered",
    "no_answer"
  ]);
  for (const {value, low, high} of real) expect(low <= value && value <= high && high - low > 0.3).toBe(true);
  const single = ratesOf(once({n: 1, right: 0, other: "wrong_answer"}), once({n: 1, right: 1, other: "confabulated"}));
  expect(at(single, "score")).toMatchObject({value: 0});
  for (const {low, high} of single) expect(Number.isFinite(low) && Number.isFinite(high)).toBe(true);
});

test("a million items, and counts put together, give what their sums give", () => {
  const half = once({n: 500_000, right: 400_000, other: "wrong_answer"});
  const both = ratesOf(together(half, half), noCounts);
  expect(at(both, "accuracy")).toMatchObject({value: 0.8, n: 1_000_000, items: 1_000_000});
  expect(at(both, "accuracy")!.high - at(both, "accuracy")!.low).toBeCloseTo(2 * 1.96 * Math.sqrt(0.16 / 1e6), 6);
});
