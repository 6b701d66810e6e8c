import {describe, expect, test} from "vitest";
import {randomOf} from "../../pipelines/generate/seed.js";
import {exactCoverage, type Setting, simulatedCoverage} from "../../pipelines/score/coverage.js";

// SciPy 1.17.1: binom.pmf(k, n, g + (1 − g) p) summed over every k whose interval, written down anew in NumPy, holds p.
const SCIPY: [Setting, number, number][] = [
  [{n: 32, guess: 0, p: 0.5}, 0.949897540268, 0.949897540268],
  [{n: 64, guess: 0.2, p: 0.1}, 0.790153515647, 0.947932845043],
  [{n: 96, guess: 1 / 3, p: 0.6}, 0.936015991097, 0.950468225201],
  [{n: 128, guess: 0.5, p: 0}, 0.535193046085, 0.95836171616],
  [{n: 128, guess: 0.5, p: 0.3}, 0.805359437071, 0.948741018428],
  [{n: 128, guess: 0.5, p: 0.8}, 0.946726933999, 0.946726933999],
  [{n: 40, guess: 0.25, p: 1}, 1, 1]
];

describe.each(SCIPY)("%o", (setting, adjusted, rescaled) => {
  test("exact coverage is SciPy's", () => {
    expect(exactCoverage(setting).adjusted).toBeCloseTo(adjusted, 9);
    expect(exactCoverage(setting).rescaled).toBeCloseTo(rescaled, 9);
  });

  test("simulated coverage lies within four of its standard errors of it", () => {
    const draws = 4_000;
    const found = simulatedCoverage(setting, {draws, random: randomOf("coverage test")});
    for (const [name, truth] of [["adjusted", adjusted] as const, ["rescaled", rescaled] as const])
      expect(Math.abs(found[name] - truth)).toBeLessThanOrEqual(4 * Math.sqrt((truth * (1 - truth)) / draws) + 1e-12);
  });
});

// Summed over the binomial distribution in Python, as above; the adjusted interval ends at 0 and cannot hold these.
test.each([
  [{n: 128, guess: 0.5, p: -0.4}, 0.946854007492],
  [{n: 64, guess: 0.25, p: -0.2}, 0.966806741419],
  [{n: 50, guess: 0.25, p: -0.3}, 0.963795677962],
  [{n: 32, guess: 0.5, p: -1}, 1]
] as [Setting, number][])("below chance the rescaled interval covers as well: %o", (setting, rescaled) => {
  expect(exactCoverage(setting).rescaled).toBeCloseTo(rescaled, 9);
  expect(exactCoverage(setting).adjusted).toBe(0);
});

test("what the guide says of the rescaled interval: from 32 samples on at least 92 % up to 95 % excess accuracy, 84 % beyond it, 95 % on average", () => {
  const curve = (n: number, guess: number, from: number, to: number) =>
    Array.from({length: 60}, (_, i) => exactCoverage({n, guess, p: from + ((to - from) * i) / 60}).rescaled);
  for (const n of [32, 64, 128, 512])
    for (const guess of [0, 0.1, 0.25, 0.5]) {
      const below = curve(n, guess, guess === 0 ? 0.02 : 0, 0.95);
      expect(Math.min(...below)).toBeGreaterThan(0.915);
      expect(below.reduce((sum, each) => sum + each, 0) / below.length).toBeGreaterThan(0.945);
      expect(Math.min(...curve(n, guess, 0.95, 1))).toBeGreaterThan(0.835);
    }
});

test("rescaling loses nothing: the interval covers as Wilson's does at the raw accuracy", () => {
  for (const n of [32, 64, 128])
    for (const guess of [0.1, 0.25, 0.5])
      for (let p = 0; p < 1; p += 0.05) {
        const raw = exactCoverage({n, guess: 0, p: guess + (1 - guess) * p}).adjusted; // without guessing it is Wilson's
        expect(exactCoverage({n, guess, p}).rescaled).toBeCloseTo(raw, 9);
      }
});
