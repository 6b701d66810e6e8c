import {describe, expect, test} from "vitest";
import {randomOf} from "../../pipelines/generate/seed.js";
import {exactCoverage, type Setting, simulatedCoverage} from "../../pipelines/study/coverage.js";

// SciPy 1.17.1: binom.pmf(k, n, g + (1 − g) p) summed over every k whose interval, written down anew in NumPy, holds p.
const SCIPY: [Setting, number, number][] = [
  [{n: 32, guess: 0, p: 0.5}, 0.949897540268, 0.949897540268],
  [{n: 64, guess: 0.2, p: 0.1}, 0.790153515647, 0.947932845043],
  [{n: 96, guess: 1 / 3, p: 0.6}, 0.936015991097, 0.950468225201],
  [{n: 128, guess: 0.5, p: 0}, 0.535193046085, 0.97918085808],
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

test("rescaling loses nothing: the interval covers as Wilson's does at the raw accuracy, and more where it is cut off at 0", () => {
  for (const n of [32, 64, 128])
    for (const guess of [0.1, 0.25, 0.5])
      for (let p = 0; p < 1; p += 0.05) {
        const raw = exactCoverage({n, guess: 0, p: guess + (1 - guess) * p}).adjusted; // without guessing it is Wilson's
        expect(exactCoverage({n, guess, p}).rescaled).toBeGreaterThan(raw - 1e-9);
      }
});
