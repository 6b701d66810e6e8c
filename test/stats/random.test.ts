import fc from "fast-check";
import {expect, test} from "vitest";
import {randomOf} from "../../pipelines/generate/seed.js";
import {binomialProbability, chiSquaredUpper} from "../../pipelines/stats/distributions.js";
import {resampler} from "../../pipelines/stats/random.js";

test("each cell of a bootstrap sample is binomial, by cumulated chances and by rejection, and cells add up", () => {
  for (const counts of [
    [3, 97],
    [1, 1],
    [60, 140],
    [150, 50]
  ]) {
    const n = counts[0]! + counts[1]!;
    const [draw, random, into] = [resampler(counts), randomOf(`binomial ${counts}`), new Float64Array(2)];
    const seen = new Float64Array(n + 1);
    const DRAWS = 20_000;
    for (let i = 0; i < DRAWS; i++) {
      draw(random, into);
      seen[into[0]!]!++;
      expect(into[0]! + into[1]!).toBe(n);
    }
    // χ² over the counts that are expected five times or more, the others together
    let [statistic, cells, restSeen, restExpected] = [0, 0, 0, 0];
    for (let k = 0; k <= n; k++) {
      const expected = DRAWS * binomialProbability(k, n, counts[0]! / n);
      if (expected < 5) {
        restSeen += seen[k]!;
        restExpected += expected;
        continue;
      }
      statistic += (seen[k]! - expected) ** 2 / expected;
      cells++;
    }
    if (restExpected > 1) statistic += (restSeen - restExpected) ** 2 / restExpected;
    expect(chiSquaredUpper(statistic, cells - 1)).toBeGreaterThan(0.001);
  }
});

test("a sample has as many as were counted, and none of what was not", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({min: 0, max: 40}), {minLength: 1, maxLength: 20}), fc.string(), (counts, seed) => {
      const into = resampler(counts)(randomOf(seed), new Float64Array(counts.length));
      expect(into.reduce((sum, own) => sum + own, 0)).toBe(counts.reduce((sum, own) => sum + own, 0));
      counts.forEach((count, i) => {
        expect(into[i]).toSatisfy((own: number) => Number.isInteger(own) && own >= 0 && (count > 0 || own === 0));
      });
    })
  );
});
