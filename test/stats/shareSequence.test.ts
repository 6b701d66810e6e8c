// Confidence sequences for shares: SciPy's posterior density, closed forms, and coverage at every look.
import {expect, test} from "vitest";
import {randomOf} from "../../pipelines/generate/seed.js";
import {wilsonInterval} from "../../pipelines/stats/intervals.js";
import {isInShareSequence, shareSequence} from "../../pipelines/stats/shareSequence.js";

test.each([
  // roots of beta.pdf(p, right + 1, n − right + 1) = 0.05, by SciPy 1.17.1
  [5, 10, 0.12921901240078773, 0.8707809875992123],
  [19, 20, 0.6575922579695893, 0.9998806821731009],
  [700, 1_000, 0.646984800818153, 0.7496620474372734],
  [90_000, 100_000, 0.8959186041429558, 0.9039850053313322]
])("%i of %i right", (right, n, low, high) => {
  const interval = shareSequence(right, n);
  expect(interval.low).toBeCloseTo(low, 9);
  expect(interval.high).toBeCloseTo(high, 9);
});

test("no answer, one, and answers that are all alike", () => {
  expect(shareSequence(0, 0)).toEqual({low: 0, high: 1});
  expect(shareSequence(1, 1).low).toBeCloseTo(0.025, 12); // 2 p = 0.05
  for (const n of [1, 50, 10_000_000]) {
    const high = 1 - (0.05 / (n + 1)) ** (1 / n); // (n + 1) (1 − p)ⁿ = 0.05
    expect(shareSequence(0, n).low).toBe(0);
    expect(shareSequence(0, n).high).toBeCloseTo(high, 9);
    expect(shareSequence(n, n).high).toBe(1);
    expect(shareSequence(n, n).low).toBeCloseTo(1 - high, 9);
  }
});

test("it holds the observed share and Wilson's interval from five answers on", () => {
  for (const n of [5, 20, 100, 1_000, 100_000])
    for (let right = 0; right <= n; right += Math.ceil(n / 20)) {
      const [sequence, fixed] = [shareSequence(right, n), wilsonInterval(right / n, n)];
      expect(sequence.low).toBeLessThanOrEqual(fixed.low + 1e-9);
      expect(sequence.high).toBeGreaterThanOrEqual(fixed.high - 1e-9);
    }
});

test("all of 1,000 looks hold the share in at least 95 % of sequences, where Wilson's do in fewer than 80 %", () => {
  const random = randomOf("share sequence");
  for (const share of [0.02, 0.3, 0.5, 0.9]) {
    let [held, fixed] = [0, 0];
    const runs = 400;
    for (let run = 0; run < runs; run++) {
      let right = 0;
      let [isHeld, isFixed] = [true, true];
      for (let n = 1; n <= 1_000; n++) {
        right += Number(random.chance(share));
        isHeld &&= isInShareSequence(share, right, n);
        const {low, high} = wilsonInterval(right / n, n);
        isFixed &&= low <= share && share <= high;
      }
      held += Number(isHeld);
      fixed += Number(isFixed);
    }
    expect(held / runs, `${share}`).toBeGreaterThanOrEqual(0.94); // 0.95 less one standard error
    expect(fixed / runs, `${share}`).toBeLessThan(0.8);
  }
});
