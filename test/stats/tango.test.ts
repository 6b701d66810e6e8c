import fc from "fast-check";
import {expect, test} from "vitest";
import {tango} from "../../pipelines/stats/tango.js";

test("at no difference it is McNemar's (b − c) ÷ √(b + c)", () => {
  fc.assert(
    fc.property(fc.nat(50), fc.nat(50), fc.nat(100), (wins, losses, same) => {
      fc.pre(wins + losses > 0);
      expect(tango(wins, losses, wins + losses + same, 0)).toBeCloseTo((wins - losses) / Math.sqrt(wins + losses), 8);
    })
  );
});

test("its error is that of the likeliest chances under the difference, found by search; sides may be exchanged", () => {
  const random = fc.tuple(fc.nat(30), fc.nat(30), fc.integer({min: 1, max: 60}), fc.double({min: -0.4, max: 0.4, noNaN: true}));
  fc.assert(
    fc.property(random, ([wins, losses, same, delta]) => {
      fc.pre(Math.abs(delta) > 0.01);
      const n = wins + losses + same;
      const log = (k: number, p: number) => (k === 0 ? 0 : k * Math.log(p));
      const likelihood = (loss: number) => log(wins, loss + delta) + log(losses, loss) + log(same, 1 - 2 * loss - delta);
      const [low, high] = [Math.max(0, -delta), (1 - delta) / 2];
      let [best, at] = [-Infinity, low];
      for (let i = 1; i < 20_000; i++) {
        const loss = low + ((high - low) * i) / 20_000;
        if (likelihood(loss) > best) [best, at] = [likelihood(loss), loss];
      }
      const found = tango(wins, losses, n, delta);
      const expected = (wins - losses - n * delta) / Math.sqrt(n * (2 * at + delta * (1 - delta)));
      expect(Math.abs(found - expected)).toBeLessThan(0.01 * Math.max(1, Math.abs(expected)));
      expect(tango(losses, wins, n, -delta)).toBeCloseTo(-found, 8);
    }),
    {numRuns: 40}
  );
});

test("nothing asked, no discordant pair, and a difference of nearly 1", () => {
  expect(tango(0, 0, 0, 0.1)).toBe(0);
  expect(tango(0, 0, 50, 0)).toBe(0);
  expect(tango(0, 0, 200, -0.02)).toBeCloseTo(4 / Math.sqrt(200 * 0.0196), 8);
  expect(Number.isFinite(tango(5, 0, 5, 0.99))).toBe(true);
});
