import fc from "fast-check";
import {expect, test} from "vitest";
import {mcnemar} from "../../pipelines/stats/mcnemar.js";

test.each([
  // R 4.2.2: binom.test(b, b + c)$p.value; 2 * pbinom(min, b + c, .5) - dbinom(min, b + c, .5)
  [5, 15, 0.0413894653320313, 0.0266036987304688],
  [1, 7, 0.0703125, 0.0390625],
  // Agresti, Categorical Data Analysis: approval of the prime minister, 86 and 150 changed their minds
  [86, 150, 3.71593613957143e-5, 2.89338951761547e-5],
  [0, 4, 0.125, 0.0625],
  [6, 6, 1, 1],
  [59, 6, 4.96465032712862e-12, 2.72580319860686e-12]
])("%d wins and %d losses", (wins, losses, exact, mid) => {
  const found = mcnemar(wins, losses);
  expect(found.exact / exact).toBeCloseTo(1, 9);
  expect(found.mid / mid).toBeCloseTo(1, 9);
});

test("sides do not matter, mid-p is the smaller one, and nothing discordant says nothing", () => {
  fc.assert(
    fc.property(fc.nat(400), fc.nat(400), (wins, losses) => {
      const found = mcnemar(wins, losses);
      expect(mcnemar(losses, wins)).toEqual(found);
      expect(found.mid).toBeLessThanOrEqual(found.exact);
      expect(found.exact).toBeLessThanOrEqual(1);
      expect(found.mid).toBeGreaterThan(0);
    })
  );
  expect(mcnemar(0, 0)).toEqual({exact: 1, mid: 1});
});
