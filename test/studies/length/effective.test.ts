// Effective lengths of curves whose answer is known beforehand, and of the weakest and strangest ones.
import fc from "fast-check";
import {expect, test} from "vitest";
import {lengthAccuracy} from "../../../pipelines/studies/length/answers.js";
import {type EffectiveLength, effectiveLengths, type Fitted} from "../../../pipelines/studies/length/effective.js";

const rowsOf = (counts: readonly (readonly [length: number, correct: number, n: number])[], guess = 0) =>
  counts.flatMap(([length, correct, n]) => {
    const found = lengthAccuracy([{correct, n, truncated: 0, guess_sum: guess * n}]);
    return found ? [{length, ...found}] : [];
  });
const fitted = (...args: Parameters<typeof rowsOf>): Fitted => {
  const found = effectiveLengths(rowsOf(...args));
  if ("reason" in found) throw new Error(found.reason);
  return found;
};
const reason = (...args: Parameters<typeof rowsOf>): string | undefined => {
  const found = effectiveLengths(rowsOf(...args));
  return "reason" in found ? found.reason : undefined;
};

test("counts that lie on a curve give the curve back: 0.9 ÷ (1 + (T ÷ 8,000)^1.5)", () => {
  const MANY = 1e6;
  const lengths = [0, 1_000, 4_000, 16_000, 64_000];
  const at = (length: number) => 0.9 / (1 + (length / 8_000) ** 1.5);
  for (const guess of [0, 0.25]) {
    const {curve, effective, misfit} = fitted(
      lengths.map(length => [length, MANY * (guess + (1 - guess) * at(length)), MANY]),
      guess
    );
    expect(curve.top).toBeCloseTo(0.9, 3);
    expect(curve.half / 8_000).toBeCloseTo(1, 2);
    expect(curve.slope).toBeCloseTo(1.5, 2);
    expect(effective[1]!.tokens! / 8_000).toBeCloseTo(1, 2);
    expect(effective[0]!.tokens! / (8_000 * (1 / 0.85 - 1) ** (1 / 1.5))).toBeCloseTo(1, 2);
    expect(misfit!).toBeGreaterThan(0.5);
  }
});

test("without questions of length 0 the share is of the shortest that were asked", () => {
  const at = (length: number) => 1 / (1 + length / 8_000);
  const {effective} = fitted([2_000, 4_000, 16_000, 64_000].map(length => [length, 1e6 * at(length), 1e6]));
  expect(effective[1]!.tokens! / 12_000).toBeCloseTo(1, 2); // at(12,000) = at(2,000) ÷ 2
});

test("right everywhere lies beyond the longest length, and its lower end is told where it can be", () => {
  const [, half] = fitted([
    [0, 64, 64],
    [1_000, 64, 64],
    [16_000, 64, 64]
  ]).effective as [EffectiveLength, EffectiveLength];
  expect(half).toMatchObject({range: "above", tokens: null, low: 16_000, high: null, reason: null});
});

test("right on the shortest alone lies below the shortest length that is not 0", () => {
  const [, half] = fitted([
    [0, 64, 64],
    [1_000, 0, 64],
    [16_000, 0, 64]
  ]).effective as [EffectiveLength, EffectiveLength];
  expect(half).toMatchObject({range: "below", tokens: null, low: null, high: 1_000});
});

test("accuracy that rises with length is beyond the longest, and the curve says that it does not fit", () => {
  const {effective, misfit, curve} = fitted([
    [0, 10, 100],
    [1_000, 40, 100],
    [4_000, 70, 100],
    [16_000, 95, 100]
  ]);
  expect(effective.map(({range}) => range)).toEqual(["above", "above"]);
  expect(curve.half).toBe(Number.POSITIVE_INFINITY);
  expect(misfit!).toBeLessThan(1e-6);
});

test("where the curve does not fit, more answers do not narrow the interval around what it says", () => {
  // Flat, then a cliff, then flat above a half: no curve of ours, but what some models do.
  const shares = [1, 0.99, 0.99, 0.97, 0.9, 0.77, 0.75, 0.67, 0.63, 0.62];
  const lengths = [0, 1_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 512_000, 1_000_000];
  const of = (n: number) => fitted(lengths.map((length, i) => [length, shares[i]! * n, n]));
  const [some, many] = [of(1_000), of(100_000)];
  expect([some.misfit! < 1e-6, many.misfit! < 1e-6]).toEqual([true, true]);
  for (const {effective} of [some, many]) {
    const [most, half] = effective as [EffectiveLength, EffectiveLength];
    // 85 % is left somewhere from 16,000 to 32,000 tokens, and more than a half at every length.
    expect(most.low!).toBeLessThan(32_000);
    expect(most.high!).toBeGreaterThan(16_000);
    expect(half.high).toBeNull();
  }
  expect(many.effective[0]!.low! / some.effective[0]!.low!).toBeCloseTo(1, 1);
  expect(many.effective[0]!.high! / some.effective[0]!.high!).toBeCloseTo(1, 1);
});

test("nothing right, guessing, one length, only truncated answers: no effective length, with the reason", () => {
  expect(
    reason([
      [0, 0, 64],
      [1_000, 0, 64]
    ])
  ).toBe("no better than guessing on the shortest");
  expect(
    reason(
      [
        [0, 32, 64],
        [1_000, 30, 64]
      ],
      0.5
    )
  ).toBe("no better than guessing on the shortest");
  expect(reason([[0, 64, 64]])).toBe("one length only");
  expect(reason([[4_000, 64, 64]])).toBe("one length only");
  expect(reason([[0, 0, 0]])).toBe("no answer was finished");
});

test("one test at each length says next to nothing, and its interval says so", () => {
  const [, half] = fitted([
    [0, 1, 1],
    [1_000, 0, 1],
    [16_000, 0, 1]
  ]).effective as [EffectiveLength, EffectiveLength];
  expect([half.low, half.high]).toEqual([null, null]);
});

test("ten million tokens and a million answers: ends stay around the estimate and within what was asked", () => {
  const {effective} = fitted([
    [0, 950_000, 1e6],
    [1_000_000, 900_000, 1e6],
    [10_000_000, 200_000, 1e6]
  ]);
  for (const {tokens, low, high} of effective) {
    expect(low!).toBeLessThan(tokens!);
    expect(high!).toBeGreaterThan(tokens!);
    expect(high! / low!).toBeLessThan(1.2);
  }
});

test("whatever was counted: ends enclose the estimate, lie within the lengths asked, and the larger share is lost no later", () => {
  const counts = fc.array(
    fc.record({
      length: fc.constantFrom(0, 500, 1_000, 4_000, 16_000, 1_000_000),
      n: fc.integer({min: 0, max: 200}),
      right: fc.double({min: 0, max: 1, noNaN: true})
    }),
    {minLength: 2, maxLength: 12}
  );
  fc.assert(
    fc.property(counts, fc.constantFrom(0, 0.25, 0.5), (cells, guess) => {
      const once = [
        ...new Map(cells.map(({length, n, right}) => [length, [length, Math.round(n * right), n] as const])).values()
      ];
      const rows = rowsOf(once, guess);
      const found = effectiveLengths(rows);
      fc.pre(!("reason" in found));
      if ("reason" in found) return;
      const asked = rows.map(({length}) => length).sort((a, b) => a - b);
      const least = asked[0]! > 0 ? asked[0]! : asked[1]!;
      const order = ["below", "within", "above"];
      const [more, less] = found.effective as [EffectiveLength, EffectiveLength];
      expect(order.indexOf(more.range!)).toBeLessThanOrEqual(order.indexOf(less.range!));
      for (const {range, tokens, low, high} of found.effective) {
        const value = range === "within" ? tokens! : range === "above" ? asked.at(-1)! : least;
        expect(value).toBeGreaterThanOrEqual(least);
        expect(value).toBeLessThanOrEqual(asked.at(-1)!);
        expect(low ?? least).toBeLessThanOrEqual(value * 1.001);
        expect(high ?? asked.at(-1)!).toBeGreaterThanOrEqual(value * 0.999);
      }
    }),
    {numRuns: 60}
  );
});
